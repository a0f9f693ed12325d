/* model-resolve.c - takes the definitions, and what several of them together say. See model.h. */
#include "base/assert.h"
#include "base/grow.h"
#include "otf2/carry/carry.h"
#include "otf2/carry/model.h"
#include "otf2/types.h"
#include "otf2/values.h"
#include "otfpipe.h"
#include "record/value.h"
#include <stdlib.h>

/* ---- definitions by id ---- */

static int note_id(struct otfp_otf2_model *m, const struct otfp_otf2_frame *frame)
{
	unsigned space = otfp_otf2_space_of(frame->row);

	if (!space)
		return 0;
	if (otfp_map_get(&m->by_id[space], frame->f[0])) {
		m->first_redefined = m->nredefined++ ? m->first_redefined : frame;
		return 0;
	}
	return otfp_map_set(&m->by_id[space], frame->f[0], m->n);
}

int otfp_otf2_model_add(struct otfp_otf2_model *m, const struct otfp_otf2_frame *frame)
{
	const struct otfp_otf2_frame *copy = frame->row == OTFP_OTF2_Group ?
	                                             otfp_otf2_pack_group(m, frame) :
	                                             otfp_arena_copy(&m->arena, frame, frame->words * sizeof(uint64_t));
	size_t cap = m->cap;

	OTFP_ASSERT_HOT(otfp_otf2_frame_is_sound(frame, frame->words));
	if (!copy || otfp_grow(&m->frames, m->n, &m->cap, sizeof *m->frames) < 0 ||
	    otfp_grow(&m->used, m->n, &cap, sizeof *m->used) < 0 || note_id(m, copy) < 0)
		return otfp_fail_memory(m->err);
	m->used[m->n] = 0;
	m->frames[m->n++] = copy;
	return 0;
}

/* ---- processes ---- */

static int add_process(struct otfp_otf2_model *m, const struct otfp_otf2_frame *location,
                       const struct otfp_otf2_frame *group)
{
	struct otfp_otf2_process *p = &m->processes[m->nprocesses];
	const uint64_t *stream;

	*p = (struct otfp_otf2_process){.location = location, .group = group};
	m->nprocesses++;
	p->token = p->leader = m->is_original && location ? (uint32_t)location->f[0] : (uint32_t)m->nprocesses;
	stream = otfp_map_get(&m->streams, p->token);
	p->stream = stream ? (uint32_t)*stream : p->token;
	if (!location) {
		p->holds_group = 1;
		return otfp_map_set(&m->holder_of, group->f[0], p->token);
	}
	return otfp_map_set(&m->process_of, OTFP_OTF2_F(location, Location, self), m->nprocesses - 1);
}

static int add_locations(struct otfp_otf2_model *m)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->frames[i]->row == OTFP_OTF2_Location && otfp_otf2_is_first(m, i) &&
		    add_process(m, m->frames[i],
		                otfp_otf2_find(m, OTFP_OTF2_LOCATION_GROUPS,
		                               OTFP_OTF2_F(m->frames[i], Location, locationGroup))) < 0)
			return -1;
	m->nlocations = m->nprocesses;
	return 0;
}

/* The first location of each group whose type is wanted (0 = any) stands for the group, if none does yet. */
static int lead(struct otfp_otf2_model *m, uint64_t type)
{
	for (size_t i = 0; i < m->nlocations; i++) {
		struct otfp_otf2_process *p = &m->processes[i];
		if (!p->group || (type && OTFP_OTF2_F(p->location, Location, locationType) != type) ||
		    otfp_map_get(&m->holder_of, p->group->f[0]))
			continue;
		p->holds_group = 1;
		if (otfp_map_set(&m->holder_of, p->group->f[0], p->token) < 0)
			return -1;
	}
	return 0;
}

static int add_empty_groups(struct otfp_otf2_model *m)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->frames[i]->row == OTFP_OTF2_LocationGroup && otfp_otf2_is_first(m, i) &&
		    !otfp_map_get(&m->holder_of, m->frames[i]->f[0]) && add_process(m, NULL, m->frames[i]) < 0)
			return -1;
	return 0;
}

/* The process of the group that made a group of accelerator streams. @return its token, or 0 */
static uint32_t creator(const struct otfp_otf2_model *m, const struct otfp_otf2_process *holder)
{
	const uint64_t *made_by;

	if (holder->location &&
	    OTFP_OTF2_F(holder->location, Location, locationType) == OTFP_OTF2_LOCATION_TYPE_CPU_THREAD)
		return 0;
	made_by = otfp_map_get(&m->holder_of, OTFP_OTF2_F(holder->group, LocationGroup, creatingLocationGroup));
	return made_by && *made_by != holder->token ? (uint32_t)*made_by : 0;
}

/* Locations are threads of the one that stands for their group, or of the process that made the group. */
static void find_leaders(struct otfp_otf2_model *m)
{
	for (size_t i = 0; i < m->nprocesses; i++) {
		struct otfp_otf2_process *p = &m->processes[i];
		const uint64_t *holder = p->group ? otfp_map_get(&m->holder_of, p->group->f[0]) : NULL;
		uint32_t made_by;
		if (!holder)
			continue;
		made_by = creator(m, &m->processes[*holder - 1]);
		p->leader = made_by ? made_by : (uint32_t)*holder;
	}
}

