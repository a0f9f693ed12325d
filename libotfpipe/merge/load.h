/*
 * load.h - as many records as fit into memory, to be sorted there and written as one run.
 *
 * In memory items grow from the start of the room and records from its end, each after its length; between them is
 * space for as many items again, which the sort needs. In the file a record follows its head. Both end in one LF.
 */
#ifndef OTFP_MERGE_LOAD_H
#define OTFP_MERGE_LOAD_H
#include "io/input.h"
#include "merge/radix.h"
#include "merge/spill.h"

struct otfp_head {
	struct otfp_key key;
	uint32_t seq; /* in the order in which the records of a load were put */
	uint32_t n;   /* bytes of the record without the LF; the last member, as in memory */
};

struct otfp_sort_load {
	char *room;              /* OTFP_INPUT_AHEAD bytes after it are readable */
	size_t size;             /* bytes of room */
	size_t used;             /* bytes of records, at the end of room */
	uint32_t count;          /* number of records */
	int in_order;            /* the records are in the order of their keys */
	struct otfp_key last;    /* key of the last record */
	struct otfp_item *items; /* the start of room; `at` is the byte of the record's length in the room */
};

/* A part of the file: one load, or several in order. */
struct otfp_sorted_run {
	uint64_t at, n; /* bytes */
	uint32_t count; /* number of records, if it is one load */
	struct otfp_key first, last;
};

/** Compute the new key of a record p[0..n), in place of *key. @return 0 or <0 */
typedef int (*otfp_rekey_fn)(void *ctx, struct otfp_key *key, const char *p, size_t n);

/** Bytes of a record of n bytes after its length. */
static inline size_t otfp_body_size(uint32_t n)
{
	return (size_t)n + 1;
}

/** The record of an item. @return its bytes; *n is their number */
static inline const char *otfp_sort_load_record(const struct otfp_sort_load *l, const struct otfp_item *item,
                                                uint32_t *n)
{
	memcpy(n, l->room + item->at, sizeof *n);
	return l->room + item->at + sizeof *n;
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
/** Sort: l->items[0..count) are in order. */
void otfp_sort_load_sort(struct otfp_sort_load *l);
/** Sort, write the records at run->at, and fill in the rest of run. @return 0 or <0 */
int otfp_sort_load_write(struct otfp_sort_load *l, struct otfp_spill *f, struct otfp_sorted_run *run);
/** Read back a run that is one load, in the order in which its records were put. @return 0 or <0 */
int otfp_sort_load_read(struct otfp_sort_load *l, struct otfp_spill *f, const struct otfp_sorted_run *run);
#endif
