#include "cmd/remap/clock.h"
#include "base/decimal.h"
#include "base/assert.h"
#include "base/grow.h"
#include "base/num.h"
#include "base/wide.h"
#include "record/table.h"
#include <stdlib.h>

/* ---- one clock ---- */

int clock_add(struct clock *c, uint64_t from, uint64_t to)
{
	const struct knot *last = c->n ? &c->knots[c->n - 1] : NULL;

	if (last && (from <= last->from || to < last->to))
		return 1;
	if (otfp_grow(&c->knots, c->n, &c->cap, sizeof *c->knots) < 0)
		return -1;
	c->knots[c->n++] = (struct knot){from, to};
	return 0;
}

/* Shift t by the distance from `from` to `to`. @return 0, or -1 if the result is below 0 or above 64 bits */
static int keep_distance(uint64_t from, uint64_t to, uint64_t t, uint64_t *result)
{
	*result = t - from + to;
	if (to >= from)
		return *result < t ? -1 : 0;
	return t < from - to ? -1 : 0;
}

/* a * num / den, rounded down, or with `up` up. @return 0, or -1 if it does not fit in 64 bits */
static int multiply(uint64_t a, uint64_t num, uint64_t den, int up, uint64_t *result)
{
	otfp_wide v = ((otfp_wide)a * num + (up ? den - 1 : 0)) / den;

	*result = (uint64_t)v;
	return v > UINT64_MAX ? -1 : 0;
}

/* The last knot with `from` <= t, which must exist. Fast if times ascend. */
static size_t find(struct clock *c, uint64_t t)
{
	size_t lo = c->at, hi = c->n;

	OTFP_ASSERT_HOT(lo < hi && c->knots->from <= t);
	if (t < c->knots[lo].from) {
		hi = lo;
		lo = 0;
	} else if (lo + 1 == hi || t < c->knots[lo + 1].from) {
		return lo;
	}
	while (lo + 1 < hi) {
		size_t mid = lo + (hi - lo) / 2;
		*(c->knots[mid].from <= t ? &lo : &hi) = mid;
	}
	return c->at = lo;
}

int clock_time(struct clock *c, uint64_t t, int up, uint64_t *result)
{
	const struct knot *k;
	uint64_t part;

	*result = t;
	if (!c->n)
		return 0;
	k = t < c->knots->from ? c->knots : &c->knots[find(c, t)];
	if (t < k->from || k + 1 == c->knots + c->n)
		return keep_distance(k->from, k->to, t, result);
	multiply(t - k->from, k[1].to - k->to, k[1].from - k->from, up, &part);
	*result = k->to + part;
	return 0;
}

size_t clock_invert(struct clock *c)
{
	for (size_t i = 1; i < c->n; i++)
		if (c->knots[i].to == c->knots[i - 1].to)
			return i + 1;
	for (size_t i = 0; i < c->n; i++)
		c->knots[i] = (struct knot){c->knots[i].to, c->knots[i].from};
	c->at = 0;
	return 0;
}

/* Whether the clock adds the same number of ticks to all times. */
static int is_offset(const struct clock *c)
{
	for (size_t i = 1; i < c->n; i++)
		if (c->knots[i].to - c->knots[i].from != c->knots[0].to - c->knots[0].from)
			return 0;
	return 1;
}

/* ---- a factor ---- */

/* Append the decimal digits at *p to *v. @return how many, or -1 if the number does not fit in 64 bits */
static int get_digits(const char **p, uint64_t *v)
{
	int n = 0;

	for (; **p >= '0' && **p <= '9'; n++) {
		if (__builtin_mul_overflow(*v, 10, v) || __builtin_add_overflow(*v, (uint64_t)(*(*p)++ - '0'), v))
			return -1;
	}
	return n;
}

/* Parse an exponent like `e-6`. @return 0, or -1 if there is none */
static int get_exponent(const char **p, int *e)
{
	uint64_t v = 0;
	int minus = (*p)[1] == '-';

	*p += 1 + (minus || (*p)[1] == '+');
	if (get_digits(p, &v) <= 0 || v > 40)
		return -1;
	*e = minus ? -(int)v : (int)v;
	return 0;
}

