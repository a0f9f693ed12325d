/* causal-collective.c - collective operations: which ends must not come before which begins. */
#include "base/grow.h"
#include "record/table.h"
#include "cmd/remap/causal-process.h"
#include <stdlib.h>

/* OTF_COLLECTIVE_TYPE_... */
enum { UNKNOWN, BARRIER, ONE2ALL, ALL2ONE, ALL2ALL };

enum { UNDER_WAY_MAX = 1024 }; /* operations kept for a communicator; beyond that the oldest is forgotten */

/* An end that was read before the begins of all members. */
struct early_end {
	struct causal_process *process;
	uint64_t time;
	int counted; /* in early_ends */
};

/* The latest of some begins, in new times and in old times. */
struct latest {
	uint64_t now, old;
};

struct collective {
	uint64_t number;
	uint32_t type, root;
	uint32_t begun, left;     /* number of members that began, that left */
	struct latest all, roots; /* begins of all members; of the root */
	struct early_end *ends;
	size_t n, cap;
	struct collective *next;
};

/* A communicator and its operations that are under way, in ascending numbers. */
struct causal_group {
	uint32_t size;
	struct collective *first, *last;
	size_t n;
	uint64_t next; /* number of the next new operation */
};

/* A process takes part in an operation. */
struct causal_membership {
	uint64_t matching, number;
	size_t group;
	struct causal_membership *next;
};

static void free_first(struct causal_group *g)
{
	struct collective *first = g->first;

	g->first = first->next;
	g->last = g->first ? g->last : NULL;
	g->n--;
	free(first->ends);
	free(first);
}

void causal_collectives_rewind(struct causal *c)
{
	for (size_t i = 0; i < c->ngroups; i++) {
		while (c->group[i].first)
			free_first(&c->group[i]);
		c->group[i].next = 0;
	}
	otfp_arena_clear(&c->memberships);
	c->spare_membership = NULL;
}

void causal_collectives_release(struct causal *c)
{
	causal_collectives_rewind(c);
	otfp_arena_release(&c->memberships);
	otfp_map_release(&c->types);
	otfp_map_release(&c->groups);
	free(c->group);
}

int causal_define(struct causal *c, const struct otfp_record *rec)
{
	const uint64_t *at;

	if (!c->passes && otfp_ranks_add(&c->ranks, rec) < 0)
		return -1;
	if (rec->loc || (rec->type != OTFP_DefCollectiveOperation && rec->type != OTFP_DefProcessGroup))
		return 0;
	if (rec->type == OTFP_DefCollectiveOperation)
		return otfp_map_set(&c->types, rec->f[0].u, rec->f[2].u);
	at = otfp_map_get(&c->groups, rec->f[0].u);
	if (at) {
		c->group[*at].size = (uint32_t)rec->f[2].l.n;
		return 0;
	}
	if (otfp_grow(&c->group, c->ngroups, &c->groups_cap, sizeof *c->group) < 0 ||
	    otfp_map_set(&c->groups, rec->f[0].u, c->ngroups) < 0)
		return -1;
	c->group[c->ngroups++] = (struct causal_group){.size = (uint32_t)rec->f[2].l.n};
	return 0;
}

/* ---- operations under way ---- */

static struct collective *add_collective(struct causal_group *g, uint32_t type, uint32_t root)
{
	struct collective *o = calloc(1, sizeof *o);

	if (!o)
		return NULL;
	o->number = g->next++;
	o->type = type;
	o->root = root;
	*(g->last ? &g->last->next : &g->first) = o;
	g->last = o;
	if (++g->n > UNDER_WAY_MAX)
		free_first(g);
	return o;
}

/* @return NULL if the operation is forgotten */
static struct collective *find(const struct causal_group *g, uint64_t number)
{
	struct collective *o = g->first;

	while (o && o->number < number)
		o = o->next;
	return o && o->number == number ? o : NULL;
}

/* Forget the oldest operations that all members have left. */
static void forget(struct causal_group *g)
{
	while (g->first && g->first->begun >= g->size && g->first->left >= g->size)
		free_first(g);
}

/* Count another operation of p in a communicator and get its number. @return 0, or -1 when memory is out */
static int next_number(struct causal_process *p, uint32_t group, uint64_t *number)
{
	const uint64_t *n = otfp_map_get(&p->collectives, group);

	*number = n ? *n : 0;
	return otfp_map_set(&p->collectives, group, *number + 1);
}

