/* in.c - read lines. */
#include "base/esc.h"
#include "base/grow.h"
#include "base/order.h"
#include "cmd/stat/partial/get.h"
#include "cmd/stat/partial/read.h"

int partial_compare(const uint64_t *a, const uint64_t *b, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return 0;
}

void partial_row_key(uint64_t key[PARTIAL_KEY], const struct otfp_row_key *k)
{
	key[0] = PARTIAL_ROW;
	key[1] = k->table;
	key[2] = k->window;
	memcpy(key + 3, k->part, sizeof k->part);
}

/* ---- paths ---- */

/* Make a function the last one of a path of that depth. @return 0, or -1 when memory is out */
static int put_on_stack(struct partial_stack *s, uint32_t depth, otfp_ref function)
{
	s->n = depth - 1;
	if (otfp_grow(&s->p, s->n, &s->cap, sizeof *s->p) < 0)
		return -1;
	s->p[s->n++] = partial_turn(function);
	return 0;
}

int partial_stack_compare(const struct partial_stack *a, const struct partial_stack *b)
{
	for (size_t i = 0; i < a->n && i < b->n; i++)
		if (a->p[i] != b->p[i])
			return a->p[i] < b->p[i] ? -1 : 1;
	return otfp_order(a->n, b->n);
}

/* ---- lines: all functions return 0, OTFP_END if the line is malformed, or <0 ---- */

static int get_define(struct partial_in *f)
{
	struct otfp_definition *d = &f->line.definition;
	const char *lf = memchr(f->p, '\n', (size_t)(f->in->lines - f->p));
	char *end;

	*d = (struct otfp_definition){0};
	if (partial_get_u32(&f->p, &d->space, '\t') < 0 || d->space >= OTFP_NALWAYS_NAMED ||
	    partial_get_u32(&f->p, &d->stream, '\t') < 0 || partial_get_u32(&f->p, &d->token, '\t') < 0 ||
	    partial_get_u32(&f->p, &d->detail, '\t') < 0)
		return OTFP_END;
	if (lf - f->p != 2 || memcmp(f->p, "\\N", 2) != 0) {
		f->text.n = 0;
		if (otfp_buf_reserve(&f->text, (size_t)(lf - f->p) + 1) < 0)
			return otfp_fail_memory(f->err);
		end = otfp_esc_get(f->text.p, f->p, (size_t)(lf - f->p));
		if (!end)
			return OTFP_END;
		d->name = (struct otfp_str){f->text.p, (size_t)(end - f->text.p)};
	}
	f->p = lf + 1;
	f->line.key[1] = d->space;
	f->line.key[2] = d->stream;
	f->line.key[3] = d->token;
	return 0;
}

static int get_process(struct partial_in *f)
{
	struct partial_process *p = &f->line.process;
	uint32_t process, stream = 0;

	*p = (struct partial_process){.stream = PARTIAL_NO_STREAM};
	if (partial_get_u32(&f->p, &process, '\t') < 0)
		return OTFP_END;
	if (*f->p == '-' ? (f->p++, partial_expect(&f->p, '\t')) < 0 : partial_get_u32(&f->p, &stream, '\t') < 0)
		return OTFP_END;
	if (f->p[-2] != '-')
		p->stream = stream;
	p->has_load = partial_after_digits(f->p) == '\t';
	if (partial_get_flag(&f->p, &p->counted, p->has_load ? '\t' : '\n') < 0 || (p->has_load && !p->counted))
		return OTFP_END;
	if (p->has_load && (partial_get_flag(&f->p, &p->load.is_root, '\t') < 0 ||
	                    partial_get(&f->p, &p->load.life, UINT64_MAX, '\t') < 0 ||
	                    partial_get(&f->p, &p->load.comm, p->load.life, '\n') < 0))
		return OTFP_END;
	p->load.process = process;
	f->line.key[1] = process;
	return 0;
}

/* Paths must be in order, too: not as the keys of others, but each after the one before it. */
static int get_path(struct partial_in *f)
{
	struct partial_stack *s = &f->stack;
	struct partial_line *l = &f->line;

	if (partial_get_u32(&f->p, &l->depth, '\t') < 0 || partial_get(&f->p, &l->function, UINT64_MAX, '\n') < 0 ||
	    l->depth == 0 || l->depth > s->n + 1)
		return OTFP_END;
	if (l->depth <= s->n && partial_turn(l->function) <= s->p[l->depth - 1])
		return OTFP_END;
	if (put_on_stack(s, l->depth, l->function) < 0 ||
	    otfp_grow(&f->paths, f->npaths, &f->paths_cap, sizeof *f->paths) < 0)
		return otfp_fail_memory(f->err);
	f->paths[f->npaths++] = 0;
	return 0;
}

