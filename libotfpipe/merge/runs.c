#include "merge/runs.h"
#include "base/assert.h"
#include <stdlib.h>
#include <string.h>

enum { HEAD = sizeof(struct otfp_head) };

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

static size_t size_of(const struct otfp_run_reader *r)
{
	return HEAD + otfp_body_size(r->head.n);
}

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

/* Read the head of the next record of run i; *key is OTFP_KEY_END at its end. */
static int read_head(struct otfp_runs *m, unsigned i, struct otfp_key *key)
{
	struct otfp_run_reader *r = &m->readers[i];
	int code = at_hand(r) < HEAD && r->at < r->end ? refill(m, r) : 0;

	*key = OTFP_KEY_END;
	if (code < 0 || at_hand(r) == 0)
		return code;
	OTFP_ASSERT_HOT(at_hand(r) >= HEAD);
	memcpy(&r->head, r->p, HEAD);
	*key = r->head.key;
	key->rank = key->rank * OTFP_RUNS_MAX + i;
	return 0;
}

/* Read a record that is longer than a block. */
static int read_large(struct otfp_runs *m, const struct otfp_run_reader *r, const char **p)
{
	size_t n = otfp_body_size(r->head.n);

	m->large.n = 0;
	if (otfp_buf_reserve(&m->large, n + OTFP_INPUT_AHEAD) < 0)
		return otfp_fail_memory(m->file->err);
	*p = m->large.p;
	return otfp_spill_read(m->file, m->large.p, n, r->at - at_hand(r) + HEAD);
}

/* Read the body of the record whose head was read. */
static int read_body(struct otfp_runs *m, struct otfp_run_reader *r, const char **p)
{
	int code = 0;

	if (size_of(r) > r->cap)
		return read_large(m, r, p);
	if (at_hand(r) < size_of(r))
		code = refill(m, r);
	*p = r->p + HEAD;
	return code;
}

static void skip(struct otfp_run_reader *r)
{
	size_t n = size_of(r);

	if (n > at_hand(r)) {
		r->at += n - at_hand(r);
		r->p = r->lim;
	} else {
		r->p += n;
	}
}

int otfp_runs_open(struct otfp_runs *m, struct otfp_spill *f, const struct otfp_sorted_run *runs, unsigned k,
                   char *room, size_t block)
{
	int code = 0;

	OTFP_ASSERT(k > 0 && k <= OTFP_RUNS_MAX && block >= HEAD);
	memset(m, 0, sizeof *m);
	m->file = f;
	m->readers = calloc(k, sizeof *m->readers);
	if (!m->readers || otfp_loser_init(&m->tree, k) < 0)
		return otfp_fail_memory(f->err);
	for (unsigned i = 0; i < k && code == 0; i++, room += block) {
		m->readers[i] = (struct otfp_run_reader){.at = runs[i].at,
		                                         .end = runs[i].at + runs[i].n,
		                                         .buf = room,
		                                         .p = room,
		                                         .lim = room,
		                                         .cap = block};
		code = read_head(m, i, &m->tree.keys[i]);
	}
	otfp_loser_build(&m->tree);
	return code;
}

int otfp_runs_next(struct otfp_runs *m, struct otfp_head *head, const char **p)
{
	struct otfp_run_reader *r = &m->readers[m->tree.winner];
	struct otfp_key key;
	int code;

	if (m->given) {
		m->given = 0;
		skip(r);
		code = read_head(m, m->tree.winner, &key);
		if (code < 0)
			return code;
		OTFP_ASSERT_HOT(!otfp_key_less(&key, &m->tree.keys[m->tree.winner]));
		otfp_loser_advance(&m->tree, key);
		r = &m->readers[m->tree.winner];
	}
	if (m->tree.keys[m->tree.winner].rank == UINT64_MAX)
		return OTFP_END;
	m->given = 1;
	*head = r->head;
	return read_body(m, r, p);
}

void otfp_runs_close(struct otfp_runs *m)
{
	otfp_loser_release(&m->tree);
	otfp_buf_release(&m->large);
	free(m->readers);
	m->readers = NULL;
}
