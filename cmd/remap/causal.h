/*
 * causal.h - clocks by which no message is received before it was sent; see --causal in otf-remap(1).
 *
 * If a receive has a smaller time than its send plus the minimum delay, its process jumps: from the receive on, its
 * times are larger by the difference. Later distances in the process do not change, so no interval ever gets shorter
 * (the controlled logical clock of R. Rabenseifner, "The controlled logical clock", PDP 1997, with a factor of 1).
 *
 * The same holds for a collective operation that has a begin and an end. In a barrier or an all-to-all operation, no
 * end comes before the begin of any member; in a one-to-all operation, no end comes before the root's begin; in an
 * all-to-one operation, the root's end does not come before any begin. The members are those of the communicator as it
 * is defined for the whole trace. The k-th operation of a process there belongs to the k-th of the others. The minimum
 * delay does not apply to them.
 *
 * A jump may be spread over the time before it. Then messages sent in that time are sent later, and their receives may
 * have to jump in turn. So the caller passes all records again until no receive has to jump. If clocks differ by a
 * constant, or drift by less than the spread, a few passes are enough; if not, the remaining jumps stay steep.
 *
 * Records come in the order of otfpipe-stream(5) by their old times. A process whose receive comes before its send
 * waits; its later points are kept, 48 bytes each. If more than CAUSAL_KEPT points are kept, receives whose send
 * has not come are given up, those that have waited longest first. Other memory: 16 bytes for each jump and for each
 * message on its way.
 */
#ifndef CMD_REMAP_CAUSAL_H
#define CMD_REMAP_CAUSAL_H
#include "base/arena.h"
#include "cmd/remap/clock.h"
#include "cmd/remap/delays.h"
#include "state/halves.h"
#include "state/ranks.h"

enum { CAUSAL_KEPT = 1 << 20 };

struct causal_options {
	const struct delays *delays;
	struct ratio spread; /* an interval may grow by this share of itself; den 0 = no limit: steep jumps */
	int pairs;           /* also count by pair of processes */
};

/* Messages from one process to another. */
struct causal_pair {
	uint32_t sender, receiver;
	uint64_t messages, early; /* all; those received too early by the old times */
	uint64_t largest, sum;    /* ticks by which the latter are too early */
};

/* From the old time `time` on, a process is delayed by `later` ticks. */
struct causal_jump {
	uint64_t time, later;
};

struct causal_process {
	uint32_t process;
	uint64_t later;            /* the current delay in ticks */
	struct causal_jump *jumps; /* time and later both ascend */
	size_t n, cap;
	struct causal_jump *needs; /* jumps for the next pass, in any order */
	size_t nneeds, needs_cap;
	struct causal_jump *old; /* jumps of the previous pass; old_at of them are applied */
	size_t nold, old_at;
	struct clock floor; /* lower bound of the new times: the old jumps, spread */
	uint64_t sent_at;   /* time of the last send or begin of a collective operation */
	int has_sent;
	struct otfp_map collectives;       /* communicator -> number of operations that it began */
	struct causal_membership *in;      /* operations that it takes part in */
	struct causal_point *waits;        /* the receive that it waits in, or NULL */
	struct causal_point *first, *last; /* kept points, after that receive */
	uint32_t receives;
	int runs; /* it is in the list `run` */
	struct causal_process *next_run;
};

/* Zero-filled, then `o`, is valid. */
struct causal {
	struct causal_options o;
	struct otfp_map of; /* process -> place in processes */
	struct causal_process **processes;
	size_t n, cap;
	struct causal_process *run; /* list of processes that stopped waiting */
	struct otfp_halves halves;  /* `length` of a half is its process << 32, of a receive | its number */
	struct otfp_ranks ranks;    /* learned in the first pass */
	struct otfp_arena points;
	struct causal_point *spare;
	struct otfp_map sends; /* kept sends: hash of sender, receiver, communicator and tag -> how many */
	uint64_t seen;         /* points so far */
	size_t kept;           /* points that are kept */
	struct otfp_map at;    /* sender << 32 | receiver -> place in pairs */
	struct causal_pair *pairs;
	size_t npairs, pairs_cap;
	unsigned passes;          /* completed passes */
	uint64_t messages, early; /* messages with both halves; those received too early by the old times */
	uint64_t left;            /* still too early by the new times */
	uint64_t given_up;        /* receives that waited too long, or for ever */
	uint64_t jumps, shared;   /* jumps of this pass; those at a tick at which the process also sends */
	uint64_t needs;           /* jumps for the next pass: their process had passed them when they were found */
	uint64_t early_ends;      /* ends of collective operations that are too early by the old times */
	int ending;               /* the last record was taken */
	struct otfp_map types;    /* collective -> type */
	struct otfp_map groups;   /* communicator -> place in group */
	struct causal_group *group;
	size_t ngroups, groups_cap;
	struct otfp_arena memberships;
	struct causal_membership *spare_membership;
	uint64_t steep, steepest; /* jumps that were not spread; ticks of the largest */
};

/** Free what c owns; the options stay. */
void causal_release(struct causal *c);
/** Take the next record: messages, collective operations and the definitions of the latter matter. @return 0; -1 when
 * memory is out; -2 if a new time does not fit in 64 bits */
int causal_add(struct causal *c, const struct otfp_record *rec);
/** End a pass, after its last record. @return as causal_add */
int causal_end(struct causal *c);
/** After causal_end: whether another pass over all records is needed; if so, get ready for it. @return 1 or 0; <0
 * as causal_add */
int causal_again(struct causal *c);
/** Make the clocks that were found. @param clocks  empty ones @return as causal_add */
int causal_clocks(struct causal *c, struct clocks *clocks);
/** Recompute the floor of p from its jumps. @param steep  0: spread the jumps; 1: put them steep on the floor so far
 * @return as causal_add */
int causal_floor(const struct causal *c, struct causal_process *p, int steep);
/** The process with the largest delay; its last jump is where that begins. @return NULL if none is delayed */
const struct causal_process *causal_largest(const struct causal *c);
#endif
