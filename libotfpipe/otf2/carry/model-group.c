/* model-group.c - groups of locations and ranks, and what uses them. See model.h. */
#include "otf2/carry/model.h"
#include "otf2/values.h"
#include "record/packed.h"
#include <string.h>

/* ---- packed groups: fewer words than the members need ---- */

enum { BARE = OTFP_OTF2_HEAD_WORDS + OTFP_OTF2_Group_members + 1 }; /* words of a group without members */

/* The members as a list in m->open. @return 1; 0 if one has more than 32 bits; -1 when memory is out */
static int list_members(struct otfp_otf2_model *m, const struct otfp_otf2_frame *group, struct otfp_list *l)
{
	const uint64_t *members = otfp_otf2_contents(group, OTFP_OTF2_Group_members);
	uint32_t *p;

	l->n = OTFP_OTF2_F(group, Group, members);
	m->open.n = 0;
	if (otfp_buf_reserve(&m->open, l->n * sizeof *p) < 0)
		return -1;
	l->p = p = (uint32_t *)(void *)m->open.p;
	for (size_t i = 0; i < l->n; i++) {
		if (members[i] > UINT32_MAX)
			return 0;
		p[i] = (uint32_t)members[i];
	}
	return 1;
}

const struct otfp_otf2_frame *otfp_otf2_pack_group(struct otfp_otf2_model *m, const struct otfp_otf2_frame *group)
{
	struct otfp_list l;
	const int is_list = list_members(m, group, &l);
	const size_t words =
		is_list > 0 ? BARE + (otfp_list_packed_size(&l) + sizeof(uint64_t) - 1) / sizeof(uint64_t) : SIZE_MAX;
	struct otfp_otf2_frame *copy;

	if (is_list < 0)
		return NULL;
	if (words >= group->words || group->ntags)
		return otfp_arena_copy(&m->arena, group, group->words * sizeof(uint64_t));
	copy = otfp_arena_get(&m->arena, words * sizeof(uint64_t));
	if (!copy)
		return NULL;
	memcpy(copy, group, BARE * sizeof(uint64_t));
	copy->words = (uint32_t)words;
	otfp_list_pack_to((uint8_t *)copy + BARE * sizeof(uint64_t), &l);
	return copy;
}

static int is_packed(const struct otfp_otf2_frame *frame)
{
	return frame->row == OTFP_OTF2_Group && frame->words < BARE + OTFP_OTF2_F(frame, Group, members);
}

const struct otfp_otf2_frame *otfp_otf2_whole(struct otfp_otf2_model *m, const struct otfp_otf2_frame *frame)
{
	struct otfp_otf2_frame *open;
	uint64_t *members;
	uint32_t *list;
	size_t n;

	if (!is_packed(frame))
		return frame;
	n = (size_t)OTFP_OTF2_F(frame, Group, members);
	m->open.n = 0;
	if (otfp_buf_reserve(&m->open, (BARE + n) * sizeof(uint64_t)) < 0)
		return NULL;
	open = (void *)m->open.p;
	memcpy(open, frame, BARE * sizeof(uint64_t));
	open->words = (uint32_t)(BARE + n);
	members = (uint64_t *)open + BARE;
	list = (uint32_t *)(members + n) - n; /* the second half of the room of the members */
	otfp_list_unpack((const uint64_t *)frame + BARE, list, n);
	for (size_t i = 0; i < n; i++)
		members[i] = list[i];
	return open;
}

/* ---- members ---- */

/* @return NULL when memory is out */
static const uint64_t *members_of(struct otfp_otf2_model *m, const struct otfp_otf2_frame *group, size_t *n)
{
	const struct otfp_otf2_frame *whole = otfp_otf2_whole(m, group);

	*n = whole ? (size_t)OTFP_OTF2_F(whole, Group, members) : 0;
	return whole ? otfp_otf2_contents(whole, OTFP_OTF2_Group_members) : NULL;
}

/* The group of all locations with a rank in a paradigm. @return NULL if there is none */
static const struct otfp_otf2_frame *all_of(const struct otfp_otf2_model *m, uint64_t paradigm)
{
	return paradigm < sizeof m->all / sizeof *m->all ? m->all[paradigm] : NULL;
}

/* Ranks of many groups refer to these: they are not packed. */
static int open_all(struct otfp_otf2_model *m)
{
	for (size_t i = 0; i < sizeof m->all / sizeof *m->all; i++) {
		const struct otfp_otf2_frame *f = m->all[i] ? otfp_otf2_whole(m, m->all[i]) : NULL;
		if (f)
			f = otfp_arena_copy(&m->arena, f, f->words * sizeof(uint64_t));
		if (m->all[i] && !f)
			return otfp_fail_memory(m->err);
		m->all[i] = f;
	}
	return 0;
}

