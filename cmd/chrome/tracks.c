/* tracks.c - the tracks of the form of Perfetto: a process, its threads; below them counters and operations. */
#include "base/error.h"
#include "base/grow.h"
#include "cmd/chrome/perfetto.h"
#include <stdlib.h>

/* Fields of a TrackDescriptor, and of what it contains. */
enum { UUID = 1, NAME = 2, PROCESS = 3, THREAD = 4, PARENT = 5, COUNTER = 8 };
enum { PROCESS_PID = 1, PROCESS_SORT = 3, PROCESS_NAME = 6 };
enum { THREAD_PID = 1, THREAD_TID = 2, THREAD_SORT = 3, THREAD_NAME = 5 };
enum { COUNTER_UNIT_NAME = 6 };

/* Begin the descriptor of a new track. @param parent  0: none. @return its id */
static uint32_t begin_track(struct otfp_chrome *c, uint32_t parent)
{
	struct otfp_perfetto *pf = c->perfetto;

	otfp_proto_uint(&pf->body, UUID, ++pf->ntracks);
	if (parent)
		otfp_proto_uint(&pf->body, PARENT, parent);
	return pf->ntracks;
}

static uint32_t end_track(struct otfp_chrome *c, uint32_t track)
{
	otfp_perfetto_packet(c, OTFP_PACKET_TRACK);
	return c->pen.code == 0 ? track : 0;
}

static void put_process_name(struct otfp_chrome *c, unsigned field, uint32_t process)
{
	const struct otfp_chrome_name name = otfp_chrome_name(c, process, OTFP_NAMED_PROCESS, process);

	otfp_perfetto_name(c, &c->perfetto->body, field, &name);
}

static uint32_t process_track(struct otfp_chrome *c, uint32_t pid)
{
	struct otfp_proto *m = &c->perfetto->body;
	const uint32_t track = begin_track(c, 0);
	size_t in = otfp_proto_begin(m, PROCESS);

	otfp_proto_int32(m, PROCESS_PID, pid);
	otfp_proto_int32(m, PROCESS_SORT, (uint32_t)otfp_chrome_place(c, pid));
	put_process_name(c, PROCESS_NAME, pid);
	otfp_proto_end(m, in);
	return end_track(c, track);
}

static uint32_t thread_track(struct otfp_chrome *c, const struct otfp_chrome_thread *t, uint32_t parent)
{
	struct otfp_proto *m = &c->perfetto->body;
	const uint32_t track = begin_track(c, parent);
	size_t in = otfp_proto_begin(m, THREAD);

	otfp_proto_int32(m, THREAD_PID, t->pid);
	otfp_proto_int32(m, THREAD_TID, t->process);
	otfp_proto_int32(m, THREAD_SORT, (uint32_t)otfp_chrome_place(c, t->process));
	put_process_name(c, THREAD_NAME, t->process);
	otfp_proto_end(m, in);
	return end_track(c, track);
}

/* @return NULL when memory is out */
static struct otfp_perfetto_thread *thread_of(struct otfp_chrome *c, const struct otfp_chrome_thread *t)
{
	struct otfp_perfetto *pf = c->perfetto;
	const size_t at = (size_t)(t - c->threads);
	struct otfp_perfetto_thread *p;

	if (OTFP_LIKELY(at < pf->nthreads))
		return &pf->threads[at];
	p = realloc(pf->threads, c->nthreads * sizeof *p);
	if (!p) {
		otfp_pen_fail(&c->pen);
		return NULL;
	}
	memset(p + pf->nthreads, 0, (c->nthreads - pf->nthreads) * sizeof *p);
	pf->threads = p;
	pf->nthreads = c->nthreads;
	return &p[at];
}

uint32_t otfp_perfetto_track(struct otfp_chrome *c, const struct otfp_chrome_thread *t)
{
	struct otfp_perfetto_thread *p = thread_of(c, t);
	uint64_t *process;

	if (!p || OTFP_LIKELY(p->track))
		return p ? p->track : 0;
	process = otfp_map_get(&c->pids, t->pid);
	if (process && !*process)
		*process = process_track(c, t->pid);
	if (process)
		p->track = thread_track(c, t, (uint32_t)*process);
	return p->track;
}

