/* define-process.c - locations and their groups, and what becomes a group of processes. See define.h. */
#include "otf2/carry/carry.h"
#include "otf2/carry/define.h"
#include "otf2/carry/paradigm.h"
#include "otf2/values.h"
#include <stdlib.h>
#include <string.h>

/* ---- processes ---- */

/* The process that stands for a location group has the name of the group, and the key-values of both. */
static int carry_location_group(struct otfp_otf2_define *d, const struct otfp_otf2_frame *group)
{
	struct otfp_otf2_carrying *c = d->c;
	int code = otfp_otf2_carry(c, group, OTFP_OTF2_LocationGroup_self);

	if (code == 0)
		code = otfp_otf2_carry_from(c, group, OTFP_OTF2_LocationGroup_locationGroupType);
	return code < 0 ? code :
	                  otfp_otf2_carry_properties(d, OTFP_OTF2_LocationGroupProperty, "groupprop:", group->f[0]);
}

static int emit_process(struct otfp_otf2_carrying *c, const struct otfp_otf2_process *p, struct otfp_str name)
{
	struct otfp_record *rec = otfp_otf2_emit(c, OTFP_DefProcess);

	if (!rec)
		return OTFP_EFAIL;
	rec->f[OTFP_DefProcess_process].u = p->token;
	rec->f[OTFP_DefProcess_name].s = name;
	rec->f[OTFP_DefProcess_parent].u = p->leader == p->token ? 0 : p->leader;
	return 0;
}

/* The token that says which location group it is in, where the parent does not. */
static int carry_membership(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *f,
                            const struct otfp_otf2_process *p)
{
	uint32_t holder =
		otfp_otf2_token(&c->model, OTFP_OTF2_LOCATION_GROUPS, OTFP_OTF2_F(f, Location, locationGroup));

	return holder == p->leader || p->holds_group ? 0 : otfp_otf2_carry(c, f, OTFP_OTF2_Location_locationGroup);
}

int otfp_otf2_define_location(struct otfp_otf2_define *d, const struct otfp_otf2_frame *f)
{
	struct otfp_otf2_carrying *c = d->c;
	const struct otfp_otf2_process *p = otfp_otf2_process_of(&c->model, f->f[0]);
	int leads = p->holds_group;
	struct otfp_str name = leads ? otfp_otf2_name(c, p->group, OTFP_OTF2_LocationGroup_name) :
	                               otfp_otf2_name(c, f, OTFP_OTF2_Location_name);
	int code = otfp_otf2_carry_word(c, OTFP_OTF2_WORD_LOCATION, f->f[0]);

	if (code == 0 && leads)
		code = OTFP_OTF2_F(f, Location, name) == UINT32_MAX ?
		               otfp_otf2_carry_undefined(c, OTFP_OTF2_NAME_OF_LOCATION) :
		               otfp_otf2_carry(c, f, OTFP_OTF2_Location_name);
	if (code == 0)
		code = otfp_otf2_carry(c, f, OTFP_OTF2_Location_locationType);
	if (code == 0)
		code = otfp_otf2_carry(c, f, OTFP_OTF2_Location_numberOfEvents);
	if (code == 0)
		code = carry_membership(c, f, p);
	if (code == 0 && !p->group && OTFP_OTF2_F(f, Location, locationGroup) != UINT32_MAX)
		code = otfp_otf2_undefined(c, f, OTFP_OTF2_LOCATION_GROUPS, OTFP_OTF2_F(f, Location, locationGroup));
	if (code == 0)
		code = otfp_otf2_carry_properties(d, OTFP_OTF2_LocationProperty, "prop:", f->f[0]);
	if (code == 0 && leads)
		code = carry_location_group(d, p->group);
	return code < 0 ? code : emit_process(c, p, name);
}

