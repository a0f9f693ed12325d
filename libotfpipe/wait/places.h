/*
 * places.h - private to the files of root causes: what a process did up to the places that others refer to.
 *
 * A place is the enter or the leave of an outermost communication call, which are counted from 1 on; place 0 is the
 * begin of the process. As long as somebody refers to it there is the exclusive time of each node (a function or call
 * path; of communication less its waits) up to there, and which waits were before: those between two places are the
 * differences.
 *
 * Memory: 32 bytes a place, 72 for eight nodes with time since the one before it: see tally.h.
 */
#ifndef OTFP_WAIT_PLACES_H
#define OTFP_WAIT_PLACES_H
#include "wait/tally.h"

static inline uint64_t wait_enter_place(uint32_t call)
{
	return 2 * (uint64_t)call;
}

static inline uint64_t wait_leave_place(uint32_t call)
{
	return 2 * (uint64_t)call + 1;
}

struct wait_place {
	uint64_t start;          /* its number */
	uint64_t waited;         /* ticks of all waits before it */
	struct wait_tally *time; /* up to it */
	uint32_t refs;           /* 0: it is over */
	uint32_t next;           /* 1 + slot of the first wait after it; 0 = there is none yet */
};

/* The places of a process. Zero-filled is empty. */
struct wait_places {
	struct wait_place *p; /* by number */
	uint32_t n, cap;
	uint32_t nover;         /* of these */
	struct wait_tally *now; /* the time so far */
	uint64_t waited;        /* ticks of all waits so far */
	uint32_t last;          /* 1 + slot of the last wait; 0 = none */
	uint32_t last_call;     /* in which that was */
	uint32_t calls;         /* number of the last outermost communication call */
	uint8_t is_open;        /* it was not left */
	uint32_t pending;       /* references to its leave */
	uint32_t losses;        /* 1 + index of the first of the waits that are not shared out, or not left */
	uint32_t node;          /* of the last call */
	uint64_t before;        /* its time when the call began */
	uint64_t number;        /* of its record */
	uint64_t floor;         /* places before it are forgotten */
};

/* Slots: small numbers of waits that somebody refers to, which are used again for others later. */
struct wait_slots {
	uint32_t *refs;
	size_t n, cap;
	uint32_t spare; /* 1 + the first free one, whose `refs` is the next; 0 = none */
};

/* What the places of all processes share. */
struct wait_store {
	struct wait_tallies tallies;
	struct wait_slots slots;
	size_t used; /* bytes of all places, but for the tallies */
};

/** A slot that nobody refers to yet: give it to otfp_wait_places_put. @return 1 + slot, 0 when memory is out */
OTFP_MUST_CHECK uint32_t otfp_wait_slot_new(struct wait_slots *s);
void otfp_wait_store_release(struct wait_store *s);
/** Free the array; the store has the rest. */
void otfp_wait_places_release(struct wait_places *s);
/** A communication call begins: refer to its enter `refs` times. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_places_enter(struct wait_store *x, struct wait_places *s, uint32_t refs);
/** It ends. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_places_leave(struct wait_store *x, struct wait_places *s);
/** Refer n times more to the leave of a call, which is open, or to whose leave somebody refers. */
void otfp_wait_place_ref(struct wait_places *s, uint64_t place, uint32_t n);
/** Refer to a place n times less. */
void otfp_wait_place_unref(struct wait_store *x, struct wait_places *s, uint64_t place, uint32_t n);
/** A wait is over, the last one so far. @param slot  1 + slot */
void otfp_wait_places_put(struct wait_store *x, struct wait_places *s, uint32_t call, uint64_t size, uint32_t slot);
/** A place that somebody refers to, or else the next one. @return NULL: there is none, it is now */
const struct wait_place *otfp_wait_place_at(const struct wait_places *s, uint64_t place);
/** Forget the older half of the places, whoever refers to them. */
void otfp_wait_places_forget(struct wait_store *x, struct wait_places *s);
#endif
