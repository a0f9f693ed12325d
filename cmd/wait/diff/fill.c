/* fill.c - the rows of a run, from the tables of otf-wait. */
#include "base/grow.h"
#include "cmd/wait/diff/diff.h"
#include <stdlib.h>
#include <string.h>

const struct diff_kind diff_kinds[DIFF_NKINDS] = {
	[DIFF_EFFICIENCY] = {"efficiency", WAIT_TABLE_EFFICIENCY, {{"value", 0}}},
	[DIFF_WAITS] = {"wait", WAIT_TABLE_WAIT, {{"sum", 0}, {"count", 0}, {"max", 1}}},
	[DIFF_CAUSE] = {"cause", WAIT_TABLE_CAUSE, {{"total", 0}, {"direct", 0}, {"propagated", 0}}},
	[DIFF_BLAME] = {"blame", WAIT_TABLE_BLAME, {{"time", 0}}},
	[DIFF_PATHS] = {"path", WAIT_TABLE_PATH, {{"time", 0}}},
};

/* ---- keys ---- */

static const unsigned by_of[DIFF_NKEYS] = {
	[DIFF_METRIC] = 0,
	[DIFF_WAIT] = 1u << WAIT_BY_KIND,
	[DIFF_PROCESS] = 1u << OTFP_WAIT_PROCESS,
	[DIFF_FUNCTION] = 1u << OTFP_WAIT_FUNCTION,
	[DIFF_PATH] = 1u << OTFP_WAIT_PATH,
	[DIFF_PEER] = 1u << OTFP_WAIT_PEER,
	[DIFF_COMMUNICATOR] = 1u << OTFP_WAIT_COMMUNICATOR,
};

/* The keys that the rows of a table can have, and have without --by. */
static const struct {
	unsigned can, usual, always;
} keys_of[DIFF_NKINDS] = {
	[DIFF_WAITS] = {~0u, 0, 1u << WAIT_BY_KIND},
	[DIFF_CAUSE] = {1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_FUNCTION | 1u << OTFP_WAIT_PATH | 1u << WAIT_BY_KIND,
                        1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_FUNCTION, 0},
	[DIFF_BLAME] = {1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_FUNCTION | 1u << OTFP_WAIT_PATH,
                        1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_FUNCTION, 0},
	[DIFF_PATHS] = {1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_FUNCTION | 1u << OTFP_WAIT_PATH,
                        1u << OTFP_WAIT_FUNCTION, 0},
};

static unsigned bits_of(unsigned kind, unsigned by)
{
	const unsigned asked = by & keys_of[kind].can;

	return (asked ? asked : keys_of[kind].usual) | keys_of[kind].always;
}

void diff_set_keys(struct diff_block *b, unsigned by)
{
	const unsigned bits = bits_of(b->kind, by);

	if (b->kind == DIFF_EFFICIENCY)
		b->keys[b->nkeys++] = DIFF_METRIC;
	for (unsigned key = 0; key < DIFF_NKEYS; key++)
		if (bits & by_of[key])
			b->keys[b->nkeys++] = key;
}

static unsigned bits_of_block(const struct diff_block *b)
{
	unsigned bits = 0;

	for (unsigned i = 0; i < b->nkeys; i++)
		bits |= by_of[b->keys[i]];
	return bits;
}

/* ---- texts ---- */

/* A side that is being filled. */
struct fill {
	struct wait_diff *d;
	const struct diff_block *b;
	unsigned side;
	const struct wait_view *v;
	unsigned order; /* of the next row of efficiencies */
};

static int keep(struct fill *f, struct otfp_str *to)
{
	*to = (struct otfp_str){otfp_arena_copy(&f->d->arena, f->d->text.p, f->d->text.n), f->d->text.n};
	f->d->text.n = 0;
	return to->p ? 0 : -1;
}

static int set_word(struct fill *f, struct diff_text *to, const char *word)
{
	if (otfp_buf_puts(&f->d->text, word) < 0 || keep(f, &to->text) < 0)
		return -1;
	to->id = to->text;
	return 0;
}

static int set_name(struct fill *f, struct diff_text *to, unsigned space, otfp_ref ref)
{
	if (ref == OTFP_NO_REF)
		return set_word(f, to, "-");
	if (name_add(&f->d->text, f->v->names, space, ref) < 0 || keep(f, &to->text) < 0)
		return -1;
	to->id = to->text;
	return 0;
}

static int set_process(struct fill *f, struct diff_text *to, uint32_t process)
{
	const struct ranks *ranks = &f->d->ranks[f->side];

	if (set_name(f, to, OTFP_NAMED_PROCESS, process) < 0)
		return -1;
	if (ranks_id(ranks, process, &f->d->text) < 0 || keep(f, &to->id) < 0)
		return -1;
	return ranks_put(ranks, process, &f->d->text) < 0 ? -1 : keep(f, &to->rank);
}

static int set_path(struct fill *f, struct diff_text *to, const struct otfp_paths *paths, uint32_t path)
{
	if (path_add(&f->d->text, f->v->names, paths, path) < 0 || keep(f, &to->text) < 0)
		return -1;
	to->id = to->text;
	return 0;
}

