/* clocking.h - what the files clocking*.c share. */
#ifndef CMD_REMAP_CLOCKING_H
#define CMD_REMAP_CLOCKING_H
#include "cmd/remap/run.h"
#include "base/ticks.h"
#include "merge/sort.h"
#include "cmd/run/twice.h"
#include "cmd/remap/causal.h"
#include "cmd/remap/matching.h"

/* The state of --causal, in the passes before the run. */
struct clocking_causal {
	struct causal model;
	struct delays delays;
	struct otfp_time delay, max_shift; /* --min-delay, unless it is a file, and --max-shift */
	int delay_is_file;
	uint64_t max;        /* --max-shift in ticks */
	uint64_t resolution; /* ticks per second, 0 = unknown */
};

struct clocking_work {
	const struct clocking *o;
	struct otfp_time shift;
	int back; /* the shift is subtracted */
	struct ratio scale;
	struct clocks clocks;
	int known;   /* the values of the options in ticks are set */
	int refuses; /* they cannot be */
	struct clocking_causal causal;
	struct matching matching;
	struct otfp_sort *matches; /* struct matched_send by number; read once */
	struct job pass;           /* the job of the passes before the run */
	struct twice twice;        /* for the same passes */
	struct otfp_newfile file;  /* of --write-clocks; open during the run */
	unsigned replaces;         /* OTFP_NEWFILE_REPLACE with --force */
	struct otfp_error failed;  /* the failure of these passes, and later of `matches`; code 0 = none */
};

/** Parse a length of time; percent is an error. @param what  the option @return 0, or 2 after reporting the error */
int clocking_parse_time(struct otfp_time *t, const char *text, const char *what);
/** Parse --min-delay, --max-shift and --spread. @return 0, or 2 after reporting the usage error */
int clocking_parse_causal(struct clocking_work *w);
/** Read the records of w->pass as often as necessary and make w->clocks. @return 0, or <0 with w->failed */
int clocking_run_causal(struct clocking_work *w);
/** Write w->clocks to the file of --write-clocks; the run loop ends it. @return 0 or <0 */
int clocking_write(struct clocking_work *w, struct otfp_error *err);
/** Report the corrections of --causal on stderr. @return 0, or 1 if some messages are still received too early */
int clocking_report_causal(const struct clocking_work *w);
/** Free what --causal owns. */
void clocking_release_causal(struct clocking_work *w);
/** Read all records of w->pass, at their new times, and make w->matching and w->matches. @return 0, or <0 with
 * w->failed */
int clocking_run_match(struct clocking_work *w);
/** Report the messages without a second half; only with -v. */
void clocking_report_match(const struct clocking_work *w);
#endif
