#include "vtf3/write/compat.h"
#include "vtf3/table.h"
#include <string.h>

/* ---- source locations ---- */

static int learn_source(struct otfp_vtf3_compat *c, const struct otfp_vtf3_record *rec)
{
	if (rec->v[1].i != 1)
		return 0;
	return otfp_map_set(&c->sources, rec->v[0].u,
	                    (uint64_t)(uint32_t)rec->v[2].is[0] << 32 | (uint32_t)rec->v[3].is[0]);
}

/* Replace the source location in slot scl by file and line, if they are known. */
static void set_source(const struct otfp_vtf3_compat *c, struct otfp_vtf3_record *old, unsigned scl, unsigned file)
{
	const uint64_t *at = old->v[scl].i == OTFP_VTF3_SCLNONE ? NULL : otfp_map_get(&c->sources, old->v[scl].u);

	if (!at || (old->flags & OTFP_VTF3_HAS_SRC))
		return;
	old->flags |= OTFP_VTF3_HAS_SRC;
	old->v[file].u = (uint32_t)(*at >> 32);
	old->v[file + 1].u = (uint32_t)*at;
	old->v[scl].i = OTFP_VTF3_SCLNONE;
}

/* ---- states ---- */

/* A state without a declaration has no activity. */
static void set_state(const struct otfp_vtf3_compat *c, const struct otfp_vtf3_activities *a,
                      struct otfp_vtf3_record *old, unsigned act, unsigned name, unsigned slot, int32_t state)
{
	const uint64_t *token = state == OTFP_VTF3_NOSTATE ? NULL : otfp_map_get(&c->state_activity, (uint32_t)state);
	const struct otfp_vtf3_activity *activity;

	old->v[slot].i = state;
	old->v[act].i = token ? (int32_t)*token : OTFP_VTF3_OLD_NOACT;
	activity = otfp_vtf3_activity_by_token(a, old->v[act].i);
	if (activity)
		old->v[name].s = activity->name;
}

static void set_from(const struct otfp_vtf3_compat *c, const struct otfp_vtf3_activities *a,
                     struct otfp_vtf3_record *old, int32_t state)
{
	set_state(c, a, old, OTFP_EXCH_FROMACT, OTFP_EXCH_FROMNAME, OTFP_EXCH_FROMSTATE, state);
}

static void set_to(const struct otfp_vtf3_compat *c, const struct otfp_vtf3_activities *a, struct otfp_vtf3_record *old,
                   int type, int32_t state)
{
	old->v[OTFP_EXCH_TYPE].i = type;
	old->v[OTFP_EXCH_VALIDITY].u = OTFP_VTF3_TOKEN_VALID | OTFP_VTF3_NAME_VALID;
	set_state(c, a, old, OTFP_EXCH_ACT, OTFP_EXCH_ACTNAME, OTFP_EXCH_STATE, state);
}

static int exchange(struct otfp_vtf3_compat *c, const struct otfp_vtf3_activities *a, int type, uint32_t cpu,
                    int32_t state, struct otfp_vtf3_record *old)
{
	struct otfp_vtf3_stack *stack = otfp_vtf3_stack_of(&c->stacks, cpu);
	int32_t from;

	if (!stack)
		return -1;
	old->v[OTFP_EXCH_CPU].u = cpu;
	from = otfp_vtf3_stack_top(stack);
	if (type == OTFP_VTF3_EXCH_UPFROM) {
		from = state;
		stack->n -= stack->n > 0;
		state = otfp_vtf3_stack_top(stack);
		type = OTFP_VTF3_EXCH_UPTO;
	} else if (type == OTFP_VTF3_EXCH_UPTO) {
		otfp_vtf3_stack_return(stack, state);
	} else if (otfp_vtf3_stack_push(stack, state) < 0) {
		return -1;
	}
	set_from(c, a, old, from);
	set_to(c, a, old, type, state);
	return 1;
}

/* ---- records ---- */

static int take_activity(struct otfp_vtf3_activities *a, const struct otfp_vtf3_record *rec,
                         struct otfp_vtf3_record *old)
{
	otfp_vtf3_record_init(old, OTFP_VTF3_Defact_obsol);
	old->v[0].i = (int32_t)(rec->v[0].u + 1);
	old->v[1] = rec->v[1];
	return otfp_vtf3_activities_define(a, old->v[0].i, rec->v[1].s.p, rec->v[1].s.n) < 0 ? -1 : 1;
}

