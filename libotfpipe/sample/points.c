/* points.c - points of time from options; see points.h. */
#include "sample/points.h"
#include "base/grow.h"
#include "base/num.h"
#include "base/ticks.h"
#include "base/order.h"
#include "base/wide.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* One term of --points or --every. */
struct series {
	uint64_t parts;         /* --points; 0 = --every */
	struct otfp_time every; /* as written */
	uint64_t step;          /* of --every, ticks */
};

struct otfp_instants {
	struct series *series;
	size_t nseries, series_cap;
	struct otfp_time *at; /* as written */
	uint64_t *times;      /* of `at`, ascending */
	size_t nat, at_cap;
	uint64_t first, last; /* of the stream; without series 0 */
};

int otfp_points_given(const struct otfp_points *p)
{
	return p->points || p->every || p->at;
}

static void release_bound(struct otfp_points *p)
{
	if (!p->bound)
		return;
	free(p->bound->series);
	free(p->bound->at);
	free(p->bound->times);
	free(p->bound);
	p->bound = NULL;
}

void otfp_points_release(struct otfp_points *p)
{
	release_bound(p);
	free(p->points);
	free(p->every);
	free(p->at);
	*p = (struct otfp_points){0};
}

/* ---- parsing ---- */

static int add_series(struct otfp_instants *in, struct series s, struct otfp_error *err)
{
	if (otfp_grow(&in->series, in->nseries, &in->series_cap, sizeof *in->series) < 0)
		return otfp_fail_memory(err);
	in->series[in->nseries++] = s;
	return 0;
}

static int take_points(struct otfp_instants *in, const char *word, struct otfp_error *err)
{
	struct series s = {0};
	int over = 0;
	const char *end = otfp_get_dec(word, &s.parts, &over);

	if (*end || end == word || over || !s.parts)
		return otfp_fail(err, OTFP_EUSAGE, "--points: not a positive number: '%.200s'", word);
	return add_series(in, s, err);
}

static int take_every(struct otfp_instants *in, const char *word, struct otfp_error *err)
{
	struct series s = {0};
	int code = otfp_time_parse(&s.every, word, "--every", err);

	return code < 0 ? code : add_series(in, s, err);
}

static int take_at(struct otfp_instants *in, const char *word, struct otfp_error *err)
{
	struct otfp_time t;
	int code = otfp_instant_parse(&t, word, "--at", err);

	if (code < 0)
		return code;
	if (otfp_grow(&in->at, in->nat, &in->at_cap, sizeof *in->at) < 0)
		return otfp_fail_memory(err);
	in->at[in->nat++] = t;
	return 0;
}

/* Call take for each word of a comma-separated list. */
static int each_word(struct otfp_instants *in, const char *list,
                     int (*take)(struct otfp_instants *in, const char *word, struct otfp_error *err),
                     struct otfp_error *err)
{
	char *copy = list ? strdup(list) : NULL, *rest = copy, *word;
	int code = list && !copy ? otfp_fail_memory(err) : 0;

	while (code == 0 && (word = strsep(&rest, ",")))
		code = take(in, word, err);
	free(copy);
	return code;
}

int otfp_points_parse(struct otfp_points *p, struct otfp_error *err)
{
	int code;

	release_bound(p);
	p->bound = calloc(1, sizeof *p->bound);
	if (!p->bound)
		return otfp_fail_memory(err);
	code = each_word(p->bound, p->points, take_points, err);
	if (code == 0)
		code = each_word(p->bound, p->every, take_every, err);
	return code < 0 ? code : each_word(p->bound, p->at, take_at, err);
}

int otfp_points_need_span(const struct otfp_points *p)
{
	size_t i = 0;

	while (i < p->bound->nat && p->bound->at[i].unit != OTFP_TIME_PERCENT)
		i++;
	return p->bound->nseries || i < p->bound->nat;
}

int otfp_points_need_header(const struct otfp_points *p)
{
	size_t i = 0;

	while (i < p->bound->nat && !otfp_time_needs_header(&p->bound->at[i]))
		i++;
	return i < p->bound->nat;
}

/* ---- computing for a stream ---- */

static int bind_span(struct otfp_instants *in, const struct otfp_header *h, struct otfp_error *err)
{
	const char *what = in->series[0].parts ? "--points" : "--every";

	if (!otfp_header_range(h, &in->first, &in->last))
		return otfp_fail(err, OTFP_EUSAGE, "%s needs the first and last time of the input (TS or DefTimeRange)",
		                 what);
	return in->last == UINT64_MAX ? otfp_fail(err, OTFP_EUSAGE, "%s: no time is left after the last event", what) :
	                                0;
}