static int resolve_processes(struct otfp_otf2_model *m)
{
	m->processes = calloc(m->n + 1, sizeof *m->processes);
	if (!m->processes || add_locations(m) < 0)
		return otfp_fail_memory(m->err);
	if (m->is_original)
		return 0;
	if (lead(m, OTFP_OTF2_LOCATION_TYPE_CPU_THREAD) < 0 || lead(m, 0) < 0 || add_empty_groups(m) < 0)
		return otfp_fail_memory(m->err);
	find_leaders(m);
	return 0;
}

/* ---- counters ---- */

static unsigned form_of(const struct otfp_otf2_frame *member)
{
	uint64_t type = member ? OTFP_OTF2_F(member, MetricMember, valueType) : OTFP_OTF2_TYPE_UINT64;

	if (type == OTFP_OTF2_TYPE_DOUBLE)
		return OTFP_FORM_DOUBLE;
	return type == OTFP_OTF2_TYPE_INT64 ? OTFP_FORM_SIGNED : OTFP_FORM_RAW;
}

static int add_metric(struct otfp_otf2_model *m, uint64_t id, const struct otfp_otf2_frame *class, uint32_t *next)
{
	const uint64_t *members = otfp_otf2_contents(class, OTFP_OTF2_MetricClass_metricMembers);
	struct otfp_otf2_metric *metric = otfp_arena_get(&m->arena, sizeof *metric);
	uint32_t n = (uint32_t)OTFP_OTF2_F(class, MetricClass, metricMembers),
		 first = m->is_original ? otfp_otf2_token(m, OTFP_OTF2_METRICS_SPACE, id) : *next;
	uint8_t *forms = otfp_arena_get(&m->arena, 2 * (size_t)n), *types = forms ? forms + n : NULL;

	if (!metric || !forms)
		return -1;
	for (uint32_t i = 0; i < n; i++) {
		const uint64_t *at = otfp_map_get(&m->by_id[OTFP_OTF2_MEMBERS], members[i]);
		forms[i] = (uint8_t)form_of(at ? m->frames[*at] : NULL);
		types[i] = at ? (uint8_t)OTFP_OTF2_F(m->frames[*at], MetricMember, valueType) : OTFP_OTF2_TYPE_NONE;
		if (at)
			m->used[*at] = 1;
	}
	if (m->is_original && n)
		forms[0] = otfp_otf2_counter_form(m, first);
	*metric = (struct otfp_otf2_metric){first, n, forms, m->is_original ? NULL : types};
	*next += n;
	return otfp_map_set(&m->metrics, id, (uintptr_t)metric);
}

/* The class of a metric. @return NULL if it is not defined */
static const struct otfp_otf2_frame *class_of(const struct otfp_otf2_model *m, const struct otfp_otf2_frame *metric)
{
	if (metric && metric->row == OTFP_OTF2_MetricInstance)
		metric = otfp_otf2_find(m, OTFP_OTF2_METRICS_SPACE, OTFP_OTF2_F(metric, MetricInstance, metricClass));
	return metric && metric->row == OTFP_OTF2_MetricClass ? metric : NULL;
}

static int resolve_metrics(struct otfp_otf2_model *m)
{
	uint32_t next = 1;

	for (size_t i = 0; i < m->n; i++) {
		const struct otfp_otf2_frame *f = m->frames[i], *class;
		if ((f->row != OTFP_OTF2_MetricClass && f->row != OTFP_OTF2_MetricInstance) ||
		    !otfp_otf2_is_first(m, i))
			continue;
		class = class_of(m, f);
		if (class && add_metric(m, f->f[0], class, &next) < 0)
			return otfp_fail_memory(m->err);
	}
	return 0;
}

/* ---- all ---- */

/* Keys of parameters, and of attributes whose own number is too high. */
static int resolve_keys(struct otfp_otf2_model *m)
{
	uint32_t next = OTFP_OTF2_FIRST_PARAMETER;

	for (size_t i = 0; i < m->n; i++) {
		const struct otfp_otf2_frame *f = m->frames[i];
		int is_high = f->row == OTFP_OTF2_Attribute && f->f[0] >= OTFP_OTF2_FIRST_PARAMETER - 1;
		if ((f->row == OTFP_OTF2_Parameter || is_high) && otfp_otf2_is_first(m, i) &&
		    otfp_map_set(&m->token_of[is_high ? OTFP_OTF2_ATTRIBUTES : OTFP_OTF2_PARAMETERS], f->f[0], next++) <
		            0)
			return otfp_fail_memory(m->err);
	}
	return 0;
}

int otfp_otf2_model_resolve(struct otfp_otf2_model *m)
{
	int code = resolve_processes(m);

	if (code == 0)
		code = resolve_keys(m);

	if (code == 0)
		code = otfp_otf2_resolve_groups(m);
	return code < 0 ? code : resolve_metrics(m);
}
