#include "profile/fromsummaries.h"
#include "base/grow.h"
#include "record/table.h"
#include "base/order.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { AUX_SUMMARY = 1 }; /* sample point type in DefAuxSamplePoint */

void otfp_from_summaries_release(struct otfp_from_summaries *f)
{
	free(f->at_from.p);
	free(f->at_to.p);
	free(f->points);
	memset(f, 0, sizeof *f);
}

/* ---- reading ---- */

static int see_point(struct otfp_from_summaries *f, uint64_t point)
{
	if (otfp_grow(&f->points, f->npoints, &f->points_cap, sizeof *f->points) < 0)
		return -1;
	f->points[f->npoints++] = point;
	return 0;
}

static int keep(struct otfp_summaries_at *l, const struct otfp_record *rec)
{
	const unsigned nfields = otfp_table[rec->type].nfields;
	struct otfp_summary *s;

	if (otfp_grow(&l->p, l->n, &l->cap, sizeof *l->p) < 0)
		return -1;
	s = &l->p[l->n++];
	*s = (struct otfp_summary){.type = rec->type, .process = rec->loc};
	for (unsigned i = 0; i < nfields; i++)
		s->f[i] = rec->f[i].u;
	return 0;
}

int otfp_from_summaries_add(struct otfp_from_summaries *f, const struct otfp_record *rec)
{
	if (rec->type == OTFP_DefAuxSamplePoint)
		return rec->f[1].u == AUX_SUMMARY ? see_point(f, rec->f[0].u) : 0;
	if (rec->type >= OTFP_NTYPES || otfp_table[rec->type].file != OTFP_FILE_STAT || !otfp_numbers[rec->type])
		return 0;
	if (rec->time == f->from && keep(&f->at_from, rec) < 0)
		return -1;
	if (f->has_to && rec->time != f->to)
		return 0;
	if (rec->time != f->last)
		f->at_to.n = 0;
	f->last = rec->time;
	return keep(&f->at_to, rec);
}

int otfp_from_summaries_window(const struct otfp_from_summaries *f, uint64_t *from, uint64_t *to)
{
	uint64_t end = f->to;

	for (size_t i = 0; i < f->npoints && !f->has_to; i++)
		if (f->points[i] > end)
			end = f->points[i];
	*from = f->from > f->begin && f->from < end ? f->from : end;
	*to = end + 1;
	return f->npoints && *to;
}

/* ---- the ends of the interval ---- */

/* The number of points before t. */
static size_t points_before(const struct otfp_from_summaries *f, uint64_t t)
{
	size_t i = 0;

	for (size_t end = f->npoints; i < end;) {
		size_t mid = i + (end - i) / 2;
		if (f->points[mid] < t)
			i = mid + 1;
		else
			end = mid;
	}
	return i;
}

/* Name the neighbours (points, or the start of the stream) of a time that is not a sample point. */
static int no_point(const struct otfp_from_summaries *f, uint64_t t, struct otfp_error *err)
{
	const size_t i = points_before(f, t);
	const uint64_t before = i ? f->points[i - 1] : f->begin;

	if (i == f->npoints)
		return otfp_fail(err, OTFP_EUSAGE, "%" PRIu64 " is not a sample point; the last one is %" PRIu64, t,
		                 before);
	return otfp_fail(err, OTFP_EUSAGE,
	                 "%" PRIu64 " is not a sample point; its neighbours are %" PRIu64 " and %" PRIu64, t, before,
	                 f->points[i]);
}

static int check_end(const struct otfp_from_summaries *f, uint64_t t, struct otfp_error *err)
{
	const size_t i = points_before(f, t);

	if (t <= f->begin || (i < f->npoints && f->points[i] == t))
		return 0;
	return no_point(f, t, err);
}

static int check_ends(struct otfp_from_summaries *f, struct otfp_error *err)
{
	int code;

	if (!f->npoints)
		return otfp_fail(err, OTFP_EUSAGE,
		                 "the trace has no sample point with summaries; otf-snap --summaries makes them");
	qsort(f->points, f->npoints, sizeof *f->points, otfp_by_u64);
	if (!f->has_to)
		f->to = f->points[f->npoints - 1];
	code = check_end(f, f->from, err);
	if (code == 0)
		code = check_end(f, f->to, err);
	if (code == 0 && f->from > f->to)
		code = otfp_fail(err, OTFP_EUSAGE, "%" PRIu64 " is after the last sample point, %" PRIu64, f->from,
		                 f->to);
	return code;
}

