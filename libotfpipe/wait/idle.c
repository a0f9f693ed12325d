/*
 * idle.c - how long threads are idle in the parallel regions of their parent.
 *
 * A region is an outermost call of OpenMP on a process, while at least one of its threads is in a call. In it each
 * thread that has begun before its end, and has not ended before its begin, is idle outside of every call.
 *
 * The time in calls of a thread only grows, so what it is when the region begins and ends says all. Memory: 40 bytes
 * for each thread.
 */
#include "base/grow.h"
#include "wait/engine.h"

static uint64_t inside(const struct otfp_wait_engine *w, uint64_t time)
{
	if (w->o.has_from && time < w->o.from)
		return w->o.from;
	return w->o.has_to && time > w->o.to ? w->o.to : time;
}

void otfp_wait_idle_learn(struct otfp_wait_engine *w, const struct otfp_record *rec)
{
	w->has_threads |= w->o.idle && rec->type == OTFP_DefProcess && rec->f[OTFP_DefProcess_parent].u;
}

/* @return NULL when memory is out */
static struct wait_team *team_of(struct otfp_wait_engine *w, uint32_t parent)
{
	return otfp_map_row(&w->team_index, parent, &w->teams, &w->nteams, &w->teams_cap, sizeof *w->teams);
}

int otfp_wait_idle_join(struct otfp_wait_engine *w, struct wait_process *p, uint32_t index)
{
	const uint64_t *parent = otfp_map_get(&w->state.ranks.parents, p->process);
	struct wait_team *team;

	if (!parent || !*parent || otfp_names_is_device(&w->names, p->process))
		return 0;
	team = team_of(w, (uint32_t)*parent);
	if (!team || otfp_grow(&w->members, w->nmembers, &w->members_cap, sizeof *w->members) < 0)
		return -1;
	w->members[w->nmembers++] = (struct wait_member){.process = index, .next = team->first, .end = UINT64_MAX};
	p->member = team->first = (uint32_t)w->nmembers;
	return 0;
}

static void advance(struct wait_member *m, uint64_t time)
{
	m->busy += m->is_busy && time > m->last ? time - m->last : 0;
	m->last = time > m->last ? time : m->last;
}

/* ---- regions ---- */

static struct wait_member *next_of(const struct otfp_wait_engine *w, uint32_t at)
{
	return at ? &w->members[at - 1] : NULL;
}

static int begin_region(struct otfp_wait_engine *w, const struct wait_process *p, const struct wait_function *f)
{
	struct wait_team *team = team_of(w, p->process);

	if (!team)
		return -1;
	team->begin = p->last;
	team->function = f;
	team->is_open = 1;
	for (struct wait_member *m = next_of(w, team->first); m; m = next_of(w, m->next)) {
		advance(m, inside(w, p->last));
		m->before = m->busy;
	}
	return 0;
}

static int add_idle(struct otfp_wait_engine *w, const struct wait_team *team, const struct wait_member *m,
                    uint64_t ticks)
{
	const uint32_t process = w->processes[m->process].process;
	struct otfp_wait_idle *row;

	if (!otfp_wait_is_reported(w, process))
		return 0;
	row = otfp_map_row(&w->idle_index, (uint64_t)m->process << 32 | team->function->number, &w->idles, &w->nidles,
	                   &w->idles_cap, sizeof *row);
	if (!row)
		return -1;
	row->process = process;
	row->function = team->function->ref;
	row->regions++;
	row->ticks += ticks;
	row->idle += ticks - (m->busy - m->before);
	return 0;
}

static int end_region(struct otfp_wait_engine *w, struct wait_team *team, uint64_t end)
{
	const uint64_t ticks = inside(w, end) - inside(w, team->begin);
	int is_parallel = 0;

	team->is_open = 0;
	for (struct wait_member *m = next_of(w, team->first); m; m = next_of(w, m->next)) {
		advance(m, inside(w, end));
		is_parallel |= m->busy > m->before;
	}
	for (struct wait_member *m = next_of(w, team->first); m && is_parallel; m = next_of(w, m->next)) {
		const struct wait_process *p = &w->processes[m->process];
		if (p->begun && p->first < end && m->end > team->begin && add_idle(w, team, m, ticks) < 0)
			return -1;
	}
	return 0;
}

/* ---- records ---- */

static void set_busy(struct otfp_wait_engine *w, const struct wait_process *p, int is_busy)
{
	struct wait_member *m = &w->members[p->member - 1];

	advance(m, inside(w, p->last));
	m->is_busy = (uint8_t)is_busy;
	m->end = UINT64_MAX;
}

int otfp_wait_idle_open(struct otfp_wait_engine *w, struct wait_process *p, const struct wait_function *f, uint32_t n)
{
	if (p->member && n == 1)
		set_busy(w, p, 1);
	return f->is_openmp && !p->openmp++ ? begin_region(w, p, f) : 0;
}

int otfp_wait_idle_close(struct otfp_wait_engine *w, struct wait_process *p, const struct wait_function *f, uint32_t n)
{
	struct wait_team *team;

	if (p->member && n == 0)
		set_busy(w, p, 0);
	if (!f->is_openmp || !p->openmp || --p->openmp)
		return 0;
	team = team_of(w, p->process);
	if (!team)
		return -1;
	return team->is_open ? end_region(w, team, p->last) : 0;
}

void otfp_wait_idle_over(struct otfp_wait_engine *w, const struct wait_process *p)
{
	if (!p->member)
		return;
	set_busy(w, p, 0);
	w->members[p->member - 1].end = p->last;
}

/* A region that is not left lasts as long as any process lives. */
int otfp_wait_idle_end(struct otfp_wait_engine *w)
{
	uint64_t end = w->o.is_cut ? w->o.to : 0;

	for (size_t i = 0; i < w->nprocesses; i++)
		if (w->processes[i].begun && w->processes[i].last > end)
			end = w->processes[i].last;
	for (size_t i = 0; i < w->nteams; i++)
		if (w->teams[i].is_open && end_region(w, &w->teams[i], end) < 0)
			return -1;
	return 0;
}
