/*
 * carry.h - private to the files of root causes: what waits pass on.
 *
 * A wait is shared out to causes, directly, and to earlier waits, which pass it on to theirs. Going forward each wait
 * would have to know all causes that it has a part of. Going backward it is enough to know how much of later waits it
 * passes on: so what was shared out is written down, and is read backward.
 *
 * A wait that others may refer to has a slot, a small number that is used again for another one later. When a segment
 * has many waits, a sum takes their place.
 */
#ifndef OTFP_WAIT_CARRY_H
#define OTFP_WAIT_CARRY_H
#include "wait/causes.h"
#include "wait/reel.h"
#include "wait/vector.h"

/* A number that is shared out among entries of a sum: what each gets, so that all is given. */
struct wait_split {
	uint64_t size, total; /* to give, of */
	uint64_t sum, given;  /* so far */
};

/* Zero-filled, then reel and room are set. */
struct wait_carry {
	struct wait_reel reel;
	uint32_t nslots;
	uint32_t *spare; /* slots that are free */
	size_t nspare, spare_cap;

	/* going backward */
	struct wait_vector *passed; /* by slot: what it passes on, by class */
	size_t used, room;          /* bytes of these, and how many may be */
	int is_cut;                 /* small ones became (other) */
	otfp_wide all;              /* the sizes of all waits so far */
	/* of the wait that is read */
	struct wait_vector direct, slots, pieces, rests, parts;
	struct wait_split *splits; /* of the rests */
	size_t splits_cap;
	size_t unused;
};

/* What a wait is shared out to. */
struct wait_shares {
	const struct wait_entry *direct, *slots, *pieces; /* excess by cause, sizes by slot, sizes by class */
	size_t ndirect, nslots, npieces;
};

/** Write down a wait. @param slot  set to its slot @return 0, or -1 with the error set */
OTFP_MUST_CHECK int otfp_wait_carry_put(struct wait_carry *c, const struct wait_shares *s, uint32_t *slot);
/** Let one slot, in `waits`, stand for all that are there. @return 0, or -1 with the error set */
OTFP_MUST_CHECK int otfp_wait_carry_sum(struct wait_carry *c, struct wait_vector *waits);
/** Add to the causes what is passed on. @return 0, or -1 with the error set */
OTFP_MUST_CHECK int otfp_wait_carry_back(struct wait_carry *c, struct wait_causes *causes);
void otfp_wait_carry_release(struct wait_carry *c);

/** What an entry of the sum gets; after all of them everything is given. */
uint64_t otfp_wait_split_part(struct wait_split *s, uint64_t entry);
#endif