static int get_decimal(const char **p, struct ratio *r)
{
	int e = 0, digits = get_digits(p, &r->num), fraction = 0;

	if (digits <= 0)
		return -1;
	if (**p == '.') {
		(*p)++;
		fraction = get_digits(p, &r->num);
	}
	if (fraction < 0 || ((*p)[-1] == '.') || ((**p == 'e' || **p == 'E') && get_exponent(p, &e) < 0))
		return -1;
	for (e -= fraction; e; e += e < 0 ? 1 : -1)
		if (__builtin_mul_overflow(e < 0 ? r->den : r->num, 10, e < 0 ? &r->den : &r->num))
			return -1;
	return 0;
}

static void reduce(struct ratio *r)
{
	const uint64_t divisor = otfp_common_divisor(r->num, r->den);

	r->num /= divisor;
	r->den /= divisor;
}

int ratio_parse(struct ratio *r, const char *text)
{
	const char *p = text;

	*r = (struct ratio){0, 1};
	if (get_decimal(&p, r) < 0)
		return -1;
	if (*p == '/') {
		p++;
		if (r->den != 1)
			return -1;
		r->den = 0;
		if (get_digits(&p, &r->den) <= 0)
			return -1;
	}
	if (*p || !r->num || !r->den)
		return -1;
	reduce(r);
	return 0;
}

/* ---- all clocks ---- */

void clocks_release(struct clocks *c)
{
	for (size_t i = 0; i < c->n; i++)
		free(c->own[i].knots);
	free(c->own);
	free(c->processes);
	free(c->others.knots);
	otfp_map_release(&c->of);
	*c = (struct clocks){0};
}

struct clock *clocks_get(struct clocks *c, uint32_t process)
{
	const uint64_t *at = otfp_map_get(&c->of, process);
	size_t cap = c->cap;

	if (at)
		return &c->own[*at];
	if (otfp_grow(&c->processes, c->n, &cap, sizeof *c->processes) < 0 ||
	    otfp_grow(&c->own, c->n, &c->cap, sizeof *c->own) < 0 || otfp_map_set(&c->of, process, c->n) < 0)
		return NULL;
	c->processes[c->n] = process;
	c->own[c->n] = (struct clock){0};
	return &c->own[c->n++];
}

static struct clock *clock_of(struct clocks *c, uint32_t process)
{
	const uint64_t *at = otfp_map_get(&c->of, process);
	struct clock *own = at ? &c->own[*at] : &c->others;

	own->met = 1;
	return own;
}

size_t clocks_unmet(struct clocks *c, uint32_t *first)
{
	size_t n = 0;

	for (size_t i = c->n; i-- && !c->told;)
		if (!c->own[i].met) {
			*first = c->processes[i];
			n++;
		}
	c->told = 1;
	return n;
}

static int add_shift(const struct clocks *c, int back, uint64_t *t)
{
	return back ? __builtin_sub_overflow(*t, c->shift, t) : __builtin_add_overflow(*t, c->shift, t);
}

/* Apply the factor, then the shift. */
static int change(const struct clocks *c, uint64_t *t)
{
	if (c->scale.den && multiply(*t, c->scale.num, c->scale.den, 0, t) < 0)
		return -1;
	return add_shift(c, c->back, t) ? -1 : 0;
}

static int change_back(const struct clocks *c, uint64_t *t)
{
	if (add_shift(c, !c->back, t))
		return -1;
	return c->scale.den ? multiply(*t, c->scale.den, c->scale.num, 1, t) : 0;
}

static int time_by(const struct clocks *c, struct clock *clock, uint64_t t, uint64_t *result)
{
	if (c->inverted)
		return change_back(c, &t) < 0 ? -1 : clock_time(clock, t, 1, result);
	return clock_time(clock, t, 0, result) < 0 ? -1 : change(c, result);
}