static int find_all(struct otfp_otf2_model *m)
{
	for (size_t i = m->n; i-- > 0;)
		if (m->frames[i]->row == OTFP_OTF2_Group &&
		    OTFP_OTF2_F(m->frames[i], Group, groupType) == OTFP_OTF2_GROUP_TYPE_COMM_LOCATIONS &&
		    OTFP_OTF2_F(m->frames[i], Group, paradigm) < sizeof m->all / sizeof *m->all)
			m->all[OTFP_OTF2_F(m->frames[i], Group, paradigm)] = m->frames[i];
	return open_all(m);
}

static uint32_t process_token(const struct otfp_otf2_model *m, uint64_t location)
{
	const struct otfp_otf2_process *p = otfp_otf2_process_of(m, location);

	return p ? p->token : 0;
}

/* Members of a communicator are numbers in the group of all locations of the paradigm. */
static int fill_ranks(struct otfp_otf2_model *m, const struct otfp_otf2_frame *group, struct otfp_arena *arena,
                      struct otfp_otf2_ranks *r)
{
	const int is_numbers = OTFP_OTF2_F(group, Group, groupType) == OTFP_OTF2_GROUP_TYPE_COMM_GROUP;
	const struct otfp_otf2_frame *all = is_numbers ? all_of(m, OTFP_OTF2_F(group, Group, paradigm)) : NULL;
	const uint64_t *members, *locations = NULL;
	size_t n = 0;
	uint32_t *p;

	if (all)
		locations = members_of(m, all, &n);
	members = members_of(m, group, &r->n);
	r->p = p = otfp_arena_get(arena, r->n * sizeof *p);
	if (!members || !p)
		return otfp_fail_memory(m->err);
	for (size_t i = 0; i < r->n; i++)
		if (is_numbers)
			p[i] = members[i] < n ? process_token(m, locations[members[i]]) : 0;
		else
			p[i] = process_token(m, members[i]);
	return 0;
}

int otfp_otf2_has_ranks(const struct otfp_otf2_frame *group)
{
	const uint64_t type = OTFP_OTF2_F(group, Group, groupType);

	return type == OTFP_OTF2_GROUP_TYPE_LOCATIONS || type == OTFP_OTF2_GROUP_TYPE_COMM_LOCATIONS ||
	       type == OTFP_OTF2_GROUP_TYPE_COMM_GROUP;
}

int otfp_otf2_group_ranks(struct otfp_otf2_model *m, const struct otfp_otf2_frame *group, struct otfp_arena *arena,
                          struct otfp_otf2_ranks *r)
{
	*r = (struct otfp_otf2_ranks){.p = NULL};
	return otfp_otf2_has_ranks(group) ? fill_ranks(m, group, arena, r) : 0;
}

/* ---- communicators ---- */

uint32_t otfp_otf2_far_rank(const struct otfp_otf2_model *m, const struct otfp_otf2_ranks *r, size_t rank)
{
	const uint64_t member = otfp_list_at((const uint64_t *)r->group + BARE, r->marks, rank);
	const struct otfp_otf2_frame *all;

	if (OTFP_OTF2_F(r->group, Group, groupType) != OTFP_OTF2_GROUP_TYPE_COMM_GROUP)
		return process_token(m, member);
	all = all_of(m, OTFP_OTF2_F(r->group, Group, paradigm));
	return all && member < OTFP_OTF2_F(all, Group, members) ?
	               process_token(m, otfp_otf2_contents(all, OTFP_OTF2_Group_members)[member]) :
	               0;
}

/* The ranks of a group that is packed, without their tokens. */
static int mark_ranks(struct otfp_otf2_model *m, const struct otfp_otf2_frame *group, struct otfp_otf2_ranks *r)
{
	const size_t n = (size_t)OTFP_OTF2_F(group, Group, members);
	struct otfp_list_mark *marks = otfp_arena_get(&m->arena, (n / OTFP_LIST_STEP + 1) * sizeof *marks);

	if (!marks)
		return otfp_fail_memory(m->err);
	otfp_list_mark((const uint64_t *)group + BARE, n, marks);
	*r = (struct otfp_otf2_ranks){.n = n, .group = group, .marks = marks};
	return 0;
}

/* What the ranks of events mean: of a group with that flag, numbers in the group of all locations. Tokens are kept as
 * long as they do not need much memory; an intercommunicator always needs them. */
