/*
 * partial-merge.c - merge files line by line, match the halves of messages, and add their latencies to the rows, which
 * follow the halves.
 */
#include "base/assert.h"
#include "base/grow.h"
#include "cmd/stat/partial-merge.h"
#include <stdlib.h>
#include <string.h>

struct merge {
	const struct partial_merging *c;
	struct partial_in **in; /* the files, then the runs of rows */
	unsigned n, nfiles;
	size_t cap;
	unsigned least;                /* the first file with the least key */
	struct otfp_profile latencies; /* the rows of messages that were matched here */
	struct partial_in runs[PARTIAL_FILES];
	unsigned nruns;
	uint32_t npaths; /* put so far */
	int in_rows;
	partial_put_fn *put;
	void *ctx;
};

/* Rows in memory before they become a run; some 300 bytes each, with quantiles some 1000. */
enum { ROWS_MAX = 8192 };

static int compare(const struct partial_in *a, const struct partial_in *b, unsigned n)
{
	const int order = partial_compare(a->line.key, b->line.key, n);

	return order == 0 && a->line.key[0] == PARTIAL_PATH ? partial_stack_compare(&a->stack, &b->stack) : order;
}

static void find_least(struct merge *m)
{
	m->least = 0;
	for (unsigned i = 1; i < m->n; i++)
		if (compare(m->in[i], m->in[m->least], PARTIAL_KEY) < 0)
			m->least = i;
}

/* Whether file i is at the same line as the least one. */
static int is_same(const struct merge *m, unsigned i)
{
	return compare(m->in[i], m->in[m->least], PARTIAL_KEY) == 0;
}

/* The rest of the files that are at the line of the least one goes on, too; the least one last, since it is compared.
 */
static int advance(struct merge *m)
{
	int code = 0;

	for (unsigned i = m->least + 1; i < m->n && code == 0; i++)
		if (is_same(m, i))
			code = partial_in_next(m->in[i]);
	return code == 0 ? partial_in_next(m->in[m->least]) : code;
}

/* ---- definitions, processes, paths ---- */

static int same_definition(const struct otfp_definition *a, const struct otfp_definition *b)
{
	return a->detail == b->detail && !a->name.p == !b->name.p && a->name.n == b->name.n &&
	       (!a->name.p || memcmp(a->name.p, b->name.p, a->name.n) == 0);
}

static int merge_definition(struct merge *m)
{
	const struct partial_line *line = &m->in[m->least]->line;
	int code;

	for (unsigned i = m->least + 1; i < m->n; i++)
		if (is_same(m, i) && !same_definition(&line->definition, &m->in[i]->line.definition))
			return partial_in_bad(m->in[i], "belongs to another trace: a definition differs");
	code = m->put(m->ctx, line);
	return code < 0 ? code : advance(m);
}

static int add_process(struct partial_process *p, const struct partial_in *f)
{
	const struct partial_process *more = &f->line.process;
	const uint64_t stream = p->stream == PARTIAL_NO_STREAM ? more->stream : p->stream;

	if (p->counted && more->counted)
		return partial_in_bad(f, "another share counts this process too");
	if (more->stream != PARTIAL_NO_STREAM && more->stream != stream)
		return partial_in_bad(f, "belongs to another trace: the process is in another stream");
	if (more->counted)
		*p = *more;
	p->stream = stream;
	return 0;
}

static int merge_process(struct merge *m)
{
	struct partial_line line = m->in[m->least]->line;
	int code = 0;

	for (unsigned i = m->least + 1; i < m->n && code == 0; i++)
		if (is_same(m, i))
			code = add_process(&line.process, m->in[i]);
	if (code == 0)
		code = m->put(m->ctx, &line);
	return code < 0 ? code : advance(m);
}

static int merge_path(struct merge *m)
{
	int code = m->put(m->ctx, &m->in[m->least]->line);

	m->npaths++;
	for (unsigned i = m->least; i < m->n; i++)
		if (is_same(m, i))
			m->in[i]->paths[m->in[i]->npaths - 1] = m->npaths;
	return code < 0 ? code : advance(m);
}