static int join(struct causal *c, struct causal_process *p, uint64_t matching, uint64_t number, size_t group)
{
	struct causal_membership *m = c->spare_membership;

	if (m)
		c->spare_membership = m->next;
	else
		m = otfp_arena_get(&c->memberships, sizeof *m);
	if (!m)
		return -1;
	*m = (struct causal_membership){matching, number, group, p->in};
	p->in = m;
	return 0;
}

/* ---- the order of begins and ends ---- */

/* Whether the end of process `end` must not come before the begin of process `begin`. */
static int follows(const struct collective *o, uint32_t end, uint32_t begin)
{
	if (o->type == ONE2ALL)
		return begin == o->root;
	if (o->type == ALL2ONE)
		return end == o->root;
	return o->type == BARRIER || o->type == ALL2ALL;
}

/* A begin was read after ends that must not come before it. @param now, old  the new and the old time of the begin */
static int check_ends(struct causal *c, struct collective *o, uint32_t begins, uint64_t now, uint64_t old)
{
	uint64_t later;

	for (size_t i = 0; i < o->n; i++) {
		struct early_end *e = &o->ends[i];
		if (!follows(o, e->process->process, begins))
			continue;
		if (causal_later(e->process, e->time, &later) < 0)
			return CAUSAL_TOO_LATE;
		c->early_ends += e->time < old && !e->counted;
		e->counted |= e->time < old;
		if (e->time + later < now && causal_need(c, e->process, e->time, now - e->time) < 0)
			return -1;
	}
	return 0;
}

int causal_begin(struct causal *c, struct causal_process *p, uint64_t time, const uint32_t key[3], uint64_t matching)
{
	const uint64_t *type = otfp_map_get(&c->types, key[0]), *at = otfp_map_get(&c->groups, key[1]);
	struct collective *o;
	uint64_t number, now;

	if (!type || !at)
		return 0;
	if (next_number(p, key[1], &number) < 0 || join(c, p, matching, number, *at) < 0)
		return -1;
	if (number == c->group[*at].next)
		o = add_collective(&c->group[*at], (uint32_t)*type, key[2]);
	else
		o = find(&c->group[*at], number);
	if (!o)
		return number + 1 == c->group[*at].next ? -1 : 0;
	if (causal_later(p, time, &now) < 0 || __builtin_add_overflow(now, time, &now))
		return CAUSAL_TOO_LATE;
	causal_sends(p, time);
	o->begun++;
	o->all = (struct latest){now > o->all.now ? now : o->all.now, time > o->all.old ? time : o->all.old};
	if (p->process == o->root)
		o->roots = (struct latest){now, time};
	return check_ends(c, o, p->process, now, time);
}

/* Keep the end of p until all members have begun. @return 0, or -1 when memory is out */
static int wait_for_others(struct collective *o, struct causal_process *p, uint64_t time, int counted)
{
	if (otfp_grow(&o->ends, o->n, &o->cap, sizeof *o->ends) < 0)
		return -1;
	o->ends[o->n++] = (struct early_end){p, time, counted};
	return 0;
}

/* The time that the end of a process must not precede, by the begins read so far. */
static struct latest due(const struct collective *o, uint32_t process)
{
	if (o->type == ONE2ALL)
		return o->roots;
	return o->type == UNKNOWN || (o->type == ALL2ONE && process != o->root) ? (struct latest){0, 0} : o->all;
}

static int end(struct causal *c, struct collective *o, uint32_t size, struct causal_process *p, uint64_t time)
{
	struct latest after = due(o, p->process);
	int early = time < after.old, code = 0;
	uint64_t later;

	c->early_ends += (unsigned)early;
	if (causal_later(p, time, &later) < 0)
		return CAUSAL_TOO_LATE;
	if (time + later < after.now)
		code = causal_jump(c, p, time, after.now - time);
	o->left++;
	return code == 0 && o->begun < size ? wait_for_others(o, p, time, early) : code;
}

int causal_leave(struct causal *c, struct causal_process *p, uint64_t time, uint64_t matching)
{
	struct causal_membership **at = &p->in, *m;
	struct collective *o;
	int code;

	while (*at && (*at)->matching != matching)
		at = &(*at)->next;
	m = *at;
	if (!m)
		return 0;
	*at = m->next;
	m->next = c->spare_membership;
	c->spare_membership = m;
	o = find(&c->group[m->group], m->number);
	if (!o)
		return 0;
	code = end(c, o, c->group[m->group].size, p, time);
	forget(&c->group[m->group]);
	return code;
}
