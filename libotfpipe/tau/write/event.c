/*
 * event.c - converts timed records to records of a TAU trace.
 *
 * A thread starts with EV_INIT and WALL_CLOCK at its first record, and ends with FLUSH_CLOSE and WALL_CLOCK: at
 * EndProcess if all threads have begun, since readers stop when all threads known to them have ended; else at the end
 * of the trace.
 */
#include "base/error.h"
#include "base/grow.h"
#include "tau/write/records.h"
#include "record/table.h"
#include "base/order.h"
#include "base/real.h"
#include "base/wide.h"
#include <inttypes.h>
#include <stdlib.h>

#define MICRO 1000000u /* microseconds in a second */

/* ---- time ---- */

/* Round to the nearest microsecond. */
static otfp_wide microseconds(struct otfp_to_tau_state *s, uint64_t ticks)
{
	otfp_wide wide;

	if (s->per) {
		s->lost[OTFP_LOST_TIME] += ticks % s->per != 0;
		return ticks / s->per + (ticks % s->per * 2 >= s->per && s->per > 1);
	}
	wide = (otfp_wide)ticks * MICRO;
	s->lost[OTFP_LOST_TIME] += wide % s->resolution != 0;
	return (wide + s->resolution / 2) / s->resolution;
}

static int set_time(struct otfp_to_tau_state *s, const struct otfp_record *rec, struct otfp_error *err)
{
	otfp_wide time;

	if (!s->resolution)
		return otfp_fail(err, OTFP_EFAIL, "the stream has no timer resolution (ticks per second)");
	if (rec->time < s->ticks)
		return otfp_fail(err, OTFP_EFAIL,
		                 "%s at time %" PRIu64 " after %" PRIu64 ": not in time order; sort it with otf-sort",
		                 otfp_table[rec->type].name, rec->time, s->ticks);
	time = microseconds(s, rec->time) + s->base;
	if (time > UINT64_MAX)
		return otfp_fail(err, OTFP_EFAIL,
		                 "process %" PRIu32 ": %s at time %" PRIu64
		                 ": does not fit into 64 bits in microseconds, the ticks of TAU",
		                 rec->loc, otfp_table[rec->type].name, rec->time);
	s->ticks = rec->time;
	s->last = (uint64_t)time;
	return 0;
}

/* ---- threads ---- */

static int put(struct otfp_to_tau_state *s, const struct otfp_to_tau_thread *p, int64_t event, int64_t par)
{
	const struct otfp_tau_record rec = {
		.ev = event, .par = par, .ti = s->last, .nid = (uint16_t)p->node, .tid = (uint16_t)p->thread};

	return otfp_tau_out_put(s->out, p->file, &rec);
}

/* Seconds; at the end, the value 1 would mean something else. */
static int put_clock(struct otfp_to_tau_state *s, const struct otfp_to_tau_thread *p)
{
	uint64_t since = s->last > s->began ? s->last - s->began : 0;
	uint64_t seconds = s->wall_clock ? s->wall_clock + since / MICRO : s->last / MICRO;

	return put(s, p, OTFP_EDF_ID_WALL_CLOCK, seconds == 1 ? 0 : (int64_t)seconds);
}

static int begin(struct otfp_to_tau_state *s, struct otfp_to_tau_thread *p)
{
	int code;

	p->has_begun = 1;
	s->nbegun++;
	code = otfp_tau_out_thread(s->out, (uint16_t)p->node, (uint16_t)p->thread, &p->file);
	if (code == 0)
		code = put(s, p, OTFP_EDF_ID_EV_INIT, OTFP_TAU_INIT_PAR);
	return code < 0 ? code : put_clock(s, p);
}

int otfp_to_tau_by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static int owns(const struct otfp_to_tau_fact *f, const struct otfp_to_tau_thread *p)
{
	return f->nowners ?
	               bsearch(&p->process, f->owners, f->nowners, sizeof *f->owners, otfp_to_tau_by_number) != NULL :
	               p->thread == 0;
}

/* Write a value as TAU writes the value of a user event. */
static int put_threefold(struct otfp_to_tau_state *s, const struct otfp_to_tau_thread *p, int64_t id, int64_t value)
{
	int code = put(s, p, id, 0);

	if (code == 0)
		code = put(s, p, id, value);
	return code < 0 ? code : put(s, p, id, 0);
}

