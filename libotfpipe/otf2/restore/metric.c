/* metric.c - metrics that came from OTF2. See restore.h. */
#include "otf2/restore/restore.h"
#include "otf2/carry/metric.h"
#include "otf2/original.h"

typedef struct otfp_otf2_writing writing;

static const struct otfp_tag *instance_of(const writing *w, const struct otfp_record *counter)
{
	return otfp_otf2_restore_field(w, counter, OTFP_OTF2_MetricInstance, OTFP_OTF2_MetricInstance_self);
}

static uint64_t mode_of(const writing *w, const struct otfp_record *counter)
{
	const struct otfp_tag *mode = otfp_otf2_restore_word(w, counter, OTFP_OTF2_WORD_METRIC_MODE);

	return mode ? mode->bits : otfp_otf2_mode_of_counter((uint32_t)counter->f[OTFP_DefCounter_properties].u);
}

uint64_t otfp_otf2_restore_value_type(const struct otfp_otf2_writing *w, const struct otfp_record *counter)
{
	const struct otfp_tag *type = counter ? otfp_otf2_restore_field(w, counter, OTFP_OTF2_MetricMember,
	                                                                OTFP_OTF2_MetricMember_valueType) :
	                                        NULL;

	return type ? type->bits :
	              otfp_otf2_type_of_counter(counter ? (uint32_t)counter->f[OTFP_DefCounter_properties].u : 0);
}

static int is_first(struct otfp_map *seen, uint64_t key)
{
	return !otfp_map_get(seen, key);
}

int otfp_otf2_restore_member(struct otfp_otf2_writing *w, const struct otfp_record *def)
{
	const struct otfp_tag *self = otfp_otf2_restore_field(w, def, OTFP_OTF2_MetricMember, 0);
	const struct otfp_str *unit = &def->f[OTFP_DefCounter_unit].s;
	const uint64_t name = otfp_otf2_restore_name_ref(w, def),
		       of_unit = otfp_otf2_restore_text(w, def, OTFP_OTF2_MetricMember_unit, unit);
	struct otfp_otf2_frame *frame;

	if (!self || !is_first(&w->restored.seen, self->bits))
		return 0;
	if (otfp_map_set(&w->restored.seen, self->bits, 1) < 0)
		return otfp_fail_memory(w->err);
	frame = otfp_otf2_restore_make(w, OTFP_OTF2_MetricMember);
	OTFP_OTF2_F(frame, MetricMember, name) = name;
	OTFP_OTF2_F(frame, MetricMember, metricMode) = mode_of(w, def);
	OTFP_OTF2_F(frame, MetricMember, valueType) = otfp_otf2_restore_value_type(w, def);
	OTFP_OTF2_F(frame, MetricMember, unit) = of_unit;
	return otfp_otf2_restore_put_filled(w, def);
}

/* The members of a class: its counters that are of no instance; if a filter has removed them, those of one instance. */
static int list_class(writing *w, const struct otfp_record *def, int of_instance)
{
	const struct otfp_record *const *list = (const struct otfp_record *const *)(const void *)w->list.p;
	const struct otfp_tag *first = NULL;

	w->lines.n = 0;
	for (size_t i = 0; i < w->list.n / sizeof *list; i++) {
		const struct otfp_tag *member, *instance;
		uint64_t number;
		if (list[i]->type != OTFP_DefCounter || list[i]->f[OTFP_DefCounter_group].u != def->f[0].u)
			continue;
		instance = instance_of(w, list[i]);
		if (of_instance && !first)
			first = instance;
		if (of_instance ? !instance || instance->bits != first->bits : instance != NULL)
			continue;
		member = otfp_otf2_restore_field(w, list[i], OTFP_OTF2_MetricMember, 0);
		number = member ? member->bits : OTFP_OTF2_NO_REF;
		if (otfp_buf_add(&w->lines, &number, sizeof number) < 0)
			return otfp_fail_memory(w->err);
	}
	return 0;
}

