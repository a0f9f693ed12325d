/*
 * ticks.h - times on the command line: ticks, `1.5s 10ms 3us 7ns`, or `25%` of the time span. With a + before it an
 * instant is counted from the first event. An interval `A:B` is [A, B), and either end may be missing; `A` alone is
 * that tick. A point needs a digit on both sides. Times finer than 1e-12 s or 1e-7 % are refused.
 */
#ifndef OTFP_BASE_TICKS_H
#define OTFP_BASE_TICKS_H
#include "base/error.h"
#include <stdint.h>

/* The forms of an instant, for the help of options. */
#define OTFP_TIME_FORMS "ticks, 1.5s 10ms 3us 7ns, 25%, or +2ms from the first event"

/* A time as written, not yet converted to ticks of a trace. */
struct otfp_time {
	enum otfp_time_unit { OTFP_TIME_TICKS, OTFP_TIME_SECONDS, OTFP_TIME_PERCENT } unit;
	int from_start;   /* it counts from the first event */
	uint64_t ticks;   /* TICKS */
	uint64_t pico;    /* SECONDS: fraction below one second in 1e-12 s */
	uint64_t seconds; /* SECONDS: whole seconds; PERCENT: unused */
	uint64_t ppb;     /* PERCENT: parts of the span in 1e-9 (100% = 1000000000) */
};

struct otfp_interval {
	int has_from, has_to;
	int one; /* `from` alone is given: the interval is that tick */
	int met; /* for the caller: a record is in it */
	struct otfp_time from, to;
};

/** The time of the first and last event according to the header; of the window of a slice its start, and its end if the
 * run goes on after it. @return 1; 0 if the header lacks them */
int otfp_header_span(const struct otfp_header *h, uint64_t *first, uint64_t *last);
/** The same, or the first and last time of DefTimeRange if the header lacks them: to divide a trace, not to describe
 * it.
 * @return 1, or 0 if both are unknown */
int otfp_header_range(const struct otfp_header *h, uint64_t *first, uint64_t *last);
/** Find the time that + counts from: the first one of otfp_header_range, or `start` of the header. @return 1; 0 if it
 * is unknown */
int otfp_header_start(const struct otfp_header *h, uint64_t *start);
/** Ticks per second: of the first line, or else of DefTimerResolution as need_times of struct otfp_read_options finds
 * it. 0 = unknown */
uint64_t otfp_header_resolution(const struct otfp_header *h);
/** Parse all of text, a duration: without +. @param what  option for messages. @return 0 or OTFP_EUSAGE */
int otfp_time_parse(struct otfp_time *t, const char *text, const char *what, struct otfp_error *err);
/** Parse all of text, an instant. Otherwise as otfp_time_parse. */
int otfp_instant_parse(struct otfp_time *t, const char *text, const char *what, struct otfp_error *err);
/* The part of a stream whose time counts, in ticks: [from, to). */
struct otfp_bounds {
	uint64_t from, to; /* without has_from 0; without has_to UINT64_MAX */
	int has_from, has_to;
	int is_cut; /* the stream ends at `to`, where the run goes on */
};

/** Parse all of text as an interval. @return 0 or OTFP_EUSAGE */
int otfp_interval_parse(struct otfp_interval *i, const char *text, const char *what, struct otfp_error *err);
/**
 * Convert a time to ticks of a trace, in integers, rounded up to the next tick, so that [A, B) contains the same ticks
 * as A <= t < B. Percent p of the span is first + ceil(p * (last - first)). With from_start the time of the first event
 * is added to what would be the duration.
 * @return 0; OTFP_EUSAGE if the header lacks what the unit needs (TR for seconds, TS or the range for percent) or the
 *   first time, or the result does not fit
 */
int otfp_time_bind(const struct otfp_time *t, const struct otfp_header *h, uint64_t *ticks, struct otfp_error *err);
/**
 * The same for a duration, which must not be 0; percent are of the time from the first to the last event. @param what
 * option for messages. @return 0 or OTFP_EUSAGE
 */
int otfp_length_bind(const struct otfp_time *t, const char *what, const struct otfp_header *h, uint64_t *ticks,
                     struct otfp_error *err);
/** The bounds of an interval, or of all if i is NULL, in a stream; in the window of a slice no more than this window.
 * Sets i->met if the header says so. @return 0, or as otfp_interval_bind */
int otfp_bounds_bind(struct otfp_interval *i, const struct otfp_header *h, struct otfp_bounds *b,
                     struct otfp_error *err);
/** Whether a time needs the header of its input to become ticks; see need_times of struct otfp_read_options. */
static inline int otfp_time_needs_header(const struct otfp_time *t)
{
	return t->from_start || t->unit != OTFP_TIME_TICKS;
}
/** The same for either end of an interval, which may be NULL. */
static inline int otfp_interval_needs_header(const struct otfp_interval *i)
{
	return i && (otfp_time_needs_header(&i->from) || otfp_time_needs_header(&i->to));
}
/** Whether a time is exactly on a tick, so that otfp_time_bind rounds nothing. otfp_time_bind must have succeeded. */
int otfp_time_is_tick(const struct otfp_time *t, const struct otfp_header *h);
/**
 * Convert both ends. *from is 0 if it is missing; *has_to is 0 if there is no upper end. @return 0; OTFP_EUSAGE also
 * if from > to
 */
int otfp_interval_bind(const struct otfp_interval *i, const struct otfp_header *h, uint64_t *from, uint64_t *to,
                       int *has_to, struct otfp_error *err);
/** Note a record at `time`: if it is in [from, to), the bound interval, then i->met is set. i may be NULL. */
static inline void otfp_interval_meet(struct otfp_interval *i, uint64_t from, uint64_t to, int has_to, uint64_t time)
{
	if (i && !i->met)
		i->met = time >= from && (!has_to || time < to);
}
#endif
