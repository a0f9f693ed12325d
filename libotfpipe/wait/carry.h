/*
 * carry.h - private to the files of root causes: what waits pass on.
 *
 * A wait is shared out to causes, directly, and to earlier waits, which pass it on to theirs. Going forward each wait
 * would have to know all causes that it has a part of. Going backward it is enough to know how much of later waits it
 * passes on: so what was shared out is written down, and is read backward.
 *
 * A wait is passed on to waits of one process that followed one another, in proportion to their sizes. So it is enough
 * to write down the first and the last of them: going backward each tick of a wait gets what is passed on by all later
 * waits between whose first and last one it is, a sum of rates that changes only there.
 *
 * All this is in fractions of ticks: the sums do not depend on the order of waits, and are rounded once, at the end.
 */
#ifndef OTFP_WAIT_CARRY_H
#define OTFP_WAIT_CARRY_H
#include "wait/rates.h"
#include "wait/reel.h"

/* What begins before a wait and what ends after it, going backward. */
struct wait_edge {
	struct wait_rates begins, ends;
};

/* A part of a wait: what of it is in a window. */
struct wait_piece {
	uint64_t size;
	uint32_t class;
};

/* What causes of a class get of a wait, by tick of theirs. */
struct wait_gift {
	otfp_wide direct, propagated; /* rates */
	uint64_t size;                /* of the piece */
	uint32_t class;
};

/* Zero-filled, then reel and room are set. */
struct wait_carry {
	struct wait_reel reel;
	uint64_t end; /* of the last wait that was written or read */

	/* going backward */
	struct wait_edge *edges; /* by slot */
	size_t nedges;
	struct wait_rates *active; /* by process: of the waits that are read next */
	size_t nactive;
	size_t used, room;       /* bytes of these, and how many may be */
	otfp_wide least;         /* smaller parts become (other) */
	int is_cut;              /* some did */
	otfp_wide all;           /* the sizes of all waits so far */
	struct wait_gift *gifts; /* of the wait that is read */
	size_t ngifts, gifts_cap;
};

/* A wait, and what it is shared out to: slots are 1 + slot, 0 = none. */
struct wait_shares {
	uint32_t process, slot; /* its own */
	uint32_t peer, token;   /* of whom it waited for */
	uint64_t size, end;     /* end 0: nobody knows */
	/* the waits of the peer; first 0: from the begin on */
	uint32_t first, last;
	uint64_t waited;                /* ticks of these */
	uint64_t excess;                /* the sum of direct ones */
	const struct wait_list *direct; /* excess by node */
	const struct wait_piece *pieces;
	size_t npieces;
};

/** Write down a wait. @return 0, or -1 with the error set */
OTFP_MUST_CHECK int otfp_wait_carry_put(struct wait_carry *c, const struct wait_shares *s);
/** Find the sums of the causes. @return 0, or -1 with the error set */
OTFP_MUST_CHECK int otfp_wait_carry_back(struct wait_carry *c, struct wait_causes *causes, size_t nslots,
                                         size_t nprocesses);
void otfp_wait_carry_release(struct wait_carry *c);
#endif
