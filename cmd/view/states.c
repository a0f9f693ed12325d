/*
 * states.c - states of all processes that the first pass keeps, packed as state/words.h has them. They are so many
 * records apart that all of them have room, as far as the records and the size of a state are known before; if they
 * have not, every second one is dropped.
 */
#include "base/buf.h"
#include "base/grow.h"
#include "cmd/view/view.h"
#include "state/words.h"
#include <stdlib.h>
#include <string.h>

enum { STEP = 1 << 8 /* records between two states at least */, MOST = 512 /* states */ };
enum { BATCH = 64 /* records that are given at once */ };

int view_states_due(struct view_states *s, uint64_t time)
{
	const int is_due = ++s->since > s->step && time > s->last;

	s->first = s->has_first ? s->first : time;
	s->has_first = 1;
	s->last = time;
	return is_due;
}

void view_states_begin(struct view_states *s, size_t room, uint64_t records)
{
	s->room = room;
	s->records = records;
	s->step = records / MOST > STEP ? records / MOST : STEP;
}

/* The only one, too: it is too large. */
static void drop_every_second(struct view_states *s)
{
	const int is_alone = s->n == 1;
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		if (i % 2 || is_alone) {
			s->bytes -= s->points[i].npacked;
			free(s->points[i].packed);
		} else
			s->points[n++] = s->points[i];
	s->n = n;
	s->step *= 2;
}

/* So many as the last one have room. */
static void lengthen_step(struct view_states *s, size_t bytes)
{
	const uint64_t step = (uint64_t)((double)s->records * (double)bytes / (double)s->room);

	s->step = step > s->step ? step : s->step;
}

char *view_states_copy(const char *packed, size_t n)
{
	char *copy = malloc(n + 1);

	return copy && n ? memcpy(copy, packed, n) : copy;
}

/* @return 0; 1 if there is no such state; -1 when memory is out */
static int pack(struct view_point *p, struct otfp_buf *bytes, const struct otfp_state *state, int has_lives)
{
	struct otfp_buf words = OTFP_BUF_INIT;
	const uint64_t *first;
	int rc = otfp_words_add(&words, state, p->time, has_lives);

	first = (const uint64_t *)(const void *)words.p;
	p->n = words.n / sizeof *first;
	p->has_lives = p->n && (uint32_t)*first == OTFP_WORDS_LIFE;
	if (rc == 0 && otfp_words_pack(bytes, first, p->n) < 0)
		rc = -1;
	otfp_buf_release(&words);
	return rc;
}

int view_states_keep(struct view_states *s, const struct otfp_state *state, uint64_t time)
{
	struct otfp_buf bytes = OTFP_BUF_INIT;
	struct view_point point = {.time = time};
	int rc = pack(&point, &bytes, state, !s->has_undelimited);

	s->since = 0;
	if (rc == 0 && otfp_grow(&s->points, s->n, &s->cap, sizeof *s->points) < 0)
		rc = -1;
	point.npacked = bytes.n;
	point.packed = rc == 0 ? view_states_copy(bytes.p, bytes.n) : NULL;
	otfp_buf_release(&bytes);
	if (rc || !point.packed)
		return rc == 1 ? 0 : -1;
	s->points[s->n++] = point;
	s->bytes += point.npacked;
	lengthen_step(s, point.npacked);
	while (s->n && (s->n > MOST || s->bytes > s->room))
		drop_every_second(s);
	return 0;
}

void view_states_release(struct view_states *s)
{
	for (size_t i = 0; i < s->n; i++)
		free(s->points[i].packed);
	free(s->points);
	*s = (struct view_states){0};
}

/* ---- to start from ---- */

const struct view_point *view_states_before(const struct view *v, uint64_t time)
{
	size_t at = v->npoints;

	while (at && (v->points[at - 1].time >= time || !v->points[at - 1].packed))
		at--;
	return at && v->points[at - 1].has_lives ? &v->points[at - 1] : NULL;
}

uint64_t *view_states_words(const struct view_point *p)
{
	uint64_t *words = calloc(p->n + 1, sizeof *words);

	if (!words || otfp_words_unpack(words, p->n, p->packed, p->npacked) == 0)
		return words;
	free(words);
	return NULL;
}

static int give(const struct view_point *p, const uint64_t *words, const struct reading *r, struct otfp_error *err)
{
	struct otfp_record records[BATCH];
	const struct otfp_record *batch[BATCH];
	uint64_t ended, odd[OTFP_NODDITIES] = {0};
	size_t n = 0, at = 0, life;
	uint32_t process;
	int rc = 0;

	while ((life = otfp_words_life(words + at, p->n - at, &process, &ended)))
		at += life;
	at += otfp_words_odd(words + at, p->n - at, odd);
	while (at < p->n && rc == 0) {
		at += otfp_words_record(words + at, p->time, &records[n]);
		batch[n] = &records[n];
		n += !r->wanted || r->wanted(r->ctx, records[n].loc);
		if (n == BATCH || (at == p->n && n)) {
			rc = r->take(r->ctx, batch, n, err);
			n = 0;
		}
	}
	return rc;
}

int view_states_give(const struct view_point *p, const struct reading *r, struct otfp_error *err)
{
	uint64_t *words = view_states_words(p);
	const int rc = words ? give(p, words, r, err) : otfp_fail_memory(err);

	free(words);
	return rc;
}