static int take_state(struct otfp_vtf3_compat *c, const struct otfp_vtf3_activities *a,
                      const struct otfp_vtf3_record *rec, struct otfp_vtf3_record *old)
{
	const struct otfp_vtf3_activity *activity;

	otfp_vtf3_record_init(old, OTFP_VTF3_Defstate_obsol);
	old->v[OTFP_SYMBOL_ACT].u = rec->v[0].u + 1;
	old->v[OTFP_SYMBOL_STATE] = rec->v[1];
	old->v[OTFP_SYMBOL_NAME] = rec->v[2];
	old->v[OTFP_SYMBOL_SCL] = rec->v[3];
	old->v[OTFP_SYMBOL_VALIDITY].u = OTFP_VTF3_TOKEN_VALID | OTFP_VTF3_NAME_VALID;
	activity = otfp_vtf3_activity_by_token(a, old->v[OTFP_SYMBOL_ACT].i);
	if (activity)
		old->v[OTFP_SYMBOL_ACTNAME].s = activity->name;
	return otfp_map_set(&c->state_activity, rec->v[1].u, old->v[OTFP_SYMBOL_ACT].u) < 0 ? -1 : 1;
}

static int take_call(struct otfp_vtf3_compat *c, const struct otfp_vtf3_activities *a,
                     const struct otfp_vtf3_record *rec, int type, struct otfp_vtf3_record *old)
{
	otfp_vtf3_record_init(old, OTFP_VTF3_Exchange_obsol);
	old->time = rec->time;
	old->v[OTFP_EXCH_SCL] = rec->v[2];
	return exchange(c, a, type, rec->v[1].u, rec->v[0].i, old);
}

static int take_exchange(struct otfp_vtf3_compat *c, const struct otfp_vtf3_activities *a,
                         const struct otfp_vtf3_record *rec, struct otfp_vtf3_record *old)
{
	if (rec->v[1].i < OTFP_VTF3_EXCH_DOWNTO || rec->v[1].i > OTFP_VTF3_EXCH_UPFROM)
		return 0;
	otfp_vtf3_record_init(old, OTFP_VTF3_Exchange_obsol);
	old->time = rec->time;
	old->v[OTFP_EXCH_JOB] = rec->v[3];
	old->v[OTFP_EXCH_SCL] = rec->v[4];
	return exchange(c, a, rec->v[1].i, rec->v[0].u, rec->v[2].i, old);
}

static int take_any(struct otfp_vtf3_compat *c, struct otfp_vtf3_activities *a, const struct otfp_vtf3_record *rec,
                    struct otfp_vtf3_record *old)
{
	switch (rec->type) {
	case OTFP_VTF3_Defact: return take_activity(a, rec, old);
	case OTFP_VTF3_Defstate: return take_state(c, a, rec, old);
	case OTFP_VTF3_Defscl: return learn_source(c, rec);
	case OTFP_VTF3_Downto: return take_call(c, a, rec, OTFP_VTF3_EXCH_DOWNTO, old);
	case OTFP_VTF3_Upfrom: return take_call(c, a, rec, OTFP_VTF3_EXCH_UPFROM, old);
	case OTFP_VTF3_Upto: return take_call(c, a, rec, OTFP_VTF3_EXCH_UPTO, old);
	case OTFP_VTF3_Exchange: return take_exchange(c, a, rec, old);
	default: return 0;
	}
}

/* Find the slots of the source location and of file (then line) in an old record. @return whether it has both */
static int source_slots(unsigned type, unsigned *scl, unsigned *file)
{
	const struct otfp_vtf3_row *row = &otfp_vtf3_rows[type];

	for (unsigned i = 0; i < row->ndisk; i++) {
		if (row->disk[i].how == OTFP_VTF3_D_SRC)
			*file = row->disk[i].slot;
		if (row->disk[i].how == OTFP_VTF3_D_LAST)
			*scl = row->disk[i].slot;
	}
	return *scl && *file;
}

int otfp_vtf3_compat_record(struct otfp_vtf3_compat *c, struct otfp_vtf3_activities *a,
                            const struct otfp_vtf3_record *rec, int to_source, struct otfp_vtf3_record *old)
{
	unsigned scl = 0, file = 0;
	int is_old = take_any(c, a, rec, old);

	if (is_old < 0 || !to_source || !source_slots(is_old ? old->type : rec->type, &scl, &file))
		return is_old;
	if (!is_old)
		*old = *rec;
	set_source(c, old, scl, file);
	return 1;
}

void otfp_vtf3_compat_release(struct otfp_vtf3_compat *c)
{
	otfp_map_release(&c->state_activity);
	otfp_map_release(&c->sources);
	otfp_vtf3_stacks_release(&c->stacks);
}
