/* clock.h - times of a stream as people count them: in decimals of a unit, from its first event on. */
#ifndef OTFP_CMD_RUN_CLOCK_H
#define OTFP_CMD_RUN_CLOCK_H
#include "base/decimal.h"
#include "otfpipe.h"

/* Zero-filled, then `resolution` of the header, is valid. */
struct otfp_time_look {
	uint64_t resolution;  /* ticks per second; 0 = not known */
	uint64_t base;        /* what times count from */
	uint64_t first, last; /* when the events begin and end, ... */
	int has_span;         /* ... if the header says it */
	uint64_t range_first; /* of DefTimeRange */
	int has_range;
	uint64_t pico;               /* picoseconds a tick, 0 = no whole number of them */
	struct otfp_decimal decimal; /* den 0 while the resolution is not known */
};

/** A definition. */
void otfp_clock_learn(struct otfp_time_look *c, const struct otfp_record *rec);
/**
 * The definitions at the head are known. Where neither header nor DefTimeRange says when the events begin, the first
 * record does, if it is a timed one; a marker does not, and times count from 0 then.
 * @param rec  the first record behind them; NULL = there is none
 * @param absolute  times count from 0 in any case
 * @param unit  of the decimals: 1 for seconds, 1000000 for microseconds
 */
void otfp_clock_settle(struct otfp_time_look *c, const struct otfp_header *h, const struct otfp_record *rec,
                       int absolute, uint64_t unit);
#endif
