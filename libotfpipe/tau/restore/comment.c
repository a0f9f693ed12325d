/*
 * comment.c - reads the comments in which tau-to-otf keeps what OTF has no record for:
 *
 *     otfpipe: tau base time N us             time 0 of the trace; ", and times are absolute" may follow
 *     otfpipe: tau wall clock N s             the same in seconds since 1970
 *     otfpipe: tau name TOKEN NAME            original name of a function; OTF has its source location separately
 *     otfpipe: tau triggers TOKEN,TOKEN...    counters that TAU writes as three records: 0, value, 0
 *     otfpipe: tau metadata[ of process P,P...]: NAME
 *                                             a fact; TAU has three records of an event of that name
 */
#include "base/error.h"
#include "base/grow.h"
#include "tau/write/records.h"
#include <stdlib.h>

int otfp_to_tau_skip(struct otfp_str *text, const char *word)
{
	size_t n = strlen(word);

	if (text->n < n || memcmp(text->p, word, n) != 0)
		return 0;
	text->p += n;
	text->n -= n;
	return 1;
}

int otfp_to_tau_number(struct otfp_str *text, uint64_t most, uint64_t *v)
{
	size_t n = 0;

	for (*v = 0; n < text->n && text->p[n] >= '0' && text->p[n] <= '9'; n++) {
		unsigned d = (unsigned)(text->p[n] - '0');
		if (*v > (most - d) / 10)
			return 0;
		*v = *v * 10 + d;
	}
	text->p += n;
	text->n -= n;
	return n > 0;
}

/* All of these: @return 1 if the text is valid, 0 if not, <0 */

static int take_base(struct otfp_to_tau_state *s, struct otfp_str text, struct otfp_error *err)
{
	uint64_t base;
	int absolute;

	(void)err;
	if (!otfp_to_tau_number(&text, UINT64_MAX, &base) || !otfp_to_tau_skip(&text, " us"))
		return 0;
	absolute = otfp_to_tau_skip(&text, ", and times are absolute");
	if (text.n)
		return 0;
	s->began = base;
	s->base = absolute ? 0 : base;
	s->is_tau = 1;
	return 1;
}

static int take_clock(struct otfp_to_tau_state *s, struct otfp_str text, struct otfp_error *err)
{
	uint64_t clock;

	(void)err;
	if (!otfp_to_tau_number(&text, INT64_MAX / 2, &clock) || !otfp_to_tau_skip(&text, " s") || text.n)
		return 0;
	s->wall_clock = clock;
	return 1;
}

static int take_name(struct otfp_to_tau_state *s, struct otfp_str text, struct otfp_error *err)
{
	uint64_t token;
	uint32_t word;

	if (!otfp_to_tau_number(&text, UINT32_MAX, &token) || !otfp_to_tau_skip(&text, " "))
		return 0;
	word = otfp_intern(&s->texts, text.p, text.n);
	if (!word || otfp_map_set(&s->tau_names, token, word) < 0)
		return otfp_fail_memory(err);
	return 1;
}

static int take_triggers(struct otfp_to_tau_state *s, struct otfp_str text, struct otfp_error *err)
{
	uint64_t token;

	do {
		if (!otfp_to_tau_number(&text, UINT32_MAX, &token))
			return 0;
		if (otfp_map_set(&s->triggers, token, 0) < 0)
			return otfp_fail_memory(err);
	} while (otfp_to_tau_skip(&text, ","));
	return text.n == 0;
}

/* @return as above */
static int take_owners(struct otfp_to_tau_fact *f, struct otfp_str *text)
{
	uint64_t process;

	do {
		if (!otfp_to_tau_number(text, UINT32_MAX, &process))
			return 0;
		if (otfp_grow(&f->owners, f->nowners, &f->cap, sizeof *f->owners) < 0)
			return OTFP_EFAIL;
		f->owners[f->nowners++] = (uint32_t)process;
	} while (otfp_to_tau_skip(text, ","));
	return 1;
}

static int take_fact(struct otfp_to_tau_state *s, struct otfp_str text, struct otfp_error *err)
{
	struct otfp_to_tau_fact f = {0};
	int good = otfp_to_tau_skip(&text, " of process ") ? take_owners(&f, &text) : 1;

	if (good > 0 && f.nowners)
		qsort(f.owners, f.nowners, sizeof *f.owners, otfp_to_tau_by_number);
	if (good > 0)
		good = otfp_to_tau_skip(&text, ": ");
	if (good > 0) {
		f.name = otfp_intern(&s->texts, text.p, text.n);
		if (!f.name || otfp_grow(&s->facts, s->nfacts, &s->facts_cap, sizeof f) < 0)
			good = OTFP_EFAIL;
	}
	if (good > 0)
		s->facts[s->nfacts++] = f;
	else
		free(f.owners);
	return good < 0 ? otfp_fail_memory(err) : good;
}

int otfp_to_tau_comment(struct otfp_to_tau_state *s, const struct otfp_record *rec, struct otfp_error *err)
{
	static const struct {
		const char *head;
		int (*take)(struct otfp_to_tau_state *s, struct otfp_str text, struct otfp_error *err);
	} kinds[] = {
		{"base time ", take_base},    {"wall clock ", take_clock}, {"name ", take_name},
		{"triggers ", take_triggers}, {"metadata", take_fact},
	};
	struct otfp_str text = rec->f[0].s;

	for (size_t i = 0; otfp_to_tau_skip(&text, "otfpipe: tau ") && i < sizeof kinds / sizeof *kinds; i++) {
		struct otfp_str rest = text;

		if (otfp_to_tau_skip(&rest, kinds[i].head))
			return kinds[i].take(s, rest, err);
		text = rec->f[0].s;
	}
	return 0;
}

/* ---- communicators ---- */

/* A process group "communicator N" gets number N; other groups get free numbers in the order of use. @return the
 * number, or OTFP_TAU_COMM_MAX + 1 */
static unsigned comm_by_name(const struct otfp_to_tau_state *s, uint32_t process, uint32_t group)
{
	const struct otfp_definition *d =
		otfp_names_find(&s->names, OTFP_NAMED_COMMUNICATOR,
	                        otfp_names_ref(&s->names, OTFP_NAMED_COMMUNICATOR, process, group));
	struct otfp_str text = d ? d->name : (struct otfp_str){NULL, 0};
	uint64_t comm;

	if (!otfp_to_tau_skip(&text, "communicator ") || !otfp_to_tau_number(&text, OTFP_TAU_COMM_MAX, &comm) || text.n)
		return OTFP_TAU_COMM_MAX + 1;
	return (unsigned)comm;
}

static unsigned free_comm(const struct otfp_to_tau_state *s)
{
	unsigned comm = 0;

	while (comm <= OTFP_TAU_COMM_MAX && s->comms_taken >> comm & 1)
		comm++;
	return comm;
}

int otfp_to_tau_comm(struct otfp_to_tau_state *s, uint32_t process, uint32_t group)
{
	const uint64_t *known = otfp_map_get(&s->comms, group);
	unsigned comm;

	if (known)
		return (int)*known;
	comm = comm_by_name(s, process, group);
	if (comm > OTFP_TAU_COMM_MAX)
		comm = free_comm(s);
	if (comm <= OTFP_TAU_COMM_MAX)
		s->comms_taken |= UINT64_C(1) << comm;
	return otfp_map_set(&s->comms, group, comm) < 0 ? -1 : (int)comm;
}
