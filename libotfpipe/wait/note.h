/*
 * note.h - private to the files of root causes: what may be in a diary, and as which bytes.
 */
#ifndef OTFP_WAIT_NOTE_H
#define OTFP_WAIT_NOTE_H
#include "wait/reel.h"

/* Kinds. Processes are indexes in the engine; a call of theirs is how many have begun since, and so is 0,
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
};
enum { WAIT_NOTE_NUMBERS = 5 }; /* most of a note: process, a, b, c, d */

/* Numbers of what a process does: 0 is outside of every call, then functions of the engine, or call paths. */
struct wait_note {
	uint64_t process, a, b, c, d;
	uint8_t kind, is_later; /* later than the note before it; ... */
	uint64_t tick;          /* ... its time */
};

/* The first byte: the kind, then a if it is small, then whether the note is later. */
enum {
	WAIT_FIRST_KIND = 0x0f,
	WAIT_FIRST_A_SHIFT = 4,
	WAIT_FIRST_MANY = 7, /* as a: it is a number of its own */
	WAIT_FIRST_LATER = 0x80
};

/* How many numbers a note has, the process first, then a. */
static const uint8_t wait_note_lengths[] = {
	[WAIT_NOTE_PASSED] = 2, [WAIT_NOTE_ENTER] = 4,  [WAIT_NOTE_INIT] = 4, [WAIT_NOTE_LEAVE] = 2,
	[WAIT_NOTE_REF] = 2,    [WAIT_NOTE_UNREF] = 2,  [WAIT_NOTE_SYNC] = 4, [WAIT_NOTE_MET] = 4,
	[WAIT_NOTE_ALL] = 5,    [WAIT_NOTE_PREFIX] = 5, [WAIT_NOTE_OVER] = 2};

/* Write a note. @return where its pairs go */
static inline char *wait_note_put(char *p, unsigned kind, uint64_t ticks, const uint64_t v[WAIT_NOTE_NUMBERS])
{
	const unsigned a = v[1] < WAIT_FIRST_MANY ? (unsigned)v[1] : WAIT_FIRST_MANY;

	*p++ = (char)(kind | a << WAIT_FIRST_A_SHIFT | (ticks ? WAIT_FIRST_LATER : 0));
	if (ticks)
		p = wait_put_number(p, ticks);
	p = wait_put_number(p, v[0]);
	if (a == WAIT_FIRST_MANY)
		p = wait_put_number(p, v[1]);
	for (unsigned i = 2; i < wait_note_lengths[kind]; i++)
		p = wait_put_number(p, v[i]);
	return p;
}
#endif
