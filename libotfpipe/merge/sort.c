#include "merge/sort.h"
#include "base/assert.h"
#include "base/clamp.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

enum { BLOCK_LEAST = 4 << 10, BLOCK_MOST = 128 << 10, BLOCK_WANTED = 128 << 10 };
enum { BATCH = 64, AHEAD = 8 }; /* records */

struct otfp_sort {
	struct otfp_error *err;
	struct otfp_spill file;
	struct otfp_sort_load load; /* its room is also that of the blocks of a merge */
	struct otfp_sorted_run *runs;
	size_t nruns, cap;
	size_t spilled, merges; /* runs written; merges before the last */
	size_t given;           /* records returned from memory */
	struct otfp_runs merge; /* the last merge */
};

int otfp_sort_new(struct otfp_sort **out, const struct otfp_sort_options *o, struct otfp_error *err)
{
	struct otfp_sort *s;

	if (o->memory < OTFP_SORT_ROOM_LEAST)
		return otfp_fail(err, OTFP_EUSAGE, "sorting needs at least %zu bytes of memory", OTFP_SORT_ROOM_LEAST);
	s = calloc(1, sizeof *s);
	if (!s || otfp_sort_load_init(&s->load, o->memory) < 0) {
		free(s);
		return otfp_fail_memory(err);
	}
	s->err = err;
	s->file = (struct otfp_spill){.err = err, .dir = o->dir, .stop = o->stop, .fd = -1};
	*out = s;
	return 0;
}

void otfp_sort_free(struct otfp_sort *s)
{
	if (!s)
		return;
	otfp_runs_close(&s->merge);
	otfp_sort_load_release(&s->load);
	otfp_spill_close(&s->file);
	free(s->runs);
	free(s);
}

/* ---- records in ---- */

static struct otfp_sorted_run *add_run(struct otfp_sort *s)
{
	return otfp_grow(&s->runs, s->nruns, &s->cap, sizeof *s->runs) < 0 ? NULL : &s->runs[s->nruns++];
}

/* Write the records in memory as a run. */
static int spill(struct otfp_sort *s)
{
	struct otfp_sorted_run *run;
	int code = s->file.fd < 0 ? otfp_spill_open(&s->file) : 0;

	if (code < 0)
		return code;
	run = add_run(s);
	if (!run)
		return otfp_fail_memory(s->err);
	run->at = s->file.end;
	code = otfp_sort_load_write(&s->load, &s->file, run);
	otfp_sort_load_clear(&s->load);
	s->spilled++;
	return code;
}

static int make_room(struct otfp_sort *s, size_t n)
{
	if (s->load.count)
		return spill(s);
	return otfp_sort_load_grow(&s->load, n) < 0 ? otfp_fail_memory(s->err) : 0;
}

int otfp_sort_put(struct otfp_sort *s, struct otfp_key key, const char *p, size_t n)
{
	int code = 0;

	OTFP_ASSERT_HOT(key.rank < OTFP_RANK_MAX);
	while (code == 0 && otfp_sort_load_put(&s->load, key, p, n) == OTFP_END)
		code = make_room(s, n);
	return code;
}

static int rekey_run(struct otfp_sort *s, struct otfp_sorted_run *run, otfp_rekey_fn fn, void *ctx)
{
	int code = otfp_sort_load_read(&s->load, &s->file, run);

	if (code == 0)
		code = otfp_sort_load_rekey(&s->load, fn, ctx);
	return code < 0 ? code : otfp_sort_load_write(&s->load, &s->file, run);
}

int otfp_sort_rekey(struct otfp_sort *s, otfp_rekey_fn fn, void *ctx)
{
	int code = s->nruns && s->load.count ? spill(s) : 0;

	if (code == 0 && s->nruns == 0)
		return otfp_sort_load_rekey(&s->load, fn, ctx);
	for (size_t i = 0; i < s->nruns && code == 0; i++)
		code = rekey_run(s, &s->runs[i], fn, ctx);
	otfp_sort_load_clear(&s->load);
	return code;
}

/* ---- merging ---- */

/* Join runs that follow each other in order; a sorted stream gets a single run. */
static void chain_runs(struct otfp_sort *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->nruns; i++) {
		struct otfp_sorted_run *run = &s->runs[i], *before = n ? &s->runs[n - 1] : NULL;
		if (before && !otfp_key_less(&run->first, &before->last)) {
			before->n += run->n;
			before->last = run->last;
		} else {
			s->runs[n++] = *run;
		}
	}
	s->nruns = n;
}

