/*
 * roots.h - the root causes of waits: needs a second pass over the records, in the same order.
 *
 *     otfp_roots_new -> otfp_roots_put for each wait of the first pass -> otfp_roots_begin -> otfp_roots_record for
 * each record of the second pass -> otfp_roots_end -> the rows -> otfp_roots_free
 *
 * A process p waits until q enters the call that p waits for. Since p and q synchronized last, both had time: what q
 * did more of than p, function by function, caused the wait directly, in proportion; and the waits of q in that time
 * passed theirs on: their causes get what they had a part in. So each wait is shared out to the tick: the sum of all
 * rows is that of the waits but completions.
 *
 * The first pass must number records from 1 on with otfp_wait_number, as otfp_roots_record does.
 *
 * Memory: 48 and 24 bytes a wait, above `memory` in files; the engine of the second pass; what segments.h and syncs.h
 * say; 80 bytes for each process and function, or call path, that caused a wait.
 */
#ifndef OTFP_WAIT_ROOTS_H
#define OTFP_WAIT_ROOTS_H
#include "base/error.h"
#include "wait/wait.h"

struct otfp_roots_options {
	struct otfp_wait_options wait; /* of the first pass; interval, windows, comm and is_reported count */
	/* The first pass; NULL: there is one window. It must outlive the roots. */
	const struct otfp_wait_engine *windows;
	int by_path;       /* causes are call paths, not functions */
	int by_place;      /* keep otfp_roots_places */
	size_t memory;     /* bytes for waits between the passes */
	const char *dir;   /* for their files; not copied */
	int (*stop)(void); /* as for struct otfp_sort_options */
};

/* A cause of waits of a kind, in a window. */
struct otfp_root_row {
	uint64_t window;
	otfp_wide direct, propagated; /* ticks that others waited */
	otfp_ref function;            /* OTFP_NO_REF: outside of every call */
	uint32_t process, path;       /* path 0: outside of every call */
	/* the wait that it caused most of, directly: ticks of that part, begin and end of the wait; most 0: there is
	 * none */
	uint64_t most, wait_begin, wait_end;
	uint8_t kind;       /* enum otfp_wait_kind */
	uint8_t is_unknown; /* nothing that the process did was longer than for the one that waited */
};

/* The largest cause of the waits of a kind in a call path of the first pass. */
struct otfp_root_place {
	uint64_t ticks, all; /* of it, and of all causes of these waits */
	otfp_ref function;
	uint32_t process, path;
	uint8_t kind, is_unknown;
};

struct otfp_roots;

/** @return 0 with *r set, or <0; free with otfp_roots_free */
int otfp_roots_new(struct otfp_roots **r, const struct otfp_roots_options *o, struct otfp_error *err);
/** r may be NULL. */
void otfp_roots_free(struct otfp_roots *r);
/** Take a wait: see otfp_wait_report. @param ctx  the roots. @return 0, or <0 with the error kept */
int otfp_roots_put(void *ctx, const struct otfp_wait_found *f);
/** After otfp_wait_end: begin the second pass, with the header of the stream. @return 0 or <0 */
int otfp_roots_begin(struct otfp_roots *r, const struct otfp_header *h);
/** Take a record of the second pass. @return 0 or <0 */
int otfp_roots_record(struct otfp_roots *r, const struct otfp_record *rec);
/** End of the second pass. @return 0 or <0 */
int otfp_roots_end(struct otfp_roots *r);
/** The rows, in no particular order. */
const struct otfp_root_row *otfp_roots_rows(const struct otfp_roots *r, size_t *n);
/* One more key of causes: the kind of the wait. */
enum { OTFP_ROOT_BY_KIND = OTFP_WAIT_NBYS };
/** The rows added up by window and keys, the largest of a window first. @param by  bits of OTFP_WAIT_PROCESS,
 * _FUNCTION, _PATH and OTFP_ROOT_BY_KIND; what is not asked for is 0 @return NULL when memory is out; free(3) */
struct otfp_root_row *otfp_roots_by(const struct otfp_roots *r, unsigned by, size_t *n);
/** With by_place. @return the largest cause of a place; NULL if there is none */
const struct otfp_root_place *otfp_roots_place(const struct otfp_roots *r, unsigned kind, uint32_t path);
const struct otfp_paths *otfp_roots_paths(const struct otfp_roots *r);
/** The error of a call that failed. @return its code, 0 if there was none */
int otfp_roots_error(const struct otfp_roots *r, struct otfp_error *err);
#endif
