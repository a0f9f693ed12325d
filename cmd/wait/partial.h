/*
 * partial.h - otf-wait --partial and --combine: each share of a trace without the records that are not needed, and the
 * figures of the whole from these.
 *
 * What --partial writes is a line stream with two control lines more:
 *     @WAIT    version comm inside       at the head: the values of --comm and --inside, escaped, or \N
 *     @LAST    process time              at the end: the last event of a process, if it was left out
 */
#ifndef CMD_WAIT_PARTIAL_H
#define CMD_WAIT_PARTIAL_H
#include "base/buf.h"
#include "cmd/wait/run.h"
#include "record/share.h"

/* What @WAIT says. */
struct wait_line {
	struct otfp_buf comm, inside; /* texts with a NUL; p NULL = not given */
};

/* The last events that were left out, from @LAST. */
struct wait_lasts {
	struct wait_last {
		uint64_t time;
		uint32_t process;
	} * p;
	size_t n, cap;
};

/** @return whether a record is the control line "@WAIT" or "@LAST" */
int wait_is_line(const struct otfp_record *rec);
int wait_is_last(const struct otfp_record *rec);
/** Parse it. @return 0; 1 if it is malformed or of a later version; -1 when memory is out */
int wait_line_get(struct wait_line *l, const struct otfp_record *rec);
int wait_last_get(struct wait_lasts *l, const struct otfp_record *rec);
void wait_line_release(struct wait_line *l);

/** Write a share of the source of job. @return the exit status */
int wait_partial_run(struct job *job, struct wait_options *s);
/** Open the shares that are the sources of job, and set s->comm and s->inside to what they were made with.
 * @return 0; <0 with p->err filled: close p in any case */
int wait_combine_open(struct pull *p, const struct job *job, struct wait_options *s);
#endif
