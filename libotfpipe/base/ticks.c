#include "base/ticks.h"
#include "base/num.h"
#include "base/wide.h"
#include <string.h>

#define PICO 1000000000000u /* per second */
#define PPB 1000000000u     /* parts in the whole */

/* A unit is 10^decimals of the base unit of struct otfp_time: picoseconds, or 1e-9 of the span. */
static const struct unit {
	char name[4];
	enum otfp_time_unit unit;
	int decimals;
} units[] = {
	{"", OTFP_TIME_TICKS, 0},     {"s", OTFP_TIME_SECONDS, 12}, {"ms", OTFP_TIME_SECONDS, 9},
	{"us", OTFP_TIME_SECONDS, 6}, {"ns", OTFP_TIME_SECONDS, 3}, {"%", OTFP_TIME_PERCENT, 7},
};

static const struct unit *find_unit(const char *p, const char *end)
{
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (strlen(units[i].name) == (size_t)(end - p) && !memcmp(units[i].name, p, (size_t)(end - p)))
			return &units[i];
	return NULL;
}

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Read the digits after the point as an integer of 10^-decimals. @return the byte after them, or NULL if they are
 * finer than that */
static const char *get_fraction(const char *p, int decimals, uint64_t *v)
{
	for (*v = 0; is_digit(*p); p++) {
		if (--decimals >= 0)
			*v = *v * 10 + (uint64_t)(*p - '0');
		else if (*p != '0')
			return NULL;
	}
	for (; decimals > 0; decimals--)
		*v *= 10;
	return p;
}

static otfp_wide power_of_ten(int n)
{
	otfp_wide v = 1;

	while (n-- > 0)
		v *= 10;
	return v;
}

static int store(struct otfp_time *t, enum otfp_time_unit unit, otfp_wide v)
{
	memset(t, 0, sizeof *t);
	t->unit = unit;
	if (unit == OTFP_TIME_SECONDS) {
		t->seconds = (uint64_t)(v / PICO);
		t->pico = (uint64_t)(v % PICO);
		return 0;
	}
	if (v > UINT64_MAX)
		return -1;
	*(unit == OTFP_TIME_TICKS ? &t->ticks : &t->ppb) = (uint64_t)v;
	return 0;
}

/* Parse digits [ . digits ] unit. @return 0, or -1 if it is no time */
static int parse(struct otfp_time *t, const char *p, const char *end)
{
	const char *point, *word;
	const struct unit *unit;
	uint64_t whole, fraction = 0;
	int over = 0;

	point = otfp_get_dec(p, &whole, &over);
	for (word = point; word < end && (is_digit(*word) || *word == '.'); word++)
		;
	unit = find_unit(word, end);
	if (!unit || over || point == p)
		return -1;
	if (point < word && (!unit->decimals || word == point + 1))
		return -1;
	if (get_fraction(point + (point < word), unit->decimals, &fraction) != word)
		return -1;
	return store(t, unit->unit, whole * power_of_ten(unit->decimals) + fraction);
}

static int parse_instant(struct otfp_time *t, const char *p, const char *end)
{
	const int from_start = p < end && *p == '+';

	if (parse(t, p + from_start, end) < 0)
		return -1;
	t->from_start = from_start;
	return 0;
}

static int bad_time(const char *what, const char *p, const char *end, struct otfp_error *err)
{
	int n = (int)(end - p < 200 ? end - p : 200);

	return otfp_fail(err, OTFP_EUSAGE,
	                 "%s: invalid time '%.*s': use ticks, or a unit as in 1.5s 10ms 3us 7ns, or 25%%", what, n, p);
}

static int bad_instant(const char *what, const char *p, const char *end, struct otfp_error *err)
{
	int n = (int)(end - p < 200 ? end - p : 200);

	return otfp_fail(err, OTFP_EUSAGE, "%s: invalid time '%.*s': use %s", what, n, p, OTFP_TIME_FORMS);
}

/* The span of a window is the window; to its end if the run goes on after it, else to the last time.
 * @param known  *first and *last are known @return whether they are now */
static int take_window(const struct otfp_header *h, int known, uint64_t *first, uint64_t *last)
{
	if (!h->has_window)
		return known;
	*first = h->window_from;
	if (h->window_ends)
		*last = h->window_to;
	return known || h->window_ends;
}

