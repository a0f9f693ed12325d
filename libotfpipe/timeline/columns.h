/* columns.h - the layout and the open column of a timeline; for the files of this room alone. */
#ifndef OTFP_TIMELINE_COLUMNS_H
#define OTFP_TIMELINE_COLUMNS_H
#include "record/table.h"
#include "timeline/timeline.h"

/** The records of calls with which lanes can be read. */
static inline uint64_t otfp_timeline_readable(const struct otfp_timeline *t, size_t nrows)
{
	return (uint64_t)OTFP_TIMELINE_DENSE * nrows * t->o.columns;
}

/* ---- layout.c ---- */

/** @return whether a process is shown */
int otfp_timeline_wants(const struct otfp_timeline *t, uint32_t process);
/** Before the first timed record: make the rows of the processes that are defined. @return 0, or -1 when memory is out
 */
int otfp_timeline_lay_out(struct otfp_timeline *t);
/** Make the entries of new processes of the state, which may have no definition. @return 0, or -1 when memory is out */
int otfp_timeline_add_processes(struct otfp_timeline *t);

/* ---- columns.c ---- */

/** Of a chain: close the columns before that of `time`, which is not before the last one. @return 0, or -1 when memory
 * is out */
int otfp_timeline_sweep(struct otfp_timeline *t, uint64_t time);

/* ---- shares.c ---- */

/** Forget the shares of the open column of a lane. */
void otfp_column_forget(struct otfp_lane *lane);
/** otfp_piece_add for a class that the open column does not have yet. */
int otfp_piece_new(struct otfp_lane *lane, uint32_t class, uint32_t column, uint64_t units);

/* ---- chain.c ---- */

/** Before the open column of t is closed: add its shares to that of the coarser one, if that is fed. @return 0, or -1
 * when memory is out */
int otfp_timeline_feed(struct otfp_timeline *t);
/** Let the open column of a timeline that is fed have its own units. */
void otfp_timeline_scale(struct otfp_timeline *t);
/** Let t be fed from now on if it can be: at an edge of a column that is one of `finer`, too. */
void otfp_timeline_try_feed(struct otfp_timeline *t);
/** t is to be released: the coarser one goes on without it. */
void otfp_timeline_unchain(struct otfp_timeline *t);
/** After the end: each of a chain has the names and the classes of the first one. */
void otfp_timeline_share_names(struct otfp_timeline *t);

/** A tick in units from the start of the interval. */
static inline uint64_t otfp_timeline_units(const struct otfp_timeline *t, uint64_t time)
{
	return (time <= t->o.from ? 0 : (time - t->o.from) >> t->shift) * t->o.columns;
}

/** The place of a class in the shares of the open column, or where it belongs. lane->bits must not be 0. Classes are
 * numbered from 1 on, so few of them have the same place. */
static inline struct otfp_column_piece *otfp_piece_find(const struct otfp_lane *lane, uint32_t class, uint32_t column)
{
	const unsigned mask = (1u << lane->bits) - 1;
	unsigned i = class & mask;

	while (lane->shares[i].column == column + 1 && lane->shares[i].class != class)
		i = (i + 1) & mask;
	return &lane->shares[i];
}

/** Add to the share of a class in the open column. @return 0, or -1 when memory is out */
static inline int otfp_piece_add(struct otfp_lane *lane, uint32_t class, uint32_t column, uint64_t units)
{
	struct otfp_column_piece *share = lane->bits ? otfp_piece_find(lane, class, column) : NULL;

	if (__builtin_expect(!share || share->column != column + 1, 0))
		return otfp_piece_new(lane, class, column, units);
	share->units += units;
	lane->total += units;
	return 0;
}

/** Count what is open up to tick `time`, which is at `units`, in the open column. @return 0, or -1 when memory is out
 */
OTFP_INLINE int otfp_open_count(struct otfp_timeline *t, struct otfp_lane *lane, struct otfp_open *open, uint64_t time,
                                uint64_t units)
{
	const int ends = open->until <= time;
	const uint64_t since = open->since, last = ends ? otfp_timeline_units(t, open->until) : units;
	const uint64_t end = last < units ? last : units;
	const uint32_t class = open->class;

	open->since = units;
	if (class && end > since && end - since > lane->longest) {
		lane->longest = end - since;
		lane->stop = ends ? open->until : time;
		lane->call = *open;
	}
	if (ends && last <= units)
		open->class = 0;
	return class && end > since ? otfp_piece_add(lane, class, t->column, end - since) : 0;
}

/** Count what is open in a lane up to `time`, and make `now` what is open. @return 0, or -1 when memory is out */
OTFP_INLINE int otfp_timeline_turn(struct otfp_timeline *t, struct otfp_lane *lane, struct otfp_open *open,
                                   uint64_t time, const struct otfp_open *now)
{
	struct otfp_bar *last = lane->n ? &lane->bars[lane->n - 1] : NULL;
	const uint64_t units = otfp_timeline_units(t, time);
	const uint64_t stop = time < open->until ? time : open->until;
	int rc;

	/* the call ends in a column of which another class may have the largest share */
	if (last && last->end == t->column && last->is_one && open->class && last->start == open->start &&
	    last->class == open->class && last->called == open->called)
		last->stop = stop;
	rc = otfp_open_count(t, lane, open, time, units);
	/* one by one: a copy of the whole would wait until all of `now` is stored */
	open->since = units;
	open->start = now->start;
	open->until = now->until;
	open->class = now->class;
	open->called = now->called;
	return rc;
}
#endif
