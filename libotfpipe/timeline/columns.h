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

/* ---- crowd.c: for timelines whose rows have several processes ---- */

/** The class that the row does not have yet. @return NULL when memory is out */
struct otfp_crowd_class *otfp_crowd_new(struct otfp_crowd *crowd, uint32_t class);
/** Count the innermost calls of a row in the open column up to its end, at tick `end` and `units`. @return 0, or -1
 * when memory is out */
int otfp_crowd_count(struct otfp_timeline *t, struct otfp_timeline_row *row, uint64_t end, uint64_t units);
/** Count what ended in the open column, and nothing that is open; then otfp_crowd_enter, or release. @return 0, or -1
 * when memory is out */
int otfp_crowd_leave(struct otfp_timeline *t);
/** Count from now on what is open. @return 0, or -1 when memory is out */
int otfp_crowd_enter(struct otfp_timeline *t);
/** Free all. */
void otfp_crowd_release(struct otfp_crowd *crowd);

/* ---- chain.c ---- */

/** Before the open column of t is closed: add its shares to that of the coarser one, if that is fed. @return 0, or -1
 * when memory is out */
int otfp_timeline_feed(struct otfp_timeline *t);
/** Let the open column of a timeline that is fed have its own units. */
void otfp_timeline_scale(struct otfp_timeline *t);
/** Let t be fed from now on if it can be: at an edge of a column that is one of `finer`, too. */
void otfp_timeline_try_feed(struct otfp_timeline *t);
/** A timeline of the chain counts calls from now on, or does not any more: set `counting` of the first. */
void otfp_timeline_choose_counting(struct otfp_timeline *first);
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

/** The call ends in a column of which another class may have the largest share. */
static inline void otfp_bar_stop(const struct otfp_timeline *t, const struct otfp_lane *lane,
                                 const struct otfp_open *open, uint64_t time)
{
	struct otfp_bar *last = lane->n ? &lane->bars[lane->n - 1] : NULL;

	if (last && last->end == t->column && last->is_one && open->class && last->start == open->start &&
	    last->class == open->class && last->called == open->called)
		last->stop = time < open->until ? time : open->until;
}

/** Count what is open in a lane up to `time`, and make `now` what is open. @return 0, or -1 when memory is out */
OTFP_INLINE int otfp_timeline_turn(struct otfp_timeline *t, struct otfp_lane *lane, struct otfp_open *open,
                                   uint64_t time, const struct otfp_open *now)
{
	const uint64_t units = otfp_timeline_units(t, time);
	int rc;

	otfp_bar_stop(t, lane, open, time);
	rc = otfp_open_count(t, lane, open, time, units);
	/* one by one: a copy of the whole would wait until all of `now` is stored */
	open->since = units;
	open->start = now->start;
	open->until = now->until;
	open->class = now->class;
	open->called = now->called;
	return rc;
}

/* ---- crowds ---- */

static inline int otfp_has_crowds(const struct otfp_timeline *t)
{
	return t->per_row > 1;
}

/** The innermost call of a process. */
static inline struct otfp_open *otfp_crowd_open(const struct otfp_timeline *t, size_t index)
{
	return &t->processes[index].open[t->lanes + 1];
}

/** The lane of innermost calls. */
static inline struct otfp_lane *otfp_crowd_lane(const struct otfp_timeline *t, const struct otfp_timeline_row *row)
{
	return &row->lanes[t->lanes + 1];
}

/** The place of a class, or where it belongs. crowd->bits must not be 0. */
static inline struct otfp_crowd_class *otfp_crowd_find(const struct otfp_crowd *crowd, uint32_t class)
{
	const unsigned mask = (1u << crowd->bits) - 1;
	unsigned i = otfp_hash_slot(class, crowd->bits);

	while (crowd->p[i].class && crowd->p[i].class != class)
		i = (i + 1) & mask;
	return &crowd->p[i];
}

/** One more call of a class is open from `units` of the open column on; with n = -1 one less. @return 0, or -1 when
 * memory is out */
static inline int otfp_crowd_add(struct otfp_crowd *crowd, uint32_t class, uint32_t n, uint64_t units)
{
	struct otfp_crowd_class *c = crowd->bits ? otfp_crowd_find(crowd, class) : NULL;

	if (__builtin_expect(!c || !c->class, 0) && !(c = otfp_crowd_new(crowd, class)))
		return -1;
	c->n += n;
	c->units += n == 1 ? 0 - units : units;
	return 0;
}

/** At `units` a process has another innermost call. @return 0, or -1 when memory is out */
static inline int otfp_crowd_change(struct otfp_timeline *t, struct otfp_timeline_row *row, size_t index,
                                    const struct otfp_open *was, const struct otfp_open *now, uint64_t units)
{
	const uint64_t start = t->column * t->width, since = units > start ? units - start : 0;
	struct otfp_crowd *crowd = &row->crowd;

	if (was->class == now->class)
		return 0;
	if (was->class) {
		crowd->n--;
		crowd->who -= index;
	}
	if (now->class) {
		crowd->n++;
		crowd->who += index;
	}
	return (was->class && otfp_crowd_add(crowd, was->class, UINT32_MAX, since) < 0) ||
	                       (now->class && otfp_crowd_add(crowd, now->class, 1, since) < 0) ?
	               -1 :
	               0;
}

/** Note the part of a call in the open column up to tick `time`, which is at `units`, if it is the longest. */
static inline void otfp_crowd_look(const struct otfp_timeline *t, struct otfp_lane *lane, const struct otfp_open *open,
                                   uint64_t time, uint64_t units)
{
	const uint64_t start = t->column * t->width, since = open->since > start ? open->since : start;

	if (open->class && units > since && units - since > lane->longest) {
		lane->longest = units - since;
		lane->stop = time;
		lane->call = *open;
	}
}

/** otfp_timeline_turn for the innermost call of a process. */
static inline int otfp_crowd_turn(struct otfp_timeline *t, struct otfp_timeline_process *p, uint64_t time,
                                  const struct otfp_open *now)
{
	const size_t index = (size_t)(p - t->processes);
	struct otfp_timeline_row *row = &t->rows[p->row];
	struct otfp_open *open = &p->open[t->lanes + 1];
	struct otfp_lane *lane = otfp_crowd_lane(t, row);
	const uint64_t units = otfp_timeline_units(t, time);
	int rc;

	if (row->n == 1)
		otfp_bar_stop(t, lane, open, time);
	otfp_crowd_look(t, lane, open, time, units);
	rc = otfp_crowd_change(t, row, index, open, now, units);
	*open = *now;
	open->since = units;
	return rc;
}
#endif