static int put_facts(struct otfp_to_tau_state *s, const struct otfp_to_tau_thread *p, struct otfp_error *err)
{
	int code = 0;

	for (size_t i = 0; i < s->nfacts && code == 0; i++) {
		struct otfp_to_tau_fact *f = &s->facts[i];
		int64_t id = owns(f, p) ? otfp_to_tau_fact_id(s, f, err) : -1;

		if (owns(f, p))
			code = id < 0 ? (int)id : put_threefold(s, p, id, 1);
	}
	return code;
}

static int end(struct otfp_to_tau_state *s, struct otfp_to_tau_thread *p, struct otfp_error *err)
{
	int code = p->has_facts ? 0 : put_facts(s, p, err);

	p->has_ended = p->has_facts = 1;
	if (code == 0)
		code = put(s, p, OTFP_EDF_ID_FLUSH_CLOSE, 0);
	return code < 0 ? code : put_clock(s, p);
}

/* The entry of the process of a record, with its first records written. @return NULL with err set */
static struct otfp_to_tau_thread *place_of(struct otfp_to_tau_state *s, uint32_t process, struct otfp_error *err)
{
	struct otfp_to_tau_thread *p = otfp_to_tau_place(s, process, err);

	return p && !p->has_begun && begin(s, p) < 0 ? NULL : p;
}

static int by_place(const void *a, const void *b)
{
	const struct otfp_to_tau_thread *x = a, *y = b;

	return otfp_order2(x->node, y->node, x->thread, y->thread);
}

int otfp_to_tau_end(struct otfp_to_tau_state *s, struct otfp_error *err)
{
	int code = otfp_to_tau_place_all(s, err);

	if (code == 0 && s->nplaces)
		qsort(s->places, s->nplaces, sizeof *s->places, by_place);
	for (size_t i = 0; i < s->nplaces && code == 0; i++)
		if (!s->places[i].has_begun)
			code = begin(s, &s->places[i]);
	for (size_t i = 0; i < s->nplaces && code == 0; i++)
		if (!s->places[i].has_ended)
			code = end(s, &s->places[i], err);
	return code;
}

/* ---- records ---- */

static int see_enter(struct otfp_to_tau_state *s, struct otfp_to_tau_thread *p, const struct otfp_record *rec,
                     struct otfp_error *err)
{
	int64_t id = otfp_to_tau_id(s, OTFP_EDF_LINE_STATE, rec->loc, (uint32_t)rec->f[0].u, err);

	if (id < 0)
		return (int)id;
	if (otfp_grow(&p->open, p->nopen, &p->cap, sizeof *p->open) < 0)
		return otfp_fail_memory(err);
	p->open[p->nopen++] = (uint32_t)id;
	return put(s, p, id, 1);
}

/* A Leave without a token is that of the innermost call; one with a token is written as it is. */
static int see_leave(struct otfp_to_tau_state *s, struct otfp_to_tau_thread *p, const struct otfp_record *rec,
                     struct otfp_error *err)
{
	uint32_t function = (uint32_t)rec->f[0].u;
	int64_t id = p->nopen ? (int64_t)p->open[--p->nopen] : -1;

	if (!function && id < 0) {
		s->lost[OTFP_LOST_LEAVE]++;
		return 0;
	}
	if (function)
		id = otfp_to_tau_id(s, OTFP_EDF_LINE_STATE, rec->loc, function, err);
	return id < 0 ? (int)id : put(s, p, id, -1);
}

/* Limit a number of a message to its field. */
static uint32_t fit(struct otfp_to_tau_state *s, uint64_t v, uint32_t most, enum otfp_to_tau_loss loss,
                    uint32_t instead)
{
	if (v <= most)
		return (uint32_t)v;
	s->lost[loss]++;
	return instead;
}

