#include "cmd/diff/diff.h"
#include "base/assert.h"
#include "base/grow.h"
#include "line/parse.h"
#include <stdlib.h>
#include <string.h>

/* ---- sides and lanes ---- */

static size_t length(const struct otfp_diff_side *s)
{
	return s->end - s->head;
}

static struct otfp_queued **first(const struct otfp_diff_side *s)
{
	return s->p + s->head;
}

static void pop(struct otfp_diff *d, struct otfp_diff_side *s)
{
	OTFP_ASSERT_HOT(s->head < s->end);
	free(s->p[s->head++]);
	d->pending--;
	if (s->head == s->end)
		s->head = s->end = 0;
}

static void release_side(struct otfp_diff_side *s)
{
	for (size_t i = s->head; i < s->end; i++)
		free(s->p[i]);
	free(s->p);
}

void otfp_diff_release(struct otfp_diff *d)
{
	for (size_t i = 0; i < d->nlanes; i++) {
		release_side(&d->lanes[i].sides[0]);
		release_side(&d->lanes[i].sides[1]);
	}
	free(d->lanes);
	otfp_map_release(&d->lane_of);
	otfp_map_release(&d->of_process);
	for (unsigned side = 0; side < 2; side++) {
		otfp_diff_names_release(&d->compare.names[side]);
		for (size_t i = d->settled[side]; i < d->nuntimed[side]; i++)
			free(d->untimed[side][i]);
		free(d->untimed[side]);
	}
}

static struct otfp_queued *copy(struct otfp_diff *d, unsigned side, const struct otfp_record *rec)
{
	struct otfp_queued *q = otfp_queued_copy(rec);

	if (q) {
		q->since = d->numbers[side];
		q->mark = otfp_diff_hash(&d->compare, side, rec);
	}
	return q;
}

static struct otfp_packed *pack(struct otfp_diff *d, unsigned side, const struct otfp_record *rec)
{
	struct otfp_packed *p = otfp_packed_copy(rec);

	if (p)
		p->since = d->numbers[side];
	if (p && !d->compare.by_name)
		p->mark = otfp_diff_hash(&d->compare, side, rec);
	return p;
}

/* The record that p is a copy of, which is freed. By name its hash is known only here, after all definitions.
 * @return NULL when memory is out */
static struct otfp_queued *unpack(const struct otfp_diff *d, unsigned side, struct otfp_packed *p)
{
	struct otfp_queued *q = otfp_packed_open(p);

	free(p);
	if (q && d->compare.by_name)
		q->mark = otfp_diff_hash(&d->compare, side, &q->rec);
	return q;
}

/* Append q to a side of a lane, which then owns it, even on failure; q NULL fails. @return 0, or -1 when memory is out
 */
static int push(struct otfp_diff *d, struct otfp_diff_side *s, struct otfp_queued *q)
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

static struct otfp_diff_lane *lane_of(struct otfp_diff *d, const struct otfp_record *rec, uint64_t process)
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
	d->lanes[d->nlanes] = (struct otfp_diff_lane){.key = key,
	                                              .process_key = process,
	                                              .where = OTFP_DIFF_PROCESS,
	                                              .process = rec->loc};
	return &d->lanes[d->nlanes++];
}

/* ---- reporting ---- */

static int count_of_process(struct otfp_diff *d, uint64_t key, uint64_t *nth)
{
	uint64_t *n = otfp_map_get(&d->of_process, key);

	*nth = n ? ++*n : 1;
	d->places[OTFP_DIFF_PROCESS] += *nth == 1;
	return n ? 0 : otfp_map_set(&d->of_process, key, 1);
}

static int report(struct otfp_diff *d, const struct otfp_diff_lane *lane, unsigned step, const struct otfp_queued *a,
                  const struct otfp_queued *b)
{
	struct otfp_difference it = {.where = lane->where,
	                             .step = (uint8_t)step,
	                             .process = lane->process,
	                             .rec = {a, b}};

	d->count++;
	it.nth = ++d->found[lane->where];
	if (lane->where != OTFP_DIFF_PROCESS)
		d->places[lane->where] = 1;
	else if (count_of_process(d, lane->process_key, &it.nth) < 0)
		return -1;
	if (a && b)
		it.parts = (uint16_t)otfp_diff_records(&d->compare, &a->rec, &b->rec);
	return d->report(d->ctx, &it);
}

/* ---- settling a lane: reporting the differences of its records ---- */

