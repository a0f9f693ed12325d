/* range.h - --num: select records by number. */
#ifndef CMD_CAT_RANGE_H
#define CMD_CAT_RANGE_H
#include "cmd/run/run.h"

/* The records number from to to - 1, counted from 1 as @END counts: definitions count, control lines do not. Records
 * that `inner` drops do not count. All control lines before the end of the range are kept. */
struct record_range {
	uint64_t from, to;                  /* to UINT64_MAX = no end */
	uint64_t at;                        /* records counted so far */
	const char *text;                   /* as written */
	int met, strict;                    /* a record is in it; else it is an error, not a warning */
	const struct otfp_stage_ops *inner; /* a stage before this one, without attach and OTFP_LAST; or NULL */
	void *ctx;                          /* of inner */
};
/** Parse A:B, A: or :B into from and to. @return 0, or 2 after it printed the usage error */
int range_parse(struct record_range *r, const char *text);
/** --ticks: parse a number of ticks per second. @return 0, or -1 if it is none */
int range_ticks(uint64_t *ticks, const char *text);
/** The range as a stage of run_job; ctx is the struct record_range. */
extern const struct otfp_stage_ops range_stage;
#endif