int clocks_time(struct clocks *c, uint32_t process, uint64_t t, uint64_t *result)
{
	return time_by(c, clock_of(c, process), t, result);
}

/* The latest (or, with latest 0, the earliest) new time that any of the clocks gives t. Inverted clocks give the
 * earliest instead of the latest and vice versa, so that they restore the times that such bounds came from.
 * @return as clock_time */
static int bound(struct clocks *c, uint64_t t, int latest, uint64_t *result)
{
	uint64_t v;

	if (time_by(c, &c->others, t, result) < 0)
		return -1;
	for (size_t i = 0; i < c->n; i++) {
		if (time_by(c, &c->own[i], t, &v) < 0)
			return -1;
		if (latest != c->inverted ? v > *result : v < *result)
			*result = v;
	}
	return 0;
}

int clocks_keep_order(const struct clocks *c)
{
	const struct ratio *s = &c->scale;

	return !c->n && !c->others.n && (c->inverted ? s->den >= s->num : s->num >= s->den);
}

/* ---- a record ---- */

/* Change a duration in a summary by the factor. *stays is set if a clock would change it too. */
static int change_total(struct clocks *c, uint32_t process, uint64_t *d, int *stays)
{
	const struct ratio *s = &c->scale;

	*stays |= *d && !is_offset(clock_of(c, process));
	if (!s->den)
		return 0;
	return c->inverted ? multiply(*d, s->den, s->num, 1, d) : multiply(*d, s->num, s->den, 0, d);
}

static int change_duration(struct clocks *c, const struct otfp_record *rec, uint64_t begin, uint64_t *d)
{
	uint64_t end;

	if (__builtin_add_overflow(rec->time, *d, &end) || clocks_time(c, rec->loc, end, &end) < 0)
		return -1;
	*d = end - begin;
	return 0;
}

/* Change field i, which is a time. DefTimeRange and sample points belong to no process. A DefTimeRange that would leave
 * the range of times ends at its limits. */
static int change_time(struct clocks *c, const struct otfp_record *rec, unsigned i, uint64_t *v)
{
	if (rec->file != OTFP_FILE_DEF)
		return clocks_time(c, rec->loc, *v, v);
	if (rec->type != OTFP_DefTimeRange)
		return bound(c, *v, 1, v);
	if (bound(c, *v, i > 0, v) < 0)
		*v = i ? UINT64_MAX : 0;
	return 0;
}

static int change_fields(struct clocks *c, struct otfp_record *rec, uint64_t at, int *stays)
{
	const struct otfp_schema *s = otfp_schema(rec->type);
	int bad = 0;

	for (unsigned i = 0; s && i < s->nfields && !bad; i++) {
		uint64_t *v = &rec->f[i].u;
		if (s->fields[i].what == OTFP_W_TIME)
			bad = change_time(c, rec, i, v);
		else if (s->fields[i].what == OTFP_W_DURATION && rec->file == OTFP_FILE_STAT)
			bad = change_total(c, rec->loc, v, stays);
		else if (s->fields[i].what == OTFP_W_DURATION)
			bad = change_duration(c, rec, at, v);
	}
	return bad;
}

int clocks_record(struct clocks *c, struct otfp_record *rec)
{
	uint64_t at = rec->time;
	int stays = 0;

	if (rec->type == OTFP_DefTimerResolution && c->resolution) {
		rec->f[0].u = c->resolution;
		rec->line.p = NULL;
	}
	if (rec->type == OTFP_DefProcess)
		clock_of(c, (uint32_t)rec->f[0].u);
	if (!otfp_is_timed(rec->file) && rec->type != OTFP_Marker && rec->type != OTFP_DefTimeRange &&
	    rec->type != OTFP_DefAuxSamplePoint)
		return 0;
	if (rec->file != OTFP_FILE_DEF && clocks_time(c, rec->loc, rec->time, &at) < 0)
		return -1;
	if (change_fields(c, rec, at, &stays) < 0)
		return -1;
	rec->time = at;
	rec->line.p = NULL;
	return stays;
}
