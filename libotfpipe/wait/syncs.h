/*
 * syncs.h - private to the files of root causes: when two processes synchronized last, by messages and by collective
 * operations. A synchronization is, on each of the two, the leave of its call.
 *
 * Memory: 100 bytes a pair of processes with messages or with an operation that has a root, 24 bytes a member of a
 * communicator with others; the places of segments.h that they refer to.
 */
#ifndef OTFP_WAIT_SYNCS_H
#define OTFP_WAIT_SYNCS_H
#include "wait/engine.h"
#include "wait/segments.h"

/* A call of a process: its index in the engine, and number of its outermost communication calls. */
struct wait_visit {
	uint32_t process, call;
};

/* The last two synchronizations of a process with another one, the last first: their calls, 0 = none. */
struct wait_pair {
	struct wait_meeting {
		uint32_t own, other;
	} last[2];
};

/* An operation of all with all: of each member, by its index in the group, who took part; call 0 = nobody yet. */
struct wait_round {
	uint64_t number; /* 1 + index of the instance; 0 = none */
	struct wait_visit *visits;
};

/* While members leave an operation some are in the next one. */
enum { WAIT_ROUNDS = 2 };

struct wait_rounds {
	uint32_t n; /* members */
	struct wait_round rounds[WAIT_ROUNDS];
};

/* The communicators in which a process was in such an operation. */
struct wait_circles {
	uint32_t *groups;
	uint32_t n, cap;
	uint32_t init; /* its last call of MPI_Init, which is an operation of all processes; 0 = none */
};

/* Zero-filled is empty, but for `segments`. */
struct wait_syncs {
	struct otfp_map pair_index; /* process << 32 | other one -> index */
	struct wait_pair *pairs;
	size_t npairs, pairs_cap;
	struct wait_rounds *groups; /* by index of the communicator */
	size_t ngroups, groups_cap;
	struct wait_circles *circles; /* by process */
	size_t ncircles, circles_cap;
	struct wait_segments *segments; /* by process */
};

void otfp_wait_syncs_release(struct wait_syncs *s);
/** Two calls synchronize. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_sync(struct wait_syncs *s, struct wait_visit a, struct wait_visit b);
/** A member takes part in an operation of all with all. @param group,member  index of the communicator, and in its
 * members @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_sync_all(struct wait_syncs *s, const struct otfp_wait_engine *w, uint32_t group,
                                       uint64_t instance, uint32_t member, struct wait_visit visit);
/** A call of MPI_Init, which is open, begins: processes that left theirs are synchronized. @return 0, or -1 when memory
 * is out */
OTFP_MUST_CHECK int otfp_wait_sync_init(struct wait_syncs *s, struct wait_visit visit);
/** Find the last synchronization of two processes before those calls of theirs.
 * @param a  set to the calls whose leaves it is; call 0 = there is none @param b  the same */
void otfp_wait_last_sync(const struct wait_syncs *s, const struct otfp_wait_engine *w, struct wait_visit *a,
                         struct wait_visit *b);
#endif
