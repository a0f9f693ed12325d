/* tracks.c - the tracks of the form of Perfetto: a process, its threads; below them counters and operations. */
#include "base/error.h"
#include "base/grow.h"
#include "cmd/to-chrome/perfetto.h"
#include <stdlib.h>

/* Fields of a TrackDescriptor, and of what it contains. */
enum { UUID = 1, NAME = 2, PROCESS = 3, THREAD = 4, PARENT = 5, COUNTER = 8 };
enum { PROCESS_PID = 1, PROCESS_SORT = 3, PROCESS_NAME = 6 };
enum { THREAD_PID = 1, THREAD_TID = 2, THREAD_SORT = 3, THREAD_NAME = 5 };
enum { COUNTER_UNIT_NAME = 6 };

/* Begin the descriptor of a new track. @param parent  0: none. @return its id */
static uint32_t begin_track(struct chrome *c, uint32_t parent)
{
	struct perfetto *pf = c->perfetto;

	proto_uint(&pf->body, UUID, ++pf->ntracks);
	if (parent)
		proto_uint(&pf->body, PARENT, parent);
	return pf->ntracks;
}

static uint32_t end_track(struct chrome *c, uint32_t track)
{
	perfetto_packet(c, PACKET_TRACK);
	return c->pen.code == 0 ? track : 0;
}

static void put_process_name(struct chrome *c, unsigned field, uint32_t process)
{
	const struct chrome_name name = chrome_name(c, process, OTFP_NAMED_PROCESS, process);

	perfetto_name(c, &c->perfetto->body, field, &name);
}

static uint32_t process_track(struct chrome *c, uint32_t pid)
{
	struct proto *m = &c->perfetto->body;
	const uint32_t track = begin_track(c, 0);
	size_t in = proto_begin(m, PROCESS);

	proto_int32(m, PROCESS_PID, pid);
	proto_int32(m, PROCESS_SORT, (uint32_t)chrome_place(c, pid));
	put_process_name(c, PROCESS_NAME, pid);
	proto_end(m, in);
	return end_track(c, track);
}

static uint32_t thread_track(struct chrome *c, const struct chrome_thread *t, uint32_t parent)
{
	struct proto *m = &c->perfetto->body;
	const uint32_t track = begin_track(c, parent);
	size_t in = proto_begin(m, THREAD);

	proto_int32(m, THREAD_PID, t->pid);
	proto_int32(m, THREAD_TID, t->process);
	proto_int32(m, THREAD_SORT, (uint32_t)chrome_place(c, t->process));
	put_process_name(c, THREAD_NAME, t->process);
	proto_end(m, in);
	return end_track(c, track);
}

/* @return NULL when memory is out */
static struct perfetto_thread *thread_of(struct chrome *c, const struct chrome_thread *t)
{
	struct perfetto *pf = c->perfetto;
	const size_t at = (size_t)(t - c->threads);
	struct perfetto_thread *p;

	if (OTFP_LIKELY(at < pf->nthreads))
		return &pf->threads[at];
	p = realloc(pf->threads, c->nthreads * sizeof *p);
	if (!p) {
		pen_fail(&c->pen);
		return NULL;
	}
	memset(p + pf->nthreads, 0, (c->nthreads - pf->nthreads) * sizeof *p);
	pf->threads = p;
	pf->nthreads = c->nthreads;
	return &p[at];
}

uint32_t perfetto_track(struct chrome *c, const struct chrome_thread *t)
{
	struct perfetto_thread *p = thread_of(c, t);
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

uint32_t perfetto_counter(struct chrome *c, const struct chrome_event *e)
{
	struct perfetto *pf = c->perfetto;
	const uint64_t key = (uint64_t)e->thread->process << 32 | e->name.token,
		       *known = otfp_map_get(&pf->counters, key);
	const struct otfp_definition *counter = chrome_definition(c, &e->name);
	const uint32_t parent = known ? 0 : perfetto_track(c, e->thread);
	uint32_t track;
	size_t in;

	if (known || !parent)
		return known ? (uint32_t)*known : 0;
	track = begin_track(c, parent);
	perfetto_name(c, &pf->body, NAME, &e->name);
	in = proto_begin(&pf->body, COUNTER);
	if (counter && counter->unit.n) {
		c->scratch.n = 0;
		if (otfp_buf_reserve(&c->scratch, 3 * counter->unit.n) < 0) {
			pen_fail(&c->pen);
			return 0;
		}
		proto_bytes(&pf->body, COUNTER_UNIT_NAME, c->scratch.p,
		            (size_t)(perfetto_text(c->scratch.p, counter->unit.p, counter->unit.n) - c->scratch.p));
	}
	proto_end(&pf->body, in);
	if (otfp_map_set(&pf->counters, key, track) < 0)
		pen_fail(&c->pen);
	return end_track(c, track);
}

uint32_t perfetto_all(struct chrome *c)
{
	struct perfetto *pf = c->perfetto;

	if (pf->all)
		return pf->all;
	pf->all = begin_track(c, 0);
	proto_puts(&pf->body, NAME, "all processes");
	return end_track(c, pf->all);
}

/* ---- operations ---- */

/* Add a track for operations. @return it; NULL if there was an error */
static struct perfetto_lane *add_lane(struct chrome *c, struct perfetto_thread *p, int is_file)
{
	struct perfetto_lane *lane;

	if (otfp_grow(&p->lanes, p->nlanes, &p->cap, sizeof *p->lanes) < 0) {
		pen_fail(&c->pen);
		return NULL;
	}
	lane = &p->lanes[p->nlanes];
	*lane = (struct perfetto_lane){0, begin_track(c, p->track), (uint32_t)is_file};
	proto_puts(&c->perfetto->body, NAME, is_file ? "file operations" : "collective operations");
	if (!end_track(c, lane->track))
		return NULL;
	p->nlanes++;
	return lane;
}

static struct perfetto_lane *free_lane(struct perfetto_thread *p, int is_file, uint64_t begin)
{
	uint32_t *open = &p->open[is_file != 0];

	while (*open < p->nlanes &&
	       (p->lanes[*open].is_file != (uint32_t)is_file || p->lanes[*open].free_at == UINT64_MAX))
		++*open;
	for (uint32_t i = *open; i < p->nlanes; i++)
		if (p->lanes[i].is_file == (uint32_t)is_file && p->lanes[i].free_at <= begin)
			return &p->lanes[i];
	return NULL;
}

uint32_t perfetto_operation(struct chrome *c, const struct chrome_thread *t, int is_file, uint64_t begin)
{
	struct perfetto_thread *p = perfetto_track(c, t) ? thread_of(c, t) : NULL;
	struct perfetto_lane *lane = p ? free_lane(p, is_file, begin) : NULL;

	if (p && !lane)
		lane = add_lane(c, p, is_file);
	if (!lane)
		return 0;
	lane->free_at = UINT64_MAX;
	return lane->track;
}

void perfetto_free_lane(struct chrome *c, const struct chrome_thread *t, uint32_t track, uint64_t end)
{
	struct perfetto_thread *p = &c->perfetto->threads[t - c->threads];
	uint32_t low = 0, high = p->nlanes, *open;

	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;
		if (p->lanes[middle].track < track)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == p->nlanes || p->lanes[low].track != track)
		return;
	p->lanes[low].free_at = end;
	open = &p->open[p->lanes[low].is_file];
	*open = low < *open ? low : *open;
}
