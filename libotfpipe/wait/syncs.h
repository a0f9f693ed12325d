/*
 * syncs.h - private to the files of root causes: when two processes synchronized last, by messages and by collective
 * operations. A synchronization is, on each of the two, the leave of its call.
 *
 * Memory: 100 bytes a pair of processes with messages or with an operation that has a root, 40 bytes a member of a
 * communicator with others; the places of places.h that they refer to.
 */
#ifndef OTFP_WAIT_SYNCS_H
#define OTFP_WAIT_SYNCS_H
#include "base/map.h"
#include "wait/places.h"

/* A call of a process: its index in the engine, and number of its outermost communication calls. */
struct wait_visit {
	uint32_t process, call;
};

/* The last two calls of a process in which it synchronized with another one, the last first, each with the last call of
 * that one: 0 = none. */
struct wait_pair {
	struct wait_meeting {
		uint32_t own, other;
	} last[2];
};

/* An operation of all with all: of each member, by its index in the group, who took part; call 0 = nobody yet. */
struct wait_round {
	uint64_t number; /* 1 + index of the instance; 0 = none */
	uint32_t there;
	uint8_t is_open; /* members synchronize before all are there, as in MPI_Scan */
	struct wait_visit *visits;
};

/* First the rounds in which members have synchronized: the last two in which all were, as while members leave one some
 * are in the next, and open ones. Then the others, in the order in which they began, then spare ones. */
struct wait_rounds {
	uint32_t n; /* members */
	uint32_t nready, nused, nrounds, cap;
	uint64_t last; /* the largest number so far */
	struct wait_round *rounds;
};

enum { WAIT_RECENT = 4 };

/* The communicators in which a process was in such an operation, by group. */
struct wait_circles {
	struct wait_circle {
		uint32_t group, member; /* its index there */
	} * p;
	uint32_t n, cap;
	uint32_t init; /* its last call of MPI_Init, which is an operation of all processes; 0 = none */
	uint32_t nrecent;
	struct {
		uint32_t group, latest; /* call */
	} recent[WAIT_RECENT];          /* where it was last, the last first */
	uint32_t before;                /* its latest call in another one; 0 = none */
};

/* Zero-filled is empty, but for `places` and `store`. */
struct wait_syncs {
	struct otfp_map pair_index; /* process << 32 | other one -> index */
	struct wait_pair *pairs;
	size_t npairs, pairs_cap;
	struct wait_rounds *groups; /* by index of the communicator */
	size_t ngroups, groups_cap;
	struct wait_circles *circles; /* by process */
	size_t ncircles, circles_cap;
	struct wait_places *places; /* by process */
	struct wait_store *store;   /* of these */
};

void otfp_wait_syncs_release(struct wait_syncs *s);
/** Two calls synchronize. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_sync(struct wait_syncs *s, struct wait_visit a, struct wait_visit b);
/** A member begins an operation of all with all; visit.call 0: outside of every call. @param group,member  index of the
 * communicator, and in its members, of which there are n @param is_open  some synchronize before all are there
 * @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_sync_all(struct wait_syncs *s, uint32_t group, uint32_t n, uint64_t instance,
                                       uint32_t member, struct wait_visit visit, int is_open);
/** The operation is over; if it lacks members nobody synchronized. */
void otfp_wait_sync_over(struct wait_syncs *s, uint32_t group, uint64_t instance);
/** A call of MPI_Init, which is open, begins: processes that left theirs are synchronized. @return 0, or -1 when memory
 * is out */
OTFP_MUST_CHECK int otfp_wait_sync_init(struct wait_syncs *s, struct wait_visit visit);
/** Find the last synchronization of two processes before those calls of theirs.
 * @param a  set to the calls whose leaves it is; call 0 = there is none @param b  the same */
void otfp_wait_last_sync(const struct wait_syncs *s, struct wait_visit *a, struct wait_visit *b);
/** The bytes of all pairs. */
static inline size_t otfp_wait_syncs_bytes(const struct wait_syncs *s)
{
	return s->pairs_cap * sizeof *s->pairs + s->pair_index.near_cap * sizeof *s->pair_index.near +
	       s->pair_index.far_cap * sizeof *s->pair_index.far;
}
/** Forget the pairs whose places are forgotten. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_syncs_forget(struct wait_syncs *s);

/* ---- for syncs.c, pairs.c and rounds.c ---- */

static inline int wait_meeting_is_later(const struct wait_meeting *a, const struct wait_meeting *b)
{
	return a->own != b->own ? a->own > b->own : a->other > b->other;
}

/* Refer to the leave of a call n times more, or less. */
static inline void otfp_wait_visit_ref(const struct wait_syncs *s, struct wait_visit v, uint32_t n)
{
	otfp_wait_place_ref(&s->places[v.process], wait_leave_place(v.call), n);
}

static inline void otfp_wait_visit_unref(const struct wait_syncs *s, struct wait_visit v, uint32_t n)
{
	otfp_wait_place_unref(s->store, &s->places[v.process], wait_leave_place(v.call), n);
}

void otfp_wait_rounds_release(struct wait_rounds *g);
/** @return NULL when memory is out */
OTFP_MUST_CHECK struct wait_circles *otfp_wait_circles_of(struct wait_syncs *s, uint32_t process);
/** @return NULL: it was in no such operation of the group */
const struct wait_circle *otfp_wait_circle_find(const struct wait_circles *c, uint32_t group);
#endif
