/*
 * curves.h - the values of counters in the columns of a timeline, a curve for each process.
 *
 * A level (see profile/counted.h) is drawn as it is, an accumulating counter as its increase per second, or per tick if
 * ticks per second are unknown. If there are more rows than curves, several rows share a curve.
 *
 * Memory: 24 bytes for each column of a curve that has a value; 64 bytes for each counter of a process.
 */
#ifndef OTFP_TIMELINE_CURVES_H
#define OTFP_TIMELINE_CURVES_H
#include "record/tokens.h"
#include "timeline/timeline.h"

enum { OTFP_CURVES_MOST = 64, OTFP_CURVE_COUNTERS = 8 }; /* of a counter; counters */

/* The values in a column. */
struct otfp_curve_point {
	uint32_t column;
	float first, least, most, last;
};

struct otfp_curve {
	struct otfp_curve_point *points; /* by column */
	size_t n, cap;
	uint32_t process; /* the first one */
};

/* All counters of one name. */
struct otfp_curve_counter {
	struct otfp_str name, unit; /* copies */
	int is_rate, has_values;
	double least, most; /* of all values */
	struct otfp_curve *curves;
	size_t n, cap;
	struct otfp_map index; /* place of a process -> curve */
};

/* A counter of a process. */
struct otfp_curve_source {
	uint32_t counter; /* index of the counter; OTFP_CURVE_COUNTERS: not shown */
	uint32_t properties;
	int has_last, is_inside;
	uint64_t bits, time; /* the last value, and when */
};

/* Zero-filled, then `asked.set`, is empty. */
struct otfp_curves {
	struct otfp_space asked; /* the counters to show */
	struct otfp_curve_counter counters[OTFP_CURVE_COUNTERS];
	size_t n;
	size_t left_out;       /* names of counters beyond that number */
	struct otfp_map names; /* hash of a name -> index */
	struct otfp_map index; /* process << 32 | token -> source */
	struct otfp_curve_source *sources;
	size_t nsources, sources_cap;
	struct otfp_arena arena;
	uint64_t values; /* in the interval */
};

/** Free all but asked.set. */
void otfp_curves_release(struct otfp_curves *c);
/** Take a record, after otfp_timeline_add has taken it. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_curves_add(struct otfp_curves *c, const struct otfp_timeline *t,
                                    const struct otfp_record *rec);
/** After the last record: let levels that have no value in the interval have that from before it. @return 0, or -1 when
 * memory is out */
OTFP_MUST_CHECK int otfp_curves_hold(struct otfp_curves *c, const struct otfp_timeline *t);
#endif