static int get_half(struct partial_in *f, struct otfp_half *half, int *more)
{
	const uint64_t before = half->time;
	const int is_back = *f->p == '-';
	uint64_t step;
	char end;

	f->p += is_back;
	end = partial_after_digits(f->p);
	if (partial_get(&f->p, &step, UINT64_MAX, end) < 0)
		return -1;
	half->time = is_back ? before - step : before + step;
	if (is_back ? half->time >= before : half->time < before)
		return -1;
	if (end == ':') {
		end = partial_after_digits(f->p);
		if (partial_get(&f->p, &half->length, UINT64_MAX >> 1, end) < 0)
			return -1;
	}
	if (end == ':') {
		end = partial_after_digits(f->p);
		if (partial_get_u32(&f->p, &half->process, end) < 0)
			return -1;
	}
	*more = end == ' ';
	return end == ' ' || end == '\n' ? 0 : -1;
}

static int get_halves(struct partial_in *f, int kind)
{
	struct otfp_half half = {0};
	size_t n = 0;

	for (unsigned i = 1; i < PARTIAL_PAIR; i++)
		if (partial_get(&f->p, &f->line.key[i], UINT32_MAX, '\t') < 0)
			return OTFP_END;
	if (kind == OTFP_HALF_RECEIVED && partial_get_u32(&f->p, &f->line.stream, '\t') < 0)
		return OTFP_END;
	f->line.key[5] = (uint64_t)kind;
	half.process = (uint32_t)f->line.key[kind == OTFP_HALF_SENT ? 1 : 2];
	for (int more = 1; more; n++) {
		if (n == PARTIAL_HALVES || get_half(f, &half, &more) < 0)
			return OTFP_END;
		if (otfp_grow(&f->halves, n, &f->halves_cap, sizeof half) < 0)
			return otfp_fail_memory(f->err);
		f->halves[n] = half;
	}
	f->line.halves = f->halves;
	f->line.nhalves = n;
	return 0;
}

static int get_sent(struct partial_in *f)
{
	return get_halves(f, OTFP_HALF_SENT);
}

static int get_received(struct partial_in *f)
{
	return get_halves(f, OTFP_HALF_RECEIVED);
}

/* ---- rows ---- */

/* The parts of a key; a path gets its number after the merge. */
static int get_key(struct partial_in *f, struct otfp_row_key *key)
{
	uint64_t table;

	if (partial_get(&f->p, &table, OTFP_NSTATS - 1, '\t') < 0 ||
	    partial_get(&f->p, &key->window, UINT64_MAX, '\t') < 0)
		return -1;
	key->table = (uint32_t)table;
	for (unsigned i = 0; i < f->kinds->nkinds[table]; i++) {
		const unsigned kind = f->kinds->kinds[table][i];
		uint64_t *part = &key->part[i];
		if (partial_get(&f->p, part, UINT64_MAX, i + 1 < f->kinds->nkinds[table] ? ',' : '\t') < 0 ||
		    (kind == OTFP_KEY_LENGTH && *part > 64) ||
		    (kind == OTFP_KEY_PATH && (*part == 0 || *part > f->npaths)))
			return -1;
		if (kind == OTFP_KEY_PATH)
			*part = f->paths[*part - 1];
	}
	return f->kinds->nkinds[table] ? 0 : partial_expect(&f->p, '\t');
}

/* With quantiles, each value is in a bucket; without them there are no buckets. */
static int get_dist(struct partial_in *f, int quantiles, struct otfp_dist *d)
{
	uint64_t n = 0, bucket, count, least = 0;
	char end;

	if (partial_get(&f->p, &d->n, UINT64_MAX, '\t') < 0 || !d->n || partial_get_wide(&f->p, &d->total, '\t') < 0 ||
	    partial_get(&f->p, &d->min, UINT64_MAX, '\t') < 0)
		return OTFP_END;
	end = partial_after_digits(f->p);
	if (partial_get(&f->p, &d->max, UINT64_MAX, end) < 0 || d->min > d->max || (end != '\t' && end != '\n'))
		return OTFP_END;
	while (end != '\n') {
		if (partial_get(&f->p, &bucket, OTFP_NBUCKETS - 1, ':') < 0 || bucket < least)
			return OTFP_END;
		end = partial_after_digits(f->p);
		if ((end != ',' && end != '\n') || partial_get(&f->p, &count, OTFP_BUCKET_MOST, end) < 0 ||
		    __builtin_add_overflow(n, count, &n))
			return OTFP_END;
		if (otfp_dist_count(d, (unsigned)bucket, count) < 0)
			return otfp_fail_memory(f->err);
		least = bucket + 1;
	}
	return n == (quantiles ? d->n : 0) ? 0 : OTFP_END;
}

