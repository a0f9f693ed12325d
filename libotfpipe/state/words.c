#include "state/words.h"
#include "base/order.h"
#include "record/table.h"
#include <stdlib.h>

enum { CANNOT = -2 /* words do not have it */ };

static uint64_t head_of(uint32_t process, unsigned form, unsigned type)
{
	return (uint64_t)process << 32 | (uint64_t)form << 16 | type;
}

unsigned otfp_words_fields(unsigned type)
{
	return otfp_table[type].nfields + (type == OTFP_SendSnapshot);
}

/* ---- write ---- */

struct putting {
	struct otfp_buf *words;
	int has_sources; /* of calls; else the state has something else there */
};

/* @return 0, CANNOT, or -1 when memory is out */
static int put_record(void *ctx, const struct otfp_record *rec)
{
	const struct putting *p = ctx;
	uint64_t word = head_of(rec->loc, rec->form, rec->type);
	int rc;

	if (rec->type == OTFP_SendSnapshot && rec->f[4].u >= UINT32_MAX) /* the length may be larger */
		return CANNOT;
	rc = otfp_buf_add(p->words, &word, sizeof word);
	for (unsigned i = 0; i < otfp_words_fields(rec->type) && rc == 0; i++) {
		word = rec->type == OTFP_EnterSnapshot && i == 2 && !p->has_sources ? 0 : rec->f[i].u;
		rc = otfp_buf_add(p->words, &word, sizeof word);
	}
	return rc;
}

static int put_life(struct otfp_buf *words, const struct otfp_process *p)
{
	uint64_t life[2] = {head_of(p->process, 0, OTFP_WORDS_LIFE), 0};
	const struct otfp_last *v;

	for (struct otfp_lasts_at at = {0}; (v = otfp_lasts_next(&otfp_operations_of(p)->collcounts, &at));)
		life[1] = v->time > life[1] ? v->time : life[1];
	return otfp_buf_add(words, life, sizeof life);
}

static int put_odd(struct otfp_buf *words, const uint64_t odd[OTFP_NODDITIES])
{
	int rc = 0;

	for (uint32_t i = 0; i < OTFP_NODDITIES && rc == 0; i++) {
		const uint64_t seen[2] = {head_of(i, 0, OTFP_WORDS_ODD), odd[i]};
		rc = odd[i] ? otfp_buf_add(words, seen, sizeof seen) : 0;
	}
	return rc;
}

int otfp_words_add(struct otfp_buf *words, const struct otfp_state *state, uint64_t time, int has_lives)
{
	struct putting p = {words, (state->keeps & OTFP_STATE_SOURCES) != 0};
	int rc = state->early_list.first ? CANNOT : 0;

	for (size_t i = 0; i < state->n && has_lives && rc == 0; i++)
		rc = put_life(words, &state->processes[i]);
	if (rc == 0)
		rc = put_odd(words, state->odd);
	for (size_t i = 0; i < state->n && rc == 0; i++)
		rc = otfp_state_snapshot(&state->processes[i], time, put_record, &p);
	return rc == CANNOT ? 1 : rc;
}

/* ---- read ---- */

size_t otfp_words_life(const uint64_t *words, size_t n, uint32_t *process, uint64_t *ended)
{
	if (n < 2 || (uint32_t)words[0] != OTFP_WORDS_LIFE)
		return 0;
	*process = (uint32_t)(words[0] >> 32);
	*ended = words[1];
	return 2;
}

size_t otfp_words_odd(const uint64_t *words, size_t n, uint64_t odd[OTFP_NODDITIES])
{
	size_t at = 0;

	for (; n - at >= 2 && (uint32_t)words[at] == OTFP_WORDS_ODD && words[at] >> 32 < OTFP_NODDITIES; at += 2)
		odd[words[at] >> 32] += words[at + 1];
	return at;
}

int otfp_words_are_good(const uint64_t *words, size_t n)
{
	uint64_t ended, odd[OTFP_NODDITIES] = {0};
	size_t at = 0, life;
	uint32_t process;

	while ((life = otfp_words_life(words + at, n - at, &process, &ended)))
		at += life;
	at += otfp_words_odd(words + at, n - at, odd);
	while (at < n) {
		const unsigned type = words[at] & 0xffff, form = words[at] >> 16 & 0xffff;
		if (type >= OTFP_NTYPES || otfp_table[type].file != OTFP_FILE_SNAP || !otfp_numbers[type] ||
		    form > OTFP_FORM_FLOAT || otfp_words_fields(type) >= n - at)
			return 0;
		at += 1 + otfp_words_fields(type);
	}
	return 1;
}

size_t otfp_words_record(const uint64_t *words, uint64_t time, struct otfp_record *rec)
{
	otfp_record_init(rec, words[0] & 0xffff);
	rec->time = time;
	rec->form = (uint8_t)(words[0] >> 16);
	rec->loc = (uint32_t)(words[0] >> 32);
	for (unsigned i = 0; i < otfp_words_fields(rec->type); i++)
		rec->f[i].u = words[1 + i];
	return 1 + otfp_words_fields(rec->type);
}

static int by_time(const void *a, const void *b)
{
	const struct otfp_record *x = a, *y = b;

	if (x->f[0].u != y->f[0].u)
		return otfp_order(x->f[0].u, y->f[0].u);
	return otfp_order((uintptr_t)x, (uintptr_t)y);
}

/* Those to one receiver matter in their order. */
static int give_sends(struct otfp_record *sends, size_t n, otfp_put_fn *put, void *ctx, uint64_t *doubt)
{
	int rc = 0;

	if (n)
		qsort(sends, n, sizeof *sends, by_time);
	for (size_t i = 0; i < n && rc == 0; i++) {
		if (i && *doubt == UINT64_MAX && sends[i].f[0].u == sends[i - 1].f[0].u &&
		    sends[i].loc != sends[i - 1].loc && sends[i].f[1].u == sends[i - 1].f[1].u)
			*doubt = sends[i].f[0].u;
		rc = put(ctx, &sends[i]);
	}
	return rc;
}

int otfp_words_give(const uint64_t *words, size_t n, uint64_t time, otfp_put_fn *put, void *ctx, uint64_t *doubt)
{
	struct otfp_buf sends = OTFP_BUF_INIT;
	struct otfp_record rec;
	int rc = 0;

	*doubt = UINT64_MAX;
	for (size_t at = 0; at < n && rc == 0;) {
		at += otfp_words_record(words + at, time, &rec);
		rc = rec.type == OTFP_SendSnapshot ? otfp_buf_add(&sends, &rec, sizeof rec) : put(ctx, &rec);
	}
	if (rc == 0)
		rc = give_sends((struct otfp_record *)(void *)sends.p, sends.n / sizeof rec, put, ctx, doubt);
	otfp_buf_release(&sends);
	return rc;
}