/* ---- rows ---- */

static struct diff_row *new_row(struct fill *f)
{
	struct wait_diff *d = f->d;

	if (otfp_grow(&d->rows, d->n, &d->cap, sizeof *d->rows) < 0)
		return NULL;
	d->rows[d->n] = (struct diff_row){.kind = f->b->kind, .counts = 1};
	d->rows[d->n].has[f->side] = 1;
	return &d->rows[d->n++];
}

static void set_cell(struct fill *f, struct diff_row *to, unsigned value, struct cell_value v)
{
	to->value[value][f->side] = pair_number(&f->d->clock, f->side, &v);
}

static void set_ticks(struct fill *f, struct diff_row *to, unsigned value, otfp_wide ticks)
{
	set_cell(f, to, value, cell_whole(ticks, OTFP_UNIT_TICKS));
}

/* ---- efficiencies ---- */

static int put_metric(struct fill *f, const char *name, struct cell_value v)
{
	struct diff_row *row = new_row(f);

	if (!row || set_word(f, &row->key[0], name) < 0)
		return -1;
	row->order = f->order++;
	set_cell(f, row, 0, v);
	return 0;
}

static struct cell_value share_of(otfp_wide part, otfp_wide whole)
{
	struct cell_value v = {.is = CELL_NONE, .unit = OTFP_UNIT_SHARE};

	if (whole) {
		v.is = CELL_REAL;
		v.real = otfp_wide_real(part) / otfp_wide_real(whole);
	}
	return v;
}

static const struct otfp_wait_window *whole_of(const struct wait_view *v)
{
	size_t n;
	const struct otfp_wait_window *w = otfp_wait_windows(v->w, &n);

	return n && w->nroots + w->nthreads ? w : NULL;
}

/* The useful time of A, divided by that of this side. */
static struct cell_value scaling_of(const struct fill *f)
{
	const struct otfp_wait_window *a = whole_of(&f->d->of[PAIR_A]->view), *own = whole_of(f->v);
	const struct pair_number of_a = pair_ticks(&f->d->clock, PAIR_A, a ? a->useful : 0),
				 of_own = pair_ticks(&f->d->clock, f->side, own ? own->useful : 0);

	return share_of(a ? (otfp_wide)of_a.whole : 0, a ? (otfp_wide)of_own.whole : 0);
}

/* In one order for both sides. */
static int fill_efficiency(struct fill *f)
{
	const struct otfp_wait_window none = {0}, *w = whole_of(f->v), *r = w ? w : &none;
	const otfp_wide n = r->nroots, runtime = r->last - r->first, whole = n ? runtime : 0;
	const struct cell_value parallel = share_of(r->useful, n * whole), scaling = scaling_of(f);
	struct cell_value global = parallel;
	const struct {
		const char *name;
		struct cell_value v;
	} ticks[] = {{"processes", cell_whole(n, OTFP_UNIT_NUMBER)},
	             {"runtime", cell_whole(runtime, OTFP_UNIT_TICKS)},
	             {"ideal", cell_whole(r->max_clock, OTFP_UNIT_TICKS)},
	             {"useful", cell_whole(r->useful, OTFP_UNIT_TICKS)}},
	  shares[] = {{"parallel", parallel},
	              {"load_balance", share_of(r->useful, n * r->max_useful)},
	              {"communication", share_of(r->max_useful, whole)},
	              {"serialization", share_of(r->max_useful, n ? r->max_clock : 0)},
	              {"transfer", share_of(r->max_clock, whole)},
	              {"standing_imbalance", share_of(n * r->max_useful - r->useful, n * whole)},
	              {"moving_imbalance", share_of(r->slowest - r->max_useful, whole)},
	              {"scaling", scaling}};
	int rc = 0;

	for (size_t i = 0; i < sizeof ticks / sizeof *ticks && rc == 0; i++)
		rc = put_metric(f, ticks[i].name, ticks[i].v);
	for (size_t i = 0; i < sizeof shares / sizeof *shares && rc == 0; i++)
		rc = put_metric(f, shares[i].name, shares[i].v);
	global.is = scaling.is == CELL_NONE ? CELL_NONE : parallel.is;
	global.real *= scaling.real;
	return rc < 0 ? -1 : put_metric(f, "global", global);
}

/* ---- waits ---- */

static int set_wait_key(struct fill *f, struct diff_text *to, unsigned key, const struct otfp_wait_row *r)
{
	switch (key) {
	case DIFF_WAIT: return set_word(f, to, otfp_wait_kind_name((unsigned)r->key[OTFP_WAIT_KIND]));
	case DIFF_PROCESS: return set_process(f, to, (uint32_t)r->key[OTFP_WAIT_PROCESS]);
	case DIFF_FUNCTION: return set_name(f, to, OTFP_NAMED_FUNCTION, r->key[OTFP_WAIT_FUNCTION]);
	case DIFF_PATH: return set_path(f, to, otfp_wait_paths(f->v->w), (uint32_t)r->key[OTFP_WAIT_PATH]);
	case DIFF_PEER:
		return r->key[OTFP_WAIT_PEER] == OTFP_NO_PEER ? set_word(f, to, "-") :
		                                                set_process(f, to, (uint32_t)r->key[OTFP_WAIT_PEER]);
	default: return set_name(f, to, OTFP_NAMED_COMMUNICATOR, r->key[OTFP_WAIT_COMMUNICATOR]);
	}
}