static int get_counted(struct partial_in *f, struct otfp_counted *c)
{
	const char **p = &f->p;
	struct otfp_number sum, increase;
	int has_highest;

	*c = (struct otfp_counted){.parts = 1};
	if (partial_get(p, &c->n, UINT64_MAX, '\t') < 0 || partial_get(p, &c->first, UINT64_MAX, '\t') < 0 ||
	    partial_get(p, &c->last, UINT64_MAX, '\t') < 0 || partial_get(p, &c->min, UINT64_MAX, '\t') < 0 ||
	    partial_get(p, &c->max, UINT64_MAX, '\t') < 0 || partial_get_sum(p, &sum, '\t') < 0 ||
	    partial_get_sum(p, &increase, '\t') < 0 || partial_get(p, &c->time, UINT64_MAX, '\t') < 0 ||
	    partial_get_flag(p, &has_highest, ':') < 0 || partial_get_bits(p, &c->highest, '\t') < 0 ||
	    partial_get_bits(p, &c->weighted, '\t') < 0 || partial_get_bits(p, &c->weight, '\n') < 0 ||
	    sum.real != increase.real)
		return OTFP_END;
	c->sum = sum.v;
	c->increase = increase.v;
	c->real = sum.real != 0;
	c->has_highest = has_highest != 0;
	return 0;
}

static int get_sums(struct partial_in *f, struct otfp_row *row)
{
	const struct otfp_stat_kind *kind = &otfp_stat_kinds[row->key.table];

	for (unsigned i = 0; kind->sums[i].name; i++) {
		const char *digits = f->p;
		const char end = partial_after_digits(f->p);
		const int is_last = !kind->sums[i + 1].name;
		if (partial_get_wide(&f->p, &row->sum[i], end) < 0 || digits == f->p)
			return OTFP_END;
		if (is_last && end == '\n')
			return 0;
		if (is_last)
			return end == '\t' ? get_dist(f, kind->quantiles, &row->dist) : OTFP_END;
		if (end != ',')
			return OTFP_END;
	}
	return OTFP_END;
}

static int get_row(struct partial_in *f)
{
	struct otfp_row *row = &f->row;

	otfp_dist_release(&row->dist);
	*row = (struct otfp_row){0};
	if (get_key(f, &row->key) < 0)
		return OTFP_END;
	if (row->key.table == OTFP_STAT_COUNTER)
		row->counted = &f->counted;
	f->line.row = row;
	partial_row_key(f->line.key, &row->key);
	return row->counted ? get_counted(f, row->counted) : get_sums(f, row);
}

/* ---- all ---- */

static const struct {
	const char *word;
	enum partial_kind kind;
	int (*get)(struct partial_in *f);
} words[] = {
	{"define\t", PARTIAL_DEFINE, get_define},   {"process\t", PARTIAL_PROCESS, get_process},
	{"path\t", PARTIAL_PATH, get_path},         {"sent\t", PARTIAL_HALF, get_sent},
	{"received\t", PARTIAL_HALF, get_received}, {"row\t", PARTIAL_ROW, get_row},
};

static int get_end(struct partial_in *f)
{
	uint64_t n;
	int code;

	if (partial_get(&f->p, &n, UINT64_MAX, '\n') < 0 || n != f->lines - 1)
		return partial_in_bad(f, "@END gives another number of lines");
	f->line.key[0] = PARTIAL_END;
	f->lines++;
	f->in->p = f->p;
	if (f->p < f->in->lines || f->in->p < f->in->end)
		return partial_in_bad(f, "data after @END");
	code = otfp_input_lines(f->in);
	if (code == 0 || (code == OTFP_END && f->in->p < f->in->end))
		return partial_in_bad(f, "data after @END");
	if (code == OTFP_EDAMAGE && f->err && f->err->flaw == OTFP_FLAW_CUT)
		return partial_truncated(f);
	return code == OTFP_END ? 0 : code;
}

/* Each line comes after the one before it, but halves may continue a line. */
static int check_order(const struct partial_in *f, const uint64_t before[PARTIAL_KEY])
{
	const uint64_t kind = f->line.key[0];
	const int order = partial_compare(before, f->line.key, PARTIAL_KEY);

	if (kind == PARTIAL_PATH ? before[0] <= kind : order < 0 || (order == 0 && kind == PARTIAL_HALF))
		return 0;
	return partial_in_bad(f, "not in order");
}

static int get_line(struct partial_in *f)
{
	uint64_t before[PARTIAL_KEY];

	memcpy(before, f->line.key, sizeof before);
	memset(f->line.key, 0, sizeof f->line.key);
	if (partial_expect_word(&f->p, "@END\t") == 0)
		return get_end(f);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (partial_expect_word(&f->p, words[i].word) == 0) {
			int code;
			f->line.key[0] = words[i].kind;
			code = words[i].get(f);
			if (code == OTFP_END)
				return partial_bad_line(f);
			return code < 0 ? code : check_order(f, before);
		}
	return partial_bad_line(f);
}

static int next_in_memory(struct partial_in *f)
{
	if (f->at == f->end) {
		f->line.key[0] = PARTIAL_END;
		return 0;
	}
	f->line.row = *f->at++;
	partial_row_key(f->line.key, &f->line.row->key);
	return 0;
}

int partial_in_next(struct partial_in *f)
{
	int code = 0;

	if (!f->in)
		return next_in_memory(f);
	if (!f->is_read)
		code = partial_line(f);
	f->is_read = 0;
	return code < 0 ? code : get_line(f);
}