static int bind_at(struct otfp_instants *in, const struct otfp_header *h, struct otfp_error *err)
{
	int code = 0;

	free(in->times);
	in->times = calloc(in->nat + 1, sizeof *in->times);
	if (!in->times)
		return otfp_fail_memory(err);
	for (size_t i = 0; i < in->nat && code == 0; i++)
		code = otfp_time_bind(&in->at[i], h, &in->times[i], err);
	qsort(in->times, in->nat, sizeof *in->times, otfp_by_u64);
	return code;
}

/* The points of a series: not more than there are ticks. */
static uint64_t length_of(const struct series *s, uint64_t span)
{
	if (!s->parts)
		return span / s->step + 1;
	return s->parts > span ? span + 1 : s->parts;
}

/* Points that several series have in common count for each of them. */
static int check_number(const struct otfp_points *p, struct otfp_error *err)
{
	const struct otfp_instants *in = p->bound;
	const uint64_t most = (uint64_t)(p->max_given ? p->max : OTFP_POINTS_MAX), span = in->last - in->first;
	uint64_t n = 0;

	for (size_t i = 0; i < in->nseries; i++) {
		const struct series *s = &in->series[i];
		const uint64_t more = length_of(s, span);
		if (more > most - n)
			return otfp_fail(err, OTFP_EUSAGE,
			                 "%s: %" PRIu64 " times, more than the %" PRIu64 " that --max-points allows",
			                 s->parts ? "--points" : "--every", more + n, most);
		n += more;
	}
	return 0;
}

int otfp_points_bind(struct otfp_points *p, const struct otfp_header *h, struct otfp_error *err)
{
	struct otfp_instants *in = p->bound;
	int code = in->nseries ? bind_span(in, h, err) : 0;

	for (size_t i = 0; i < in->nseries && code == 0; i++)
		if (!in->series[i].parts)
			code = otfp_length_bind(&in->series[i].every, "--every", h, &in->series[i].step, err);
	if (code == 0)
		code = check_number(p, err);
	return code < 0 ? code : bind_at(in, h, err);
}

/* ---- iterating ---- */

/* Find the first point of a series at or after `from`, without the closing point. @return 1, or 0 if there is none */
static int next_of_series(const struct otfp_instants *in, const struct series *s, uint64_t from, uint64_t *time)
{
	uint64_t span = in->last - in->first, offset = from > in->first ? from - in->first : 0;
	otfp_wide k;

	if (offset > span)
		return 0;
	if (s->parts) {
		k = ((otfp_wide)offset * s->parts + span) / ((otfp_wide)span + 1);
		k = k ? k : 1;
		*time = in->first + (uint64_t)(k * ((otfp_wide)span + 1) / s->parts);
		return k < s->parts;
	}
	k = ((otfp_wide)offset + s->step - 1) / s->step;
	k = k ? k : 1;
	*time = in->first + (uint64_t)(k * s->step);
	return k * s->step <= span;
}

/* Find the first time of --at at or after `from`. @return 1, or 0 if there is none */
static int next_of_list(const struct otfp_instants *in, uint64_t from, uint64_t *time)
{
	size_t low = 0, high = in->nat;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (in->times[middle] < from)
			low = middle + 1;
		else
			high = middle;
	}
	*time = low < in->nat ? in->times[low] : 0;
	return low < in->nat;
}

void otfp_points_stretch(const struct otfp_points *p, int closing, uint64_t *last)
{
	const struct otfp_instants *in = p->bound;

	if (in->nat && in->times[in->nat - 1] > *last)
		*last = in->times[in->nat - 1];
	if (closing && in->nseries && in->last >= *last)
		*last = in->last + 1;
}

int otfp_points_next(const struct otfp_points *p, const uint64_t *after, uint64_t *time, int *closing)
{
	const struct otfp_instants *in = p->bound;
	uint64_t from = after ? *after + 1 : 0, t;
	int found;

	*closing = 0;
	if (after && *after == UINT64_MAX)
		return 0;
	found = next_of_list(in, from, time);
	for (size_t i = 0; i < in->nseries; i++)
		if (next_of_series(in, &in->series[i], from, &t) && (!found || t < *time)) {
			*time = t;
			found = 1;
		}
	if (in->nseries && from <= in->last + 1 && (!found || in->last + 1 < *time)) {
		*time = in->last + 1;
		found = *closing = 1;
	}
	return found;
}