/* Completions have no cause, and those of a wrong order are counted as late senders, too. */
static int is_counted(uint64_t kind)
{
	return kind != OTFP_WRONG_ORDER && kind != OTFP_BARRIER_COMPLETION && kind != OTFP_NXN_COMPLETION;
}

static int fill_waits(struct fill *f)
{
	size_t n;
	const struct otfp_wait_row *rows = otfp_wait_rows(f->v->w, &n);

	for (size_t i = 0; i < n; i++) {
		struct diff_row *row = new_row(f);
		if (!row)
			return -1;
		for (unsigned k = 0; k < f->b->nkeys; k++)
			if (set_wait_key(f, &row->key[k], f->b->keys[k], &rows[i]) < 0)
				return -1;
		row->counts = is_counted(rows[i].key[OTFP_WAIT_KIND]);
		set_ticks(f, row, 0, rows[i].sum);
		set_cell(f, row, 1, cell_whole(rows[i].count, OTFP_UNIT_NUMBER));
		set_ticks(f, row, 2, rows[i].max);
	}
	return 0;
}

/* ---- causes, blame, path ---- */

/* What a cause, or a place of the path, is. */
struct what {
	uint32_t process, path;
	otfp_ref function;
	unsigned kind;
	const struct otfp_paths *paths;
	const char *outside; /* of every call */
	int is_other;        /* it is of no process, either */
};

static int set_what_key(struct fill *f, struct diff_text *to, unsigned key, const struct what *w)
{
	if (key == DIFF_WAIT)
		return set_word(f, to, otfp_wait_kind_name(w->kind));
	if (key == DIFF_PROCESS && w->is_other)
		return set_word(f, to, w->outside);
	if (key == DIFF_PROCESS)
		return w->process == OTFP_NOT_STARTED ? set_word(f, to, "(not started)") :
		                                        set_process(f, to, w->process);
	if (key == DIFF_FUNCTION && w->function != OTFP_NO_REF)
		return set_name(f, to, OTFP_NAMED_FUNCTION, w->function);
	if (key == DIFF_PATH && w->path)
		return set_path(f, to, w->paths, w->path);
	return set_word(f, to, w->outside);
}

static struct diff_row *put_what(struct fill *f, const struct what *w)
{
	struct diff_row *row = new_row(f);

	for (unsigned k = 0; k < f->b->nkeys && row; k++)
		if (set_what_key(f, &row->key[k], f->b->keys[k], w) < 0)
			return NULL;
	return row;
}

static int fill_cause(struct fill *f, const struct otfp_root_row *r)
{
	const struct what w = {r->process,           r->path,    r->function, r->kind, otfp_roots_paths(f->v->roots),
	                       otfp_root_outside(r), r->is_other};
	struct diff_row *row = put_what(f, &w);

	if (!row)
		return -1;
	set_ticks(f, row, 0, r->direct + r->propagated);
	set_ticks(f, row, 1, r->direct);
	set_ticks(f, row, 2, r->propagated);
	return 0;
}

static int fill_causes(struct fill *f)
{
	size_t n;
	struct otfp_root_row *rows = otfp_roots_by(f->v->roots, bits_of_block(f->b), &n);
	int rc = rows ? 0 : -1;

	for (size_t i = 0; rc == 0 && i < n; i++)
		rc = rows[i].is_left_out ? 0 : fill_cause(f, &rows[i]);
	free(rows);
	return rc;
}

static int fill_trail(struct fill *f, int is_blame)
{
	const struct otfp_paths *paths = otfp_trail_paths(f->v->trail);
	size_t n;
	struct otfp_trail_row *rows = wait_trail_rows(f->v, bits_of_block(f->b), is_blame, &n);
	int rc = rows ? 0 : -1;

	for (size_t i = 0; rc == 0 && i < n; i++) {
		const struct otfp_trail_row *r = &rows[i];
		const struct what w = {r->process, r->path, r->function,
		                       0,          paths,   r->started ? "(no call)" : "(not started)",
		                       0};
		struct diff_row *row = put_what(f, &w);
		rc = row ? 0 : -1;
		if (row)
			set_ticks(f, row, 0, is_blame ? r->blame : r->path_ticks);
	}
	free(rows);
	return rc;
}

int diff_fill(struct wait_diff *d, const struct diff_block *b, unsigned side)
{
	struct fill f = {.d = d, .b = b, .side = side, .v = &d->of[side]->view};

	switch (b->kind) {
	case DIFF_EFFICIENCY: return fill_efficiency(&f);
	case DIFF_WAITS: return fill_waits(&f);
	case DIFF_CAUSE: return fill_causes(&f);
	default: return fill_trail(&f, b->kind == DIFF_BLAME);
	}
}