/* ---- latencies: rows in memory, and sorted runs of them in files ---- */

static int by_key(const void *a, const void *b)
{
	const struct otfp_row *x = *(struct otfp_row *const *)a, *y = *(struct otfp_row *const *)b;
	uint64_t k[PARTIAL_KEY], l[PARTIAL_KEY];

	partial_row_key(k, &x->key);
	partial_row_key(l, &y->key);
	return partial_compare(k, l, PARTIAL_KEY);
}

static void sort_rows(struct otfp_rows *r)
{
	if (r->n)
		qsort(r->rows, r->n, sizeof *r->rows, by_key);
}

/* Merge all runs to one. */
static int join_runs(struct merge *m)
{
	struct partial_in one = {0};
	int code = partial_merge_to_temp(m->c, m->runs, m->nruns, &one);

	for (unsigned i = 0; i < m->nruns; i++)
		partial_in_release(&m->runs[i]);
	m->runs[0] = one;
	m->nruns = 1;
	return code;
}

static int spill(struct merge *m)
{
	struct partial_in rows;
	int code = m->nruns == PARTIAL_FILES ? join_runs(m) : 0;

	if (code < 0)
		return code;
	sort_rows(&m->latencies.rows);
	partial_in_rows(&rows, m->latencies.rows.rows, m->latencies.rows.n, m->c->kinds);
	code = partial_merge_to_temp(m->c, &rows, 1, &m->runs[m->nruns++]);
	otfp_rows_release(&m->latencies.rows);
	return code;
}

static int add_source(struct merge *m, struct partial_in *f)
{
	if (otfp_grow(&m->in, m->n, &m->cap, sizeof *m->in) < 0)
		return otfp_fail_memory(m->c->err);
	m->in[m->n++] = f;
	return partial_in_next(f);
}

/* All halves are read: merge the rows of their latencies, too. */
static int add_latencies(struct merge *m, struct partial_in *rows)
{
	int code = 0;

	m->in_rows = 1;
	for (unsigned i = 0; i < m->nruns && code == 0; i++)
		code = add_source(m, &m->runs[i]);
	sort_rows(&m->latencies.rows);
	partial_in_rows(rows, m->latencies.rows.rows, m->latencies.rows.n, m->c->kinds);
	return code == 0 ? add_source(m, rows) : code;
}

/* ---- halves ---- */

/* The halves of one kind of a key, line after line. */
struct side {
	struct partial_in *f;
	size_t at; /* in the current line */
	uint64_t key[PARTIAL_KEY];
};

/* Go to the next line if all halves of this one are used. @return 1; 0 if the key has no more; <0 */
static int has_half(struct side *s)
{
	int code;

	if (s->at == s->f->line.nhalves) {
		code = partial_in_next(s->f);
		if (code < 0)
			return code;
		s->at = 0;
	}
	return partial_compare(s->f->line.key, s->key, PARTIAL_KEY) == 0;
}

static int put_rest(struct merge *m, struct side *s)
{
	int code = has_half(s);

	while (code > 0) {
		struct partial_line line = s->f->line;
		line.halves += s->at;
		line.nhalves -= s->at;
		s->at += line.nhalves;
		code = m->put(m->ctx, &line);
		if (code == 0)
			code = has_half(s);
	}
	return code;
}

static int take_latency(struct merge *m, struct side *sent, struct side *received)
{
	const struct otfp_half *from = &sent->f->line.halves[sent->at++];
	const struct otfp_half *to = &received->f->line.halves[received->at++];
	const uint64_t *k = received->key + 1;
	const uint32_t key[4] = {(uint32_t)k[0], (uint32_t)k[1], (uint32_t)k[2], (uint32_t)k[3]};
	const otfp_ref communicator = (otfp_ref)received->f->line.stream << 32 | key[2];

	if (otfp_profile_latency(&m->latencies, key, communicator, from->time, to) < 0)
		return otfp_fail_memory(m->c->err);
	return m->latencies.rows.n < ROWS_MAX ? 0 : spill(m);
}

