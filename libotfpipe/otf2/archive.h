/*
 * archive.h - an OTF2 archive on disk, by libotf2, which runs in a process of its own: it aborts or crashes on bad
 * archives. Everything else in otf2/ knows frames only (frame.h).
 */
#ifndef OTFP_OTF2_ARCHIVE_H
#define OTFP_OTF2_ARCHIVE_H
#include "base/error.h"
#include "base/fd.h"
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

/** @return the version of libotf2, or NULL if otfpipe was built without it */
const char *otfp_otf2_library(void);

/* ---- reading ---- */

struct otfp_otf2_reader;

/**
 * Open an archive, in a new process.
 * @param name  the anchor file, or what stands for it (look.h)
 * @param stop  asked after a signal while the other process is waited for (base/fd.h)
 * @param err  where all functions of this reader report errors: "PATH: what", with the words of libotf2. May be NULL
 * @return 0; OTFP_EINTR, OTFP_EDAMAGE, OTFP_EFAIL; then *r is NULL
 */
int otfp_otf2_reader_open(struct otfp_otf2_reader **r, const char *name, otfp_stop_fn *stop, struct otfp_error *err);
/** Owned by the reader. */
const struct otfp_otf2_anchor *otfp_otf2_reader_anchor(const struct otfp_otf2_reader *r);
/** The next global definition, after them markers, in the order of the files. *frame is valid until the next call.
 * @return 0; 1 at the end; <0 */
int otfp_otf2_reader_definition(struct otfp_otf2_reader *r, const struct otfp_otf2_frame **frame);
/** After all definitions: choose the locations, by their ids, each once; files of others are not opened. At most once.
 * @param events  their numbers of events as their definitions say: one with 0 need not have a file; NULL: all must
 * @return 0 or <0 */
int otfp_otf2_reader_select(struct otfp_otf2_reader *r, const uint64_t *locations, const uint64_t *events, unsigned n);
/** The local definitions of location i of those selected, all at once; before its events. As otfp_otf2_reader_events.
 */
int otfp_otf2_reader_locals(struct otfp_otf2_reader *r, unsigned i, const uint64_t **p, size_t *words);
/** All snapshots of location i. */
int otfp_otf2_reader_snaps(struct otfp_otf2_reader *r, unsigned i, const uint64_t **p, size_t *words);
/** The next events of location i, in their order: sound frames one after the other. *p is valid until the next call for
 * the same location. @return 0; 1 at the end of the location; <0: if the reader is not dead, other locations can be
 * read
 */
int otfp_otf2_reader_events(struct otfp_otf2_reader *r, unsigned i, const uint64_t **p, size_t *words);
/** Whether the process has ended, so that nothing can be read any more. */
int otfp_otf2_reader_is_dead(const struct otfp_otf2_reader *r);
/** End the process and free everything. r may be NULL. */
void otfp_otf2_reader_close(struct otfp_otf2_reader *r);
#endif