int otfp_header_span(const struct otfp_header *h, uint64_t *first, uint64_t *last)
{
	*first = h->has_events ? h->events_first : h->first;
	*last = h->has_events ? h->events_last : h->last;
	return take_window(h, h->has_events || h->has_span, first, last);
}

int otfp_header_range(const struct otfp_header *h, uint64_t *first, uint64_t *last)
{
	if (otfp_header_span(h, first, last))
		return 1;
	*first = h->range_first;
	*last = h->range_last;
	return h->has_range;
}

int otfp_header_start(const struct otfp_header *h, uint64_t *start)
{
	uint64_t last;

	if (otfp_header_range(h, start, &last))
		return 1;
	*start = h->start;
	return h->has_start;
}

int otfp_time_parse(struct otfp_time *t, const char *text, const char *what, struct otfp_error *err)
{
	const char *end = text + strlen(text);

	return parse(t, text, end) < 0 ? bad_time(what, text, end, err) : 0;
}

int otfp_instant_parse(struct otfp_time *t, const char *text, const char *what, struct otfp_error *err)
{
	const char *end = text + strlen(text);

	return parse_instant(t, text, end) < 0 ? bad_instant(what, text, end, err) : 0;
}

int otfp_interval_parse(struct otfp_interval *i, const char *text, const char *what, struct otfp_error *err)
{
	const char *end = text + strlen(text), *colon = strchr(text, ':');
	const char *after = colon ? colon : end;

	memset(i, 0, sizeof *i);
	i->one = !colon;
	i->has_from = after > text || !colon;
	i->has_to = !colon || colon + 1 < end;
	if (i->has_from && parse_instant(&i->from, text, after) < 0)
		return bad_instant(what, text, after, err);
	if (colon && i->has_to && parse_instant(&i->to, colon + 1, end) < 0)
		return bad_instant(what, colon + 1, end, err);
	return 0;
}

/* ---- binding ---- */

uint64_t otfp_header_resolution(const struct otfp_header *h)
{
	return h->resolution ? h->resolution : h->defined_resolution;
}

static int too_late(struct otfp_error *err)
{
	return otfp_fail(err, OTFP_EUSAGE, "the time exceeds 64 bits in ticks");
}

static int bind_seconds(const struct otfp_time *t, const struct otfp_header *h, uint64_t *ticks, struct otfp_error *err)
{
	otfp_wide whole = (otfp_wide)t->seconds * otfp_header_resolution(h), part;

	if (!otfp_header_resolution(h))
		return otfp_fail(
			err, OTFP_EUSAGE,
			"a time in seconds needs the ticks per second of the input (TR, or DefTimerResolution)");
	part = ((otfp_wide)t->pico * otfp_header_resolution(h) + PICO - 1) / PICO;
	if (whole > UINT64_MAX || whole + part > UINT64_MAX)
		return too_late(err);
	*ticks = (uint64_t)(whole + part);
	return 0;
}

/* What percent are of: all records, or else DefTimeRange. @return 1; 0 if it is unknown */
static int whole_of(const struct otfp_header *h, uint64_t *first, uint64_t *last)
{
	*first = h->has_span ? h->first : h->range_first;
	*last = h->has_span ? h->last : h->range_last;
	return take_window(h, h->has_span || h->has_range, first, last) && *first <= *last;
}

static int bind_percent(const struct otfp_time *t, const struct otfp_header *h, uint64_t *ticks, struct otfp_error *err)
{
	uint64_t first, last;
	otfp_wide offset;

	if (!whole_of(h, &first, &last))
		return otfp_fail(
			err, OTFP_EUSAGE,
			"a time in percent needs the first and last time of the input, which does not say them; store "
			"a line stream as a trace first: otf-cat INPUT -o NAME; of a share, or what is made of one, "
			"give seconds or ticks");
	offset = ((otfp_wide)t->ppb * (last - first) + PPB - 1) / PPB;
	if (offset > UINT64_MAX - first)
		return too_late(err);
	*ticks = first + (uint64_t)offset;
	return 0;
}

/* The header of a trace with the same events whose first one has time 0. */
static struct otfp_header from_0(const struct otfp_header *h)
{
	struct otfp_header shifted = {.resolution = otfp_header_resolution(h)};
	uint64_t first, last;

	if (otfp_header_range(h, &first, &last) && first <= last) {
		shifted.has_span = 1;
		shifted.last = last - first;
	}
	return shifted;
}

