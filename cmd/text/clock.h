/* clock.h - times of a stream for display: decimals of a unit, counted from the first event. */
#ifndef CMD_TEXT_CLOCK_H
#define CMD_TEXT_CLOCK_H
#include "base/decimal.h"
#include "otfpipe.h"

/* Zero-filled, then `resolution` of the header, is valid. */
struct time_form {
	uint64_t resolution;  /* ticks per second; 0 = unknown */
	uint64_t base;        /* ticks; times are shown relative to it */
	uint64_t first, last; /* ticks: when the events begin and end, ... */
	int has_span;         /* ... if the header has them */
	uint64_t range_first; /* of DefTimeRange */
	int has_range;
	uint64_t pico;               /* picoseconds per tick; 0 = not a whole number */
	struct otfp_decimal decimal; /* ticks to decimals; den is 0 while the resolution is unknown */
};

/** Learn the resolution and the time range from a definition; the first of each counts. */
void clock_learn(struct time_form *c, const struct otfp_record *rec);
/**
 * Set `base` and the conversion to decimals; call it when all definitions at the head are known. `base` is the start
 * of the span in the header, else of DefTimeRange, else the time of rec if rec is a timed record, else 0.
 * @param rec  the first record after the definitions; NULL = there is none
 * @param absolute  set `base` to 0 in any case
 * @param unit  unit of the decimals: 1 for seconds, 1000000 for microseconds
 */
void clock_settle(struct time_form *c, const struct otfp_header *h, const struct otfp_record *rec, int absolute,
                  uint64_t unit);
#endif
