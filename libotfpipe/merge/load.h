/*
 * load.h - as many records as fit into memory, to be sorted there and written as one run.
 *
 * In memory as in the file, a record follows its head and ends in one LF. Room for the items that the sort needs is
 * kept free after the records.
 */
#ifndef OTFP_MERGE_LOAD_H
#define OTFP_MERGE_LOAD_H
#include "io/input.h"
#include "merge/radix.h"
#include "merge/spill.h"

struct otfp_head {
	struct otfp_key key;
	uint32_t n;   /* bytes of the record without the LF */
	uint32_t seq; /* its number in the load, from 0 */
};

struct otfp_sort_load {
	char *room;                      /* OTFP_INPUT_AHEAD bytes after it are readable */
	size_t size;                     /* bytes of room */
	size_t used;                     /* bytes of records, at the start of room */
	uint32_t count;                  /* number of records */
	int in_order;                    /* the records are in the order of their keys */
	struct otfp_key last;            /* key of the last record */
	struct otfp_item *items, *spare; /* after otfp_sort_load_sort; spare has room for as many */
};

/* A part of the file: one load, or several in order. */
struct otfp_sorted_run {
	uint64_t at, n; /* bytes */
	uint32_t count; /* number of records, if it is one load */
	struct otfp_key first, last;
};

/** Compute the new key of a record p[0..n), in place of *key. @return 0 or <0 */
typedef int (*otfp_rekey_fn)(void *ctx, struct otfp_key *key, const char *p, size_t n);

/** The head of the record at byte `at` of the room. */
struct otfp_head otfp_sort_load_head(const struct otfp_sort_load *l, size_t at);
/** Bytes of a record of n bytes after its head. */
static inline size_t otfp_body_size(uint32_t n)
{
	return (size_t)n + 1;
}

/** Make an empty load with a room of `size` bytes. @return 0, or -1 when memory is out */
int otfp_sort_load_init(struct otfp_sort_load *l, size_t size);
/** Free the room. */
void otfp_sort_load_release(struct otfp_sort_load *l);
/** Remove all records. */
void otfp_sort_load_clear(struct otfp_sort_load *l);
/** Add a record; it is copied. @return 0, or 1 if there is no room */
int otfp_sort_load_put(struct otfp_sort_load *l, struct otfp_key key, const char *p, size_t n);
/** Enlarge an empty load for a record of n bytes. @return 0, or -1 when memory is out */
int otfp_sort_load_grow(struct otfp_sort_load *l, size_t n);
/** Recompute the keys of all records. @return 0 or <0 */
int otfp_sort_load_rekey(struct otfp_sort_load *l, otfp_rekey_fn fn, void *ctx);
/** Sort: l->items[0..count) are the records in order, with their byte in the room. */
void otfp_sort_load_sort(struct otfp_sort_load *l);
/** Write the records in order at run->at, and fill in the rest of run. @return 0 or <0 */
int otfp_sort_load_write(struct otfp_sort_load *l, struct otfp_spill *f, struct otfp_sorted_run *run);
/** Read back a run that is one load. @return 0 or <0 */
int otfp_sort_load_read(struct otfp_sort_load *l, struct otfp_spill *f, const struct otfp_sorted_run *run);
#endif
