#include "merge/runs.h"
#include "base/assert.h"
#include <stdlib.h>
#include <string.h>

enum { HEAD = sizeof(struct otfp_head) };

#define NO_RECORD (~(otfp_wide)0) /* the entry of a run that has ended; no other is as large */

struct otfp_run_reader {
	uint64_t at, end; /* bytes of the file not read yet */
	char *buf, *p, *lim;
	size_t cap;
	struct otfp_head head; /* head of the record at p */
};

static size_t at_hand(const struct otfp_run_reader *r)
{
	return (size_t)(r->lim - r->p);
}

static size_t size_of(const struct otfp_head *h)
{
	return HEAD + otfp_body_size(h->n);
}

static otfp_wide entry_of(const struct otfp_head *h, unsigned run)
{
	return (otfp_wide)h->key.time << 64 | (h->key.rank * OTFP_RUNS_MAX + run);
}

/* ---- the tree ---- */

/* The winner below node n; leaves are nodes k..2k-1, and `entries` has those of the runs. */
static otfp_wide play(struct otfp_runs *m, const otfp_wide *entries, unsigned n)
{
	otfp_wide a, b;

	if (n >= m->k)
		return entries[n - m->k];
	a = play(m, entries, 2 * n);
	b = play(m, entries, 2 * n + 1);
	m->tree[n] = a < b ? b : a;
	return a < b ? a : b;
}

/* Give a run its next entry and replay its path. */
static inline void replay(struct otfp_runs *m, unsigned run, otfp_wide entry)
{
	for (unsigned n = (run + m->k) / 2; n >= 1; n /= 2) {
		const otfp_wide other = m->tree[n], least = other < entry ? other : entry;
		m->tree[n] = other < entry ? entry : other;
		entry = least;
	}
	m->winner = entry;
}

static inline unsigned winner(const struct otfp_runs *m)
{
	return (unsigned)((uint64_t)m->winner % OTFP_RUNS_MAX);
}

/* ---- reading ---- */

static int refill(struct otfp_runs *m, struct otfp_run_reader *r)
{
	size_t rest = at_hand(r), n = r->cap - rest;
	int code;

	if (n > r->end - r->at)
		n = r->end - r->at;
	memmove(r->buf, r->p, rest);
	code = otfp_spill_read(m->file, r->buf + rest, n, r->at);
	r->at += n;
	r->p = r->buf;
	r->lim = r->buf + rest + n;
	return code;
}

/* Read the head of the next record of a run, and all of the record if it fits in a block. */
static int read_record(struct otfp_runs *m, unsigned run, otfp_wide *entry)
{
	struct otfp_run_reader *r = &m->readers[run];
	int code = at_hand(r) < HEAD && r->at < r->end ? refill(m, r) : 0;

	*entry = NO_RECORD;
	if (code < 0 || at_hand(r) == 0)
		return code;
	OTFP_ASSERT_HOT(at_hand(r) >= HEAD);
	memcpy(&r->head, r->p, HEAD);
	*entry = entry_of(&r->head, run);
	return at_hand(r) < size_of(&r->head) && size_of(&r->head) <= r->cap ? refill(m, r) : 0;
}

/* Read a record that is longer than a block. */
static int read_large(struct otfp_runs *m, const struct otfp_run_reader *r, struct otfp_sorted *out)
{
	size_t n = otfp_body_size(r->head.n);

	m->large.n = 0;
	if (otfp_buf_reserve(&m->large, n + OTFP_INPUT_AHEAD) < 0)
		return otfp_fail_memory(m->file->err);
	out->p = m->large.p;
	return otfp_spill_read(m->file, m->large.p, n, r->at - at_hand(r) + HEAD);
}

static void skip(struct otfp_run_reader *r)
{
	size_t n = size_of(&r->head);

	if (n > at_hand(r)) {
		r->at += n - at_hand(r);
		r->p = r->lim;
	} else {
		r->p += n;
	}
}

/* Go on to the next record of the winner, if it is in the block as a whole. @return 1; 0: it must be read */
static inline int step(struct otfp_runs *m)
{
	struct otfp_run_reader *r = &m->readers[winner(m)];
	const size_t n = size_of(&r->head), have = at_hand(r);
	struct otfp_head head;

	if (have < n + HEAD)
		return 0;
	memcpy(&head, r->p + n, HEAD);
	if (have - n < size_of(&head))
		return 0;
	OTFP_ASSERT_HOT(!otfp_key_less(&head.key, &r->head.key));
	r->p += n;
	r->head = head;
	replay(m, winner(m), entry_of(&head, winner(m)));
	return 1;
}

static int step_and_read(struct otfp_runs *m)
{
	otfp_wide entry;
	int code;

	skip(&m->readers[winner(m)]);
	code = read_record(m, winner(m), &entry);
	replay(m, winner(m), entry);
	return code;
}

/* ---- the merge ---- */

static int open_tree(struct otfp_runs *m, const otfp_wide *entries)
{
	m->tree = calloc(m->k, sizeof *m->tree);
	if (!m->tree)
		return otfp_fail_memory(m->file->err);
	m->winner = play(m, entries, 1);
	return 0;
}

int otfp_runs_open(struct otfp_runs *m, struct otfp_spill *f, const struct otfp_sorted_run *runs, unsigned k,
                   char *room, size_t block)
{
	otfp_wide *entries = calloc(k, sizeof *entries);
	int code = 0;

	OTFP_ASSERT(k > 0 && k <= OTFP_RUNS_MAX && block >= HEAD);
	memset(m, 0, sizeof *m);
	m->file = f;
	m->k = k;
	m->readers = calloc(k, sizeof *m->readers);
	if (!m->readers || !entries)
		code = otfp_fail_memory(f->err);
	for (unsigned i = 0; i < k && code == 0; i++, room += block) {
		m->readers[i] = (struct otfp_run_reader){.at = runs[i].at,
		                                         .end = runs[i].at + runs[i].n,
		                                         .buf = room,
		                                         .p = room,
		                                         .lim = room,
		                                         .cap = block};
		code = read_record(m, i, &entries[i]);
	}
	if (code == 0)
		code = open_tree(m, entries);
	free(entries);
	return code;
}

int otfp_runs_next(struct otfp_runs *m, struct otfp_sorted *out, size_t most, size_t *n)
{
	int code = m->given && !step(m) ? step_and_read(m) : 0;

	*n = 0;
	m->given = 1;
	if (code < 0)
		return code;
	do {
		const struct otfp_run_reader *r;
		if (m->winner == NO_RECORD) {
			m->given = 0;
			return OTFP_END;
		}
		r = &m->readers[winner(m)];
		out[*n] = (struct otfp_sorted){r->head.key, r->p + HEAD, r->head.n};
		if (size_of(&r->head) > r->cap) {
			if (*n == 0 && (code = read_large(m, r, out)) < 0)
				return code;
			m->given = *n == 0;
			*n += m->given;
			return 0;
		}
		++*n;
	} while (*n < most && step(m));
	return 0;
}

void otfp_runs_close(struct otfp_runs *m)
{
	otfp_buf_release(&m->large);
	free(m->readers);
	free(m->tree);
	m->readers = NULL;
	m->tree = NULL;
}
