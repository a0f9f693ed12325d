/* rows.c - waits that were found: sums by key, and the worst. */
#include "base/grow.h"
#include "base/hash.h"
#include "wait/engine.h"
#include <stdlib.h>
#include <string.h>

/* ---- which wait is worse ---- */

static uint64_t length_of(const struct otfp_wait_found *f)
{
	return f->end - f->start;
}

/* A longer wait is worse; of equal ones the earlier, then that of the lower process. */
static int is_worse(const struct otfp_wait_found *a, const struct otfp_wait_found *b)
{
	if (length_of(a) != length_of(b))
		return length_of(a) > length_of(b);
	if (a->start != b->start)
		return a->start < b->start;
	return a->process != b->process ? a->process < b->process : a->kind < b->kind;
}

static int by_badness(const void *a, const void *b)
{
	return is_worse(b, a) - is_worse(a, b);
}

static void sink(struct otfp_wait_engine *w, size_t at, struct otfp_wait_found f)
{
	size_t down;

	while ((down = 2 * at + 1) < w->nworst) {
		down += down + 1 < w->nworst && is_worse(&w->worst[down], &w->worst[down + 1]);
		if (!is_worse(&f, &w->worst[down]))
			break;
		w->worst[at] = w->worst[down];
		at = down;
	}
	w->worst[at] = f;
}

static int keep_worst(struct otfp_wait_engine *w, const struct otfp_wait_found *f)
{
	size_t at = w->nworst, up;

	if (w->nworst == w->o.top) {
		if (w->o.top && is_worse(f, &w->worst[0]))
			sink(w, 0, *f);
		return 0;
	}
	if (otfp_grow(&w->worst, w->nworst, &w->worst_cap, sizeof *w->worst) < 0)
		return -1;
	w->nworst++;
	for (; at && is_worse(&w->worst[up = (at - 1) / 2], f); at = up)
		w->worst[at] = w->worst[up];
	w->worst[at] = *f;
	return 0;
}

void otfp_wait_rows_end(struct otfp_wait_engine *w)
{
	if (w->nworst)
		qsort(w->worst, w->nworst, sizeof *w->worst, by_badness);
}

/* ---- rows ---- */

static uint32_t hash_of(const uint64_t key[OTFP_WAIT_NKEYS])
{
	uint64_t h = OTFP_HASH_INIT;

	for (int i = 0; i < OTFP_WAIT_NKEYS; i++)
		h = otfp_hash_add(h, key[i]);
	return (uint32_t)(h >> 32);
}

static struct otfp_wait_row *add_row(struct otfp_wait_engine *w, const uint64_t key[OTFP_WAIT_NKEYS], uint32_t hash)
{
	struct otfp_wait_row *row;

	if (otfp_grow(&w->rows, w->nrows, &w->rows_cap, sizeof *w->rows) < 0 ||
	    otfp_index_add(&w->row_index, hash, w->nrows + 1) < 0)
		return NULL;
	row = memset(&w->rows[w->nrows++], 0, sizeof *row);
	memcpy(row->key, key, sizeof row->key);
	return row;
}

/* Find or add the row of a key. @return NULL when memory is out */
static struct otfp_wait_row *row_of(struct otfp_wait_engine *w, const uint64_t key[OTFP_WAIT_NKEYS])
{
	const uint32_t hash = hash_of(key);
	size_t probe = otfp_index_home(&w->row_index, hash);
	uint32_t at;

	while ((at = otfp_index_next(&w->row_index, hash, &probe)))
		if (memcmp(w->rows[at - 1].key, key, sizeof w->rows->key) == 0)
			return &w->rows[at - 1];
	return add_row(w, key, hash);
}

static void set_key(const struct otfp_wait_engine *w, const struct otfp_wait_found *f, uint64_t key[OTFP_WAIT_NKEYS])
{
	const uint64_t all[OTFP_WAIT_NBYS] = {[OTFP_WAIT_PROCESS] = f->process,
	                                      [OTFP_WAIT_FUNCTION] = f->function,
	                                      [OTFP_WAIT_PATH] = f->path,
	                                      [OTFP_WAIT_PEER] = f->peer,
	                                      [OTFP_WAIT_COMMUNICATOR] = f->communicator};

	for (int i = 0; i < OTFP_WAIT_NBYS; i++)
		key[i] = w->o.by >> i & 1 ? all[i] : 0;
	key[OTFP_WAIT_KIND] = f->kind;
}

/* Add `ticks` of the wait to its row in a window, and the wait itself if it starts there. */
static int add(struct otfp_wait_engine *w, const struct otfp_wait_found *f, uint64_t window, uint64_t ticks, int starts)
{
	uint64_t key[OTFP_WAIT_NKEYS];
	struct otfp_wait_row *row;

	set_key(w, f, key);
	key[OTFP_WAIT_WINDOW] = window;
	row = row_of(w, key);
	if (!row)
		return -1;
	row->sum += ticks;
	if (w->o.rest && otfp_wait_rest_add(w, f, window, ticks) < 0)
		return -1;
	if (!starts)
		return 0;
	if (!row->count++ || is_worse(f, &row->worst)) {
		row->worst = *f;
		row->max = length_of(f);
	}
	return 0;
}

/* Add the parts of a wait to the windows of equal length that they fall into. */
static int add_parts(struct otfp_wait_engine *w, const struct otfp_wait_found *f)
{
	uint64_t at = f->start > w->base ? f->start : w->base;
	uint64_t end = w->o.has_to && w->o.to < f->end ? w->o.to : f->end;

	while (at < end) {
		const uint64_t window = otfp_wait_window_at(w, at);
		uint64_t edge = end;
		if (w->o.every && end - otfp_wait_window_start(w, window) > w->o.every)
			edge = otfp_wait_window_start(w, window) + w->o.every;
		if (add(w, f, window, edge - at, at == f->start) < 0)
			return -1;
		at = edge;
	}
	return 0;
}

static int add_kind(struct otfp_wait_engine *w, const struct otfp_wait_found *f, uint64_t window)
{
	if (!w->o.inside)
		return add_parts(w, f);
	return window == OTFP_NO_WINDOW ? 0 : add(w, f, window, length_of(f), 1);
}

static int is_in(const struct otfp_wait_engine *w, const struct otfp_wait_found *f, uint64_t window)
{
	return (w->o.inside ? window : otfp_wait_window_at(w, f->start)) != OTFP_NO_WINDOW;
}

int otfp_wait_add_found(struct otfp_wait_engine *w, const struct otfp_wait_found *f, uint64_t window)
{
	struct otfp_wait_found wrong = *f;

	if (!f->is_reported)
		return w->report ? w->report(w->report_ctx, f) : 0;
	if (add_kind(w, f, window) < 0 || (is_in(w, f, window) && keep_worst(w, f) < 0))
		return -1;
	wrong.kind = OTFP_WRONG_ORDER;
	if (f->wrong_order && add_kind(w, &wrong, window) < 0)
		return -1;
	return w->report && w->report(w->report_ctx, f) < 0 ? -1 : 0;
}
