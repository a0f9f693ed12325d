/* define-metric.c - metrics become counters: one for each member of each class and instance. See define.h. */
#include "otf2/carry/define.h"
#include "otf2/carry/metric.h"
#include "otf2/values.h"
#include <string.h>

/* ---- members ---- */

/* It is defined with each class that has it. */
int otfp_otf2_define_member(struct otfp_otf2_define *d, const struct otfp_otf2_frame *f)
{
	if (!d->c->model.used[d->at])
		return otfp_otf2_carry_comment(d->c, f);
	otfp_otf2_carries(d->c);
	return 0;
}

static int carry_member(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *member)
{
	static const uint8_t fields[] = {OTFP_OTF2_MetricMember_self, OTFP_OTF2_MetricMember_description,
	                                 OTFP_OTF2_MetricMember_metricType, OTFP_OTF2_MetricMember_base,
	                                 OTFP_OTF2_MetricMember_exponent};
	uint64_t mode = OTFP_OTF2_F(member, MetricMember, metricMode);
	uint32_t properties = otfp_otf2_properties_of_member(member);
	int code = 0;

	for (unsigned i = 0; i < sizeof fields && code == 0; i++)
		code = otfp_otf2_carry(c, member, fields[i]);
	if (code == 0 && otfp_otf2_mode_of_counter(properties) != mode)
		code = otfp_otf2_carry_word(c, OTFP_OTF2_WORD_METRIC_MODE, mode);
	if (code == 0 && otfp_otf2_type_of_counter(properties) != OTFP_OTF2_F(member, MetricMember, valueType))
		code = otfp_otf2_carry(c, member, OTFP_OTF2_MetricMember_valueType);
	return code;
}

/* What an instance is about: processes, or a group of them. @return its token; 0 = none */
static uint32_t scope_of(const struct otfp_otf2_model *m, const struct otfp_otf2_frame *f)
{
	const unsigned space = otfp_otf2_scope_of_metric(OTFP_OTF2_F(f, MetricInstance, metricScope));

	return space ? otfp_otf2_token(m, space, OTFP_OTF2_F(f, MetricInstance, scope)) : 0;
}

/* Carry all of an instance. Its scope is a token, unless its kind is unknown. */
static int carry_instance(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *f)
{
	int code = 0;

	for (unsigned i = 0; i < OTFP_OTF2_MetricInstance_scope && code == 0; i++)
		code = otfp_otf2_carry(c, f, i);
	if (code == 0)
		code = otfp_otf2_carry_any(c, f, OTFP_OTF2_MetricInstance_scope);
	if (code == 0 && !c->options.plain && OTFP_OTF2_F(f, MetricInstance, metricScope) <= OTFP_OTF2_SCOPE_GROUP)
		c->tags[c->ntags - 1].bits = scope_of(&c->model, f);
	return code;
}

/* The counter of a member. @param of  what only this counter has: its instance, or NULL */
static int emit_counter(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *member, uint32_t token,
                        uint32_t group, const struct otfp_otf2_frame *of)
{
	struct otfp_str name, unit;
	struct otfp_record *rec;

	otfp_otf2_begin(c);
	name = otfp_otf2_name(c, member, OTFP_OTF2_MetricMember_name);
	unit = otfp_otf2_text(c, member, OTFP_OTF2_MetricMember_unit);
	if (carry_member(c, member) < 0 || (of && carry_instance(c, of) < 0))
		return OTFP_EFAIL;
	rec = otfp_otf2_emit(c, OTFP_DefCounter);
	if (!rec)
		return OTFP_EFAIL;
	rec->f[OTFP_DefCounter_counter].u = token;
	rec->f[OTFP_DefCounter_name].s = name;
	rec->f[OTFP_DefCounter_group].u = group;
	rec->f[OTFP_DefCounter_properties].u = otfp_otf2_properties_of_member(member);
	rec->f[OTFP_DefCounter_unit].s = unit;
	return otfp_otf2_seal(c);
}

static int emit_counters(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *class,
                         const struct otfp_otf2_metric *metric, const struct otfp_otf2_frame *of)
{
	const uint64_t *members = otfp_otf2_contents(class, OTFP_OTF2_MetricClass_metricMembers);
	uint32_t group = (uint32_t) class->f[0] + 1;
	int code = 0;

	for (uint32_t i = 0; i < metric->n && code == 0; i++) {
		const struct otfp_otf2_frame *member = otfp_otf2_find(&c->model, OTFP_OTF2_MEMBERS, members[i]);
		code = member ? emit_counter(c, member, metric->first + i, group, of) :
		                otfp_otf2_undefined(c, class, OTFP_OTF2_MEMBERS, members[i]);
	}
	return code;
}

/* ---- classes and instances ---- */