static int ranks_of_events(struct otfp_otf2_model *m, uint64_t ref, struct otfp_otf2_ranks *r, uint8_t *is_self)
{
	enum { KEPT = 1 << 22 }; /* tokens, of all communicators together */
	const struct otfp_otf2_frame *group = otfp_otf2_find(m, OTFP_OTF2_GROUPS, ref), *all;

	*r = (struct otfp_otf2_ranks){.p = NULL};
	if (!group)
		return 0;
	if (is_self)
		*is_self = OTFP_OTF2_F(group, Group, groupType) == OTFP_OTF2_GROUP_TYPE_COMM_SELF;
	if (OTFP_OTF2_F(group, Group, groupType) == OTFP_OTF2_GROUP_TYPE_COMM_GROUP &&
	    OTFP_OTF2_F(group, Group, groupFlags) & OTFP_OTF2_GROUP_FLAG_GLOBAL_MEMBERS) {
		all = all_of(m, OTFP_OTF2_F(group, Group, paradigm));
		return all ? fill_ranks(m, all, &m->arena, r) : 0;
	}
	if (is_self && m->nranks > KEPT && is_packed(group) && otfp_otf2_has_ranks(group))
		return mark_ranks(m, group, r);
	m->nranks += (size_t)OTFP_OTF2_F(group, Group, members);
	return otfp_otf2_group_ranks(m, group, &m->arena, r);
}

int otfp_otf2_is_on_side_b(const struct otfp_otf2_partners *c, uint32_t process, uint32_t leader)
{
	const uint32_t either[] = {process, leader};

	for (unsigned k = 0; k < 2; k++) {
		for (size_t i = 0; i < c->a.n; i++)
			if (c->a.p[i] == either[k])
				return 0;
		for (size_t i = 0; i < c->b.n; i++)
			if (c->b.p[i] == either[k])
				return 1;
	}
	return 0;
}

static int resolve_comm(struct otfp_otf2_model *m, const struct otfp_otf2_frame *f, struct otfp_otf2_partners *c)
{
	int code;

	if (f->row == OTFP_OTF2_Comm)
		return ranks_of_events(m, OTFP_OTF2_F(f, Comm, group), &c->a, &c->is_self);
	c->is_inter = 1;
	code = ranks_of_events(m, OTFP_OTF2_F(f, InterComm, groupA), &c->a, NULL);
	return code < 0 ? code : ranks_of_events(m, OTFP_OTF2_F(f, InterComm, groupB), &c->b, NULL);
}

/* A window means what its communicator means; communicators are resolved before. */
static int resolve_window(struct otfp_otf2_model *m, const struct otfp_otf2_frame *f, struct otfp_otf2_partners *c)
{
	const struct otfp_otf2_partners *comm = otfp_otf2_comm_of(&m->comms, OTFP_OTF2_F(f, RmaWin, comm));
	uint32_t token = c->token;

	if (comm)
		*c = *comm;
	c->token = token;
	return 0;
}

/* ---- tokens ---- */

/* Groups of regions and metrics do not. */
static int makes_group(const struct otfp_otf2_frame *f)
{
	return f->row != OTFP_OTF2_Group || (OTFP_OTF2_F(f, Group, groupType) != OTFP_OTF2_GROUP_TYPE_REGIONS &&
	                                     OTFP_OTF2_F(f, Group, groupType) != OTFP_OTF2_GROUP_TYPE_METRIC);
}

/* Make the communicator or window of a definition. */
static int add_comm(struct otfp_otf2_model *m, const struct otfp_otf2_frame *f, struct otfp_map *comms, uint32_t token,
                    int (*resolve)(struct otfp_otf2_model *, const struct otfp_otf2_frame *,
                                   struct otfp_otf2_partners *))
{
	struct otfp_otf2_partners *c = otfp_arena_get(&m->arena, sizeof *c);

	if (!c)
		return otfp_fail_memory(m->err);
	memset(c, 0, sizeof *c);
	c->token = token;
	if (otfp_map_set(comms, f->f[0], (uintptr_t)c) < 0)
		return otfp_fail_memory(m->err);
	return resolve(m, f, c);
}

static int resolve_one(struct otfp_otf2_model *m, const struct otfp_otf2_frame *f, unsigned space)
{
	uint32_t token = m->is_original ? otfp_otf2_token(m, space, f->f[0]) : ++m->ngroups;

	if (otfp_map_set(&m->token_of[space], f->f[0], token) < 0)
		return otfp_fail_memory(m->err);
	if (space == OTFP_OTF2_COMMS)
		return add_comm(m, f, &m->comms, token, resolve_comm);
	return space == OTFP_OTF2_WINDOWS ? add_comm(m, f, &m->windows, token, resolve_window) : 0;
}

/* The definitions that become groups of processes, in the order of their tokens, which come after those of processes.
 */
int otfp_otf2_resolve_groups(struct otfp_otf2_model *m)
{
	int code = find_all(m);

	m->ngroups = (uint32_t)m->nprocesses;
	for (unsigned k = 0; k < OTFP_OTF2_NGROUP_KINDS; k++)
		for (size_t i = 0; i < m->n && code == 0; i++)
			if (m->frames[i]->row == otfp_otf2_group_kinds[k].row && otfp_otf2_is_first(m, i) &&
			    makes_group(m->frames[i]))
				code = resolve_one(m, m->frames[i], otfp_otf2_group_kinds[k].space);
	return code;
}
