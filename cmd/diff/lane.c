/* lane.c - the records of one process on both sides, until it is known which of them are the same. */
#include "cmd/diff/lane.h"
#include "base/assert.h"
#include "base/grow.h"
#include <stdlib.h>

static struct otfp_queued **first(const struct diff_side *s)
{
	return s->p ? s->p + s->head : NULL;
}

static void pop(struct diff *d, struct diff_side *s)
{
	OTFP_ASSERT_HOT(s->head < s->end);
	free(s->p[s->head++]);
	d->pending--;
	if (s->head == s->end)
		s->head = s->end = 0;
}

void diff_release_side(struct diff_side *s)
{
	for (size_t i = s->head; i < s->end; i++)
		free(s->p[i]);
	free(s->p);
}

int diff_push(struct diff *d, struct diff_side *s, struct otfp_queued *q)
{
	if (q && s->end == s->cap && s->head > s->cap / 2) {
		memmove(s->p, first(s), diff_length(s) * sizeof *s->p);
		s->end -= s->head;
		s->head = 0;
	}
	if (!q || otfp_grow(&s->p, s->end, &s->cap, sizeof *s->p) < 0) {
		free(q);
		return -1;
	}
	s->p[s->end++] = q;
	d->pending++;
	return 0;
}

/* ---- reporting ---- */

static int count_of_process(struct diff *d, uint64_t key, uint64_t *nth)
{
	uint64_t *n = otfp_map_get(&d->of_process, key);

	*nth = n ? ++*n : 1;
	d->places[DIFF_PROCESS] += *nth == 1;
	return n ? 0 : otfp_map_set(&d->of_process, key, 1);
}

static int report(struct diff *d, const struct diff_lane *lane, unsigned step, const struct otfp_queued *a,
                  const struct otfp_queued *b)
{
	struct difference it = {.where = lane->where, .step = (uint8_t)step, .process = lane->process, .rec = {a, b}};

	d->count++;
	it.nth = ++d->found[lane->where];
	if (lane->where != DIFF_PROCESS)
		d->places[lane->where] = 1;
	else if (count_of_process(d, lane->process_key, &it.nth) < 0)
		return -1;
	if (a && b)
		it.parts = (uint16_t)diff_records(&d->compare, &a->rec, &b->rec);
	return d->report(d->ctx, &it);
}

static int take_step(struct diff *d, struct diff_lane *lane, unsigned step)
{
	struct diff_side *a = &lane->sides[0], *b = &lane->sides[1];
	int rc = 0;

	if (step != STEP_SAME)
		rc = report(d, lane, step, step == STEP_ADDED ? NULL : *first(a),
		            step == STEP_MISSING ? NULL : *first(b));
	if (step != STEP_ADDED)
		pop(d, a);
	if (step != STEP_MISSING)
		pop(d, b);
	return rc;
}

static int is_run(const struct diff *d, struct otfp_queued *const *a, struct otfp_queued *const *b)
{
	for (unsigned i = 0; i < 3; i++)
		if (a[i]->mark != b[i]->mark || diff_records(&d->compare, &a[i]->rec, &b[i]->rec))
			return 0;
	return 1;
}

/* The usual case, without alignment: one record differs, and the next three are the same. @return enum diff_step,
 * SAME = not the usual case */
static unsigned usual_step(const struct diff *d, const struct diff_lane *lane)
{
	struct otfp_queued *const *a = first(&lane->sides[0]), *const *b = first(&lane->sides[1]);

	if (diff_length(&lane->sides[0]) < 4 || diff_length(&lane->sides[1]) < 4)
		return STEP_SAME;
	if (a[0]->rec.type == b[0]->rec.type && is_run(d, a + 1, b + 1))
		return STEP_CHANGED;
	if (is_run(d, a + 1, b))
		return STEP_MISSING;
	return is_run(d, a, b + 1) ? STEP_ADDED : STEP_SAME;
}

static size_t within_window(const struct diff_side *s)
{
	return diff_length(s) < DIFF_WINDOW ? diff_length(s) : DIFF_WINDOW;
}

/* Align the windows of both sides and take the first steps. @param most  of a lane and n steps: how many to take
 * @return 0, or <0 */
static int resolve(struct diff *d, struct diff_lane *lane, size_t (*most)(const struct diff_lane *, size_t))
{
	uint8_t steps[2 * DIFF_WINDOW];
	const struct diff_side *a = &lane->sides[0], *b = &lane->sides[1];
	size_t n = diff_align(&d->compare, first(a), within_window(a), first(b), within_window(b), steps);
	int rc = 0;

	n = most(lane, n);
	for (size_t i = 0; i < n && rc == 0; i++)
		rc = take_step(d, lane, steps[i]);
	return rc;
}

/* Records after the window may change the best steps near its end, so take only the first half. */
static size_t half(const struct diff_lane *lane, size_t n)
{
	int is_rest = diff_length(&lane->sides[0]) < DIFF_WINDOW && diff_length(&lane->sides[1]) < DIFF_WINDOW;

	return is_rest ? n : (n + 1) / 2;
}

/* Whether a side has all records that could match those in the window of the other side. */
static int is_enough(const struct diff *d, const struct diff_lane *lane, unsigned side)
{
	const struct diff_side *other = &lane->sides[!side];

	if (d->ended[side] || diff_length(&lane->sides[side]) >= DIFF_WINDOW)
		return 1;
	if (diff_length(other) < DIFF_WINDOW)
		return 0;
	if (d->compare.ignore.time)
		return diff_length(other) >= DIFF_FAR;
	return d->now[side] > first(other)[DIFF_WINDOW - 1]->rec.time;
}

static int are_same(const struct diff *d, const struct otfp_queued *a, const struct otfp_queued *b)
{
	return a->mark == b->mark && diff_records(&d->compare, &a->rec, &b->rec) == 0;
}

int diff_settle(struct diff *d, struct diff_lane *lane)
{
	struct diff_side *a = &lane->sides[0], *b = &lane->sides[1];
	unsigned usual;
	int rc = 0;

	while (rc == 0 && (diff_length(a) || diff_length(b))) {
		if (diff_length(a) && diff_length(b) && are_same(d, *first(a), *first(b))) {
			pop(d, a);
			pop(d, b);
		} else if ((usual = usual_step(d, lane)) != STEP_SAME) {
			rc = take_step(d, lane, usual);
		} else if (is_enough(d, lane, 0) && is_enough(d, lane, 1)) {
			rc = resolve(d, lane, half);
		} else {
			break;
		}
	}
	return rc;
}

static size_t one(const struct diff_lane *lane, size_t n)
{
	(void)lane;
	return n > 0;
}

int diff_settle_cut(struct diff *d, struct diff_lane *lane)
{
	struct diff_side *a = &lane->sides[0], *b = &lane->sides[1];

	while (diff_length(a) && diff_length(b) && are_same(d, *first(a), *first(b))) {
		pop(d, a);
		pop(d, b);
	}
	return diff_length(a) && diff_length(b) ? resolve(d, lane, one) : 0;
}
