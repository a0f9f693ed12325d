/*
 * survey.c - the first pass over all records: which processes exist, how many records each has, at what times and in
 * what order, and what kinds of values events have.
 */
#include "tau/read/runs.h"
#include "base/error.h"
#include "base/grow.h"
#include <stdlib.h>

enum { SURVEY_ROOM = 1024 }; /* records read at a time */
enum { PIECES_MAX = 2048 };  /* beside one for each file */
enum { TRIGGER_MAX = 2 };    /* microseconds that the three records of a trigger may take */

struct survey {
	struct otfp_tau *t;
	struct otfp_tau_file *file;
	const struct otfp_tau_ids *ids;
	uint64_t place; /* process of the last record, and its key */
	uint32_t process;
	uint64_t latest; /* maximum time in this piece */
	uint64_t equal;  /* records of this time so far */
};

/* ---- the order of a file ---- */

static int start_piece(struct otfp_tau *t, uint32_t file, uint64_t from)
{
	if (from && t->npieces >= t->nfiles + PIECES_MAX) {
		t->is_shuffled = 1;
		return 0;
	}
	if (otfp_grow(&t->pieces, t->npieces, &t->pieces_cap, sizeof *t->pieces) < 0)
		return otfp_fail_memory(t->err);
	t->pieces[t->npieces++] = (struct otfp_tau_piece){file, from, from};
	return 0;
}

/* Start a new piece where time goes back. */
static int take_time(struct survey *s, uint64_t number, uint64_t time)
{
	struct otfp_tau *t = s->t;
	int falls = number == 0 || time < s->latest;

	s->equal = !falls && time == s->latest ? s->equal + 1 : 1;
	if (s->equal > s->file->most_equal)
		s->file->most_equal = s->equal;
	s->latest = time;
	if (time < t->first || !t->has_times)
		t->first = time;
	if (time > t->last || !t->has_times)
		t->last = time;
	t->has_times = 1;
	return falls ? start_piece(t, (uint32_t)(s->file - t->files), number) : 0;
}

/* ---- processes ---- */

/* @return NULL when memory is out */
static struct otfp_tau_process *process_of(struct survey *s, const struct otfp_tau_record *r)
{
	uint64_t place = otfp_tau_place_of(s->file, r);

	if (place != s->place || s->process == OTFP_TAU_NOBODY) {
		s->process = otfp_tau_find_process(s->t, place);
		s->place = place;
		if (s->process == OTFP_TAU_NOBODY)
			return NULL;
		if (s->file->process != OTFP_TAU_NOBODY && s->file->process != s->process)
			s->file->is_mixed = 1;
		s->file->process = s->process;
	}
	s->t->found[OTFP_TAU_NODE_GIVEN] += (place >> 16 & 0xffff) != r->nid;
	return &s->t->processes[s->process];
}

/* Note how late a record of a process is. */
static void take_order(struct otfp_tau *t, struct otfp_tau_process *p, uint64_t time)
{
	if (p->left == 0 || time < p->first)
		p->first = time;
	if (p->left == 0 || time > p->last)
		p->last = time;
	if (p->left && time < p->latest) {
		t->found[OTFP_TAU_LATE]++;
		if (p->latest - time > t->latest_by)
			t->latest_by = p->latest - time;
	} else {
		p->latest = time;
	}
	p->left++;
}

/* ---- kinds of values ---- */

/* A trigger is three records, 0, value, 0, mostly of one time. An event is a trigger if all its records come so.
 * Records of other events may be between them. */
static int take_value(struct otfp_tau *t, uint32_t process, uint32_t def, const struct otfp_tau_record *r)
{
	struct otfp_tau_process *p = &t->processes[process];
	struct otfp_tau_def *d = &t->dict.defs[def];

	if (p->trigger != def && otfp_tau_switch_trigger(t, process, def) < 0)
		return otfp_fail_memory(t->err);
	d->is_single |= p->phase != 1 && r->par != 0;
	if (p->phase == 0)
		p->trigger_time = r->ti;
	if (p->phase == 2) {
		d->triples++;
		d->short_triples += r->ti - p->trigger_time <= TRIGGER_MAX;
	}
	p->phase = d->is_single || p->phase == 2 ? 0 : p->phase + 1;
	return 0;
}

/* A fact is recorded once by each owner, as 0, 1, 0. */
static int take_fact(struct otfp_tau *t, const struct survey *s, struct otfp_tau_def *d, int64_t par)
{
	d->is_counter |= par != 0 && par != 1;
	if (d->nowners && d->owners[d->nowners - 1] == s->process)
		return 0;
	if (otfp_grow(&d->owners, d->nowners, &d->cap, sizeof *d->owners) < 0)
		return otfp_fail_memory(t->err);
	d->owners[d->nowners++] = s->process;
	return 0;
}

static void take_message(struct otfp_tau *t, struct otfp_tau_process *p, int64_t par)
{
	struct otfp_tau_message m = otfp_tau_unpack(par);

	t->runs[p->run].peers[m.peer / 8] |= (uint8_t)(1u << m.peer % 8);
	p->comms |= UINT64_C(1) << m.comm;
	p->slots++;
}

