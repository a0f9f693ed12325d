/*
 * sort.h - sorts records of bytes by key, in bounded memory.
 *
 *     otfp_sort_new -> otfp_sort_put ... -> otfp_sort_end -> otfp_sort_batch or _next ... -> otfp_sort_free
 *
 * Records with equal keys come out in the order of otfp_sort_put. What does not fit into memory goes to a file without
 * a name, as sorted runs, and is merged.
 */
#ifndef OTFP_MERGE_SORT_H
#define OTFP_MERGE_SORT_H
#include "merge/runs.h"

struct otfp_sort;

#define OTFP_SORT_ROOM_LEAST ((size_t)32 << 10) /* minimum bytes of memory */

struct otfp_sort_options {
	size_t memory;   /* bytes for all records, at least OTFP_SORT_ROOM_LEAST; a longer record costs twice its length
	                  */
	const char *dir; /* directory of the file; not copied */
	int (*stop)(void); /* called now and then; not 0: stop with OTFP_EINTR. May be NULL */
};

/** Make a sorter; the caller frees *s. @return 0 or <0 */
int otfp_sort_new(struct otfp_sort **s, const struct otfp_sort_options *o, struct otfp_error *err);
/** Add a record; it is copied. key.rank must be below OTFP_RANK_MAX, n below 2 GiB. @return 0 or <0 */
int otfp_sort_put(struct otfp_sort *s, struct otfp_key key, const char *p, size_t n);
/**
 * Recompute all keys, once, before otfp_sort_end, if something they depend on became known late. Costs one more pass
 * over the file. @return 0 or <0, also what fn returned
 */
int otfp_sort_rekey(struct otfp_sort *s, otfp_rekey_fn fn, void *ctx);
/** End of the records; merges until one merge is left. @return 0 or <0 */
int otfp_sort_end(struct otfp_sort *s);
/** The next records in order, 1 to `most`, valid until the next call. @return 0 with out[0..*n) set; 1 at the end; <0
 */
int otfp_sort_batch(struct otfp_sort *s, struct otfp_sorted *out, size_t most, size_t *n);
/** The next record in order, valid until the next call. @return 0; 1 at the end; <0 */
int otfp_sort_next(struct otfp_sort *s, struct otfp_sorted *out);
/**
 * After otfp_sort_end: the number of runs written (0: all fitted into memory), and in *merges the number of merges
 * before the last.
 */
size_t otfp_sort_runs(const struct otfp_sort *s, size_t *merges);
/** Free a sorter, which may be NULL. */
void otfp_sort_free(struct otfp_sort *s);
#endif