/* Number of runs that can be merged at once to another run, with blocks of a useful size. */
static size_t fan_in(const struct otfp_sort *s)
{
	size_t block = s->load.size / 64, n;

	block = otfp_clamp(block, BLOCK_LEAST, BLOCK_WANTED);
	n = s->load.size / block - 1;
	return n < OTFP_RUNS_MAX ? n : OTFP_RUNS_MAX;
}

/* Size of each of n blocks. */
static size_t block_size(const struct otfp_sort *s, size_t n)
{
	size_t block = s->load.size / n;

	return block > BLOCK_MOST ? BLOCK_MOST : block & ~(size_t)(BLOCK_LEAST - 1);
}

static int write_merged(struct otfp_runs *m, struct otfp_spill_out *out)
{
	struct otfp_sorted recs[BATCH];
	size_t n;
	int code;

	while ((code = otfp_runs_next(m, recs, BATCH, &n)) == 0)
		for (size_t i = 0; i < n; i++) {
			const struct otfp_head head = {recs[i].key, 0, (uint32_t)recs[i].n};
			code = otfp_spill_put(out, &head, sizeof head);
			if (code == 0)
				code = otfp_spill_put(out, recs[i].p, otfp_body_size(head.n));
			if (code < 0)
				return code;
		}
	return code < 0 ? code : otfp_spill_flush(out);
}

/* Merge k runs from index i on to one, which takes their place. */
static int merge_some(struct otfp_sort *s, size_t i, size_t k)
{
	size_t block = block_size(s, k + 1);
	struct otfp_sorted_run *runs = s->runs + i, all = {.at = s->file.end};
	struct otfp_spill_out out = {&s->file, all.at, s->load.room + k * block, block, 0};
	struct otfp_runs m;
	int code = otfp_runs_open(&m, &s->file, runs, (unsigned)k, s->load.room, block);

	OTFP_ASSERT(k >= 2 && i + k <= s->nruns);
	if (code == 0)
		code = write_merged(&m, &out);
	otfp_runs_close(&m);
	if (code < 0)
		return code;
	for (size_t j = 0; j < k; j++)
		otfp_spill_drop(&s->file, runs[j].n, runs[j].at);
	all.n = s->file.end - all.at;
	*runs = all;
	s->nruns -= k - 1;
	memmove(runs + 1, runs + k, (s->nruns - i - 1) * sizeof *runs);
	s->merges++;
	return 0;
}

/* Merges neighbours, so that equal keys keep their order. The first merge takes so few runs that all others are
 * full. */
static int merge_down(struct otfp_sort *s)
{
	size_t most = fan_in(s), i = 0;
	int code = 0;

	OTFP_ASSERT(most >= 2);
	while (s->nruns > most && code == 0) {
		size_t k = (s->nruns - 2) % (most - 1) + 2;
		if (i + k > s->nruns)
			i = 0;
		code = merge_some(s, i++, k);
	}
	return code;
}

int otfp_sort_end(struct otfp_sort *s)
{
	int code = 0;

	if (s->nruns == 0) {
		otfp_sort_load_sort(&s->load);
		return 0;
	}
	if (s->load.count)
		code = spill(s);
	chain_runs(s);
	if (code == 0)
		code = merge_down(s);
	if (code < 0)
		return code;
	return otfp_runs_open(&s->merge, &s->file, s->runs, (unsigned)s->nruns, s->load.room, block_size(s, s->nruns));
}

/* ---- records out ---- */

/* Records are scattered in memory, so later ones are prefetched. */
static int batch_in_memory(struct otfp_sort *s, struct otfp_sorted *out, size_t most, size_t *n)
{
	const size_t left = s->load.count - s->given;

	*n = left < most ? left : most;
	for (size_t i = 0; i < *n; i++) {
		const struct otfp_item *item = &s->load.items[s->given + i];
		uint32_t length;
		__builtin_prefetch(s->load.room + item[i + AHEAD < left ? AHEAD : 0].at);
		out[i].p = otfp_sort_load_record(&s->load, item, &length);
		out[i].key = item->key;
		out[i].n = length;
	}
	s->given += *n;
	return *n ? 0 : OTFP_END;
}

int otfp_sort_batch(struct otfp_sort *s, struct otfp_sorted *out, size_t most, size_t *n)
{
	return s->nruns ? otfp_runs_next(&s->merge, out, most, n) : batch_in_memory(s, out, most, n);
}

int otfp_sort_next(struct otfp_sort *s, struct otfp_sorted *out)
{
	size_t n;

	return otfp_sort_batch(s, out, 1, &n);
}

size_t otfp_sort_runs(const struct otfp_sort *s, size_t *merges)
{
	*merges = s->merges;
	return s->spilled;
}