/* ---- the difference ---- */

/* The number of fields before the first sum: the tokens that identify the sums. */
static unsigned tokens_of(unsigned type)
{
	const struct otfp_schema *s = &otfp_table[type];
	unsigned n = 0;

	while (n < s->nfields && s->fields[n].what != OTFP_W_COUNT)
		n++;
	return n;
}

static int compare(const struct otfp_summary *a, const struct otfp_summary *b)
{
	const unsigned n = tokens_of(a->type);

	if (a->type != b->type)
		return a->type < b->type ? -1 : 1;
	if (a->process != b->process)
		return a->process < b->process ? -1 : 1;
	for (unsigned i = 0; i < n; i++)
		if (a->f[i] != b->f[i])
			return a->f[i] < b->f[i] ? -1 : 1;
	return 0;
}

static int by_owner(const void *a, const void *b)
{
	return compare(a, b);
}

static int fail_at(const struct otfp_summary *s, uint64_t time, const char *what, struct otfp_error *err)
{
	return otfp_fail(err, OTFP_EFAIL, "%s at %" PRIu64 ", process %" PRIu32 ", token %" PRIu64 ": %s",
	                 otfp_table[s->type].name, time, s->process, s->f[s->type == OTFP_CollopSummary], what);
}

static int sort(struct otfp_summaries_at *l, uint64_t time, struct otfp_error *err)
{
	if (l->n)
		qsort(l->p, l->n, sizeof *l->p, by_owner);
	for (size_t i = 1; i < l->n; i++)
		if (compare(&l->p[i - 1], &l->p[i]) == 0)
			return fail_at(&l->p[i], time, "the trace has it twice", err);
	return 0;
}

/* Check both ends and sort their records. */
static int take_ends(struct otfp_from_summaries *f, struct otfp_error *err)
{
	int code = check_ends(f, err);

	if (code < 0)
		return code;
	if (f->from <= f->begin)
		f->at_from.n = 0;
	if (f->to <= f->begin)
		f->at_to.n = 0;
	else if (f->last != f->to || !f->at_to.n)
		return otfp_fail(err, OTFP_EFAIL, "no summary record at %" PRIu64 ", although it is a sample point",
		                 f->to);
	code = sort(&f->at_from, f->from, err);
	return code < 0 ? code : sort(&f->at_to, f->to, err);
}

/* Set rec to the sums of `to` minus those of `from` (NULL = 0). @return 1 if any is not 0, 0, or <0 */
static int subtract(const struct otfp_summary *from, const struct otfp_summary *to, struct otfp_record *rec,
                    struct otfp_error *err)
{
	const unsigned ntokens = tokens_of(to->type), nfields = otfp_table[to->type].nfields;
	int left = 0;

	rec->type = (uint16_t)to->type;
	rec->loc = to->process;
	for (unsigned i = 0; i < nfields; i++) {
		rec->f[i].u = to->f[i];
		if (i < ntokens)
			continue;
		if (from && from->f[i] > to->f[i])
			return fail_at(to, rec->time, "less than at an earlier point", err);
		rec->f[i].u -= from ? from->f[i] : 0;
		left |= rec->f[i].u != 0;
	}
	return left;
}

int otfp_from_summaries_put(struct otfp_from_summaries *f, otfp_put_fn *put, void *ctx, struct otfp_error *err)
{
	struct otfp_record rec = {.file = OTFP_FILE_STAT};
	const struct otfp_summary *from, *from_end;
	int code = take_ends(f, err);

	rec.time = f->to;
	from = f->at_from.p;
	from_end = f->at_from.n ? from + f->at_from.n : from;
	for (size_t i = 0; i < f->at_to.n && code == 0; i++) {
		const struct otfp_summary *to = &f->at_to.p[i];
		const int both = from < from_end && compare(from, to) == 0;
		if (from < from_end && compare(from, to) < 0)
			break;
		code = subtract(both ? from : NULL, to, &rec, err);
		from += both;
		if (code > 0)
			code = put(ctx, &rec);
	}
	return code == 0 && from < from_end ? fail_at(from, f->to, "missing, although an earlier point has it", err) :
	                                      code;
}