/* The group whose first location stands for it is defined with that location. */
int otfp_otf2_define_location_group(struct otfp_otf2_define *d, const struct otfp_otf2_frame *f)
{
	struct otfp_otf2_carrying *c = d->c;
	uint32_t holder = otfp_otf2_token(&c->model, OTFP_OTF2_LOCATION_GROUPS, f->f[0]);
	const struct otfp_otf2_process *p = &c->model.processes[holder - 1];
	struct otfp_str name;
	int code;

	if (p->location) {
		otfp_otf2_carries(c);
		return 0;
	}
	name = otfp_otf2_name(c, f, OTFP_OTF2_LocationGroup_name);
	code = carry_location_group(d, f);
	return code < 0 ? code : emit_process(c, p, name);
}

/* ---- what the paradigms say of processes ---- */

static int mark_paradigm(struct otfp_otf2_carrying *c, unsigned i, uint8_t *masks)
{
	const struct otfp_otf2_frame *all = c->model.all[otfp_otf2_marks[i].paradigm];
	struct otfp_otf2_ranks r;
	int code;

	if (!all)
		return 0;
	code = otfp_otf2_group_ranks(&c->model, all, &c->batch.arena, &r);
	for (size_t k = 0; k < r.n && code == 0; k++)
		if (r.p[k])
			masks[r.p[k] - 1] |= (uint8_t)(1u << i);
	return code;
}

/* The list of attributes of a mask, which is its token. */
static int emit_list(struct otfp_otf2_carrying *c, unsigned mask)
{
	struct otfp_record *rec = otfp_otf2_emit(c, OTFP_DefAttributeList);
	uint32_t types[OTFP_OTF2_NMARKS];
	size_t n = 0;

	if (!rec)
		return OTFP_EFAIL;
	for (unsigned i = 0; i < OTFP_OTF2_NMARKS; i++)
		if (mask & 1u << i)
			types[n++] = otfp_otf2_marks[i].attribute;
	rec->f[OTFP_DefAttributeList_attribute].u = mask;
	return otfp_otf2_members(c, types, n, &rec->f[OTFP_DefAttributeList_types].l);
}

static int emit_attributes(struct otfp_otf2_carrying *c, const uint8_t *masks)
{
	unsigned defined = 0;

	for (size_t i = 0; i < c->model.nlocations; i++) {
		struct otfp_record *rec;
		if (!masks[i])
			continue;
		if (!(defined & 1u << masks[i]) && emit_list(c, masks[i]) < 0)
			return OTFP_EFAIL;
		defined |= 1u << masks[i];
		rec = otfp_otf2_emit(c, OTFP_DefProcessOrGroupAttributes);
		if (!rec)
			return OTFP_EFAIL;
		rec->f[OTFP_DefProcessOrGroupAttributes_member].u = i + 1;
		rec->f[OTFP_DefProcessOrGroupAttributes_attribute].u = masks[i];
	}
	return 0;
}

int otfp_otf2_define_attributes(struct otfp_otf2_carrying *c)
{
	uint8_t *masks = calloc(c->model.nlocations + 1, 1);
	int code = masks ? 0 : otfp_fail_memory(c->err);

	for (unsigned i = 0; i < OTFP_OTF2_NMARKS && code == 0; i++)
		code = mark_paradigm(c, i, masks);
	otfp_otf2_begin(c);
	if (code == 0)
		code = emit_attributes(c, masks);
	free(masks);
	return code;
}

/* ---- groups of processes ---- */

static int emit_group(struct otfp_otf2_carrying *c, uint32_t token, struct otfp_str name, const uint32_t *members,
                      size_t n)
{
	struct otfp_record *rec = otfp_otf2_emit(c, OTFP_DefProcessGroup);

	if (!rec)
		return OTFP_EFAIL;
	rec->f[OTFP_DefProcessGroup_group].u = token;
	rec->f[OTFP_DefProcessGroup_name].s = name;
	return otfp_otf2_members(c, members, n, &rec->f[OTFP_DefProcessGroup_members].l);
}

enum { DEEPEST = 256 }; /* levels of the system tree; nodes may refer to one another in a circle */

/* The index of a node among the lists of members; SIZE_MAX = it is not defined. */
static size_t node_at(const struct otfp_otf2_tree *t, uint64_t node)
{
	const uint64_t *at = otfp_map_get(&t->index, node);

	return at ? (size_t)*at : SIZE_MAX;
}

