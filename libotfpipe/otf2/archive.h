/* archive.h - an OTF2 archive on disk, read and written as frames (frame.h): everything else in otf2/ knows only these.
 */
#ifndef OTFP_OTF2_ARCHIVE_H
#define OTFP_OTF2_ARCHIVE_H
#include "base/error.h"
#include "otf2/frame.h"

/* What the anchor file says. */
struct otfp_otf2_anchor {
	const char *creator, *description, *machine;
	unsigned nproperties;
	const char *const *names; /* of properties */
	const char *const *values;
	uint64_t trace_id;
	uint64_t nsnapshots, nthumbnails;
	uint8_t version[3];
};

/* ---- reading ---- */

struct otfp_listed;
struct otfp_otf2_reader;
/* @return 0; <0 ends what calls it */
typedef int otfp_otf2_frame_fn(void *ctx, const struct otfp_otf2_frame *frame);

/**
 * Open an archive: its anchor file and its global definitions.
 * @param name  the anchor file, or what stands for it (look.h)
 * @param o  max_files, pool, stop and report are used; NULL: the defaults
 * @param err  where all functions of this reader report errors: "PATH: chunk 3, byte 1234: what". May be NULL
 * @return 0; OTFP_EDAMAGE, OTFP_EFAIL; then *r is NULL
 */
int otfp_otf2_reader_open(struct otfp_otf2_reader **r, const char *name, const struct otfp_read_options *o,
                          struct otfp_error *err);
/** Owned by the reader. */
const struct otfp_otf2_anchor *otfp_otf2_reader_anchor(const struct otfp_otf2_reader *r);
/** The next global definition, after them markers, in the order of the files. *frame is valid until the next call.
 * @return 0; OTFP_END; <0. After OTFP_EDAMAGE it goes on behind the damaged definition, if it knows where that ends,
 * else with OTFP_END */
int otfp_otf2_reader_definition(struct otfp_otf2_reader *r, const struct otfp_otf2_frame **frame);
/** After all definitions: choose the locations, by their ids; files of others are not opened. At most once.
 * @param events  their numbers of events as their definitions say: one with 0 need not have a file; NULL: all must
 * @return 0 or <0 */
int otfp_otf2_reader_select(struct otfp_otf2_reader *r, const uint64_t *locations, const uint64_t *events, unsigned n);
/** Before the first events and snapshots: of each location leave out those in chunks that end before a time. */
void otfp_otf2_reader_from(struct otfp_otf2_reader *r, uint64_t from);
/** The local definitions of location i of those selected, all at once, the first time. They are applied to its events.
 * @return as otfp_otf2_reader_events; after an error the location has no events */
int otfp_otf2_reader_locals(struct otfp_otf2_reader *r, unsigned i, const uint64_t **p, size_t *words);
/** The next snapshots of location i. As otfp_otf2_reader_events. */
int otfp_otf2_reader_snaps(struct otfp_otf2_reader *r, unsigned i, const uint64_t **p, size_t *words);
/** The next events of location i, in their order: sound frames one after the other. *p is valid until the next call for
 * the same location. @return 0; OTFP_END; <0: other locations can be read, and of this one what comes after the damage:
 * OTFP_END, if that is nothing */
int otfp_otf2_reader_events(struct otfp_otf2_reader *r, unsigned i, const uint64_t **p, size_t *words);
/** The pool whose threads decode the next events and snapshots; NULL = none. */
struct otfp_pool *otfp_otf2_reader_pool(const struct otfp_otf2_reader *r);
/** What the next call of otfp_otf2_reader_events, or otfp_otf2_reader_snaps, for location i will return; it was called
 * before, and there is a pool. *p is valid until the call after that one. @param wait  0: only if it is
 * decoded @return 0; OTFP_END; <0: not known */
int otfp_otf2_reader_peek(const struct otfp_otf2_reader *r, unsigned i, int is_snaps, int wait, const uint64_t **p,
                          size_t *words);
/** After OTFP_EDAMAGE: how many events, or snapshots, of location i are lost before what the next call returns. */
uint64_t otfp_otf2_reader_skipped(const struct otfp_otf2_reader *r, unsigned i, int is_snaps);
/** How many events, or snapshots, of location i are left out before what the first call returned. */
uint64_t otfp_otf2_reader_left_out(const struct otfp_otf2_reader *r, unsigned i, int is_snaps);
/** Call f for each of the first n events of a location, or only for those of the last chunks of them, as
 * otfp_otf2_scan. Chunks are counted from the first one that is read. */
int otfp_otf2_reader_before(struct otfp_otf2_reader *r, unsigned i, uint64_t n, int all, otfp_otf2_frame_fn *f,
                            void *ctx);
/** Call f for each snapshot of location i, as otfp_otf2_scan. The next snapshots are those that they would be. */
int otfp_otf2_reader_scan_snaps(struct otfp_otf2_reader *r, unsigned i, otfp_otf2_frame_fn *f, void *ctx);
/** Call f for each file of a location; NULL: for those of all. See otfp_otf2_list. */
int otfp_otf2_reader_list(struct otfp_otf2_reader *r, const uint64_t *location, uint32_t stream,
                          int (*f)(void *ctx, const struct otfp_listed *file), void *ctx);
/** Close all files and free everything. r may be NULL. */
void otfp_otf2_reader_close(struct otfp_otf2_reader *r);
#endif
