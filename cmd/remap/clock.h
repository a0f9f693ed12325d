/*
 * clock.h - other times: what a record says at t is said at a time that a clock makes of t.
 *
 * A clock is a list of knots, "what was `from` is `to`". Between two knots it runs linearly, outside of them it
 * keeps the distance of the nearest one. Results are exact, rounded down to a tick. Clocks never run backwards:
 * of two times of a process the later does not become the earlier one. All arithmetic has 128 bits.
 *
 * A clock may be turned round. Then it rounds up, and gives back each time that a clock which nowhere runs
 * slower than the ticks has changed.
 */
#ifndef OTFP_CMD_REMAP_CLOCK_H
#define OTFP_CMD_REMAP_CLOCK_H
#include "base/buf.h"
#include "base/error.h"
#include "base/map.h"

struct otfp_knot {
	uint64_t from, to;
};

/* Zero-filled changes nothing. */
struct otfp_clock {
	struct otfp_knot *knots; /* `from` ascends, `to` does not fall */
	size_t n, cap;
	size_t at; /* the knot that was used last */
};

/** One knot more, behind all others. @return 0; 1 and nothing is added if `from` is not larger or `to` is
 * smaller than of the last; -1 when memory is out */
int otfp_clock_add(struct otfp_clock *c, uint64_t from, uint64_t to);
/** @param up  round up in place of down. @return 0; -1 if 64 bits do not hold the result, or it is below 0 */
int otfp_clock_time(struct otfp_clock *c, uint64_t t, int up, uint64_t *result);
/** Turn it round. @return 0, or the place, from 1, of a knot with the `to` of the one before: two times became
 * one, and nothing tells them apart */
size_t otfp_clock_turn(struct otfp_clock *c);
/** Whether it changes no distance between two times. */
int otfp_clock_is_offset(const struct otfp_clock *c);

/* A factor, exact. 0/0 of a zero-filled one means 1. */
struct otfp_ratio {
	uint64_t num, den;
};

/** Parse all of text, "3", "0.25", "1e-6" or "3/4". @return 0; -1 if it is no number above 0 that fits in two
 * of 64 bits */
int otfp_ratio_parse(struct otfp_ratio *r, const char *text);

/* The clocks of all processes, then a factor, then a shift. Zero-filled changes nothing. */
struct otfp_clocks {
	struct otfp_map of;     /* process -> place in clocks */
	uint32_t *processes;    /* of the clocks */
	struct otfp_clock *own; /* of those processes */
	size_t n, cap;
	struct otfp_clock others; /* of all other processes */
	struct otfp_ratio scale;
	uint64_t shift;
	int back;   /* the shift is to earlier times */
	int turned; /* the inverse of all that, in the inverse order */
};

void otfp_clocks_release(struct otfp_clocks *c);
/** The clock of a process for adding knots, its own; made if need be. Valid until the next one is made.
 * @return NULL when memory is out */
struct otfp_clock *otfp_clocks_get(struct otfp_clocks *c, uint32_t process);
/** What becomes of a time of a process. @return as otfp_clock_time */
int otfp_clocks_time(struct otfp_clocks *c, uint32_t process, uint64_t t, uint64_t *result);
/** The earliest, or latest, time that any of the clocks makes of t; turned round it is the other one, which gives
 * back the time that such a time was made of. @return as otfp_clock_time */
int otfp_clocks_bound(struct otfp_clocks *c, uint64_t t, int latest, uint64_t *result);
/** Whether all processes are changed alike and no two times become one, so that records stay in their order. */
int otfp_clocks_keep_order(const struct otfp_clocks *c);
/**
 * A record at its new time: rec->time and the fields that are times or durations. A duration begins at the time
 * of its record; durations in summaries, which have no beginning, follow the factor only. DefTimeRange becomes
 * what holds the new times of all processes, a sample point the latest of its new times.
 * @return 0; -1 if a time does not fit or would be below 0; 1 as 0, and a duration stayed that should not
 */
int otfp_clocks_record(struct otfp_clocks *c, struct otfp_record *rec);

/**
 * Read knots: lines "PROCESS FROM TO", PROCESS * for all that have none of their own, times as on the command
 * line, `#` begins a comment. Those of a process stand in the order of time, perhaps between those of others.
 * @param h  of the trace, for times in seconds. @return 0; OTFP_EUSAGE with "FILE:LINE: what"; OTFP_EFAIL
 */
int otfp_clocks_read(struct otfp_clocks *c, const char *file, const struct otfp_header *h, struct otfp_error *err);
/** The same as text, in ticks; with what `read` makes the same clocks of. @return 0, or -1 when memory is out */
int otfp_clocks_format(const struct otfp_clocks *c, struct otfp_buf *b);
#endif