static int take_event(struct survey *s, struct otfp_tau_process *p, uint32_t def, const struct otfp_tau_record *r)
{
	struct otfp_tau *t = s->t;
	struct otfp_tau_def *d = &t->dict.defs[def];

	d->count++;
	switch (d->role) {
	case OTFP_TAU_METADATA:
		if (take_fact(t, s, d, r->par) < 0)
			return OTFP_EFAIL;
		return take_value(t, s->process, def, r);
	case OTFP_TAU_COUNTER: return d->tag == 0 && !d->is_single ? take_value(t, s->process, def, r) : 0;
	case OTFP_TAU_SEND:
		p->sends = 1;
		take_message(t, p, r->par);
		break;
	case OTFP_TAU_RECV:
		p->receives = 1;
		take_message(t, p, r->par);
		break;
	case OTFP_TAU_INIT: p->has_init = 1; break;
	case OTFP_TAU_CLOSE: p->has_close = 1; break;
	case OTFP_TAU_RMA_KEY2: p->slots++; break;
	default: break;
	}
	return 0;
}

/* ---- all records ---- */

/* Count a record that is not converted. */
static void drop(struct otfp_tau *t, uint32_t def, const struct otfp_tau_record *r)
{
	const struct otfp_tau_def *d = def ? &t->dict.defs[def - 1] : NULL;

	if (!d && !t->found[OTFP_TAU_UNDEFINED]++)
		t->undefined = r->ev;
	if (!d)
		return;
	if (d->role == OTFP_TAU_SILENT && (!t->wall_clock || r->par < t->wall_clock) && r->par > 0)
		t->wall_clock = r->par;
	if (d->role == OTFP_TAU_DROPPED)
		t->found[d->kind == OTFP_EDF_CONTINUED ? OTFP_TAU_CONTINUATIONS : OTFP_TAU_NO_MEANING]++;
	t->found[OTFP_TAU_NEITHER] += d->role == OTFP_TAU_FUNCTION;
	t->found[OTFP_TAU_NO_PEER] += d->role == OTFP_TAU_SEND || d->role == OTFP_TAU_RECV;
}

static int take_record(struct survey *s, uint64_t number, const struct otfp_tau_record *r)
{
	uint32_t def = otfp_tau_def_of(s->ids, r->ev);
	struct otfp_tau_process *p;
	int code = take_time(s, number, r->ti);

	if (code < 0)
		return code;
	p = process_of(s, r);
	if (!p)
		return otfp_fail_memory(s->t->err);
	if (!def || !otfp_tau_has_record(s->t->dict.defs[def - 1].role, r->par)) {
		drop(s->t, def, r);
		return 0;
	}
	take_order(s->t, p, r->ti);
	return take_event(s, p, def - 1, r);
}

static int survey_file(struct otfp_tau *t, struct otfp_tau_file *f, struct otfp_tau_record *records, char *raw)
{
	struct survey s = {.t = t, .file = f, .ids = &t->ids[f->ids], .process = OTFP_TAU_NOBODY};
	size_t first_piece = t->npieces;
	uint64_t at = 0;
	ssize_t n = 0;
	int code = 0;

	while (code == 0 && (n = otfp_trc_records(&f->trc, records, raw, SURVEY_ROOM, at)) > 0) {
		code = otfp_tau_stops(t);
		for (ssize_t i = 0; i < n && code == 0; i++)
			code = take_record(&s, at + (uint64_t)i, &records[i]);
		at += (uint64_t)n;
	}
	if (n < 0 || code < 0)
		return n < 0 ? (int)n : code;
	for (size_t i = first_piece; i < t->npieces; i++)
		t->pieces[i].to = i + 1 < t->npieces ? t->pieces[i + 1].from : at;
	return 0;
}

/* An event with an incomplete trigger is none, unless its process was truncated. */
static void end_triggers(struct otfp_tau *t)
{
	for (struct otfp_map_at at = {0}; otfp_map_next(&t->suspended, &at);)
		if (*at.value)
			t->dict.defs[at.key & UINT32_MAX].is_single = 1;
	for (size_t i = 0; i < t->nprocesses; i++) {
		struct otfp_tau_process *p = &t->processes[i];
		if (p->phase && p->has_close)
			t->dict.defs[p->trigger].is_single = 1;
		p->phase = 0;
		p->trigger = OTFP_TAU_NOBODY;
	}
	otfp_map_release(&t->suspended);
}

/* A switch may also go 0, 1, 0, but not as fast. */
static int is_trigger(const struct otfp_tau_def *d)
{
	return d->tag == 0 && d->count && !d->is_single && 2 * d->short_triples >= d->triples;
}

/* Find counters whose records are all triggers, and facts, which become comments. */
static void classify_counters(struct otfp_tau *t)
{
	end_triggers(t);
	for (size_t i = 0; i < t->dict.n; i++) {
		struct otfp_tau_def *d = &t->dict.defs[i];
		if (d->role == OTFP_TAU_METADATA && (d->is_counter || t->options.metadata_counters))
			d->role = OTFP_TAU_COUNTER;
		if (d->role == OTFP_TAU_COUNTER && is_trigger(d) && !t->options.raw_triggers)
			d->role = OTFP_TAU_TRIGGER;
	}
}

int otfp_tau_survey(struct otfp_tau *t)
{
	struct otfp_tau_record *records = malloc(SURVEY_ROOM * sizeof *records);
	char *raw = malloc(SURVEY_ROOM * OTFP_TAU_SIZE_MAX);
	int code = records && raw ? 0 : otfp_fail_memory(t->err);

	for (size_t i = 0; i < t->nfiles && code == 0; i++)
		code = survey_file(t, &t->files[i], records, raw);
	free(records);
	free(raw);
	classify_counters(t);
	return code;
}
