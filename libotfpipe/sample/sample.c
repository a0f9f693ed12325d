/* sample.c - insert records at points of time into a stream; see sample.h. */
#include "sample/emit.h"
#include "base/ticks.h"
#include "record/table.h"
#include "state/callstate.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void otfp_sampler_release(struct otfp_sampler *s)
{
	otfp_state_release(&s->state);
	otfp_master_release(&s->master);
	otfp_map_release(&s->announced);
	otfp_queue_release(&s->held);
	free(s->order);
	s->order = NULL;
}

/* ---- records ---- */

/* Pass a record to the clients, after the state. @param code  of the state */
OTFP_INLINE int tell(const struct otfp_sampler *s, const struct otfp_record *rec, const struct otfp_change *did,
                     int code)
{
	for (unsigned i = 0; i < s->nseers && code == 0; i++)
		code = s->seers[i]->see(s->seers[i]->self, rec, did);
	return OTFP_UNLIKELY(code < 0) ? otfp_fail_memory(s->err) : 0;
}

static int observe(struct otfp_sampler *s, const struct otfp_record *rec, struct otfp_change *did)
{
	return tell(s, rec, did, otfp_state_add(&s->state, rec, did));
}

/* As observe, for what most records are: a call without key-values of a process that was seen. */
OTFP_INLINE int observe_event(struct otfp_sampler *s, const struct otfp_record *rec)
{
	struct otfp_process *p;
	struct otfp_change did;

	if ((rec->type == OTFP_Enter || rec->type == OTFP_Leave) && !rec->ntags && s->state.keeps & OTFP_STATE_CALLS &&
	    (p = otfp_state_near(&s->state, rec->loc)) != NULL)
		return tell(s, rec, &did, otfp_state_add_call(&s->state, p, rec, &did));
	return observe(s, rec, &did);
}

/* Drop @IS if all old snapshots are replaced. */
static int take_control(struct otfp_sampler *s, const struct otfp_record *rec)
{
	enum otfp_control kind = otfp_control_kind(rec);
	const char *why;

	if (kind == OTFP_C_SM && otfp_master_parse_sm(&s->master, &rec->line, &why) != 0)
		return otfp_fail(s->err, OTFP_EFAIL, "'%.*s': %s", otfp_shown_bytes(rec->line.n), rec->line.p, why);
	if (otfp_ranks_add(&s->state.ranks, rec) < 0)
		return otfp_fail_memory(s->err);
	s->ordered = SIZE_MAX;
	if (kind == OTFP_C_IS && s->replaced & 1u << OTFP_FILE_SNAP && !s->streams)
		return OTFP_DROP;
	return OTFP_PUT;
}

/* Drop the old points of a kind that is replaced, unless streams that are not sampled keep their records. */
static int take_aux(struct otfp_sampler *s, const struct otfp_record *rec)
{
	uint64_t type = rec->f[1].u, *bits = otfp_map_get(&s->announced, rec->f[0].u);
	unsigned file = type == OTFP_AUX_SUMMARY ? OTFP_FILE_STAT : OTFP_FILE_SNAP;

	if (type > OTFP_AUX_INLINE || !(s->replaced & 1u << file))
		return OTFP_PUT;
	if (!s->streams)
		return OTFP_DROP;
	if (otfp_map_set(&s->announced, rec->f[0].u, (bits ? *bits : 0) | 1u << type) < 0)
		return otfp_fail_memory(s->err);
	return OTFP_PUT;
}

/* Complete the header from definitions. */
static void learn(struct otfp_sampler *s, const struct otfp_record *rec)
{
	struct otfp_header *h = &s->header;

	if (rec->type == OTFP_DefTimerResolution && !h->resolution)
		h->resolution = rec->f[0].u;
}

/* After the global definitions: compute and announce the points. @return 0 or <0 */
static __attribute__((noinline)) int start(struct otfp_sampler *s)
{
	int code;

	s->started = 1;
	if (!s->points)
		return 0;
	code = otfp_points_bind(s->points, &s->header, s->err);
	if (code == 0)
		code = otfp_sample_announce_all(s);
	if (code == 0)
		otfp_sample_next(s);
	return code;
}