static int match(struct merge *m, struct side *sent, struct side *received)
{
	int code, more;

	for (;;) {
		code = has_half(sent);
		more = code > 0 ? has_half(received) : code;
		if (more < 0)
			return more;
		if (more == 0)
			break;
		code = take_latency(m, sent, received);
		if (code < 0)
			return code;
	}
	code = put_rest(m, sent);
	return code < 0 ? code : put_rest(m, received);
}

/* The halves of a kind are in one file, since they are those of one process. */
static int find_sides(struct merge *m, struct side sides[2])
{
	for (unsigned i = 0; i < m->n; i++) {
		struct partial_in *f = m->in[i];
		struct side *s;
		if (compare(f, m->in[m->least], PARTIAL_PAIR) != 0)
			continue;
		OTFP_ASSERT(f->line.key[5] <= OTFP_HALF_RECEIVED);
		s = &sides[f->line.key[5]];
		if (s->f)
			return partial_in_bad(f, "another share counts messages of this process too");
		s->f = f;
		memcpy(s->key, f->line.key, sizeof s->key);
	}
	return 0;
}

static int merge_halves(struct merge *m)
{
	struct side sides[2] = {{0}};
	struct side *sent = &sides[OTFP_HALF_SENT], *received = &sides[OTFP_HALF_RECEIVED];
	int code = find_sides(m, sides);

	if (code < 0)
		return code;
	if (sent->f && received->f)
		return match(m, sent, received);
	return put_rest(m, sent->f ? sent : received);
}

/* ---- rows ---- */

static int merge_row(struct merge *m)
{
	const struct partial_line *line = &m->in[m->least]->line;
	int code;

	for (unsigned i = m->least + 1; i < m->n; i++) {
		if (!is_same(m, i))
			continue;
		if (line->row->counted)
			return partial_in_bad(m->in[i], "another share counts this counter of the process too");
		if (otfp_row_merge(line->row, m->in[i]->line.row) < 0)
			return otfp_fail_memory(m->c->err);
	}
	code = m->put(m->ctx, line);
	return code < 0 ? code : advance(m);
}

/* ---- all ---- */

static int merge_all(struct merge *m, struct partial_in *rows)
{
	static int (*const merges[])(struct merge *) = {
		[PARTIAL_DEFINE] = merge_definition, [PARTIAL_PROCESS] = merge_process, [PARTIAL_PATH] = merge_path,
		[PARTIAL_HALF] = merge_halves,       [PARTIAL_ROW] = merge_row,
	};
	int code = 0;

	while (code == 0) {
		uint64_t kind;
		find_least(m);
		kind = m->in[m->least]->line.key[0];
		if (kind >= PARTIAL_ROW && !m->in_rows)
			code = add_latencies(m, rows);
		else if (kind == PARTIAL_END)
			return 0;
		else
			code = merges[kind](m);
	}
	return code;
}

int partial_merge(const struct partial_merging *c, struct partial_in *in, unsigned n, partial_put_fn *put, void *ctx)
{
	struct merge *m = calloc(1, sizeof *m);
	struct partial_in rows = {0};
	int code = 0;

	if (!m)
		return otfp_fail_memory(c->err);
	m->c = c;
	m->put = put;
	m->ctx = ctx;
	otfp_profile_begin(&m->latencies, &c->head->o, &c->head->header);
	m->latencies.base = c->head->base;
	for (unsigned i = 0; i < n && code == 0; i++)
		code = add_source(m, &in[i]);
	if (code == 0)
		code = merge_all(m, &rows);
	partial_in_release(&rows);
	for (unsigned i = 0; i < m->nruns; i++)
		partial_in_release(&m->runs[i]);
	otfp_profile_release(&m->latencies);
	free(m->in);
	free(m);
	return code;
}
