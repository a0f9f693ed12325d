/*
 * states.c - states of all processes that the first pass keeps: what a snapshot of the trace would say, as numbers.
 *
 * A record is a word with its type, form and process, then its fields. States are so many records apart that all of
 * them have room: if they have not, every second one is dropped.
 */
#include "base/buf.h"
#include "base/grow.h"
#include "cmd/view/view.h"
#include "record/table.h"
#include <stdlib.h>
#include <string.h>

enum { STEP = 1 << 12 /* records between two states at first */, MOST = 512 /* states */ };
enum { CANNOT = -2 /* the state has what no snapshot does */ };
enum { BATCH = 64 /* records that are given at once */ };

int view_states_due(struct view_states *s, uint64_t time)
{
	const int is_due = ++s->since > (s->step ? s->step : STEP) && time > s->last;

	s->last = time;
	return is_due;
}

static void drop_every_second(struct view_states *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		if (i % 2) {
			s->bytes -= s->points[i].n * sizeof(uint64_t);
			free(s->points[i].words);
		} else
			s->points[n++] = s->points[i];
	s->n = n;
	s->step = 2 * (s->step ? s->step : STEP);
}

/* A record as words: its type, form and process, then its fields. @return 0 or -1 when memory is out */
static int put_words(void *ctx, const struct otfp_record *rec)
{
	struct otfp_buf *words = ctx;
	const unsigned n = otfp_table[rec->type].nfields;
	uint64_t word = (uint64_t)rec->loc << 32 | (uint64_t)rec->form << 16 | rec->type;
	int rc;

	if (rec->type == OTFP_SendSnapshot && rec->f[4].u >= UINT32_MAX) /* the length may be larger */
		return CANNOT;
	rc = otfp_buf_add(words, &word, sizeof word);
	for (unsigned i = 0; i < n && rc == 0; i++) {
		/* where the source of a call would be the state has something else */
		word = rec->type == OTFP_EnterSnapshot && i == 2 ? 0 : rec->f[i].u;
		rc = otfp_buf_add(words, &word, sizeof word);
	}
	return rc;
}

int view_states_keep(struct view_states *s, const struct otfp_state *state, uint64_t time)
{
	struct otfp_buf words = OTFP_BUF_INIT;
	int rc = state->early_list.first ? CANNOT : 0; /* received, not sent so far */

	s->since = 0;
	for (size_t i = 0; i < state->n && rc == 0; i++)
		rc = otfp_state_snapshot(&state->processes[i], time, put_words, &words);
	if (rc == 0 && otfp_grow(&s->points, s->n, &s->cap, sizeof *s->points) < 0)
		rc = -1;
	if (rc < 0) {
		otfp_buf_release(&words);
		return rc == CANNOT ? 0 : -1;
	}
	s->points[s->n++] = (struct view_point){time, (uint64_t *)(void *)words.p, words.n / sizeof(uint64_t)};
	s->bytes += words.n;
	while (s->n && (s->n > MOST || s->bytes > s->room))
		drop_every_second(s);
	return 0;
}

void view_states_release(struct view_states *s)
{
	for (size_t i = 0; i < s->n; i++)
		free(s->points[i].words);
	free(s->points);
	*s = (struct view_states){0};
}

/* ---- to start from ---- */

/* The record at a word. @return the number of its words */
static size_t get_record(struct otfp_record *rec, const struct view_point *p, size_t at)
{
	const uint64_t word = p->words[at];

	otfp_record_init(rec, word & 0xffff);
	rec->time = p->time;
	rec->form = (uint8_t)(word >> 16);
	rec->loc = (uint32_t)(word >> 32);
	for (unsigned i = 0; i < otfp_table[rec->type].nfields; i++)
		rec->f[i].u = p->words[at + 1 + i];
	return 1 + otfp_table[rec->type].nfields;
}

int view_states_give(const struct view_point *p, const struct reading *r, struct otfp_error *err)
{
	struct otfp_record records[BATCH];
	const struct otfp_record *batch[BATCH];
	size_t n = 0;
	int rc = 0;

	for (size_t at = 0; at < p->n && rc == 0;) {
		at += get_record(&records[n], p, at);
		batch[n] = &records[n];
		n += !r->wanted || r->wanted(r->ctx, records[n].loc);
		if (n == BATCH || (at == p->n && n)) {
			rc = r->take(r->ctx, batch, n, err);
			n = 0;
		}
	}
	return rc;
}