static int take_definition(struct otfp_sampler *s, const struct otfp_record *rec)
{
	struct otfp_change did;
	int code = s->started || !rec->loc ? 0 : start(s);

	if (code == 0)
		code = observe(s, rec, &did);
	if (code < 0)
		return code;
	if (!s->started)
		learn(s, rec);
	return rec->type == OTFP_DefAuxSamplePoint ? take_aux(s, rec) : OTFP_PUT;
}

/* Whether an old snapshot, which would be replaced, gives the state where the stream starts. @return 1, 0 or <0 */
static int opens_stream(struct otfp_sampler *s, const struct otfp_record *rec, const struct otfp_process *p)
{
	int code = 0;

	if (!s->points || !p || p->known != OTFP_KNOWN_SNAPSHOT || p->snap_time != rec->time ||
	    (s->point.on && s->point.time == rec->time))
		return 0;
	if (!s->streams && (!s->has_opened || s->opened != rec->time))
		code = otfp_sample_announce(s, rec->time,
		                            rec->file == OTFP_FILE_EVENT ? OTFP_AUX_INLINE : OTFP_AUX_SNAPSHOT);
	s->opened = rec->time;
	s->has_opened = 1;
	return code < 0 ? code : 1;
}

/* In place, with event files kept, inline snapshots cannot be replaced. */
static int refuse_inline(struct otfp_sampler *s)
{
	return otfp_fail(s->err, OTFP_EFAIL,
	                 "event files contain snapshots that no sample point announces; use -o or --inline, "
	                 "which write a new trace");
}

/* A snapshot or summary of the input. @return OTFP_PUT, OTFP_DROP or <0 */
static int take_old(struct otfp_sampler *s, const struct otfp_record *rec, unsigned file)
{
	int goes = s->replaced & 1u << file && otfp_sample_has(s, rec->loc), code = 0;
	struct otfp_change did;

	if (goes && rec->file == OTFP_FILE_EVENT && s->keeps_events)
		return refuse_inline(s);
	if (s->due <= rec->time && (!goes || s->point.time < rec->time || otfp_queue_first(&s->held)))
		code = otfp_sample_emit(s, rec);
	if (code == 0)
		code = observe(s, rec, &did);
	if (code < 0 || !goes)
		return code < 0 ? code : OTFP_PUT;
	return file == OTFP_FILE_SNAP ? opens_stream(s, rec, did.process) : OTFP_DROP;
}

static __attribute__((noinline)) int take_special(struct otfp_sampler *s, const struct otfp_record *rec)
{
	unsigned file = otfp_is_known(rec->type) ? otfp_table[rec->type].file : rec->file;
	int code;

	if (rec->type == OTFP_CONTROL)
		return take_control(s, rec);
	if (rec->type == OTFP_OTHER || (rec->type == OTFP_UnknownRecord && !otfp_is_timed(file)))
		return OTFP_PUT;
	if (file == OTFP_FILE_DEF)
		return take_definition(s, rec);
	code = s->started ? 0 : start(s);
	if (code < 0 || file == OTFP_FILE_MARKER)
		return code < 0 ? code : OTFP_PUT;
	if (rec->type != OTFP_UnknownRecord && file != OTFP_FILE_EVENT)
		return take_old(s, rec, file);
	/* an event of unknown type, or the first event, which sample_record handles further */
	code = otfp_sample_emit(s, rec);
	return code < 0 ? code : OTFP_PUT;
}

static int sample_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct otfp_sampler *s = ctx;
	const struct otfp_record *r = *rec;
	int code = 0;

	(void)err;
	if (OTFP_UNLIKELY(!s->started || !otfp_is_known(r->type) || otfp_table[r->type].file != OTFP_FILE_EVENT)) {
		code = take_special(s, r);
		if (code < 0 || !otfp_is_known(r->type) || otfp_table[r->type].file != OTFP_FILE_EVENT)
			return code;
		code = 0;
	}
	if (OTFP_UNLIKELY(r->time >= s->due))
		code = otfp_sample_emit(s, r);
	if (code == 0 && s->watches)
		code = observe_event(s, r);
	if (code < 0)
		return code;
	return s->keeps_events ? OTFP_DROP : OTFP_PUT; /* its file is kept */
}

/* ---- the stage ---- */

