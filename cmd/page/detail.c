#include "cmd/page/detail.h"
#include <stdlib.h>

enum { ROWS = 128, ARROWS = 200, FLAGS = 100, COUNTED = 1 << 16 /* records between two counts of the bars */ };

/* Columns of all processes of a level, but for the first one: so many, or so many for a record. */
enum { CELLS = 1 << 25, RECORD_CELLS = 64 };

enum { BAR_LIMIT = 2 /* bytes of the limit for a bar in memory */ };
enum { BANDS = 2 /* of a lane */, LASTING = 4 /* columns that a bar has on average, or fewer */ };
enum { EACH_LEAST = 128, EACH_MOST = 2400 /* columns */ };

static const struct {
	uint32_t columns, lanes; /* lanes: of all rows */
} sizes[DETAIL_LEVELS] = {{600, 64}, {2400, 256}, {9600, 192}, {28800, 128}};

static void drop_one(struct otfp_timeline **t)
{
	if (*t)
		otfp_timeline_release(*t);
	free(*t);
	*t = NULL;
}

static void drop(struct detail *d, unsigned from)
{
	for (unsigned i = DETAIL_LEVELS; i-- > from;)
		drop_one(&d->levels[i]);
}

void detail_release(struct detail *d)
{
	drop_one(&d->each);
	drop(d, 0);
	otfp_curves_release(&d->curves);
	otfp_set_free(d->counters);
	d->counters = NULL;
}

static int takes_long(const struct detail *d, uint32_t columns)
{
	const uint64_t cells = (uint64_t)d->processes * columns;

	return cells > CELLS && cells / RECORD_CELLS > d->records;
}

/* Whether a level of many processes has more bars than their memory, so that it would only be dropped on the way. */
static int is_too_fine(const struct detail *d, unsigned level)
{
	const uint64_t most = (uint64_t)sizes[level].columns * sizes[level].lanes * BANDS,
		       bars = (most < d->records ? most : d->records) / LASTING;

	return d->processes > ROWS && bars > d->limit / BAR_LIMIT;
}

/* Begin a timeline that takes part with `coarser`, if that is not NULL. @return 0, or -1 when memory is out */
static int begin_one(struct otfp_timeline **t, struct otfp_timeline *coarser, const struct otfp_timeline_options *o,
                     const struct otfp_header *h)
{
	*t = calloc(1, sizeof **t);
	if (!*t || otfp_timeline_begin(*t, o, h) < 0)
		return -1;
	if (coarser)
		otfp_timeline_chain(*t, coarser);
	return 0;
}

/* Every process in its own row: one bar for each column has room. With too few columns to be of use it is left out;
 * some of so many rows are soon read from the trace. @return 0, or -1 when memory is out */
static int begin_each(struct detail *d, struct otfp_timeline *last, const struct otfp_timeline_options *o,
                      const struct otfp_header *h)
{
	struct otfp_timeline_options own = *o;
	const size_t room = d->processes ? d->limit / BAR_LIMIT / d->processes : 0;

	own.columns = (uint32_t)(room < EACH_MOST ? room : EACH_MOST);
	if (!d->has_each || d->processes <= ROWS || own.columns < EACH_LEAST || takes_long(d, own.columns))
		return 0;
	own.rows = UINT32_MAX;
	own.lanes = 1;
	own.no_messages = own.no_markers = 1;
	return begin_one(&d->each, last, &own, h);
}

int detail_begin(struct detail *d, size_t limit, uint64_t first, const struct otfp_timeline_options *o,
                 const struct otfp_header *h, struct otfp_error *err)
{
	struct otfp_timeline *last = NULL;
	int code;

	d->limit = limit;
	d->first = first;
	code = otfp_set_parse(&d->counters, "*", "--counter", err);
	if (code < 0)
		return code;
	d->curves.asked.set = d->counters;
	for (unsigned i = 0; i < DETAIL_LEVELS; i++) {
		struct otfp_timeline_options own = *o;
		if (i && (takes_long(d, sizes[i].columns) || is_too_fine(d, i)))
			break;
		own.columns = sizes[i].columns;
		own.lanes = sizes[i].lanes;
		own.rows = ROWS;
		own.most_calls = d->records;
		own.least_calls = d->least_calls;
		own.no_messages |= i > 0;
		own.no_markers |= i > 0;
		own.arrows = d->arrows ? d->arrows : ARROWS;
		own.flags = FLAGS;
		if (begin_one(&d->levels[i], last, &own, h) < 0)
			return otfp_fail_memory(err);
		last = d->levels[i];
		if (!limit)
			break;
	}
	return begin_each(d, last, o, h) < 0 ? otfp_fail_memory(err) : 0;
}

/* Whether a level has more bars to show than the page may contain, or far more than that in memory. */
static int is_large(const struct otfp_timeline *t, size_t limit)
{
	size_t shown = 0, all = 0;

	for (size_t i = 0; i < t->nrows; i++) {
		for (uint32_t k = 0; k < t->lanes + 2 + t->bands; k++)
			all += t->rows[i].lanes[k].n;
		for (uint32_t k = 0; k < otfp_timeline_lanes(t); k++)
			shown += otfp_timeline_lane(t, &t->rows[i], k)->n;
	}
	return shown > limit / DETAIL_BAR || all > limit / BAR_LIMIT;
}

static void drop_large(struct detail *d, size_t n)
{
	d->fed += n;
	if (d->fed < COUNTED)
		return;
	d->fed = 0;
	for (unsigned i = 1; i < DETAIL_LEVELS && d->levels[i]; i++)
		if (is_large(d->levels[i], d->limit))
			drop(d, i);
	if (d->each && is_large(d->each, 2 * d->limit))
		drop_one(&d->each);
}

/* Whether curves may be of it. */
static int is_of_counter(const struct otfp_record *rec)
{
	return rec->type == OTFP_Counter || rec->type == OTFP_CounterSnapshot || rec->type == OTFP_DefCounter;
}

/* Records in their order, those up to one that curves may be of at once. @return as otfp_timeline_add_all */
static int see(struct detail *d, const struct otfp_record *const *recs, size_t n)
{
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i; end < n && !is_of_counter(recs[end]); end++)
			;
		end += end < n;
		if (otfp_timeline_add_all(d->levels[0], recs + i, end - i) < 0 ||
		    otfp_curves_add(&d->curves, d->levels[0], recs[end - 1]) < 0)
			return -1;
	}
	return 0;
}

int detail_add(struct detail *d, const struct otfp_record *const *recs, size_t n)
{
	const int rc = d->no_curves ? otfp_timeline_add_all(d->levels[0], recs, n) : see(d, recs, n);

	if (rc == 0)
		drop_large(d, n);
	return rc;
}

int detail_end(struct detail *d)
{
	return d->levels[0] ? otfp_timeline_end(d->levels[0]) : 0;
}