int otfp_otf2_restore_class(struct otfp_otf2_writing *w, const struct otfp_record *def)
{
	struct otfp_otf2_frame *frame;

	if (!otfp_otf2_restore_field(w, def, OTFP_OTF2_MetricClass, 0))
		return 0;
	if (list_class(w, def, 0) < 0 || (!w->lines.n && list_class(w, def, 1) < 0))
		return OTFP_EFAIL;
	frame = otfp_otf2_restore_make(w, OTFP_OTF2_MetricClass);
	OTFP_OTF2_F(frame, MetricClass, metricMembers) = w->lines.n / sizeof(uint64_t);
	if (otfp_otf2_restore_fill(w, def) < 0 || otfp_otf2_write_contents(w, w->lines.p, w->lines.n) < 0)
		return OTFP_EFAIL;
	return otfp_otf2_write_definition(w);
}

/* The scope of an instance is a token: of what, its kind says. */
static uint64_t scope_of(writing *w, uint64_t kind, uint64_t token)
{
	const unsigned space = otfp_otf2_scope_of_metric(kind);

	return space ? otfp_otf2_restore_ref(w, space, token) : token;
}

int otfp_otf2_restore_instance(struct otfp_otf2_writing *w, const struct otfp_record *def)
{
	const struct otfp_tag *self = instance_of(w, def);
	struct otfp_otf2_frame *frame;
	uint64_t token;

	if (!self || !is_first(&w->restored.seen, UINT64_C(1) << 32 | self->bits))
		return 0;
	if (otfp_map_set(&w->restored.seen, UINT64_C(1) << 32 | self->bits, 1) < 0)
		return otfp_fail_memory(w->err);
	otfp_otf2_restore_make(w, OTFP_OTF2_MetricInstance);
	if (otfp_otf2_restore_fill(w, def) < 0)
		return OTFP_EFAIL;
	frame = (struct otfp_otf2_frame *)(void *)w->frame.p;
	token = OTFP_OTF2_F(frame, MetricInstance, scope);
	OTFP_OTF2_F(frame, MetricInstance, scope) = scope_of(w, OTFP_OTF2_F(frame, MetricInstance, metricScope), token);
	if (token && OTFP_OTF2_F(frame, MetricInstance, scope) == OTFP_OTF2_NO_REF)
		otfp_otf2_restore_lost(w, def);
	return otfp_otf2_write_definition(w);
}

int otfp_otf2_restore_recorder(struct otfp_otf2_writing *w, const struct otfp_record *def)
{
	const struct otfp_otf2_token *t = otfp_otf2_write_token(w, OTFP_W_COUNTER, 0, (uint32_t)def->f[0].u);
	const struct otfp_list *members = &def->f[OTFP_DefCounterAssignments_members].l;

	if (!t || !t->def || instance_of(w, t->def))
		return t ? 0 : otfp_fail_memory(w->err);
	for (size_t i = 0; i < members->n; i++) {
		const uint64_t recorder = otfp_otf2_restore_ref(w, OTFP_OTF2_LOCATIONS, members->p[i]);
		const uint64_t key = (uint64_t)(2 + i) << 32 ^ (uint64_t)t->ref << 40 ^ recorder;
		struct otfp_otf2_frame *frame;
		if (recorder == OTFP_OTF2_NO_REF || !is_first(&w->restored.seen, key))
			continue;
		if (otfp_map_set(&w->restored.seen, key, 1) < 0)
			return otfp_fail_memory(w->err);
		frame = otfp_otf2_restore_make(w, OTFP_OTF2_MetricClassRecorder);
		OTFP_OTF2_F(frame, MetricClassRecorder, metric) = t->ref;
		OTFP_OTF2_F(frame, MetricClassRecorder, recorder) = recorder;
		if (otfp_otf2_write_definition(w) < 0)
			return OTFP_EFAIL;
	}
	return 0;
}