/* In place: event files are rewritten only if they contain snapshots, before or after. */
static unsigned sample_keeps(void *ctx, const struct otfp_header *h)
{
	struct otfp_sampler *s = ctx;
	unsigned keep = ((1u << OTFP_NFILES) - 1) | (s->keeps_thumbnail ? OTFP_KEEP_THUMBNAIL : 0);

	for (unsigned i = 0; i < s->nclients; i++) {
		if (s->clients[i].file)
			keep &= ~(1u << s->clients[i].file);
		if (s->clients[i].file == OTFP_FILE_SNAP && (s->inline_snaps || h->inline_snaps))
			keep &= ~(1u << OTFP_FILE_EVENT | OTFP_KEEP_THUMBNAIL);
	}
	s->keeps_events = keep >> OTFP_FILE_EVENT & 1;
	return keep;
}

/* Sort the clients by the order of their records at one time. */
static void order_clients(struct otfp_sampler *s)
{
	for (unsigned i = 1; i < s->nclients; i++) {
		struct otfp_sample_client c = s->clients[i], *to = &s->clients[i];
		for (; c.emit && to > s->clients && otfp_sample_file(s, to - 1) > otfp_sample_file(s, &c); to--)
			*to = to[-1];
		*to = c;
	}
}

static int sample_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct otfp_sampler *s = ctx;
	uint64_t first, last;

	s->err = err;
	s->header = *h;
	s->ordered = SIZE_MAX;
	s->due = UINT64_MAX;
	s->inline_snaps |= h->inline_snaps;
	order_clients(s);
	for (unsigned i = 0; i < s->nclients; i++) {
		s->replaced |= s->clients[i].file ? 1u << s->clients[i].file : 0;
		if (s->clients[i].see)
			s->seers[s->nseers++] = &s->clients[i];
	}
	s->watches = s->points || s->nseers;
	/* compute the points now if possible, so that an error comes before anything is written */
	s->bound = s->points && h->resolution &&
	           (otfp_header_range(h, &first, &last) || !otfp_points_need_span(s->points));
	return s->bound ? otfp_points_bind(s->points, h, err) : 0;
}

/* The header of the output. */
static const struct otfp_header *sample_header(void *ctx)
{
	struct otfp_sampler *s = ctx;
	int closing = 0;

	s->made = s->header;
	s->made.inline_snaps = (uint8_t)s->inline_snaps;
	for (unsigned i = 0; i < s->nclients; i++)
		closing |= s->clients[i].closes;
	if (!s->bound || !s->made.has_span)
		return &s->made;
	otfp_points_stretch(s->points, closing, &s->made.last);
	/* EV keeps the span of the events, so that a second run has the same points */
	s->made.has_events |= s->made.last != s->header.last;
	if (!s->header.has_events) {
		s->made.events_first = s->header.first;
		s->made.events_last = s->header.last;
	}
	return &s->made;
}

static int report_oddities(const struct otfp_sampler *s)
{
	uint64_t n = 0;
	struct otfp_error e;

	for (unsigned i = 0; i < OTFP_NODDITIES; i++) {
		n += s->state.odd[i];
		if (!s->state.odd[i])
			continue;
		otfp_fail(&e, OTFP_EDAMAGE, "%s, %" PRIu64 " times", otfp_oddity_name(i), s->state.odd[i]);
		s->report(s->report_ctx, &e);
	}
	return n && s->strict ? otfp_fail(s->err, OTFP_EFAIL, "%" PRIu64 " records contradict earlier ones", n) : 0;
}

static int sample_end(void *ctx, struct otfp_error *err)
{
	struct otfp_sampler *s = ctx;
	int code = s->started ? 0 : start(s);

	(void)err;
	if (code == 0)
		code = otfp_sample_emit(s, NULL);
	for (unsigned i = 0; i < s->nclients && code == 0; i++)
		if (s->clients[i].end)
			code = s->clients[i].end(s->clients[i].self, s->out);
	return code < 0 ? code : report_oddities(s);
}

static int sample_attach(void *ctx, struct otfp_sink *out)
{
	((struct otfp_sampler *)ctx)->out = out;
	return 1;
}

const struct otfp_stage_ops otfp_sample_stage = {
	.begin = sample_begin,
	.record = sample_record,
	.end = sample_end,
	.header = sample_header,
	.attach = sample_attach,
	.keeps = sample_keeps,
};
