/*
 * states.c - states of all processes that the first pass keeps, as state/words.h has them. They are so many records
 * apart that all of them have room: if they have not, every second one is dropped.
 */
#include "base/buf.h"
#include "base/grow.h"
#include "cmd/view/view.h"
#include "state/words.h"
#include <stdlib.h>

enum { STEP = 1 << 8 /* records between two states at first */, MOST = 512 /* states */ };
enum { BATCH = 64 /* records that are given at once */ };

int view_states_due(struct view_states *s, uint64_t time)
{
	const int is_due = ++s->since > (s->step ? s->step : STEP) && time > s->last;

	s->first = s->has_first ? s->first : time;
	s->has_first = 1;
	s->last = time;
	return is_due;
}

/* The only one, too: it is too large. */
static void drop_every_second(struct view_states *s)
{
	const int is_alone = s->n == 1;
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		if (i % 2 || is_alone) {
			s->bytes -= s->points[i].n * sizeof(uint64_t);
			free(s->points[i].words);
		} else
			s->points[n++] = s->points[i];
	s->n = n;
	s->step = 2 * (s->step ? s->step : STEP);
}

int view_states_keep(struct view_states *s, const struct otfp_state *state, uint64_t time)
{
	struct otfp_buf words = OTFP_BUF_INIT;
	int rc = otfp_words_add(&words, state, time, !s->has_undelimited);

	s->since = 0;
	if (rc == 0 && otfp_grow(&s->points, s->n, &s->cap, sizeof *s->points) < 0)
		rc = -1;
	if (rc) {
		otfp_buf_release(&words);
		return rc < 0 ? -1 : 0;
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

const struct view_point *view_states_before(const struct view *v, uint64_t time)
{
	size_t at = v->npoints;

	while (at && (v->points[at - 1].time >= time || !v->points[at - 1].words))
		at--;
	return at && (uint16_t)v->points[at - 1].words[0] == OTFP_WORDS_LIFE ? &v->points[at - 1] : NULL;
}

int view_states_give(const struct view_point *p, const struct reading *r, struct otfp_error *err)
{
	struct otfp_record records[BATCH];
	const struct otfp_record *batch[BATCH];
	uint64_t ended, odd[OTFP_NODDITIES] = {0};
	size_t n = 0, at = 0, life;
	uint32_t process;
	int rc = 0;

	while ((life = otfp_words_life(p->words + at, p->n - at, &process, &ended)))
		at += life;
	at += otfp_words_odd(p->words + at, p->n - at, odd);
	while (at < p->n && rc == 0) {
		at += otfp_words_record(p->words + at, p->time, &records[n]);
		batch[n] = &records[n];
		n += !r->wanted || r->wanted(r->ctx, records[n].loc);
		if (n == BATCH || (at == p->n && n)) {
			rc = r->take(r->ctx, batch, n, err);
			n = 0;
		}
	}
	return rc;
}
