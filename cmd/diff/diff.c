#include "cmd/diff/lane.h"
#include "base/assert.h"
#include "base/grow.h"
#include "line/parse.h"
#include <stdlib.h>
#include <string.h>

/* ---- sides and lanes ---- */

static size_t length(const struct diff_side *s)
{
	return s->end - s->head;
}

static struct otfp_queued **first(const struct diff_side *s)
{
	return s->p + s->head;
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

void diff_close(struct diff *d)
{
	for (size_t i = 0; i < d->nlanes; i++) {
		diff_release_side(&d->lanes[i].sides[0]);
		diff_release_side(&d->lanes[i].sides[1]);
	}
	free(d->lanes);
	otfp_map_release(&d->lane_of);
	otfp_map_release(&d->of_process);
	for (unsigned side = 0; side < 2; side++) {
		diff_names_release(&d->compare.names[side]);
		for (size_t i = d->settled[side]; i < d->nuntimed[side]; i++)
			free(d->untimed[side][i]);
		free(d->untimed[side]);
	}
}

static struct otfp_queued *copy(struct diff *d, unsigned side, const struct otfp_record *rec)
{
	struct otfp_queued *q = otfp_queued_copy(rec);

	if (q) {
		q->since = d->numbers[side];
		q->mark = diff_hash(&d->compare, side, rec);
	}
	return q;
}

int diff_push(struct diff *d, struct diff_side *s, struct otfp_queued *q)
{
	if (q && s->end == s->cap && s->head > s->cap / 2) {
		memmove(s->p, first(s), length(s) * sizeof *s->p);
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

/* A record of unknown name belongs to the events. */
static uint64_t lane_key(const struct otfp_record *rec, uint64_t process)
{
	unsigned file = rec->type < OTFP_NTYPES ? otfp_table[rec->type].file : OTFP_EVENT;

	return process << 2 | (file - OTFP_SNAP);
}

static struct diff_lane *lane_of(struct diff *d, const struct otfp_record *rec, uint64_t process)
{
	const uint64_t key = lane_key(rec, process);
	const uint64_t *at;

	if (d->lately < d->nlanes && d->lanes[d->lately].key == key)
		return &d->lanes[d->lately];
	at = otfp_map_get(&d->lane_of, key);
	if (at) {
		d->lately = *at;
		return &d->lanes[*at];
	}
	if (otfp_grow(&d->lanes, d->nlanes, &d->lanes_cap, sizeof *d->lanes) < 0 ||
	    otfp_map_set(&d->lane_of, key, d->nlanes) < 0)
		return NULL;
	d->lately = d->nlanes;
	d->lanes[d->nlanes] =
		(struct diff_lane){.key = key, .process_key = process, .where = DIFF_PROCESS, .process = rec->loc};
	return &d->lanes[d->nlanes++];
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

/* ---- settling a lane: reporting the differences of its records ---- */

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

	if (length(&lane->sides[0]) < 4 || length(&lane->sides[1]) < 4)
		return STEP_SAME;
	if (a[0]->rec.type == b[0]->rec.type && is_run(d, a + 1, b + 1))
		return STEP_CHANGED;
	if (is_run(d, a + 1, b))
		return STEP_MISSING;
	return is_run(d, a, b + 1) ? STEP_ADDED : STEP_SAME;
}

static size_t within_window(const struct diff_side *s)
{
	return length(s) < DIFF_WINDOW ? length(s) : DIFF_WINDOW;
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
	int is_rest = length(&lane->sides[0]) < DIFF_WINDOW && length(&lane->sides[1]) < DIFF_WINDOW;

	return is_rest ? n : (n + 1) / 2;
}

/* Whether a side has all records that could match those in the window of the other side. */
static int is_enough(const struct diff *d, const struct diff_lane *lane, unsigned side)
{
	const struct diff_side *other = &lane->sides[!side];

	if (d->ended[side] || length(&lane->sides[side]) >= DIFF_WINDOW)
		return 1;
	if (length(other) < DIFF_WINDOW)
		return 0;
	if (d->compare.ignore.time)
		return length(other) >= DIFF_FAR;
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

	while (rc == 0 && (length(a) || length(b))) {
		if (length(a) && length(b) && are_same(d, *first(a), *first(b))) {
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

/* ---- records ---- */

static int is_ignored(const struct diff *d, const struct otfp_record *rec)
{
	if (rec->type == OTFP_CONTROL)
		return !d->all;
	return rec->type < OTFP_NTYPES && d->compare.ignore.records[rec->type];
}

int diff_is_settled(struct diff *d, const struct otfp_record *rec)
{
	const uint64_t key = lane_key(rec, rec->loc);
	const uint64_t *at;
	const struct diff_lane *lane;

	OTFP_ASSERT_HOT(!d->compare.by_name);
	if (d->pending == 0)
		return 1;
	if (d->lately >= d->nlanes || d->lanes[d->lately].key != key) {
		at = otfp_map_get(&d->lane_of, key);
		if (!at)
			return 1;
		d->lately = *at;
	}
	lane = &d->lanes[d->lately];
	return !length(&lane->sides[0]) && !length(&lane->sides[1]);
}

int diff_are_settled(const struct diff *d, const struct otfp_record *a, const struct otfp_record *b)
{
	return d->pending == 0 && a->type == b->type && a->type < OTFP_NTYPES && diff_records(&d->compare, a, b) == 0;
}

static int take_timed(struct diff *d, unsigned side, const struct otfp_record *rec)
{
	struct diff_lane *lane = lane_of(d, rec, diff_process(&d->compare, side, rec));

	if (!lane || diff_push(d, &lane->sides[side], copy(d, side, rec)) < 0)
		return -1;
	return diff_settle(d, lane);
}

int diff_add(struct diff *d, unsigned side, const struct otfp_record *rec)
{
	struct otfp_record placed;
	int is_untimed;

	if (rec->type == OTFP_OTHER) {
		placed = *rec;
		otfp_parse_place(&placed);
		rec = &placed;
	}
	is_untimed = rec->type == OTFP_CONTROL || !otfp_is_timed(rec->file);
	d->numbers[side] += rec->type != OTFP_CONTROL;
	if (d->compare.by_name && is_untimed && diff_names_add(&d->compare.names[side], rec) < 0)
		return -1;
	if (!is_untimed)
		d->now[side] = rec->time;
	if (is_ignored(d, rec))
		return 0;
	return is_untimed ? diff_untimed_add(d, side, rec) : take_timed(d, side, rec);
}

void diff_end_side(struct diff *d, unsigned side)
{
	d->ended[side] = 1;
}

/* ---- the end ---- */

static size_t one(const struct diff_lane *lane, size_t n)
{
	(void)lane;
	return n > 0;
}

/* One side is incomplete: report only the first pair that differs, since the records that would follow are unknown. */
static int settle_cut(struct diff *d, struct diff_lane *lane)
{
	struct diff_side *a = &lane->sides[0], *b = &lane->sides[1];

	while (length(a) && length(b) && are_same(d, *first(a), *first(b))) {
		pop(d, a);
		pop(d, b);
	}
	return length(a) && length(b) ? resolve(d, lane, one) : 0;
}

int diff_end(struct diff *d, int whole)
{
	int rc = 0;

	if (whole)
		d->ended[0] = d->ended[1] = 1;
	for (size_t i = 0; i < d->nlanes && rc == 0; i++)
		rc = whole ? diff_settle(d, &d->lanes[i]) : settle_cut(d, &d->lanes[i]);
	return rc == 0 && whole ? diff_untimed_compare(d) : rc;
}
