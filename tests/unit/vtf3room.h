/* vtf3room.h - VTF3 records made at random, compared, written to memory and read from it: for the tests of VTF3. */
#ifndef VTF3ROOM_H
#define VTF3ROOM_H
#include "base/buf.h"
#include "vtf3/read/scan.h"
#include "vtf3/table.h"
#include "vtf3/write/write.h"

enum { VTF3_ELEMENTS = 12, VTF3_BYTES = 64, VTF3_ACTIVITIES = 5 };

/* A record and what it points to. */
struct vtf3_record {
	struct otfp_vtf3_record rec;
	char text[OTFP_VTF3_MAX_ARGS + VTF3_ELEMENTS][VTF3_BYTES];
	const char *names[VTF3_ELEMENTS];
	uint64_t array[OTFP_VTF3_MAX_ARGS][VTF3_ELEMENTS];
};

/* Values that `format` holds: in Legacy ASCII no quotes and control characters, no source locations; an activity
 * is one of act1 .. act5, by token and name. Times and reals are within the limits. */
void vtf3_random(struct vtf3_record *r, enum otfp_vtf3_type type, enum otfp_vtf3_format format);
/* The activities that random records speak of. */
void vtf3_activity(struct otfp_vtf3_record *rec, int token);
/* What says the same in any of the formats; tokens of activities too, if they are told. */
void assert_same_vtf3(const struct otfp_vtf3_record *a, const struct otfp_vtf3_record *b, int tokens);

/* Write with w into b, which must succeed. */
void vtf3_put(struct otfp_vtf3_writer *w, const struct otfp_vtf3_record *rec, struct otfp_buf *b);
/* A scanner of a file that holds p[0..n). */
struct otfp_vtf3_scanner *vtf3_open(const void *p, size_t n, struct otfp_error *err);
/* The next record that stands in the file. NULL at the end */
const struct otfp_vtf3_record *vtf3_next(struct otfp_vtf3_scanner *s);
/* The records as text that says all of it, one a line; implied ones, too. */
void vtf3_show(struct otfp_buf *to, const void *p, size_t n);
/* A file of ../shared/corpus/vtf3. @return 0, or -1 if it is not there */
int vtf3_corpus(const char *name, struct otfp_buf *b);
#endif
