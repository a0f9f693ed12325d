/*
 * clock.h - clocks: functions from the old time of a record to its new time; see --clocks in otf-remap(1). All times
 * are ticks.
 *
 * A clock is a list of knots, "old time `from` becomes `to`". It is linear between two knots; before the first and
 * after the last knot it shifts times as that knot does. Results are exact, rounded down to a tick; all arithmetic has
 * 128 bits. Clocks never run backwards: they keep the order of two times of a process, or make them equal.
 *
 * A clock can be inverted. The inverse rounds up. It restores every time if the clock is nowhere slower than the ticks.
 */
#ifndef CMD_REMAP_CLOCK_H
#define CMD_REMAP_CLOCK_H
#include "base/buf.h"
#include "base/error.h"
#include "base/map.h"

struct knot {
	uint64_t from, to;
};

/* Zero-filled changes nothing. */
struct clock {
	struct knot *knots; /* `from` ascends, `to` never falls */
	size_t n, cap;
	size_t at; /* the knot that was used last */
	int met;   /* the trace has the process */
};

/** Append a knot. @return 0; 1, without effect, if `from` is not above the last knot's or `to` is below it; -1 when
 * memory is out */
int clock_add(struct clock *c, uint64_t from, uint64_t to);
/** The new time of t. @param up  1: round up; 0: round down
 * @return 0; -1 if *result would be below 0 or not fit in 64 bits; *result is undefined then */
int clock_time(struct clock *c, uint64_t t, int up, uint64_t *result);
/** Invert the clock. @return 0, or the place, counted from 1, of a knot with the same `to` as the knot before it: such
 * a clock has no inverse, and c is unchanged */
size_t clock_invert(struct clock *c);

/* An exact factor. Zero-filled, 0/0, means 1. */
struct ratio {
	uint64_t num, den;
};

/** Parse a factor: "3", "0.25", "1e-6" or "3/4". @return 0; -1 if text is not a number above 0, or if num or den does
 * not fit in 64 bits */
int ratio_parse(struct ratio *r, const char *text);

/* The clocks of all processes, then a factor, then a shift. Zero-filled changes nothing. */
struct clocks {
	struct otfp_map of;  /* process -> place in processes and own */
	uint32_t *processes; /* processes that have a clock of their own */
	struct clock *own;   /* these clocks */
	size_t n, cap;
	struct clock others; /* the clock of all other processes */
	struct ratio scale;
	uint64_t resolution; /* ticks per second of the new times, for DefTimerResolution; 0 = unchanged */
	uint64_t shift;      /* ticks */
	int back;            /* the shift is subtracted */
	int told;            /* it was reported which processes the trace does not have */
	int inverted; /* apply the inverse: undo the shift, undo the factor, then apply the clock, itself inverted */
};

/** Free what c owns and make it empty. */
void clocks_release(struct clocks *c);
/** Get the clock of a process, to add knots; creates it if necessary. Valid until the next one is created.
 * @return NULL when memory is out */
struct clock *clocks_get(struct clocks *c, uint32_t process);
/** Find the first process with a clock of its own that no record was of, and that no definition defines. @return how
 * many there are, 0 also after it was called before */
size_t clocks_unmet(struct clocks *c, uint32_t *first);
/** The new time of time t of a process. @return as clock_time */
int clocks_time(struct clocks *c, uint32_t process, uint64_t t, uint64_t *result);
/** Whether all processes have the same clock and no two times become equal, so that records stay in their order. */
int clocks_keep_order(const struct clocks *c);
/**
 * Change a record to its new time: rec->time and all fields that are times or durations. A duration starts at the time
 * of its record; a duration in a summary has no start, so only the factor changes it. DefTimeRange becomes the range of
 * the new times of all processes; the time of a sample point becomes the latest of its new times.
 * @return 0; 1 = 0, but a clock should have changed a duration in a summary; -1 if a time would be below 0 or not fit
 * in 64 bits
 */
int clocks_record(struct clocks *c, struct otfp_record *rec);

/**
 * Read knots from a file: lines "PROCESS TIME NEWTIME". PROCESS * means all processes without lines of their own; times
 * are written as on the command line; `#` starts a comment. The lines of a process are in time order; lines of other
 * processes may be between them.
 * @param h  of the trace, for times in seconds
 * @return 0; OTFP_EUSAGE with "FILE:LINE: what"; OTFP_EFAIL
 */
int clocks_read(struct clocks *c, const char *file, const struct otfp_header *h, struct otfp_error *err);
/** Append the knots as text that clocks_read accepts, in ticks. @return 0, or -1 when memory is out */
int clocks_format(const struct clocks *c, struct otfp_buf *b);
#endif
