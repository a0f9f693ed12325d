/* stage.h - what is done to records between a source and a sink. */
#ifndef OTFP_TRACE_STAGE_H
#define OTFP_TRACE_STAGE_H
#include "otfpipe.h"

/* What becomes of a record: whether it is put into the sink, and with OTFP_LAST added that
 * nothing behind it matters, so that nothing more is read, not even the end of the stream. */
enum otfp_verdict { OTFP_DROP = 0, OTFP_PUT = 1, OTFP_LAST = 2 };

/* A stage: called for every record and control line between source and sink. */
struct otfp_stage_ops {
	/** After the source is open, before the first record; may be NULL. @return 0 or <0 */
	int (*begin)(void *ctx, const struct otfp_header *h, struct otfp_error *err);
	/** When it was given all definitions at the head of the stream: the times outside of which no timed
	 * record matters to the stage, as for otfp_source_ask_window; may be NULL. @return 1 with all set,
	 * 0 = all matter */
	int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to);
	/** Whether any timed record of a process matters to the stage, as for otfp_source_wanted; NULL: all do. */
	int (*wanted)(void *ctx, uint32_t process);
	/** After begin: the kinds of files that matter to the stage, as for otfp_source_kinds; NULL: all do. */
	unsigned (*kinds)(void *ctx);
	/** May point *rec to a copy of its own, valid until the next call.
	 * @return enum otfp_verdict, or <0 error with err filled */
	int (*record)(void *ctx, const struct otfp_record **rec, struct otfp_error *err);
	/** n records as for `record`, no control line among them, of which none is put; NULL: they come one by one.
	 * @return 0 or <0 */
	int (*records)(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err);
	/** After the last record; may be NULL. @return 0 or <0 */
	int (*end)(void *ctx, struct otfp_error *err);
	/** At the end of otfp_run, however it went, while what it gave is still there; may be NULL. */
	void (*close)(void *ctx);
	/** After begin: the header of what it makes, its own; NULL: that which was read. */
	const struct otfp_header *(*header)(void *ctx);
	/** After begin; NULL where it never does: a stage that delays or adds records puts them into
	 * `out` itself, with otfp_sink_put and in order, and returns 0 from `record` for each that it
	 * took. @return whether it will */
	int (*attach)(void *ctx, struct otfp_sink *out);
	/** Of a trace that is changed in place: which of its files stay as they are, as `keep` of struct
	 * otfp_write_options; asked before begin. NULL: none. */
	unsigned (*keeps)(void *ctx, const struct otfp_header *h);
};
#endif
