/* lib-read.h - the child that reads an archive, between lib-read.c and lib-locations.c. */
#ifndef OTFP_OTF2_LIB_READ_H
#define OTFP_OTF2_LIB_READ_H
#include "otf2/lib-pack.h"

enum {
	OTFP_OTF2_BATCH = 256,    /* records that libotf2 reads at a time */
	OTFP_OTF2_MOST_OPEN = 128 /* locations with a buffer of libotf2, in all of its size of chunks */
};

/* A location of those selected. */
struct otfp_otf2_served {
	uint64_t id, events; /* UINT64_MAX: their number is not known */
	uint64_t done, last; /* events that were read, and that the file has */
	OTF2_EvtReader *reader;
	uint64_t used; /* when, for the one to close */
	uint8_t has_locals;
	char *failed;   /* why no more events can be read; NULL = they can */
	int is_missing; /* because the file of its events is missing */
};

struct otfp_otf2_server {
	const char *path;
	OTF2_Reader *reader;
	struct otfp_otf2_callbacks callbacks;
	struct otfp_otf2_pack pack;
	struct otfp_otf2_served *locations;
	struct otfp_otf2_served *open[OTFP_OTF2_MOST_OPEN];
	unsigned n, nopen, most_open;
	uint64_t clock, chunk; /* bytes of a chunk of events */
};

/* ---- lib-read.c: messages, and files before libotf2 opens them ---- */

/** End the child: the location cannot be read. */
void otfp_otf2_served_fail(const struct otfp_otf2_served *l, const char *what);
/** The events of a location end with an error. @param where  NULL = the location @return -1 */
int otfp_otf2_served_end(struct otfp_otf2_served *l, const char *where, const char *what);
/**
 * Look at a file before libotf2 does: it starts with the head of a chunk and ends with the marks of its end.
 * @param last  if not NULL: the number of the last event, from the head of the last chunk
 * @return 1; 0 if it does not exist; -1: it is an event file, whose error is kept; of others the process ends
 */
int otfp_otf2_served_has(const struct otfp_otf2_server *s, struct otfp_otf2_served *l, const char *extension,
                         uint64_t *last);

/* ---- lib-locations.c: requests ---- */

/** Read n bytes of a request; at its end, end the child. */
void otfp_otf2_serve_receive(void *p, size_t n);
/** Take the n locations that come next, and open their files. */
void otfp_otf2_serve_selection(struct otfp_otf2_server *s, unsigned n);
/** Read the local definitions of a location once. libotf2 applies mapping tables and clock offsets to the events of a
 * location whose definitions were read. */
void otfp_otf2_serve_locals(struct otfp_otf2_server *s, struct otfp_otf2_served *l);
/** Read all snapshots of a location. */
void otfp_otf2_serve_snaps(struct otfp_otf2_server *s, struct otfp_otf2_served *l);
/** Read events of a location into s->pack, about `words` words.
 * @return 1 if these are the last, 0 if not; -1: no more can be read, l->failed says why */
int otfp_otf2_serve_events(struct otfp_otf2_server *s, struct otfp_otf2_served *l, size_t words);
#endif
