/* range.h - --num: select records by number. */
#ifndef OTFP_CMD_CAT_RANGE_H
#define OTFP_CMD_CAT_RANGE_H
#include "cmd/run/run.h"

/* The records number from to to - 1, counted from 1 as @END counts: definitions count, control lines do not. Records
 * that `inner` drops do not count. All control lines before the end of the range are kept. */
struct otfp_range {
	uint64_t from, to;                  /* to UINT64_MAX = no end */
	uint64_t at;                        /* records counted so far */
	const struct otfp_stage_ops *inner; /* a stage before this one, without attach and OTFP_LAST; or NULL */
	void *ctx;                          /* of inner */
};
/** Parse A:B, A: or :B into from and to. @return 0, or 2 after it printed the usage error */
int otfp_range_parse(struct otfp_range *r, const char *text);
/** --ticks: parse a number of ticks per second. @return 0, or -1 if it is none */
int otfp_range_ticks(uint64_t *ticks, const char *text);
/** The range as a stage of otfp_run; ctx is the struct otfp_range. */
extern const struct otfp_stage_ops otfp_range_stage;
#endif
