/*
 * ticks.h - times on the command line: ticks, `1.5s 10ms 3us 7ns`, or `25%` of
 * the span; an interval `A:B` is [A,B), either side may be empty. A digit stands on
 * both sides of a point; nothing finer than 1e-12 s or 1e-7 % is accepted.
 */
#ifndef OTFP_BASE_TICKS_H
#define OTFP_BASE_TICKS_H
#include "base/error.h"
#include <stdint.h>

/* A time as written, not yet bound to a trace. */
struct otfp_time {
	enum otfp_time_unit { OTFP_TIME_TICKS, OTFP_TIME_SECONDS, OTFP_TIME_PERCENT } unit;
	uint64_t ticks;   /* TICKS */
	uint64_t pico;    /* SECONDS: fraction below one second in 1e-12 s */
	uint64_t seconds; /* SECONDS: whole seconds; PERCENT: unused */
	uint64_t ppb;     /* PERCENT: of the span in 1e-9 (100% = 1000000000) */
};

struct otfp_interval {
	int has_from, has_to;
	struct otfp_time from, to;
};

/** When the events begin and end, as far as the header says. @return 1, or 0 if it does not */
int otfp_header_span(const struct otfp_header *h, uint64_t *first, uint64_t *last);
/** Parse all of text. @return 0 or OTFP_EUSAGE */
int otfp_time_parse(struct otfp_time *t, const char *text, const char *what, struct otfp_error *err);
int otfp_interval_parse(struct otfp_interval *i, const char *text, const char *what, struct otfp_error *err);
/** Bind to a trace, exactly: in integers, rounded up to the next tick, so that [A,B) holds what
 * A <= t < B holds. Percent p of the span: first + ceil(p * (last - first)).
 * @return 0; OTFP_EUSAGE when the header lacks what the unit needs (TR for seconds, TS for
 * percent), or the result does not fit */
int otfp_time_bind(const struct otfp_time *t, const struct otfp_header *h, uint64_t *ticks, struct otfp_error *err);
/** The same for a length of time, not 0: percent of the time from the first event to the last. `what` is for messages.
 */
int otfp_length_bind(const struct otfp_time *t, const char *what, const struct otfp_header *h, uint64_t *ticks,
                     struct otfp_error *err);
/** Whether a time that otfp_time_bind took falls on a tick, so that nothing was rounded. */
int otfp_time_is_tick(const struct otfp_time *t, const struct otfp_header *h);
/** Bind both ends: *from defaults to 0; *has_to 0 = no upper end. from > to is OTFP_EUSAGE. */
int otfp_interval_bind(const struct otfp_interval *i, const struct otfp_header *h, uint64_t *from, uint64_t *to,
                       int *has_to, struct otfp_error *err);
#endif
