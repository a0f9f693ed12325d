/* emit.c - the records that the clients of a sampler generate at its points; see emit.h. */
#include "sample/emit.h"
#include "base/grow.h"
#include "base/order.h"
#include <inttypes.h>
#include <stdlib.h>

/* ---- which processes are sampled, in which order ---- */

int otfp_sample_has(const struct otfp_sampler *s, uint32_t process)
{
	const uint32_t stream = otfp_master_stream(&s->master, process);

	otfp_set_meet(s->streams, stream, NULL, 0);
	return !s->streams || otfp_set_has(s->streams, stream, NULL, 0);
}

static uint64_t stream_of(const struct otfp_sampler *s, uint32_t process)
{
	uint32_t stream = otfp_master_stream(&s->master, process);

	return stream ? stream : UINT64_MAX;
}

static int compare(const void *a, const void *b)
{
	const struct otfp_sampled *x = a, *y = b;

	return otfp_order2(x->stream, y->stream, x->process, y->process);
}

/* Rebuild s->order if there are new processes, and continue after the streams below point.done. @return 0 or <0 */
static int make_order(struct otfp_sampler *s)
{
	if (s->ordered == s->state.n)
		return 0;
	s->norder = 0;
	for (size_t i = 0; i < s->state.n; i++) {
		uint32_t process = s->state.processes[i].process;
		if (!otfp_sample_has(s, process))
			continue;
		if (otfp_grow(&s->order, s->norder, &s->order_cap, sizeof *s->order) < 0)
			return otfp_fail_memory(s->err);
		s->order[s->norder++] = (struct otfp_sampled){stream_of(s, process), process, (uint32_t)i};
	}
	if (s->norder)
		qsort(s->order, s->norder, sizeof *s->order, compare);
	s->ordered = s->state.n;
	s->point.at = 0;
	while (s->point.at < s->norder && s->order[s->point.at].stream < s->point.done)
		s->point.at++;
	return 0;
}

/* ---- points ---- */

void otfp_sample_next(struct otfp_sampler *s)
{
	struct otfp_sample_point *p = &s->point;
	uint64_t time = p->time;
	const uint64_t *after = p->on ? &time : NULL;

	*p = (struct otfp_sample_point){0};
	p->on = s->points && otfp_points_next(s->points, after, &p->time, &p->closing);
	s->due = p->on ? p->time : UINT64_MAX;
}

/* The order of records at one time: by kind of file, then stream. */
struct place {
	unsigned file;
	uint64_t stream;
};

unsigned otfp_sample_file(const struct otfp_sampler *s, const struct otfp_sample_client *c)
{
	return c->file == OTFP_FILE_SNAP && s->inline_snaps ? OTFP_FILE_EVENT : c->file;
}

/* Put a generated record. Inline snapshots are held until just before the events of their own stream at that time. */
static int put_made(void *ctx, const struct otfp_record *rec)
{
	struct otfp_sampler *s = ctx;

	if (s->holds && rec->file == OTFP_FILE_SNAP)
		return otfp_queue_put(&s->held, rec) ? 0 : otfp_fail_memory(s->err);
	return otfp_sink_put(s->out, rec);
}

/* Put the held snapshots that must precede rec; NULL = all. */
static int put_held(struct otfp_sampler *s, const struct otfp_record *rec)
{
	struct otfp_queued *q;
	int code = 0;

	while (code == 0 && (q = otfp_queue_first(&s->held)) != NULL) {
		if (rec && rec->time == q->rec.time && stream_of(s, q->rec.loc) > stream_of(s, rec->loc))
			return 0;
		code = otfp_sink_put(s->out, &q->rec);
		otfp_queue_pop(&s->held);
	}
	return code;
}

/* Let a client generate its records at the point for processes in streams before `end`.
 * @return 1 if it is done, 0 if more streams follow, <0 */
static int emit_client(struct otfp_sampler *s, const struct otfp_sample_client *c, struct place end)
{
	struct otfp_sample_point *p = &s->point;
	int code = make_order(s);

	for (; code == 0 && p->at < s->norder; p->at++) {
		const struct otfp_sampled *o = &s->order[p->at];
		if (otfp_sample_file(s, c) == end.file && o->stream >= end.stream) {
			p->done = end.stream;
			return 0;
		}
		code = c->emit(c->self, &s->state.processes[o->index], p->time, put_made, s);
	}
	if (code < 0)
		return code;
	p->at = 0;
	p->done = 0;
	return 1;
}

/* Let all clients generate their records at the point up to `end`. @return 0 or <0 */
static int emit(struct otfp_sampler *s, struct place end)
{
	struct otfp_sample_point *p = &s->point;
	int code = 0;

	while (code == 0 && p->client < s->nclients) {
		const struct otfp_sample_client *c = &s->clients[p->client];
		if (otfp_sample_file(s, c) > end.file)
			return 0;
		if (c->emit && (c->closes || !p->closing)) {
			code = emit_client(s, c, end);
			if (code <= 0)
				return code;
			code = 0;
		}
		p->client++;
	}
	return code;
}

static const struct place after_all = {OTFP_NFILES, 0};

static void report_point(const struct otfp_sampler *s, const struct otfp_record *rec)
{
	struct otfp_error e;

	if (rec)
		otfp_fail(&e, OTFP_END, "point %" PRIu64 ", before the record at %" PRIu64, s->point.time, rec->time);
	else
		otfp_fail(&e, OTFP_END, "point %" PRIu64 ", after the last record", s->point.time);
	s->report(s->report_ctx, &e);
}

int otfp_sample_emit(struct otfp_sampler *s, const struct otfp_record *rec)
{
	int code = put_held(s, rec);

	while (code == 0 && s->point.on && (!rec || s->point.time <= rec->time)) {
		struct place end = after_all;
		int is_here = rec && s->point.time == rec->time && rec->file != OTFP_FILE_EVENT;
		if (is_here)
			end = (struct place){rec->file, stream_of(s, rec->loc)};
		s->holds = s->inline_snaps && rec && s->point.time == rec->time;
		code = emit(s, end);
		if (is_here)
			return code;
		report_point(s, rec);
		otfp_sample_next(s);
	}
	if (code == 0)
		code = put_held(s, rec);
	if (otfp_queue_first(&s->held))
		s->due = 0;
	else
		s->due = s->point.on ? s->point.time : UINT64_MAX;
	return code;
}

/* ---- announcing the points ---- */

int otfp_sample_announce(struct otfp_sampler *s, uint64_t time, unsigned type)
{
	const uint64_t *old = s->announced.n ? otfp_map_get(&s->announced, time) : NULL;
	struct otfp_record rec = {.type = OTFP_DefAuxSamplePoint, .file = OTFP_FILE_DEF};

	if (old && *old & 1u << type)
		return 0;
	rec.f[0].u = time;
	rec.f[1].u = type;
	return otfp_sink_put(s->out, &rec);
}

static unsigned aux_type(const struct otfp_sampler *s, const struct otfp_sample_client *c)
{
	return c->file == OTFP_FILE_SNAP && s->inline_snaps ? OTFP_AUX_INLINE : c->aux;
}

int otfp_sample_announce_all(struct otfp_sampler *s)
{
	int closing, code = 0;
	uint64_t t;

	for (int found = otfp_points_next(s->points, NULL, &t, &closing); found && code == 0;
	     found = otfp_points_next(s->points, &t, &t, &closing))
		for (unsigned i = 0; i < s->nclients && code == 0; i++)
			if (s->clients[i].emit && (s->clients[i].closes || !closing))
				code = otfp_sample_announce(s, t, aux_type(s, &s->clients[i]));
	return code;
}