/* Count the location at each node above it; if there is room for members, add it to them. */
static void visit(const struct otfp_otf2_model *m, struct otfp_otf2_tree *t, const struct otfp_otf2_process *p)
{
	uint64_t node = p->group ? OTFP_OTF2_F(p->group, LocationGroup, systemTreeParent) : UINT32_MAX;
	size_t at;

	for (unsigned depth = 0; depth < DEEPEST && (at = node_at(t, node)) != SIZE_MAX; depth++) {
		if (t->members)
			t->members[t->ends[at]] = p->token;
		t->ends[at]++;
		node = OTFP_OTF2_F(otfp_otf2_find(m, OTFP_OTF2_TREE_NODES, node), SystemTreeNode, parent);
	}
}

static int number_nodes(const struct otfp_otf2_model *m, struct otfp_otf2_tree *t)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->frames[i]->row == OTFP_OTF2_SystemTreeNode && otfp_otf2_is_first(m, i) &&
		    otfp_map_set(&t->index, m->frames[i]->f[0], t->index.n) < 0)
			return -1;
	t->ends = calloc(t->index.n + 1, sizeof *t->ends);
	return t->ends ? 0 : -1;
}

/* The locations below each node: count them, then list them. */
static int fill_tree(const struct otfp_otf2_model *m, struct otfp_otf2_tree *t)
{
	size_t sum = 0;

	if (number_nodes(m, t) < 0)
		return -1;
	for (size_t i = 0; i < m->nlocations; i++)
		visit(m, t, &m->processes[i]);
	for (size_t i = 0; i < t->index.n; i++) {
		size_t n = t->ends[i];
		t->ends[i] = sum;
		sum += n;
	}
	t->members = calloc(sum + 1, sizeof *t->members);
	if (!t->members)
		return -1;
	for (size_t i = 0; i < m->nlocations; i++)
		visit(m, t, &m->processes[i]);
	return 0;
}

void otfp_otf2_tree_release(struct otfp_otf2_tree *t)
{
	otfp_map_release(&t->index);
	free(t->ends);
	free(t->members);
}

int otfp_otf2_define_tree_node(struct otfp_otf2_define *d, const struct otfp_otf2_frame *f)
{
	struct otfp_otf2_carrying *c = d->c;
	struct otfp_str name = otfp_otf2_name(c, f, OTFP_OTF2_SystemTreeNode_name);
	struct otfp_otf2_tree *t = &d->tree;
	size_t at, first;
	int code = !t->members && fill_tree(&c->model, t) < 0 ? otfp_fail_memory(c->err) :
	                                                        otfp_otf2_carry(c, f, OTFP_OTF2_SystemTreeNode_self);

	if (code == 0)
		code = otfp_otf2_carry_from(c, f, OTFP_OTF2_SystemTreeNode_className);
	if (code == 0)
		code = otfp_otf2_carry_properties(d, OTFP_OTF2_SystemTreeNodeProperty, "prop:", f->f[0]);
	if (code == 0)
		code = otfp_otf2_carry_properties(d, OTFP_OTF2_SystemTreeNodeDomain, "", f->f[0]);
	if (code < 0)
		return code;
	at = node_at(t, f->f[0]);
	first = at ? t->ends[at - 1] : 0;
	return emit_group(c, otfp_otf2_token(&c->model, OTFP_OTF2_TREE_NODES, f->f[0]), name, t->members + first,
	                  t->ends[at] - first);
}

/* How many members of a group have no process. */
static int report_unknown(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *f,
                          const struct otfp_otf2_ranks *r)
{
	const uint64_t *members = otfp_otf2_contents(f, OTFP_OTF2_Group_members);

	for (size_t i = 0; i < r->n; i++)
		if (!r->p[i])
			return otfp_otf2_undefined(c, f, OTFP_OTF2_LOCATIONS, members[i]);
	return 0;
}

