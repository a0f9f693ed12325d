/*
 * account-batch.c - many records at once.
 *
 * Plain records are first sorted by what accounts them, and then accounted kind by kind: the order of records of
 * different kinds does not matter, and no branch depends on the kind of the next record, which is unpredictable.
 */
#include "profile/account.h"
#include "profile/fold.h"

enum { ROOM = 128 }; /* records at a time: their entries stay in the L1 cache */

struct sorted {
	struct otfp_plain recs[OTFP_NPLAIN][ROOM], *end[OTFP_NPLAIN]; /* end: of the used elements */
};

/* A process that has plain records: its entry, and the new value of own->last. */
struct met {
	uint64_t token; /* UINT64_MAX: none */
	uint64_t last;
	struct otfp_process *process;
	struct otfp_stat_process *own;
};

static void leave(const struct met *m)
{
	if (m->own)
		m->own->last = m->last;
}

/* @return 0 if the process of the record was not seen before */
static int meet(struct met *m, const struct otfp_profile *p, const struct otfp_record *rec)
{
	struct otfp_process *process = otfp_state_near(&p->state, rec->loc);

	leave(m);
	if (!process || process->index >= p->nby_process) {
		m->own = NULL;
		return 0;
	}
	process->known = OTFP_KNOWN_EVENTS;
	m->token = rec->loc;
	m->process = process;
	m->own = &p->by_process[process->index];
	m->last = m->own->last;
	return 1;
}

/* Sort the leading plain records, at most ROOM. @return how many */
static size_t sort_out(struct otfp_profile *p, const struct otfp_record *const *recs, size_t n, struct sorted *s)
{
	struct met met = {UINT64_MAX, 0, NULL, NULL};
	const uint64_t until = p->plain_until;
	uint64_t last = p->seen_last;
	size_t i = 0;

	for (unsigned kind = 0; kind < OTFP_NPLAIN; kind++)
		s->end[kind] = s->recs[kind]; /* cppcheck-suppress uninitvar ; its address */
	for (n = n < ROOM ? n : ROOM; i < n; i++) {
		const struct otfp_record *rec = recs[i];
		const unsigned kind =
			rec->type < OTFP_NTYPES && rec->time < until ? p->plain[rec->type] : OTFP_PLAIN_NOT;
		if (OTFP_UNLIKELY(kind == OTFP_PLAIN_NOT))
			break;
		if (rec->loc != met.token && !meet(&met, p, rec))
			break;
		met.last = rec->type == OTFP_Enter ? met.last : rec->time;
		last = rec->time > last ? rec->time : last;
		*s->end[kind]++ = (struct otfp_plain){rec, met.process};
	}
	leave(&met);
	p->seen_last = last;
	p->events += i;
	return i;
}

static int account_others(struct otfp_profile *p, const struct otfp_plain *recs, size_t n)
{
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++)
		rc = otfp_account_event(p, recs[i].rec);
	return rc;
}

static size_t number_of(const struct sorted *s, unsigned kind)
{
	return (size_t)(s->end[kind] - s->recs[kind]);
}

static int account(struct otfp_profile *p, const struct sorted *s)
{
	if (otfp_account_calls(p, s->recs[OTFP_PLAIN_CALL], number_of(s, OTFP_PLAIN_CALL)) < 0 ||
	    otfp_account_counters(p, s->recs[OTFP_PLAIN_COUNTER], number_of(s, OTFP_PLAIN_COUNTER)) < 0 ||
	    otfp_account_messages(p, s->recs[OTFP_PLAIN_MESSAGE], number_of(s, OTFP_PLAIN_MESSAGE)) < 0)
		return -1;
	return account_others(p, s->recs[OTFP_PLAIN_OTHER], number_of(s, OTFP_PLAIN_OTHER));
}

int otfp_profile_add_all(struct otfp_profile *p, const struct otfp_record *const *recs, size_t n)
{
	struct sorted s;

	for (size_t i = 0, sorted; i < n; i++) {
		while ((sorted = sort_out(p, recs + i, n - i, &s)) > 0) {
			if (account(p, &s) < 0 || otfp_profile_fold(p) < 0)
				return -1;
			i += sorted;
		}
		if (i < n && otfp_profile_add(p, recs[i]) < 0)
			return -1;
	}
	return 0;
}
