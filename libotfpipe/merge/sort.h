/*
 * sort.h - records of bytes by key, in bounded memory.
 *
 *     otfp_sort_new -> otfp_sort_put ... -> otfp_sort_end -> otfp_sort_next ... -> otfp_sort_free
 *
 * Records of equal keys come out in the order in which they were put. What memory does not
 * hold goes to a file without a name, as sorted runs, and is merged.
 */
#ifndef OTFP_MERGE_SORT_H
#define OTFP_MERGE_SORT_H
#include "merge/runs.h"

struct otfp_sort;

#define OTFP_SORT_ROOM_LEAST ((size_t)32 << 10) /* bytes of memory without which nothing works */

struct otfp_sort_options {
	size_t memory;     /* bytes for all that is held, at least OTFP_SORT_ROOM_LEAST; records longer than that
	                    * cost twice their length */
	const char *dir;   /* for the file; kept as a pointer */
	int (*stop)(void); /* asked now and then: not 0 = give up with OTFP_EINTR. May be NULL */
};

struct otfp_sorted {
	struct otfp_key key;
	const char *p; /* n bytes; behind them one LF and OTFP_INPUT_AHEAD readable bytes, as parsers want */
	size_t n;
};

/** @return 0 or <0; the caller frees *s */
int otfp_sort_new(struct otfp_sort **s, const struct otfp_sort_options *o, struct otfp_error *err);
/** One record, copied. key.rank is below OTFP_RANK_MAX, n below 2 GiB. @return 0 or <0 */
int otfp_sort_put(struct otfp_sort *s, struct otfp_key key, const char *p, size_t n);
/** When what keys are made of is known too late: ask for all of them anew, once, before
 * otfp_sort_end. Costs as much as another run through the file. @return 0 or <0, also what fn returned */
int otfp_sort_rekey(struct otfp_sort *s, otfp_rekey_fn fn, void *ctx);
/** No more records; merges until one merge is left. @return 0 or <0 */
int otfp_sort_end(struct otfp_sort *s);
/** The next record in order, valid until the next call. @return 0; 1 at the end; <0 */
int otfp_sort_next(struct otfp_sort *s, struct otfp_sorted *out);
/** After otfp_sort_end: runs that were written for want of memory, 0 = none; and how often some of
 * them were merged into one before the last merge. */
size_t otfp_sort_runs(const struct otfp_sort *s, size_t *merges);
void otfp_sort_free(struct otfp_sort *s); /* s may be NULL */
#endif