static int take_step(struct otfp_diff *d, struct otfp_diff_lane *lane, unsigned step)
{
	struct otfp_diff_side *a = &lane->sides[0], *b = &lane->sides[1];
	int rc = 0;

	if (step != OTFP_STEP_SAME)
		rc = report(d, lane, step, step == OTFP_STEP_ADDED ? NULL : *first(a),
		            step == OTFP_STEP_MISSING ? NULL : *first(b));
	if (step != OTFP_STEP_ADDED)
		pop(d, a);
	if (step != OTFP_STEP_MISSING)
		pop(d, b);
	return rc;
}

static int is_run(const struct otfp_diff *d, struct otfp_queued *const *a, struct otfp_queued *const *b)
{
	for (unsigned i = 0; i < 3; i++)
		if (a[i]->mark != b[i]->mark || otfp_diff_records(&d->compare, &a[i]->rec, &b[i]->rec))
			return 0;
	return 1;
}

/* The usual case, without alignment: one record differs, and the next three are the same. @return enum otfp_diff_step,
 * SAME = not the usual case */
static unsigned usual_step(const struct otfp_diff *d, const struct otfp_diff_lane *lane)
{
	struct otfp_queued *const *a = first(&lane->sides[0]), *const *b = first(&lane->sides[1]);

	if (length(&lane->sides[0]) < 4 || length(&lane->sides[1]) < 4)
		return OTFP_STEP_SAME;
	if (a[0]->rec.type == b[0]->rec.type && is_run(d, a + 1, b + 1))
		return OTFP_STEP_CHANGED;
	if (is_run(d, a + 1, b))
		return OTFP_STEP_MISSING;
	return is_run(d, a, b + 1) ? OTFP_STEP_ADDED : OTFP_STEP_SAME;
}

static size_t within_window(const struct otfp_diff_side *s)
{
	return length(s) < OTFP_DIFF_WINDOW ? length(s) : OTFP_DIFF_WINDOW;
}

/* Align the windows of both sides and take the first steps. @param most  of a lane and n steps: how many to take
 * @return 0, or <0 */
static int resolve(struct otfp_diff *d, struct otfp_diff_lane *lane,
                   size_t (*most)(const struct otfp_diff_lane *, size_t))
{
	uint8_t steps[2 * OTFP_DIFF_WINDOW];
	const struct otfp_diff_side *a = &lane->sides[0], *b = &lane->sides[1];
	size_t n = otfp_diff_align(&d->compare, first(a), within_window(a), first(b), within_window(b), steps);
	int rc = 0;

	n = most(lane, n);
	for (size_t i = 0; i < n && rc == 0; i++)
		rc = take_step(d, lane, steps[i]);
	return rc;
}

/* Records after the window may change the best steps near its end, so take only the first half. */
static size_t half(const struct otfp_diff_lane *lane, size_t n)
{
	int is_rest = length(&lane->sides[0]) < OTFP_DIFF_WINDOW && length(&lane->sides[1]) < OTFP_DIFF_WINDOW;

	return is_rest ? n : (n + 1) / 2;
}

/* Whether a side has all records that could match those in the window of the other side. */
static int is_enough(const struct otfp_diff *d, const struct otfp_diff_lane *lane, unsigned side)
{
	const struct otfp_diff_side *other = &lane->sides[!side];

	if (d->ended[side] || length(&lane->sides[side]) >= OTFP_DIFF_WINDOW)
		return 1;
	if (length(other) < OTFP_DIFF_WINDOW)
		return 0;
	if (d->compare.ignore.time)
		return length(other) >= OTFP_DIFF_FAR;
	return d->now[side] > first(other)[OTFP_DIFF_WINDOW - 1]->rec.time;
}

static int are_same(const struct otfp_diff *d, const struct otfp_queued *a, const struct otfp_queued *b)
{
	return a->mark == b->mark && otfp_diff_records(&d->compare, &a->rec, &b->rec) == 0;
}

