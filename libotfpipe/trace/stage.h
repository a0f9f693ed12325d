/* stage.h - a stage: what happens to records between a source and a sink. */
#ifndef OTFP_TRACE_STAGE_H
#define OTFP_TRACE_STAGE_H
#include "otfpipe.h"
#include "record/ops.h"

/* What to do with a record: drop it or put it into the sink; with OTFP_LAST added, no later record matters, so nothing
 * more is read, not even the end of the stream. */
enum otfp_verdict { OTFP_DROP = 0, OTFP_PUT = 1, OTFP_LAST = 2 };

/* The operations of a stage; ctx is its state. Those that "may be NULL" are optional. */
struct otfp_stage_ops {
	/** Called after the source is open, before the first record; may be NULL. @return 0 or <0 */
	int (*begin)(void *ctx, const struct otfp_header *h, struct otfp_error *err);
	/** Called when the stage has all definitions at the head of the stream: the time window outside of which no
	 * timed record matters to it, as for otfp_source_ask_window; may be NULL. @return 1 with all set, 0 = all
	 * records matter */
	int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to);
	/** @return whether any timed record of a process matters to the stage, as for otfp_source_wanted; NULL: all do
	 */
	int (*wanted)(void *ctx, uint32_t process);
	/** Called after begin. @return the kinds of files that matter to the stage, as for otfp_source_kinds; NULL:
	 * all do */
	unsigned (*kinds)(void *ctx);
	/** Take a record or control line; may set *rec to a copy of its own, valid until the next call.
	 * @return enum otfp_verdict, or <0 with err filled */
	int (*record)(void *ctx, const struct otfp_record **rec, struct otfp_error *err);
	/** Take n records, no control lines; the caller puts none of them into the sink. NULL: `record` gets them one
	 * by one. @return 0 or <0 */
	int (*records)(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err);
	/** Called before the first record; may be NULL. @return the taker of the stage: it gets most timed records, one
	 * by one and in order, `records` or `record` the others. Its errors fill the error of `begin`. The stage owns
	 * it */
	struct otfp_taker *(*taker)(void *ctx);
	/** Called after the last record; may be NULL. @return 0 or <0 */
	int (*end)(void *ctx, struct otfp_error *err);
	/** Called when all else is complete, if the stage gives its output the final name itself; may be NULL. @return
	 * 0 or <0 */
	int (*commit)(void *ctx, struct otfp_error *err);
	/** Called if the run failed, before its error is printed: write what is buffered, so that the error comes after
	 * it; may be NULL. */
	void (*flush)(void *ctx);
	/** Called at the end of the run, also if it failed, before the source and the sink are closed; may be NULL. */
	void (*close)(void *ctx);
	/** Called after begin. @return the header of its output, owned by the stage; NULL: the header of the input */
	const struct otfp_header *(*header)(void *ctx);
	/** Called after begin: give the stage the sink. A stage that delays or adds records puts them into `out`
	 * itself, with otfp_sink_put and in order, and returns OTFP_DROP from `record` for each record that it puts
	 * itself. NULL: it never does. @return whether it will */
	int (*attach)(void *ctx, struct otfp_sink *out);
	/** Called before begin if a trace is changed in place. @return the files that stay unchanged, as `keep` of
	 * struct otfp_write_options; NULL: none */
	unsigned (*keeps)(void *ctx, const struct otfp_header *h);
};
#endif
