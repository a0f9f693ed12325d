/*
 * diary.h - private to the files of root causes: what the engine of waits saw, in short, so that it need not see it
 * again once all waits are known: the time that passed on a process between its communication calls, their begins and
 * ends, and who synchronized with whom.
 *
 * Memory: 6 to 14 bytes a call, 3 to 10 for each function in which time passed before it; above the room for them in a
 * file. 200 to 1200 bytes a process.
 */
#ifndef OTFP_WAIT_DIARY_H
#define OTFP_WAIT_DIARY_H
#include "wait/note.h"
#include "wait/trail.h"
#include "wait/watch.h"

enum { WAIT_PASSED_SLOTS = 128, WAIT_PASSED_MOST = 64 }; /* MOST: functions kept of a process */

/* Time that passed on a process and is not in the diary yet. */
struct wait_passed {
	struct wait_elapsed {
		struct wait_cell *cell; /* which has the ticks, or NULL */
		uint64_t ticks;
		uint32_t number;
	} * p;
	uint8_t n, cap;
	uint8_t where[WAIT_PASSED_SLOTS]; /* 1 + index of a number without a cell, at its low bits or behind; 0 = free
	                                   */
};

/* Zero-filled, then otfp_wait_diary_begin. */
struct wait_diary {
	struct otfp_wait_engine *w;
	struct wait_watch watch;
	struct wait_reel reel;
	struct wait_passed *passed; /* by process */
	size_t npassed, passed_cap;
	uint64_t tick, number; /* of the last notes */
	int by_path;
	int is_nested; /* time passed in calls below communication calls */
};

/** Begin to follow an engine, which must outlive the diary. @param by_path  numbers are call paths */
void otfp_wait_diary_begin(struct wait_diary *d, struct otfp_wait_engine *w, int by_path);
void otfp_wait_diary_release(struct wait_diary *d);
/** What passed on a process, of those that have such time, and is not in the diary yet. @return how many, at most
 * WAIT_PASSED_MOST */
size_t otfp_wait_diary_rest(const struct wait_diary *d, size_t process, struct wait_lapse *to);

/* Reads a diary from its begin. */
struct wait_diary_reader {
	struct wait_diary *d;
	size_t block;
	const char *p, *end;
	uint64_t tick, number;
};

/** The next note; b of ENTER is what it is, not a difference. @return 1; 0 at the end; <0 with the error set */
int otfp_wait_diary_next(struct wait_diary_reader *r, struct wait_note *n);
/** After a note with pairs: the next one. */
static inline void otfp_wait_diary_pair(struct wait_diary_reader *r, uint64_t *number, uint64_t *ticks)
{
	r->p = wait_get_number(wait_get_number(r->p, number), ticks);
}

/* ---- for diary.c and passed.c ---- */

/** Room for a note with so many pairs. @return NULL with the error set */
static inline char *wait_note_room(struct wait_diary *d, size_t npairs)
{
	return otfp_wait_reel_room(&d->reel, 1 + (1 + WAIT_NOTE_NUMBERS + 2 * npairs) * WAIT_NUMBER_MAX);
}
/** Add processes up to this one. @return NULL when memory is out */
struct wait_passed *otfp_wait_passed_new(struct wait_diary *d, uint64_t process);
/** @return NULL when memory is out */
static inline struct wait_passed *wait_passed_of(struct wait_diary *d, uint64_t process)
{
	return OTFP_LIKELY(process < d->npassed) ? &d->passed[process] : otfp_wait_passed_new(d, process);
}
/** Write what passed as pairs, and forget it. @return their end */
char *otfp_wait_passed_put(char *p, struct wait_passed *s);
/** Time passes, as in struct wait_watch. */
int otfp_wait_diary_elapsed(void *ctx, const struct wait_process *p, const struct otfp_call_stack *calls,
                            uint64_t ticks);
#endif
