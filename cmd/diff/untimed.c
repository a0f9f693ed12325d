/* untimed.c - definitions, markers and control lines. */
#include "cmd/diff/lane.h"
#include "base/grow.h"
#include "base/order.h"
#include <stdlib.h>

static struct otfp_packed *pack(struct diff *d, unsigned side, const struct otfp_record *rec)
{
	struct otfp_packed *p = otfp_packed_copy(rec);

	if (p)
		p->since = d->numbers[side];
	if (p && !d->compare.by_name)
		p->mark = diff_hash(&d->compare, side, rec);
	return p;
}

/* The record that p is a copy of, which is freed. By name its hash is known only here, after all definitions.
 * @return NULL when memory is out */
static struct otfp_queued *unpack(const struct diff *d, unsigned side, struct otfp_packed *p)
{
	struct otfp_queued *q = otfp_packed_open(p);

	free(p);
	if (q && d->compare.by_name)
		q->mark = diff_hash(&d->compare, side, &q->rec);
	return q;
}

/* ---- keys ---- */

/* An untimed record with its key: type, stream and what it defines. Records with the same key keep their order. */
struct sorted {
	struct otfp_packed *p;
	uint32_t type, loc;
	uint64_t key;
};

static int compare_keys(const struct sorted *x, const struct sorted *y)
{
	if (x->type != y->type)
		return otfp_order(x->type, y->type);
	return otfp_order2(x->loc, y->loc, x->key, y->key);
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
static struct sorted sort_key(const struct diff *d, unsigned side, const struct otfp_record *rec)
{
	struct sorted s = {.type = rec->type};
	unsigned what = rec->type < OTFP_NTYPES ? otfp_table[rec->type].fields[0].what : 0;
	unsigned ignored = rec->type < OTFP_NTYPES ? d->compare.ignore.parts[rec->type] : 0;

	if (rec->type == OTFP_CONTROL)
		s.key = key_of_control(rec);
	if (rec->type >= OTFP_NTYPES)
		return s;
	if (rec->type == OTFP_Marker) {
		s.key = ignored & DIFF_TIME ? 0 : rec->time;
		return s;
	}
	s.loc = ignored & DIFF_LOC ? 0 : rec->loc;
	if (what > OTFP_W_NONE && what <= OTFP_W_MARKER && !(ignored & 1))
		s.key = d->compare.by_name ? diff_meaning(&d->compare.names[side], what, rec->loc, rec->f[0].u) :
		                             rec->f[0].u;
	else if (rec->type == OTFP_DefAuxSamplePoint && !(ignored & 1))
		s.key = rec->f[0].u;
	return s;
}

/* Whether rec is the same as p, which is of the other side. @return 1, 0, or -1 when memory is out */
static int is_packed(const struct diff *d, unsigned side, const struct otfp_record *rec, const struct otfp_packed *p)
{
	const struct sorted x = sort_key(d, side, rec), y = sort_key(d, !side, &p->rec);
	struct otfp_queued *q;
	int same;

	if (compare_keys(&x, &y) != 0)
		return 0;
	q = otfp_packed_open(p);
	same = q ? diff_records(&d->compare, side ? &q->rec : rec, side ? rec : &q->rec) == 0 : -1;
	free(q);
	return same;
}

/* ---- in step, as long as both sides are the same ---- */

/* As long as both sides have the same records at the same places, nothing has to wait for the end. Names are known only
 * there. @return 1 if rec is the same as the first one that waits on the other side, which is freed; 0; -1 when memory
 * is out */
static int settles(struct diff *d, unsigned side, const struct otfp_record *rec)
{
	struct otfp_packed *p = d->settled[!side] < d->nuntimed[!side] ? d->untimed[!side][d->settled[!side]] : NULL;
	int same;

	if (!p || d->out_of_step || d->compare.by_name)
		return 0;
	same = p->mark == diff_hash(&d->compare, side, rec) ? is_packed(d, side, rec, p) : 0;
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

int diff_untimed_add(struct diff *d, unsigned side, const struct otfp_record *rec)
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

/* ---- the rest, at the end ---- */

static int compare(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;
	int c = compare_keys(x, y);

	return c ? c : otfp_order(x->p->since, y->p->since);
}

static struct sorted *sort_side(const struct diff *d, unsigned side)
{
	const size_t n = d->nuntimed[side] - d->settled[side];
	struct otfp_packed **untimed = n ? d->untimed[side] + d->settled[side] : NULL;
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
	return rec->type == OTFP_CONTROL     ? DIFF_CONTROL :
	       rec->file == OTFP_FILE_MARKER ? DIFF_MARKERS :
	                                       DIFF_DEFINITIONS;
}

/* Move the records with the key to a side of the lane. @return how many; *rc is <0 when memory is out */
static size_t give(struct diff *d, struct diff_lane *lane, unsigned side, const struct sorted *from,
                   const struct sorted *key, int *rc)
{
	size_t n = 0;

	for (; from[n].p && compare_keys(&from[n], key) == 0; n++)
		if (*rc == 0)
			*rc = diff_push(d, &lane->sides[side], unpack(d, side, from[n].p));
		else
			free(from[n].p);
	return n;
}

/* Both sides are sorted: compare the records of each key as a lane, which owns them. */
static int compare_sorted(struct diff *d, const struct sorted *a, const struct sorted *b)
{
	struct diff_lane lane = {0};
	int rc = 0;

	while (rc == 0 && (a->p || b->p)) {
		const struct sorted key = !b->p || (a->p && compare_keys(a, b) < 0) ? *a : *b;
		lane.where = (uint8_t)where_of(&key.p->rec);
		a += give(d, &lane, 0, a, &key, &rc);
		b += give(d, &lane, 1, b, &key, &rc);
		if (rc == 0)
			rc = diff_settle(d, &lane);
	}
	for (; a->p; a++)
		free(a->p);
	for (; b->p; b++)
		free(b->p);
	diff_release_side(&lane.sides[0]);
	diff_release_side(&lane.sides[1]);
	return rc;
}

int diff_untimed_compare(struct diff *d)
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
