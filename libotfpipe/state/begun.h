/*
 * begun.h - what began and has not ended, by an id (collective operations, file operations, open files), and last
 * values by token, of one process.
 *
 * A process has few of them open at once: a short list is searched linearly, latest first. A long one, of operations
 * that never end, has chains by a hash of the id, so that each step takes the same time however many are open. They are
 * kept in the order in which they began.
 */
#ifndef OTFP_STATE_BEGUN_H
#define OTFP_STATE_BEGUN_H
#include "state/kept.h"
#include <stddef.h>

struct otfp_begun {
	uint64_t id;   /* matching id or handle */
	uint64_t time; /* when it began, in ticks */
	uint64_t sent, received;
	uint32_t what; /* collective or file */
	uint32_t group, root, source;
	uint64_t mark; /* for the caller */
	struct otfp_kept *kept;
	uint32_t older;  /* of the list: 1 + place of the one before it in its chain */
	uint8_t is_over; /* of the list: it ended, and its place will be used again */
};

/* Zero-filled is valid: nothing is open. */
struct otfp_begun_list {
	struct otfp_begun *open; /* some of a long list are over, but not the last one: see otfp_begun_next */
	uint32_t n, cap, nover;
	uint32_t nchains; /* 0 (a short list) or a power of two */
	uint32_t *chains; /* 1 + place of the latest in the chain, or 0 */
};

/** Free the list with all kept tags; it is empty then. */
void otfp_begun_release(struct otfp_begun_list *l);
/** Append a copy of *b, which owns b->kept from now on.
 * @return the copy, valid until the list changes; NULL when memory is out */
struct otfp_begun *otfp_begun_add(struct otfp_begun_list *l, const struct otfp_begun *b);
/** Find the latest one with that id, valid until the list changes. @return NULL if there is none */
struct otfp_begun *otfp_begun_find(const struct otfp_begun_list *l, uint64_t id);
/** The next one to look at for the same id, of those that began before b. @return one of any id, or NULL */
struct otfp_begun *otfp_begun_older(const struct otfp_begun_list *l, const struct otfp_begun *b);
/** Remove b, an element of the list, and free its tags. */
void otfp_begun_end(struct otfp_begun_list *l, struct otfp_begun *b);

/** What is open and began next after b. @param b  NULL: the first one. @return NULL after the last */
static inline struct otfp_begun *otfp_begun_next(const struct otfp_begun_list *l, const struct otfp_begun *b)
{
	for (size_t i = b ? (size_t)(b - l->open) + 1 : 0; i < l->n; i++)
		if (!l->open[i].is_over)
			return &l->open[i];
	return NULL;
}

/* ---- last values by token ---- */

struct otfp_last {
	uint32_t token;
	uint8_t form; /* enum otfp_form of a counter value */
	uint64_t time, value;
	struct otfp_kept *kept;
};

/* Zero-filled is valid: empty. Two runs that are each sorted by token: [0, sorted), and what came out of order since,
 * which is merged into the first when it is long: so n additions cost n * sqrt(n) moves at most. */
struct otfp_lasts {
	struct otfp_last *p;
	uint32_t n, cap, sorted;
};

/* A place in the order of tokens. Zero-filled is the start. */
struct otfp_lasts_at {
	uint32_t first, second; /* entries of both runs so far */
};

/** Free the table with all kept tags; it is empty then. */
void otfp_lasts_release(struct otfp_lasts *v);
/** Find the entry of a token, or add one (zero-filled, *is_new set); valid until the next addition.
 * @return NULL when memory is out */
struct otfp_last *otfp_lasts_get(struct otfp_lasts *v, uint32_t token, int *is_new);
/** The entry of a token; NULL: it has none. */
const struct otfp_last *otfp_lasts_find(const struct otfp_lasts *v, uint32_t token);
/** The next entry in the order of tokens; NULL after the last. */
const struct otfp_last *otfp_lasts_next(const struct otfp_lasts *v, struct otfp_lasts_at *at);
#endif