static int settle(struct otfp_diff *d, struct otfp_diff_lane *lane)
{
	struct otfp_diff_side *a = &lane->sides[0], *b = &lane->sides[1];
	unsigned usual;
	int rc = 0;

	while (rc == 0 && (length(a) || length(b))) {
		if (length(a) && length(b) && are_same(d, *first(a), *first(b))) {
			pop(d, a);
			pop(d, b);
		} else if ((usual = usual_step(d, lane)) != OTFP_STEP_SAME) {
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

static int is_ignored(const struct otfp_diff *d, const struct otfp_record *rec)
{
	if (rec->type == OTFP_CONTROL)
		return !d->all;
	return rec->type < OTFP_NTYPES && d->compare.ignore.records[rec->type];
}

int otfp_diff_is_settled(struct otfp_diff *d, const struct otfp_record *rec)
{
	const uint64_t key = lane_key(rec, rec->loc);
	const uint64_t *at;
	const struct otfp_diff_lane *lane;

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

int otfp_diff_are_settled(const struct otfp_diff *d, const struct otfp_record *a, const struct otfp_record *b)
{
	return d->pending == 0 && a->type == b->type && a->type < OTFP_NTYPES &&
	       otfp_diff_records(&d->compare, a, b) == 0;
}

/* ---- definitions, markers and control lines ---- */

/* An untimed record with its key: type, stream and what it defines. Records with the same key keep their order. */
struct sorted {
	struct otfp_packed *p;
	uint32_t type, loc;
	uint64_t key;
};

static int compare_keys(const struct sorted *x, const struct sorted *y)
{
	if (x->type != y->type)
		return x->type < y->type ? -1 : 1;
	if (x->loc != y->loc)
		return x->loc < y->loc ? -1 : 1;
	return x->key == y->key ? 0 : x->key < y->key ? -1 : 1;
}

/* Control lines with the same name have the same key; @SM lines only if their stream is the same too. */
static uint64_t key_of_control(const struct otfp_record *rec)
{
	int words = otfp_control_kind(rec) == OTFP_C_SM ? 2 : 1;
	uint64_t h = 0;

	for (size_t i = 0; i < rec->line.n; i++) {
		if (rec->line.p[i] == '\t' && --words == 0)
			break;
		h = h * 31 + (uint8_t)rec->line.p[i];
	}
	return h;
}

/* The key of a record, without p. */
static struct sorted sort_key(const struct otfp_diff *d, unsigned side, const struct otfp_record *rec)
{
	struct sorted s = {.type = rec->type};
	unsigned what = rec->type < OTFP_NTYPES ? otfp_table[rec->type].fields[0].what : 0;
	unsigned ignored = rec->type < OTFP_NTYPES ? d->compare.ignore.parts[rec->type] : 0;

	if (rec->type == OTFP_CONTROL)
		s.key = key_of_control(rec);
	if (rec->type >= OTFP_NTYPES)
		return s;
	if (rec->type == OTFP_Marker) {
		s.key = ignored & OTFP_DIFF_TIME ? 0 : rec->time;
		return s;
	}
	s.loc = ignored & OTFP_DIFF_LOC ? 0 : rec->loc;
	if (what > OTFP_W_NONE && what <= OTFP_W_MARKER && !(ignored & 1))
		s.key = d->compare.by_name ? otfp_diff_meaning(&d->compare.names[side], what, rec->loc, rec->f[0].u) :
		                             rec->f[0].u;
	else if (rec->type == OTFP_DefAuxSamplePoint && !(ignored & 1))
		s.key = rec->f[0].u;
	return s;
}

/* Whether rec is the same as p, which is of the other side. @return 1, 0, or -1 when memory is out */
static int is_packed(const struct otfp_diff *d, unsigned side, const struct otfp_record *rec,
                     const struct otfp_packed *p)
{
	const struct sorted x = sort_key(d, side, rec), y = sort_key(d, !side, &p->rec);
	struct otfp_queued *q;
	int same;

	if (compare_keys(&x, &y) != 0)
		return 0;
	q = otfp_packed_open(p);
	same = q ? otfp_diff_records(&d->compare, side ? &q->rec : rec, side ? rec : &q->rec) == 0 : -1;
	free(q);
	return same;
}

/* As long as both sides have the same records at the same places, nothing has to wait for the end. Names are known only
 * there. @return 1 if rec is the same as the first one that waits on the other side, which is freed; 0; -1 when memory
 * is out */
static int settles(struct otfp_diff *d, unsigned side, const struct otfp_record *rec)
{
	struct otfp_packed *p = d->settled[!side] < d->nuntimed[!side] ? d->untimed[!side][d->settled[!side]] : NULL;
	int same;

	if (!p || d->out_of_step || d->compare.by_name)
		return 0;
	same = p->mark == otfp_diff_hash(&d->compare, side, rec) ? is_packed(d, side, rec, p) : 0;
	if (same < 0)
		return same;
	d->out_of_step = !same;
	if (!same)
		return 0;
	free(p);
	if (++d->settled[!side] == d->nuntimed[!side])
		d->settled[!side] = d->nuntimed[!side] = 0;
	return 1;
}

static int take_untimed(struct otfp_diff *d, unsigned side, const struct otfp_record *rec)
{
	struct otfp_packed *p;
	int settled = settles(d, side, rec);

	if (settled)
		return settled < 0 ? -1 : 0;
	p = pack(d, side, rec);
	if (!p ||
	    otfp_grow(&d->untimed[side], d->nuntimed[side], &d->untimed_cap[side], sizeof *d->untimed[side]) < 0) {
		free(p);
		return -1;
	}
	d->untimed[side][d->nuntimed[side]++] = p;
	return 0;
}

static int take_timed(struct otfp_diff *d, unsigned side, const struct otfp_record *rec)
{
	struct otfp_diff_lane *lane = lane_of(d, rec, otfp_diff_process(&d->compare, side, rec));

	if (!lane || push(d, &lane->sides[side], copy(d, side, rec)) < 0)
		return -1;
	return settle(d, lane);
}

int otfp_diff_take(struct otfp_diff *d, unsigned side, const struct otfp_record *rec)
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
	if (d->compare.by_name && is_untimed && otfp_diff_names_see(&d->compare.names[side], rec) < 0)
		return -1;
	if (!is_untimed)
		d->now[side] = rec->time;
	if (is_ignored(d, rec))
		return 0;
	return is_untimed ? take_untimed(d, side, rec) : take_timed(d, side, rec);
}

void otfp_diff_end_side(struct otfp_diff *d, unsigned side)
{
	d->ended[side] = 1;
}

/* ---- the end ---- */

static int compare(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;
	int c = compare_keys(x, y);

	return c ? c : x->p->since < y->p->since ? -1 : 1;
}

static struct sorted *sort_side(const struct otfp_diff *d, unsigned side)
{
	struct otfp_packed **untimed = d->untimed[side] + d->settled[side];
	const size_t n = d->nuntimed[side] - d->settled[side];
	struct sorted *s = calloc(n + 1, sizeof *s);

	for (size_t i = 0; s && i < n; i++) {
		s[i] = sort_key(d, side, &untimed[i]->rec);
		s[i].p = untimed[i];
	}
	if (s)
		qsort(s, n, sizeof *s, compare);
	return s;
}

static unsigned where_of(const struct otfp_record *rec)
{
	return rec->type == OTFP_CONTROL ? OTFP_DIFF_CONTROL :
	       rec->file == OTFP_MARKER  ? OTFP_DIFF_MARKERS :
	                                   OTFP_DIFF_DEFINITIONS;
}

/* Move the records with the key to a side of the lane. @return how many; *rc is <0 when memory is out */
static size_t give(struct otfp_diff *d, struct otfp_diff_lane *lane, unsigned side, const struct sorted *from,
                   const struct sorted *key, int *rc)
{
	size_t n = 0;

	for (; from[n].p && compare_keys(&from[n], key) == 0; n++)
		if (*rc == 0)
			*rc = push(d, &lane->sides[side], unpack(d, side, from[n].p));
		else
			free(from[n].p);
	return n;
}

/* Both sides are sorted: compare the records of each key as a lane, which owns them. */
static int compare_sorted(struct otfp_diff *d, const struct sorted *a, const struct sorted *b)
{
	struct otfp_diff_lane lane = {0};
	int rc = 0;

	while (rc == 0 && (a->p || b->p)) {
		const struct sorted key = !b->p || (a->p && compare_keys(a, b) < 0) ? *a : *b;
		lane.where = (uint8_t)where_of(&key.p->rec);
		a += give(d, &lane, 0, a, &key, &rc);
		b += give(d, &lane, 1, b, &key, &rc);
		if (rc == 0)
			rc = settle(d, &lane);
	}
	for (; a->p; a++)
		free(a->p);
	for (; b->p; b++)
		free(b->p);
	release_side(&lane.sides[0]);
	release_side(&lane.sides[1]);
	return rc;
}

static int compare_untimed(struct otfp_diff *d)
{
	struct sorted *a = sort_side(d, 0), *b = sort_side(d, 1);
	int rc = -1;

	if (a && b) {
		d->nuntimed[0] = d->nuntimed[1] = d->settled[0] = d->settled[1] = 0; /* the lanes own them now */
		rc = compare_sorted(d, a, b);
	}
	free(a);
	free(b);
	return rc;
}

static size_t one(const struct otfp_diff_lane *lane, size_t n)
{
	(void)lane;
	return n > 0;
}

/* One side is incomplete: report only the first pair that differs, since the records that would follow are unknown. */
static int settle_cut(struct otfp_diff *d, struct otfp_diff_lane *lane)
{
	struct otfp_diff_side *a = &lane->sides[0], *b = &lane->sides[1];

	while (length(a) && length(b) && are_same(d, *first(a), *first(b))) {
		pop(d, a);
		pop(d, b);
	}
	return length(a) && length(b) ? resolve(d, lane, one) : 0;
}

int otfp_diff_end(struct otfp_diff *d, int whole)
{
	int rc = 0;

	if (whole)
		d->ended[0] = d->ended[1] = 1;
	for (size_t i = 0; i < d->nlanes && rc == 0; i++)
		rc = whole ? settle(d, &d->lanes[i]) : settle_cut(d, &d->lanes[i]);
	return rc == 0 && whole ? compare_untimed(d) : rc;
}
