/*
 * roots.h - the root causes of waits.
 *
 *     otfp_roots_new -> otfp_roots_follow an engine, and otfp_roots_put for each wait that it finds -> otfp_wait_end
 *     -> otfp_roots_end -> the rows -> otfp_roots_free
 *
 * A process p waits until q enters the call that p waits for. Since p and q synchronized last, both had time: what q
 * did more of than p, function by function, caused the wait directly, in proportion; and the waits of q in that time
 * passed theirs on: their causes get what they had a part in. So each wait is shared out to the tick: the sum of all
 * rows is that of the waits but completions.
 *
 * All this is done at the end, when all waits are known: first in the order of time (share.h), then backward (carry.h).
 *
 * Memory: `memory`, and what processes, functions and members of communicators need: 1 KiB a process, 20 bytes for each
 * function that it called, 60 for each that caused a wait. What is written once and read once goes to files above an
 * eighth of it: a diary (diary.h), 80 bytes a wait, and as many and more for how it was shared out (carry.h). A quarter
 * is for what processes did since they synchronized; above, the older half of it is forgotten: causes are coarse from
 * there on. Half is for rows; above, the causes with the smallest sums become (other).
 */
#ifndef OTFP_WAIT_ROOTS_H
#define OTFP_WAIT_ROOTS_H
#include "base/error.h"
#include "wait/wait.h"

struct otfp_roots_options {
	struct otfp_wait_options wait; /* of the engine; interval, windows and comm count */
	int has_windows;
	int by_path;       /* causes are call paths, not functions: the engine must have them, too */
	int by_kind;       /* causes by kind of wait, too; so they are with by_place */
	int by_place;      /* keep otfp_roots_place; there is one window */
	size_t memory;     /* bytes */
	const char *dir;   /* for files; not copied */
	int (*stop)(void); /* as for struct otfp_sort_options */
};

/* Bits behind the point of the sums of otfp_roots_rows: they are rounded when they are added up. */
enum { OTFP_ROOT_FRACTION = 32 };

/* A cause of waits of a kind, in a window. */
struct otfp_root_row {
	otfp_wide direct, propagated; /* ticks that others waited */
	uint32_t cause, class_, next; /* of causes.h */
	uint8_t kind;                 /* enum otfp_wait_kind */
	uint8_t is_unknown;           /* nothing that the process did was longer than for the one that waited */
	uint8_t is_other;             /* causes with small sums, of any process and function */
	uint8_t is_left_out;          /* of otfp_roots_by: those of processes that are not reported */
	/* the wait that it caused most of, directly: ticks of that part, begin and end of the wait; most 0: there is
	 * none */
	uint64_t most, wait_begin, wait_end;
	uint64_t window;
	otfp_ref function;      /* OTFP_NO_REF: outside of every call */
	uint32_t process, path; /* path 0: outside of every call */
};

/* The largest cause of the waits of a kind in a call path of the first pass. */
struct otfp_root_place {
	uint64_t ticks, all; /* of it, and of all causes of these waits */
	otfp_ref function;
	uint32_t process, path;
	uint8_t kind, is_unknown;
};

/** What to call a function, or path, that a row has not: "(no call)". */
static inline const char *otfp_root_outside(const struct otfp_root_row *r)
{
	if (r->is_other)
		return "(other)";
	return r->is_unknown ? "(unknown)" : "(no call)";
}

struct otfp_roots;
struct otfp_trail;

/** @return 0 with *r set, or <0; free with otfp_roots_free */
int otfp_roots_new(struct otfp_roots **r, const struct otfp_roots_options *o, struct otfp_error *err);
/** r may be NULL. */
void otfp_roots_free(struct otfp_roots *r);
/** Take a wait: see otfp_wait_report. @param ctx  the roots. @return 0, or <0 with the error kept */
int otfp_roots_put(void *ctx, const struct otfp_wait_found *f);
/** Follow an engine, which must outlive the roots, before its first record. */
void otfp_roots_follow(struct otfp_roots *r, struct otfp_wait_engine *w);
/** After otfp_wait_end of the engine: find the causes. @return 0 or <0 */
int otfp_roots_end(struct otfp_roots *r);
/** The same; the critical path is found, too, if that is possible: see otfp_trail_shorten. */
int otfp_roots_end_with(struct otfp_roots *r, struct otfp_trail *t);

/* How exact the causes are. */
struct otfp_roots_coarse {
	uint64_t others; /* causes that became (other) */
	uint64_t from;   /* if has_from: causes of waits from this time on are coarse, ... */
	int has_from;    /* ... since there was no memory for what processes did since they synchronized */
	int is_cut;      /* small parts of waits that were passed on became (other) */
};
struct otfp_roots_coarse otfp_roots_coarse(const struct otfp_roots *r);
/** The rows, in no particular order; sums are fractions, see OTFP_ROOT_FRACTION. */
const struct otfp_root_row *otfp_roots_rows(const struct otfp_roots *r, size_t *n);
/* One more key of causes: the kind of the wait. And what they are of. */
enum { OTFP_ROOT_BY_KIND = OTFP_WAIT_NBYS, OTFP_ROOT_OF_REPORTED };
/** The rows added up by window and keys, in ticks, the largest of a window first, (other) last. All waits are analysed;
 * if some processes are not reported, what these caused is one more row of each window, by kind of each kind there,
 * after the others. With OTFP_ROOT_OF_REPORTED all causes are rows, but only of waits of reported processes.
 * @param by  bits of OTFP_WAIT_PROCESS, _FUNCTION, _PATH and OTFP_ROOT_BY_KIND; what is not asked for is 0
 * @return NULL when memory is out; free(3) */
struct otfp_root_row *otfp_roots_by(const struct otfp_roots *r, unsigned by, size_t *n);
/** Private to sums.c. */
const struct wait_causes *otfp_roots_causes(const struct otfp_roots *r);
const struct otfp_wait_options *otfp_roots_options(const struct otfp_roots *r);
/** With by_place. @return the largest cause of a place, of waits of reported processes; NULL if there is none */
const struct otfp_root_place *otfp_roots_place(const struct otfp_roots *r, unsigned kind, uint32_t path);
const struct otfp_paths *otfp_roots_paths(const struct otfp_roots *r);
/** The error of a call that failed. @return its code, 0 if there was none */
int otfp_roots_error(const struct otfp_roots *r, struct otfp_error *err);
#endif