/* If the peer is not the first thread of its node, a record before the message names the thread. */
static int see_message(struct otfp_to_tau_state *s, struct otfp_to_tau_thread *p, const struct otfp_record *rec,
                       struct otfp_error *err)
{
	const struct otfp_to_tau_thread *peer;
	struct otfp_tau_message m;
	size_t own = (size_t)(p - s->places);
	int code = 0, comm = otfp_to_tau_comm(s, rec->loc, (uint32_t)rec->f[1].u);

	if (comm < 0)
		return otfp_fail_memory(err);
	peer = otfp_to_tau_place(s, (uint32_t)rec->f[0].u, err);
	if (!peer)
		return OTFP_EFAIL;
	p = &s->places[own];
	m.peer = (uint16_t)peer->node;
	m.comm = (uint8_t)fit(s, (unsigned)comm, OTFP_TAU_COMM_MAX, OTFP_LOST_COMM, 0);
	m.tag = (uint16_t)fit(s, rec->f[2].u, OTFP_TAU_TAG_MAX, OTFP_LOST_TAG, rec->f[2].u & OTFP_TAU_TAG_MAX);
	m.length = fit(s, rec->f[3].u, OTFP_TAU_LENGTH_MAX, OTFP_LOST_LENGTH, OTFP_TAU_LENGTH_MAX);
	if (peer->thread) {
		if (otfp_edf_lines_put(&s->defs, otfp_edf_own(OTFP_EDF_ID_REMOTE_THREAD)) < 0)
			return otfp_fail_memory(err);
		code = put(s, p, OTFP_EDF_ID_REMOTE_THREAD, peer->thread);
	}
	if (code < 0)
		return code;
	return put(s, p, rec->type == OTFP_SendMsg ? OTFP_EDF_ID_SEND : OTFP_EDF_ID_RECV, otfp_tau_pack(&m));
}

/* @return whether the value is a real, which is then in *v */
static int real_of(const struct otfp_record *rec, double *v)
{
	if (rec->form != OTFP_FORM_DOUBLE && rec->form != OTFP_FORM_FLOAT)
		return 0;
	*v = otfp_real_of(rec->f[1].u, rec->form == OTFP_FORM_FLOAT);
	return 1;
}

/* What stands for a real that is no whole number of 64 bits; 0 for NaN. */
static int64_t nearest(double real)
{
	if (real > 0)
		return INT64_MAX;
	return real < 0 ? INT64_MIN : 0;
}

static int see_counter(struct otfp_to_tau_state *s, struct otfp_to_tau_thread *p, const struct otfp_record *rec,
                       struct otfp_error *err)
{
	int64_t id = otfp_to_tau_id(s, OTFP_EDF_LINE_TRIGGER, rec->loc, (uint32_t)rec->f[0].u, err);
	int64_t value = (int64_t)rec->f[1].u;
	double real;
	int lost;

	if (id < 0)
		return (int)id;
	if (real_of(rec, &real)) {
		lost = otfp_tau_value(real, &value);
		s->lost[lost < 0 ? OTFP_LOST_VALUE : OTFP_LOST_FRACTION] += lost != 0;
		if (lost < 0)
			value = nearest(real);
	}
	return s->threefold.n && otfp_map_get(&s->threefold, (uint64_t)id) ? put_threefold(s, p, id, value) :
	                                                                     put(s, p, id, value);
}

static int see_begin(struct otfp_to_tau_state *s, struct otfp_to_tau_thread *p, const struct otfp_record *rec,
                     struct otfp_error *err)
{
	(void)s;
	(void)p;
	(void)rec;
	(void)err;
	return 0; /* EV_INIT is already there */
}

static int see_end(struct otfp_to_tau_state *s, struct otfp_to_tau_thread *p, const struct otfp_record *rec,
                   struct otfp_error *err)
{
	(void)rec;
	return s->nbegun < s->nplaces || p->has_ended ? 0 : end(s, p, err);
}

typedef int see_fn(struct otfp_to_tau_state *s, struct otfp_to_tau_thread *p, const struct otfp_record *rec,
                   struct otfp_error *err);

static see_fn *const timed[OTFP_NTYPES] = {
	[OTFP_Enter] = see_enter,     [OTFP_Leave] = see_leave,     [OTFP_SendMsg] = see_message,
	[OTFP_RecvMsg] = see_message, [OTFP_Counter] = see_counter, [OTFP_BeginProcess] = see_begin,
	[OTFP_EndProcess] = see_end,
};