uint32_t otfp_perfetto_counter(struct otfp_chrome *c, const struct otfp_chrome_event *e)
{
	struct otfp_perfetto *pf = c->perfetto;
	const uint64_t key = (uint64_t)e->thread->process << 32 | e->name.token,
		       *known = otfp_map_get(&pf->counters, key);
	const uint32_t parent = known ? 0 : otfp_perfetto_track(c, e->thread);
	uint32_t track;
	size_t in;

	if (known || !parent)
		return known ? (uint32_t)*known : 0;
	track = begin_track(c, parent);
	otfp_perfetto_name(c, &pf->body, NAME, &e->name);
	in = otfp_proto_begin(&pf->body, COUNTER);
	if (e->counter && e->counter->unit.n) {
		c->scratch.n = 0;
		if (otfp_buf_reserve(&c->scratch, 3 * e->counter->unit.n) < 0) {
			otfp_pen_fail(&c->pen);
			return 0;
		}
		otfp_proto_bytes(&pf->body, COUNTER_UNIT_NAME, c->scratch.p,
		                 (size_t)(otfp_perfetto_text(c->scratch.p, e->counter->unit.p, e->counter->unit.n) -
		                          c->scratch.p));
	}
	otfp_proto_end(&pf->body, in);
	if (otfp_map_set(&pf->counters, key, track) < 0)
		otfp_pen_fail(&c->pen);
	return end_track(c, track);
}

uint32_t otfp_perfetto_all(struct otfp_chrome *c)
{
	struct otfp_perfetto *pf = c->perfetto;

	if (pf->all)
		return pf->all;
	pf->all = begin_track(c, 0);
	otfp_proto_puts(&pf->body, NAME, "all processes");
	return end_track(c, pf->all);
}

/* ---- operations ---- */

/* Add a track for operations. @return it; NULL if there was an error */
static struct otfp_perfetto_lane *add_lane(struct otfp_chrome *c, struct otfp_perfetto_thread *p, int is_file)
{
	struct otfp_perfetto_lane *lane;

	if (otfp_grow(&p->lanes, p->nlanes, &p->cap, sizeof *p->lanes) < 0) {
		otfp_pen_fail(&c->pen);
		return NULL;
	}
	lane = &p->lanes[p->nlanes];
	*lane = (struct otfp_perfetto_lane){0, begin_track(c, p->track), (uint32_t)is_file};
	otfp_proto_puts(&c->perfetto->body, NAME, is_file ? "file operations" : "collective operations");
	if (!end_track(c, lane->track))
		return NULL;
	p->nlanes++;
	return lane;
}

static struct otfp_perfetto_lane *free_lane(const struct otfp_perfetto_thread *p, int is_file, uint64_t begin)
{
	for (uint32_t i = 0; i < p->nlanes; i++)
		if (p->lanes[i].is_file == (uint32_t)is_file && p->lanes[i].free_at <= begin)
			return &p->lanes[i];
	return NULL;
}

uint32_t otfp_perfetto_operation(struct otfp_chrome *c, const struct otfp_chrome_thread *t, int is_file, uint64_t begin)
{
	struct otfp_perfetto_thread *p = otfp_perfetto_track(c, t) ? thread_of(c, t) : NULL;
	struct otfp_perfetto_lane *lane = p ? free_lane(p, is_file, begin) : NULL;

	if (p && !lane)
		lane = add_lane(c, p, is_file);
	if (!lane)
		return 0;
	lane->free_at = UINT64_MAX;
	return lane->track;
}

void otfp_perfetto_free_lane(struct otfp_chrome *c, const struct otfp_chrome_thread *t, uint32_t track, uint64_t end)
{
	struct otfp_perfetto_thread *p = &c->perfetto->threads[t - c->threads];

	for (uint32_t i = 0; i < p->nlanes; i++)
		if (p->lanes[i].track == track)
			p->lanes[i].free_at = end;
}
