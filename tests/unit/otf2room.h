/* otf2room.h - frames of OTF2 out of text, and what becomes of them as text, for tests of the conversion. */
#ifndef OTFP_TESTS_OTF2ROOM_H
#define OTFP_TESTS_OTF2ROOM_H
#include "otf2/carry/convert.h"

enum { OTF2_ROOM = 1 << 16 };
#define OTF2_NONE "4294967295"

struct otf2_room {
	struct otfp_otf2_carrying c;
	struct otfp_error err;
	struct otfp_otf2_lane lane;
	uint64_t words[OTF2_ROOM];
	struct otfp_map keys; /* names of keys */
	char text[OTF2_ROOM];
};

/* Definitions of a small archive: two MPI ranks, the first with a thread. */
extern const char *const otf2_definitions[];
extern const size_t otf2_ndefinitions;

/* A conversion of an archive that has only strings. Free it with otf2_room_free. */
struct otf2_room *otf2_room_new(int plain);
/* One of the small archive, ready for events of a location. */
struct otf2_room *otf2_room_of(uint64_t location, int plain);
void otf2_room_free(struct otf2_room *r);
/* All records of the batch but keys, as text; the batch is empty afterwards. */
const char *otf2_records(struct otf2_room *r);
/* The records of definitions and markers. */
const char *otf2_define(struct otf2_room *r, const char *const *frames, size_t n);
/* The records of events or snapshots, which are separated by newlines. */
const char *otf2_convert(struct otf2_room *r, const char *text);
#endif
