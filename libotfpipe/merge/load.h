/*
 * load.h - as many records as fit into memory, to be sorted there and written as one run.
 *
 * A record stands behind its head, in memory as in the file, with one LF behind it. Room
 * for the items by which the records are sorted is kept free behind them.
 */
#ifndef OTFP_MERGE_LOAD_H
#define OTFP_MERGE_LOAD_H
#include "io/input.h"
#include "merge/radix.h"
#include "merge/spill.h"

struct otfp_head {
	struct otfp_key key;
	uint32_t n;   /* bytes of the record without the LF */
	uint32_t seq; /* the how manieth it came of its load */
};

struct otfp_load {
	char *room;                      /* OTFP_INPUT_AHEAD bytes behind it are readable */
	size_t size;                     /* bytes of room */
	size_t used;                     /* bytes of records, from the start of room */
	uint32_t count;                  /* records */
	int in_order;                    /* the records stand in the order of their keys */
	struct otfp_key last;            /* of the record put last */
	struct otfp_item *items, *spare; /* after otfp_load_sort, spare with room for as many */
};

/* A part of the file: one load, or more in order. */
struct otfp_sorted_run {
	uint64_t at, n; /* bytes */
	uint32_t count; /* records, if it is one load */
	struct otfp_key first, last;
};

/** @return the new key of a record p[0..n), whose key is *key, in *key: 0 or <0 */
typedef int (*otfp_rekey_fn)(void *ctx, struct otfp_key *key, const char *p, size_t n);

/** The head of the record at byte `at`. */
struct otfp_head otfp_load_head(const struct otfp_load *l, size_t at);
/** What a record of n bytes takes behind its head. */
static inline size_t otfp_body_size(uint32_t n)
{
	return (size_t)n + 1;
}

/** @return 0, or -1 when memory is out */
int otfp_load_init(struct otfp_load *l, size_t size);
void otfp_load_release(struct otfp_load *l);
/** Forget the records. */
void otfp_load_clear(struct otfp_load *l);
/** One more record. @return 0, or 1 if there is no room for it */
int otfp_load_put(struct otfp_load *l, struct otfp_key key, const char *p, size_t n);
/** Make an empty load as large as a record of n bytes needs. @return 0, or -1 when memory is out */
int otfp_load_grow(struct otfp_load *l, size_t n);
/** Ask for the keys of all records anew. @return 0 or <0 */
int otfp_load_rekey(struct otfp_load *l, otfp_rekey_fn fn, void *ctx);
/** Sort: l->items[0..count) are the records in their order, at bytes of room. */
void otfp_load_sort(struct otfp_load *l);
/** Write the records in their order at run->at, and set what else run says. @return 0 or <0 */
int otfp_load_write(struct otfp_load *l, struct otfp_spill *f, struct otfp_sorted_run *run);
/** Read a run of one load back. @return 0 or <0 */
int otfp_load_read(struct otfp_load *l, struct otfp_spill *f, const struct otfp_sorted_run *run);
#endif