static int see_timed(struct otfp_to_tau_state *s, const struct otfp_record *rec, struct otfp_error *err)
{
	struct otfp_to_tau_thread *p;
	int code = s->ndefined < s->names.n ? otfp_to_tau_define(s, err) : 0;

	if (code == 0)
		code = set_time(s, rec, err);
	if (code < 0)
		return code;
	p = place_of(s, rec->loc, err);
	if (p && p->has_ended && rec->type != OTFP_EndProcess)
		p->has_ended = 0; /* the thread goes on, and ends again later */
	return p ? timed[rec->type](s, p, rec, err) : OTFP_EFAIL;
}

/* ---- other records ---- */

/* Not counted as loss: properties of the OTF trace itself, and what other records contain as well. */
static const uint8_t implied[OTFP_NTYPES] = {
	[OTFP_DefTimerResolution] = 1, [OTFP_DefTimeRange] = 1, [OTFP_DefVersion] = 1,
	[OTFP_DefCreator] = 1,         [OTFP_DefUniqueId] = 1,  [OTFP_DefProcess] = 1,
	[OTFP_DefFunctionGroup] = 1,   [OTFP_DefFunction] = 1,  [OTFP_DefCounter] = 1,
	[OTFP_DefAuxSamplePoint] = 1,  [OTFP_NoOp] = 1,
};

static int see_definition(struct otfp_to_tau_state *s, const struct otfp_record *rec, struct otfp_error *err)
{
	size_t n = s->names.n;

	if (rec->type == OTFP_DefTimerResolution && !s->resolution)
		otfp_to_tau_resolution(s, rec->f[0].u);
	if (otfp_names_add(&s->names, rec) < 0)
		return otfp_fail_memory(err);
	if (n == s->names.n) /* a token was redefined: handle all again */
		s->ndefined = 0;
	return rec->type == OTFP_DefProcess ? otfp_to_tau_process(s, rec, err) : 0;
}

/* In a trace made by tau-to-otf, these repeat what names and records of TAU contain. */
static int is_derived(const struct otfp_to_tau_state *s, const struct otfp_record *rec)
{
	static const char own[] = "TAUEVENT";

	switch (rec->type) {
	case OTFP_DefProcessGroup:
	case OTFP_DefScl:
	case OTFP_DefSclFile: return s->is_tau;
	case OTFP_DefCounterGroup:
		return rec->f[1].s.n == sizeof own - 1 && memcmp(rec->f[1].s.p, own, sizeof own - 1) == 0;
	default: return 0;
	}
}

static int see_untimed(struct otfp_to_tau_state *s, const struct otfp_record *rec, struct otfp_error *err)
{
	int kept = rec->type == OTFP_DefinitionComment ? otfp_to_tau_comment(s, rec, err) : is_derived(s, rec);

	if (kept < 0)
		return kept;
	s->dropped[rec->type] += !kept && !implied[rec->type];
	return otfp_table[rec->type].file == OTFP_FILE_DEF ? see_definition(s, rec, err) : 0;
}

static int see_control(struct otfp_to_tau_state *s, const struct otfp_record *rec, struct otfp_error *err)
{
	s->lost[OTFP_LOST_EVENTS] += otfp_control_kind(rec) == OTFP_C_LOST;
	return otfp_names_add(&s->names, rec) < 0 ? otfp_fail_memory(err) : 0;
}

void otfp_to_tau_resolution(struct otfp_to_tau_state *s, uint64_t resolution)
{
	s->resolution = resolution;
	s->per = resolution % MICRO ? 0 : resolution / MICRO;
}

int otfp_to_tau_add(struct otfp_to_tau_state *s, const struct otfp_record *rec, struct otfp_error *err)
{
	if (rec->type == OTFP_CONTROL)
		return see_control(s, rec, err);
	if (rec->type >= OTFP_NTYPES) {
		s->lost[OTFP_LOST_OTHER]++;
		return 0;
	}
	s->lost[OTFP_LOST_TAGS] += rec->ntags;
	if (timed[rec->type])
		return see_timed(s, rec, err);
	return see_untimed(s, rec, err);
}
