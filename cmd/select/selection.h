/* selection.h - the selection that several commands share, and a stage for it. */
#ifndef CMD_SELECT_SELECTION_H
#define CMD_SELECT_SELECTION_H
#include "cmd/run/run.h"

struct otfp_set;
struct otfp_interval;
struct selector;

/*
 * What the options say; all NULL and 0 = keep everything. --record applies to all records, --process, --stream and
 * --time to timed records only. A record is kept if it meets every criterion that applies to it; with `exclude`, if it
 * does not meet all of them. A record to which none applies is kept.
 */
struct selection {
	struct part part; /* for struct job_sources: the source does it */
	struct otfp_set *process, *stream;
	char *record; /* a set with names of classes: def event snap stat marker */
	struct otfp_interval *time;
	int exclude;
	/* NULL, or one more criterion: whether to drop the timed records of a process; called again after each
	 * definition of a process */
	int (*is_dropped)(const void *ctx, uint32_t process);
	const void *is_dropped_ctx;
	struct selector *compiled;
};
extern const struct option_row selection_options[]; /* -p -s -r -t --part */
extern const struct option_row exclude_options[];   /* -x; see selection_check */

/** @return whether any option was given; if none was, a command needs no stage */
int selection_given(const struct selection *sel);
/** @return 0, or 2 after it printed the usage error: -x, but no option that selects */
int selection_check(const struct selection *sel);
/** Bind to a stream; call it again before a second pass over the same stream. @return 0; OTFP_EUSAGE for an unknown
 * record type or a time that needs a missing field of the header; other <0 */
int selection_begin(struct selection *sel, const struct otfp_header *h, struct otfp_error *err);
/** Decide on a record. Call it for every record and control line of the stream in order, since the names and streams of
 * processes are learned from them. Memory: a few bytes per process.
 * @return 1 to keep it, 0 to drop it, <0 with err filled */
int selection_keep(struct selection *sel, const struct otfp_record *rec, struct otfp_error *err);
/** For a command that analyses all records and reports those that are selected: learn the names and streams of
 * processes from a record or control line. @return 0 or <0 */
int selection_learn(struct selection *sel, const struct otfp_record *rec, struct otfp_error *err);
/** @return whether -p and -s, without -x, select a process */
int selection_has(struct selection *sel, uint32_t process);
/**
 * Whether a record that is not kept is the half of a message that a process has with one that -p or -s selects.
 * @param start  the time of the first timed record: a SendSnapshot is such a half there; later ones repeat it
 */
int selection_is_partner(struct selection *sel, const struct otfp_record *rec, uint64_t start);
/** Free all, the option values too. */
void selection_release(struct selection *sel);
/** The selection as a stage of run_job; ctx is the struct selection. */
extern const struct otfp_stage_ops selection_stage;
#endif
