/*
 * causal.h - clocks by which no message is received before it was sent.
 *
 * Where a receive stands before its send and the least delay, its process is moved to later times from there
 * on: what comes behind keeps its distances, so that no interval ever gets shorter (the controlled logical
 * clock of R. Rabenseifner, "The controlled logical clock", PDP 1997, with a factor of 1).
 *
 * The same holds for a collective operation that has a begin and an end: the end of a barrier, or where all get
 * from all, does not come before the begin of any member; from one to all it follows the root's begin, and from
 * all to one the root's end follows all. These are the members of the communicator as it is defined for the
 * whole trace, and each one's k-th operation there belongs to the k-th of the others. No delay counts there.
 *
 * A jump may be spread over what stands before it. The messages sent there become later, then, and what receives
 * them has to; so the records are given again and again until no receive has to jump. For clocks that differ by
 * a constant, or drift by less than the spread, that soon comes to an end; if not, the jumps that are left stay
 * as they are.
 *
 * Records come in the order of otfpipe-stream(5) by their old times. A process whose receive comes before its
 * send waits, and what it sends and receives meanwhile is kept: 48 bytes each, of OTFP_CAUSAL_KEPT of them at
 * most; a receive whose send does not come meanwhile is left alone. Besides that: 16 bytes a jump and a message on its
 * way.
 */
#ifndef OTFP_CMD_REMAP_CAUSAL_H
#define OTFP_CMD_REMAP_CAUSAL_H
#include "base/arena.h"
#include "cmd/remap/clock.h"
#include "cmd/remap/delays.h"
#include "state/halves.h"

enum { OTFP_CAUSAL_KEPT = 1 << 20 };

struct otfp_causal_options {
	const struct otfp_delays *delays;
	struct otfp_ratio spread; /* an interval may grow by that share of itself; den 0 = by any */
	int pairs;                /* count by pair of processes, too */
};

/* Messages from one process to another. */
struct otfp_causal_pair {
	uint32_t sender, receiver;
	uint64_t messages, early; /* early: received too early by the old times, */
	uint64_t largest, sum;    /* by so many ticks */
};

/* Ticks that a process is later than before, from some time on. */
struct otfp_causal_jump {
	uint64_t time, later;
};

struct otfp_causal_process {
	uint32_t process;
	uint64_t later;                 /* now */
	struct otfp_causal_jump *jumps; /* both ascend */
	size_t n, cap;
	struct otfp_causal_jump *needs; /* for the next pass, in any order */
	size_t nneeds, needs_cap;
	struct otfp_causal_jump *old; /* of the pass before, and how many of them were seen */
	size_t nold, old_at;
	struct otfp_clock floor; /* so much later it is at least: those, spread */
	uint64_t said_at;        /* the last send, or begin of a collective operation */
	int has_said;
	struct otfp_map collectives;            /* communicator -> how many it began */
	struct otfp_causal_membership *in;      /* those that it is in */
	struct otfp_causal_point *first, *last; /* what is kept, */
	struct otfp_causal_point *waits;        /* behind this receive */
	uint32_t receives;
	int runs; /* in the list of those that wait no more */
	struct otfp_causal_process *next_run;
};

/* Zero-filled, then `o`, is valid. */
struct otfp_causal {
	struct otfp_causal_options o;
	struct otfp_map of; /* process -> place */
	struct otfp_causal_process **processes;
	size_t n, cap;
	struct otfp_causal_process *run;
	struct otfp_halves halves;
	struct otfp_arena points;
	struct otfp_causal_point *spare;
	struct otfp_map sends; /* that are kept: their number by a hash of sender, receiver, communicator, tag */
	uint64_t seen;         /* points */
	size_t kept;           /* points */
	struct otfp_map at;    /* sender << 32 | receiver -> place */
	struct otfp_causal_pair *pairs;
	size_t npairs, pairs_cap;
	unsigned passes;          /* that are over */
	uint64_t messages, early; /* with both halves; and of these, received too early by the old times */
	uint64_t left;            /* received too early all the same */
	uint64_t given_up;        /* receives that waited too long, or for ever */
	uint64_t jumps, shared;   /* of this pass; and those at a tick at which the process sends, too */
	uint64_t needs;           /* of the next pass: jumps that were found out when their process was behind them */
	uint64_t early_ends;      /* of collective operations, too early by the old times */
	int ending;               /* all records were seen */
	struct otfp_map types;    /* collective -> type */
	struct otfp_map groups;   /* communicator -> place */
	struct otfp_causal_group *group;
	size_t ngroups, groups_cap;
	struct otfp_arena memberships;
	struct otfp_causal_membership *spare_membership;
	uint64_t steep, steepest; /* jumps that were not spread, and the largest */
};

void otfp_causal_release(struct otfp_causal *c);
/** A record; messages and collective operations matter, and definitions for these. @return 0; -1 when memory is out; -2
 * if 64 bits do not hold a time */
int otfp_causal_take(struct otfp_causal *c, const struct otfp_record *rec);
/** After the last record. @return as otfp_causal_take */
int otfp_causal_end(struct otfp_causal *c);
/** After that: whether all records are to be given once more. @return 1 or 0; else as otfp_causal_take */
int otfp_causal_again(struct otfp_causal *c);
/** The clocks that came of it, into empty ones. @return as otfp_causal_take */
int otfp_causal_clocks(struct otfp_causal *c, struct otfp_clocks *clocks);
/** The floor of p anew, of its jumps: spread, or with steep set as they are. @return as otfp_causal_take */
int otfp_causal_floor(const struct otfp_causal *c, struct otfp_causal_process *p, int steep);
/** The process that was moved most, and from when on. @return NULL if none was moved */
const struct otfp_causal_process *otfp_causal_largest(const struct otfp_causal *c);
#endif
