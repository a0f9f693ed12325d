/* roots.c - what the files of root causes do, one after the other. See roots.h. */
#include "wait/roots.h"
#include "base/order.h"
#include "wait/replay.h"
#include <stdlib.h>

struct otfp_roots {
	struct otfp_roots_options o;
	struct otfp_error err;
	struct otfp_sort *debts, *credits;
	struct wait_debt last; /* put last; it may become one with the next */
	int has_last;
	struct wait_diary diary;
	struct wait_ledger ledger;
	struct wait_replay replay;
	struct otfp_root_place *places; /* by class */
	int is_cut;
};

/* ---- begin and end ---- */

static int make_sorts(struct otfp_roots *r)
{
	struct otfp_sort_options o = {.memory = r->o.memory / 8, .dir = r->o.dir, .stop = r->o.stop};
	int code;

	o.memory = o.memory < OTFP_SORT_ROOM_LEAST ? OTFP_SORT_ROOM_LEAST : o.memory;
	code = otfp_sort_new(&r->debts, &o, &r->err);
	return code < 0 ? code : otfp_sort_new(&r->credits, &o, &r->err);
}

/* What may need how much of the memory. */
static void divide(struct otfp_roots *r)
{
	enum { ROW = 150, ROWS_LEAST = 64 };
	const struct otfp_roots_options *o = &r->o;
	struct wait_ledger *l = &r->ledger;

	otfp_wait_reel_init(&r->diary.reel, o->memory / 8, o->dir, o->stop, &r->err);
	otfp_wait_reel_init(&l->carry.reel, o->memory / 8, o->dir, o->stop, &r->err);
	l->most = l->carry.room = o->memory / 4;
	l->causes.by_kind = o->by_kind;
	l->causes.by_place = o->by_place;
	l->syncs.store = &l->store;
	l->causes.most = o->memory / 2 / ROW < ROWS_LEAST ? ROWS_LEAST : o->memory / 2 / ROW;
}

int otfp_roots_new(struct otfp_roots **to, const struct otfp_roots_options *o, struct otfp_error *err)
{
	struct otfp_roots *r = calloc(1, sizeof *r);
	int code;

	*to = r;
	if (!r)
		return otfp_fail_memory(err);
	r->o = *o;
	divide(r);
	r->ledger.o = &r->o.wait;
	r->ledger.has_windows = o->has_windows;
	code = make_sorts(r);
	if (code == 0)
		return 0;
	*err = r->err;
	otfp_roots_free(r);
	*to = NULL;
	return code;
}

void otfp_roots_follow(struct otfp_roots *r, struct otfp_wait_engine *w)
{
	r->ledger.w = w;
	otfp_wait_diary_begin(&r->diary, w, r->o.by_path);
}

/* Free what only finding the causes needs. */
static void release_means(struct otfp_roots *r)
{
	otfp_sort_free(r->debts);
	otfp_sort_free(r->credits);
	r->debts = r->credits = NULL;
	otfp_wait_diary_release(&r->diary);
	otfp_wait_ledger_end(&r->ledger);
}

void otfp_roots_free(struct otfp_roots *r)
{
	if (!r)
		return;
	release_means(r);
	otfp_wait_ledger_release(&r->ledger);
	otfp_wait_replay_release(&r->replay);
	free(r->places);
	free(r);
}

int otfp_roots_error(const struct otfp_roots *r, struct otfp_error *err)
{
	if (r->err.code)
		*err = r->err;
	return r->err.code;
}

/* ---- waits ---- */

static int put(struct otfp_roots *r, const struct wait_debt *d)
{
	const struct wait_credit c = {d->peer_call, d->call, d->process, 0};
	int code = otfp_sort_put(r->debts, (struct otfp_key){d->call, 0}, (const char *)d, sizeof *d);

	return code < 0 ? code :
	                  otfp_sort_put(r->credits, (struct otfp_key){c.peer_call, 0}, (const char *)&c, sizeof c);
}

static int put_last(struct otfp_roots *r)
{
	const int had = r->has_last;

	r->has_last = 0;
	return had ? put(r, &r->last) : 0;
}

/* A call has one wait: the largest, of equal ones that for the lowest process. Those of the root of an all-to-one
 * operation are one. */
static void combine(struct wait_debt *old, const struct wait_debt *d)
{
	if (old->kind == OTFP_EARLY_REDUCE && d->kind == OTFP_REDUCE_SPREAD && old->peer == d->peer) {
		old->size += d->size; /* the one begins where the other ends */
	} else if (d->size > old->size || (d->size == old->size && d->peer < old->peer)) {
		*old = *d;
	}
}

int otfp_roots_put(void *ctx, const struct otfp_wait_found *f)
{
	struct otfp_roots *r = ctx;
	const int by_call = r->o.wait.inside != NULL;
	const struct wait_debt d = {.call = f->call,
	                            .peer_call = f->peer_call,
	                            .size = f->end - f->start,
	                            .start = by_call ? f->window : f->start,
	                            .process = f->process,
	                            .peer = (uint32_t)f->peer,
	                            .path = f->path,
	                            .kind = (uint8_t)f->kind,
	                            .is_counted = !by_call || f->window != OTFP_NO_WINDOW,
	                            .is_reported = f->is_reported != 0};
	int code = 0;

	if (f->peer == OTFP_NO_PEER)
		return 0;
	if (r->has_last && r->last.call == d.call) {
		combine(&r->last, &d);
		return 0;
	}
	code = put_last(r);
	r->last = d;
	r->has_last = 1;
	return code;
}

/* ---- the end ---- */