static int bind_from_start(const struct otfp_time *t, const struct otfp_header *h, uint64_t *ticks,
                           struct otfp_error *err)
{
	const struct otfp_header shifted = from_0(h);
	struct otfp_time length = *t;
	uint64_t start;
	int code;

	if (!otfp_header_start(h, &start))
		return otfp_fail(err, OTFP_EUSAGE, "a time with + needs the time of the first event");
	length.from_start = 0;
	code = otfp_time_bind(&length, &shifted, ticks, err);
	if (code == 0 && *ticks > UINT64_MAX - start)
		return too_late(err);
	*ticks += start;
	return code;
}

int otfp_time_bind(const struct otfp_time *t, const struct otfp_header *h, uint64_t *ticks, struct otfp_error *err)
{
	if (t->from_start)
		return bind_from_start(t, h, ticks, err);
	if (t->unit == OTFP_TIME_SECONDS)
		return bind_seconds(t, h, ticks, err);
	if (t->unit == OTFP_TIME_PERCENT)
		return bind_percent(t, h, ticks, err);
	*ticks = t->ticks;
	return 0;
}

int otfp_length_bind(const struct otfp_time *t, const char *what, const struct otfp_header *h, uint64_t *ticks,
                     struct otfp_error *err)
{
	const struct otfp_header shifted = from_0(h);
	const int code = otfp_time_bind(t, &shifted, ticks, err);

	return code < 0 || *ticks ? code : otfp_fail(err, OTFP_EUSAGE, "%s: the time must not be 0", what);
}

int otfp_time_is_tick(const struct otfp_time *t, const struct otfp_header *h)
{
	uint64_t first, last;

	if (t->unit == OTFP_TIME_SECONDS)
		return (otfp_wide)t->pico * otfp_header_resolution(h) % PICO == 0;
	if (t->unit == OTFP_TIME_PERCENT && t->from_start)
		return (otfp_wide)t->ppb * from_0(h).last % PPB == 0;
	if (t->unit == OTFP_TIME_PERCENT)
		return whole_of(h, &first, &last) && (otfp_wide)t->ppb * (last - first) % PPB == 0;
	return 1;
}

int otfp_interval_bind(const struct otfp_interval *i, const struct otfp_header *h, uint64_t *from, uint64_t *to,
                       int *has_to, struct otfp_error *err)
{
	int r;

	*from = 0;
	*to = UINT64_MAX;
	*has_to = i->has_to;
	if (i->has_from && (r = otfp_time_bind(&i->from, h, from, err)) < 0)
		return r;
	if (i->one) {
		*has_to = *from < UINT64_MAX;
		*to = *from + *has_to;
		return 0;
	}
	if (i->has_to && (r = otfp_time_bind(&i->to, h, to, err)) < 0)
		return r;
	if (i->has_to && *from > *to)
		return otfp_fail(err, OTFP_EUSAGE, "the interval ends before it starts: %llu:%llu",
		                 (unsigned long long)*from, (unsigned long long)*to);
	return 0;
}

/* Set i->met if the bound interval is in part within the span of the header, so that something may be open in it. */
static void meet_span(struct otfp_interval *i, uint64_t from, uint64_t to, int has_to, const struct otfp_header *h)
{
	uint64_t first, last;

	if (otfp_header_span(h, &first, &last))
		i->met |= from <= last && (!has_to || to > first);
}

static void narrow(struct otfp_bounds *b, const struct otfp_header *h)
{
	if (b->from < h->window_from)
		b->from = h->window_from;
	b->has_from = 1;
	if (!h->window_ends || b->to < h->window_to)
		return;
	b->to = h->window_to;
	b->has_to = b->is_cut = 1;
}

int otfp_bounds_bind(struct otfp_interval *i, const struct otfp_header *h, struct otfp_bounds *b,
                     struct otfp_error *err)
{
	int code;

	*b = (struct otfp_bounds){.to = UINT64_MAX};
	code = i ? otfp_interval_bind(i, h, &b->from, &b->to, &b->has_to, err) : 0;
	if (code < 0)
		return code;
	b->has_from = i && i->has_from;
	if (i)
		meet_span(i, b->from, b->to, b->has_to, h);
	if (h->has_window)
		narrow(b, h);
	return 0;
}