int otfp_otf2_define_group(struct otfp_otf2_define *d, const struct otfp_otf2_frame *f)
{
	struct otfp_otf2_carrying *c = d->c;
	uint32_t token = otfp_otf2_token(&c->model, OTFP_OTF2_GROUPS, f->f[0]);
	struct otfp_otf2_ranks r;
	struct otfp_str name;
	int code;

	if (!token)
		return otfp_otf2_carry_comment(c, f);
	name = otfp_otf2_name(c, f, OTFP_OTF2_Group_name);
	code = otfp_otf2_group_ranks(&c->model, f, &c->batch.arena, &r);
	if (code == 0)
		code = report_unknown(c, f, &r);
	for (unsigned i = 0; i < OTFP_OTF2_Group_members && code == 0; i++)
		if (i != OTFP_OTF2_Group_name)
			code = otfp_otf2_carry(c, f, i);
	if (code == 0 && !otfp_otf2_has_ranks(f))
		code = otfp_otf2_carry(c, f, OTFP_OTF2_Group_members);
	return code < 0 ? code : emit_group(c, token, name, r.p, r.n);
}

/* The group of processes of a communicator or window. */
static int emit_comm(struct otfp_otf2_carrying *c, const struct otfp_otf2_partners *comm, struct otfp_str name)
{
	struct otfp_otf2_ranks r = comm->a;

	if (!r.p && r.group && otfp_otf2_group_ranks(&c->model, r.group, &c->batch.arena, &r) < 0)
		return OTFP_EFAIL;
	return emit_group(c, comm->token, name, r.p, r.n);
}

/* A communicator or window: its fields are self, name, what it is of, and more. */
static int define_partners(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *f,
                           const struct otfp_otf2_partners *partners, unsigned space)
{
	struct otfp_str name = otfp_otf2_name(c, f, OTFP_OTF2_Comm_name);
	int code = otfp_otf2_carry_any(c, f, OTFP_OTF2_Comm_self);

	if (code == 0)
		code = otfp_otf2_carry_from(c, f, OTFP_OTF2_Comm_group);
	if (code == 0 && !otfp_otf2_find(&c->model, space, OTFP_OTF2_F(f, Comm, group)))
		code = otfp_otf2_undefined(c, f, space, OTFP_OTF2_F(f, Comm, group));
	return code < 0 ? code : emit_comm(c, partners, name);
}

int otfp_otf2_define_comm(struct otfp_otf2_define *d, const struct otfp_otf2_frame *f)
{
	return define_partners(d->c, f, otfp_otf2_comm_of(&d->c->model.comms, f->f[0]), OTFP_OTF2_GROUPS);
}

int otfp_otf2_define_window(struct otfp_otf2_define *d, const struct otfp_otf2_frame *f)
{
	return define_partners(d->c, f, otfp_otf2_comm_of(&d->c->model.windows, f->f[0]), OTFP_OTF2_COMMS);
}

int otfp_otf2_define_inter_comm(struct otfp_otf2_define *d, const struct otfp_otf2_frame *f)
{
	struct otfp_otf2_carrying *c = d->c;
	const struct otfp_otf2_partners *comm = otfp_otf2_comm_of(&c->model.comms, f->f[0]);
	struct otfp_str name = otfp_otf2_name(c, f, OTFP_OTF2_InterComm_name);
	uint32_t *members = calloc(comm->a.n + comm->b.n + 1, sizeof *members);
	int code = members ? otfp_otf2_carry_any(c, f, OTFP_OTF2_InterComm_self) : otfp_fail_memory(c->err);

	if (code == 0)
		code = otfp_otf2_carry_from(c, f, OTFP_OTF2_InterComm_groupA);
	for (size_t i = 0; i < comm->a.n && members; i++)
		members[i] = comm->a.p[i];
	for (size_t i = 0; i < comm->b.n && members; i++)
		members[comm->a.n + i] = comm->b.p[i];
	if (code == 0)
		code = emit_group(c, comm->token, name, members, comm->a.n + comm->b.n);
	free(members);
	return code;
}
