/* clocking.h - what the files of clocking*.c share. */
#ifndef OTFP_CMD_REMAP_CLOCKING_H
#define OTFP_CMD_REMAP_CLOCKING_H
#include "cmd/remap/run.h"
#include "base/ticks.h"
#include "merge/sort.h"
#include "cmd/run/twice.h"
#include "cmd/remap/causal.h"
#include "cmd/remap/matching.h"

/* What --causal makes, before the run. */
struct otfp_clocking_causal {
	struct otfp_causal model;
	struct otfp_delays delays;
	struct otfp_time delay, max_shift;
	int delay_is_file;
	uint64_t max;        /* ticks */
	uint64_t resolution; /* ticks per second, 0 = unknown */
};

struct otfp_clocking_work {
	const struct otfp_clocking *o;
	struct otfp_time shift;
	int back; /* it is a shift to earlier times */
	struct otfp_ratio scale;
	struct otfp_clocks clocks;
	int known; /* the clocks are complete */
	struct otfp_clocking_causal causal;
	struct otfp_matching matching;
	struct otfp_sort *matches; /* struct otfp_matched_send by number; read once */
	struct otfp_job pass;      /* of what is read before the run */
	struct otfp_twice twice;   /* that, too */
	struct otfp_error failed;  /* in that; code 0 = it did not */
};

/** A length of time, which is no percent. @return 0, or 2 after telling the usage error */
int otfp_clocking_parse_time(struct otfp_time *t, const char *text, const char *what);
/** What --min-delay, --max-shift and --spread say. @return 0, or 2 after telling the usage error */
int otfp_clocking_parse_causal(struct otfp_clocking_work *w);
/** Read all records of w->pass for the clocks. @return 0, or <0 with w->failed */
int otfp_clocking_run_causal(struct otfp_clocking_work *w);
/** What came of it. @return 0, or 1 if some messages are still received too early */
int otfp_clocking_tell_causal(const struct otfp_clocking_work *w);
void otfp_clocking_release_causal(struct otfp_clocking_work *w);
/** Read all records of w->pass, at their new times, for what sends are to tell. @return 0, or <0 with w->failed */
int otfp_clocking_run_match(struct otfp_clocking_work *w);
void otfp_clocking_tell_match(const struct otfp_clocking_work *w);
#endif