/* The names of the members, as far as they have room. */
static struct otfp_str name_class(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *class)
{
	enum { ENOUGH = 60 };
	const uint64_t *members = otfp_otf2_contents(class, OTFP_OTF2_MetricClass_metricMembers);
	uint64_t n = OTFP_OTF2_F(class, MetricClass, metricMembers);
	int bad = 0;

	c->text.n = 0;
	for (uint64_t i = 0; i < n && !bad && c->text.n < ENOUGH; i++) {
		const struct otfp_otf2_frame *member = otfp_otf2_find(&c->model, OTFP_OTF2_MEMBERS, members[i]);
		struct otfp_str name = {"", 0};
		if (member)
			name = otfp_otf2_string(&c->model, OTFP_OTF2_F(member, MetricMember, name));
		bad = (i && otfp_buf_puts(&c->text, ", ") < 0) || otfp_buf_add(&c->text, name.p, name.n) < 0 ||
		      (i + 1 < n && c->text.n >= ENOUGH && otfp_buf_puts(&c->text, ", ...") < 0);
	}
	if (bad) {
		otfp_fail_memory(c->err);
		return (struct otfp_str){NULL, 0};
	}
	return otfp_otf2_keep(c, c->text.p, c->text.n);
}

int otfp_otf2_define_class(struct otfp_otf2_define *d, const struct otfp_otf2_frame *f)
{
	struct otfp_otf2_carrying *c = d->c;
	struct otfp_str name = name_class(c, f);
	struct otfp_record *rec;

	if (!name.p || otfp_otf2_carry(c, f, OTFP_OTF2_MetricClass_self) < 0 ||
	    otfp_otf2_carry_from(c, f, OTFP_OTF2_MetricClass_metricOccurrence) < 0 ||
	    !(rec = otfp_otf2_emit(c, OTFP_DefCounterGroup)))
		return OTFP_EFAIL;
	rec->f[OTFP_DefCounterGroup_group].u = (uint32_t)f->f[0] + 1;
	rec->f[OTFP_DefCounterGroup_name].s = name;
	if (otfp_otf2_seal(c) < 0 || emit_counters(c, f, otfp_otf2_metric_of(&c->model, f->f[0]), NULL) < 0)
		return OTFP_EFAIL;
	otfp_otf2_begin(c);
	otfp_otf2_carries(c);
	return 0;
}

static int assign(struct otfp_otf2_carrying *c, const struct otfp_otf2_metric *metric, uint32_t member)
{
	for (uint32_t i = 0; i < metric->n && member; i++) {
		struct otfp_record *rec = otfp_otf2_emit(c, OTFP_DefCounterAssignments);
		if (!rec)
			return OTFP_EFAIL;
		rec->f[OTFP_DefCounterAssignments_counter].u = metric->first + i;
		if (otfp_otf2_members(c, &member, 1, &rec->f[OTFP_DefCounterAssignments_members].l) < 0)
			return OTFP_EFAIL;
	}
	return 0;
}

int otfp_otf2_define_instance(struct otfp_otf2_define *d, const struct otfp_otf2_frame *f)
{
	struct otfp_otf2_carrying *c = d->c;
	const struct otfp_otf2_metric *metric = otfp_otf2_metric_of(&c->model, f->f[0]);
	const struct otfp_otf2_frame *class =
		otfp_otf2_find(&c->model, OTFP_OTF2_METRICS_SPACE, OTFP_OTF2_F(f, MetricInstance, metricClass));
	int code;

	if (!metric) {
		code = otfp_otf2_undefined(c, f, OTFP_OTF2_METRICS_SPACE, OTFP_OTF2_F(f, MetricInstance, metricClass));
		return code < 0 ? code : otfp_otf2_carry_comment(c, f);
	}
	code = emit_counters(c, class, metric, f);
	otfp_otf2_begin(c);
	otfp_otf2_carries(c);
	return code < 0 ? code : assign(c, metric, scope_of(&c->model, f));
}

int otfp_otf2_define_recorder(struct otfp_otf2_define *d, const struct otfp_otf2_frame *f)
{
	struct otfp_otf2_carrying *c = d->c;
	const struct otfp_otf2_metric *metric =
		otfp_otf2_metric_of(&c->model, OTFP_OTF2_F(f, MetricClassRecorder, metric));
	uint32_t recorder =
		otfp_otf2_token(&c->model, OTFP_OTF2_LOCATIONS, OTFP_OTF2_F(f, MetricClassRecorder, recorder));
	int code;

	if (metric && recorder)
		return assign(c, metric, recorder);
	code = metric ? otfp_otf2_undefined(c, f, OTFP_OTF2_LOCATIONS, OTFP_OTF2_F(f, MetricClassRecorder, recorder)) :
	                otfp_otf2_undefined(c, f, OTFP_OTF2_METRICS_SPACE, OTFP_OTF2_F(f, MetricClassRecorder, metric));
	return code < 0 ? code : otfp_otf2_carry_comment(c, f);
}
