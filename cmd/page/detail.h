/*
 * detail.h - timelines of one interval in several levels of detail, made in one pass.
 *
 * Level 0 is for the picture without a script, and is always there. A finer level that grows beyond what the page may
 * contain is dropped on the way; there is none for which all columns of all processes would take too long.
 *
 * If a row has several processes, one more timeline may have each process in its own row: as fine as its memory allows.
 *
 * Memory: that of each timeline; a level has at most one bar for two bytes of the limit, so 28 times the limit.
 */
#ifndef CMD_PAGE_DETAIL_H
#define CMD_PAGE_DETAIL_H
#include "base/set.h"
#include "timeline/curves.h"

enum { DETAIL_LEVELS = 4, DETAIL_BAR = 4 /* bytes of a bar in the page, about */ };

struct detail {
	size_t processes;                            /* how many there are; 0 = unknown */
	uint64_t records;                            /* the same: with more of them a level may take longer */
	uint64_t least_calls;                        /* the same: records of calls that are shown, or fewer */
	size_t limit;                                /* bytes of the page for all levels */
	struct otfp_timeline *levels[DETAIL_LEVELS]; /* NULL: dropped, and so are those after it */
	struct otfp_timeline *each;                  /* every process has its row; NULL: there is none */
	struct otfp_curves curves;                   /* of all counters, in the columns of level 0 */
	struct otfp_set *counters;                   /* "*" */
	int no_curves, has_each;                     /* set before the begin: none are made; `each` is */
	size_t arrows;                               /* the same: messages to keep; 0: few */
	uint64_t first;                              /* ticks: the first event of the input */
	size_t fed;                                  /* records since the bars were counted */
};

/** Begin zero-filled d; `processes`, `records` and some more may be set. @param o  the interval and what is shown;
 * columns, rows, lanes and arrows are set here. @param first  ticks: the first event. @return 0 or <0 */
int detail_begin(struct detail *d, size_t limit, uint64_t first, const struct otfp_timeline_options *o,
                 const struct otfp_header *h, struct otfp_error *err);
/** Take n records in order. @return 0, or -1 when memory is out */
int detail_add(struct detail *d, const struct otfp_record *const *recs, size_t n);
/** After the last record. @return 0, or -1 when memory is out */
int detail_end(struct detail *d);
/** Free all. */
void detail_release(struct detail *d);
#endif
