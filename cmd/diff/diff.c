#include "cmd/diff/lane.h"
#include "base/assert.h"
#include "base/grow.h"
#include "line/parse.h"
#include <stdlib.h>
#include <string.h>

/* ---- sides and lanes ---- */

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

/* A record of unknown name belongs to the events. */
static uint64_t lane_key(const struct otfp_record *rec, uint64_t process)
{
	unsigned file = rec->type < OTFP_NTYPES ? otfp_table[rec->type].file : OTFP_FILE_EVENT;

	return process << 2 | (file - OTFP_FILE_SNAP);
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
	return !diff_length(&lane->sides[0]) && !diff_length(&lane->sides[1]);
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

int diff_end(struct diff *d, int whole)
{
	int rc = 0;

	if (whole)
		d->ended[0] = d->ended[1] = 1;
	for (size_t i = 0; i < d->nlanes && rc == 0; i++)
		rc = whole ? diff_settle(d, &d->lanes[i]) : diff_settle_cut(d, &d->lanes[i]);
	return rc == 0 && whole ? diff_untimed_compare(d) : rc;
}