/* Waits that are not shared out have an unknown cause. */
static int give_up(struct wait_ledger *l)
{
	for (size_t i = 0; i < l->nlosses; i++)
		if (l->losses[i].debt.size && !l->losses[i].is_shared && otfp_wait_give_up(l, (uint32_t)i + 1) < 0)
			return -1;
	return 0;
}

/* What a row's node is. */
static void set_what(const struct otfp_roots *r, struct otfp_root_row *row)
{
	const uint32_t node = row->path;

	row->function = OTFP_NO_REF;
	row->is_unknown = node == 0 && !row->is_other;
	row->path = r->o.by_path && node ? node - WAIT_NO_CALL : 0;
	if (row->path)
		row->function = r->ledger.w->paths.paths[row->path - 1].function;
	else if (!r->o.by_path && node > WAIT_NO_CALL)
		row->function = r->replay.functions[node];
}

/* Of equal causes that with the lower path or function, then process. */
static int is_lower(const struct otfp_root_row *row, const struct otfp_root_place *place)
{
	return otfp_order2(row->function, place->function, row->path, place->path) < 0 ||
	       (row->function == place->function && row->path == place->path && row->process < place->process);
}

/* Let a row be that of its place if it is the largest. */
static void add_to_place(struct otfp_root_place *place, const struct otfp_root_row *row)
{
	const otfp_wide half = (otfp_wide)1 << (OTFP_ROOT_FRACTION - 1);
	const uint64_t ticks = (uint64_t)((row->direct + row->propagated + half) >> OTFP_ROOT_FRACTION);

	if (row->is_other || !ticks || ticks < place->ticks || (ticks == place->ticks && !is_lower(row, place)))
		return;
	place->ticks = ticks;
	place->process = row->process;
	place->function = row->function;
	place->path = row->path;
	place->is_unknown = row->is_unknown;
}

static int find_places(struct otfp_roots *r)
{
	const struct wait_causes *c = &r->ledger.causes;

	r->places = calloc(c->nclasses + 1, sizeof *r->places);
	if (!r->places)
		return -1;
	for (size_t i = 0; i < c->nclasses; i++)
		r->places[i].all = (uint64_t)c->classes[i].all;
	for (size_t i = 0; i < c->nrows; i++)
		add_to_place(&r->places[c->rows[i].class_], &c->rows[i]);
	return 0;
}

static int find(struct otfp_roots *r)
{
	struct wait_ledger *l = &r->ledger;
	const uint64_t nodes = WAIT_NO_CALL + 1 + (uint64_t)(r->o.by_path ? l->w->paths.n : l->w->nfunctions);
	size_t nprocesses;

	if (put_last(r) < 0 || otfp_sort_end(r->debts) < 0 || otfp_sort_end(r->credits) < 0)
		return -1;
	r->replay.debts = r->debts;
	r->replay.credits = r->credits;
	r->replay.diary = &r->diary;
	r->replay.ledger = l;
	/* nodes are call paths, or functions of other names */
	if (otfp_wait_tallies_init(&l->store.tallies, nodes, WAIT_TALLY_LEAF) < 0 ||
	    otfp_wait_tallies_init(&l->causes.tallies, nodes, WAIT_TALLY_TREE) < 0 ||
	    otfp_wait_replay(&r->replay) < 0 || give_up(l) < 0)
		return -1;
	nprocesses = l->nplaces;
	release_means(r);
	if (otfp_wait_carry_back(&l->carry, &l->causes, l->nslots, nprocesses) < 0)
		return -1;
	r->is_cut = l->carry.is_cut;
	otfp_wait_carry_release(&l->carry);
	for (size_t i = 0; i < l->causes.nrows; i++)
		set_what(r, &l->causes.rows[i]);
	return r->o.by_place ? find_places(r) : 0;
}

int otfp_roots_end(struct otfp_roots *r)
{
	return otfp_roots_end_with(r, NULL);
}

int otfp_roots_end_with(struct otfp_roots *r, struct otfp_trail *t)
{
	const struct otfp_wait_engine *w = r->ledger.w;
	const int is_tried = t && !r->o.by_path && !r->diary.is_nested ? otfp_trail_shorten(t, w) : 0;

	if (is_tried > 0)
		r->replay.trail = t;
	if (is_tried >= 0 && find(r) == 0 && (!is_tried || otfp_trail_arrive(t, w) == 0))
		return 0;
	return r->err.code ? r->err.code : otfp_fail_memory(&r->err);
}

/* ---- the result ---- */

struct otfp_roots_coarse otfp_roots_coarse(const struct otfp_roots *r)
{
	return (struct otfp_roots_coarse){.others = r->ledger.causes.nothers,
	                                  .from = r->ledger.coarse_from,
	                                  .has_from = r->ledger.is_coarse,
	                                  .is_cut = r->is_cut};
}

const struct otfp_root_row *otfp_roots_rows(const struct otfp_roots *r, size_t *n)
{
	*n = r->ledger.causes.nrows;
	return r->ledger.causes.rows;
}

const struct wait_causes *otfp_roots_causes(const struct otfp_roots *r)
{
	return &r->ledger.causes;
}

const struct otfp_wait_options *otfp_roots_options(const struct otfp_roots *r)
{
	return &r->o.wait;
}

const struct otfp_root_place *otfp_roots_place(const struct otfp_roots *r, unsigned kind, uint32_t path)
{
	const uint64_t *at =
		otfp_map_get(&r->ledger.causes.class_index, otfp_wait_class_key(path, otfp_wait_place_kind(kind), 1));

	return at && r->places[*at].ticks ? &r->places[*at] : NULL;
}

const struct otfp_paths *otfp_roots_paths(const struct otfp_roots *r)
{
	return otfp_wait_paths(r->ledger.w);
}
