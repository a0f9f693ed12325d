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
#include "wait/reel.h"
#include "wait/trail.h"
#include "wait/watch.h"

/* What may be in it. Processes are indexes in the engine; a call of theirs is how many have begun since, and so is 0,
 * outside of every call. */
enum wait_note_kind {
	/* these four: process; a: how many pairs of a number and ticks follow, which passed before */
	WAIT_NOTE_PASSED,
	WAIT_NOTE_ENTER, /* b: number of the record, c: number of what it is */
	WAIT_NOTE_INIT,  /* the same, of MPI_Init */
	WAIT_NOTE_LEAVE,
	WAIT_NOTE_REF,    /* process; a: call. It may synchronize yet */
	WAIT_NOTE_UNREF,  /* process; a: call. It may not any more */
	WAIT_NOTE_SYNC,   /* process; a: call; b, c: the other process and its call */
	WAIT_NOTE_MET,    /* both: SYNC, then UNREF of the first call */
	WAIT_NOTE_ALL,    /* process; a: call, or 0; b, c, d: communicator, operation and member */
	WAIT_NOTE_PREFIX, /* the same; members synchronize before all are there */
	WAIT_NOTE_OVER,   /* communicator; a: operation. */
	WAIT_NOTE_KIND = 0x0f,
	WAIT_NOTE_MANY = 7,    /* a, in three bits above the kind: a number follows, */
	WAIT_NOTE_A_SHIFT = 4, /* else it is less */
	WAIT_NOTE_LATER = 0x80 /* time has passed; ticks */
};

/* Numbers of what a process does: 0 is outside of every call, then functions of the engine, or call paths. */
struct wait_note {
	uint64_t process, a, b, c, d;
	uint8_t kind, is_later; /* later than the note before it; ... */
	uint64_t tick;          /* ... its time */
};

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
#endif
