/* event-field.c - what several kinds of events have: partners, source location, counters. See event.h. */
#include "otf2/carry/event.h"
#include "base/assert.h"

static const struct otfp_otf2_partners unknown_comm = {.token = 0};

const struct otfp_otf2_partners *otfp_otf2_comm(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame,
                                                unsigned field)
{
	uint64_t ref = frame->f[field];
	const struct otfp_otf2_partners *comm;

	if (OTFP_LIKELY(c->last_comm && c->last_comm_ref == ref))
		return c->last_comm;
	comm = otfp_otf2_comm_of(&c->model.comms, ref);
	if (!comm) {
		otfp_otf2_undefined(c, frame, OTFP_OTF2_COMMS, ref);
		otfp_otf2_carry_any(c, frame, field);
		return &unknown_comm;
	}
	c->last_comm_ref = ref;
	return c->last_comm = comm;
}

const struct otfp_otf2_partners *otfp_otf2_window(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame,
                                                  unsigned field)
{
	const struct otfp_otf2_partners *window = otfp_otf2_comm_of(&c->model.windows, frame->f[field]);

	if (window)
		return window;
	otfp_otf2_undefined(c, frame, OTFP_OTF2_WINDOWS, frame->f[field]);
	otfp_otf2_carry_any(c, frame, field);
	return &unknown_comm;
}

uint32_t otfp_otf2_peer(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame,
                        const struct otfp_otf2_partners *comm, unsigned field)
{
	uint32_t peer = otfp_otf2_rank(&c->model, comm, c->lane->token, c->lane->process->leader, frame->f[field]);

	if (OTFP_LIKELY(peer))
		return peer;
	if (comm != &unknown_comm)
		otfp_otf2_bad(c, OTFP_FLAW_REFERENCE, "%s: rank %llu is not in communicator %u",
		              otfp_otf2_rows[frame->row].name, (unsigned long long)frame->f[field], comm->token);
	otfp_otf2_carry(c, frame, field);
	return 0;
}

uint32_t otfp_otf2_length(struct otfp_otf2_carrying *c, uint64_t length)
{
	if (OTFP_LIKELY(length <= UINT32_MAX))
		return (uint32_t)length;
	otfp_otf2_carry_word(c, OTFP_OTF2_WORD_LENGTH, length);
	return UINT32_MAX;
}

uint32_t otfp_otf2_source(const struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	const struct otfp_otf2_tag *tags = otfp_otf2_tags(frame);

	for (unsigned i = 0; i < frame->ntags; i++)
		if (tags[i].attribute == c->source_attribute)
			return otfp_otf2_token(&c->model, OTFP_OTF2_SOURCES, tags[i].value);
	return 0;
}

/* Whether the values have the types of their members. */
static int has_types(const struct otfp_otf2_metric *m, const uint64_t *values, uint64_t n)
{
	for (uint64_t i = 0; i < n && m->types; i++)
		if (values[2 * i] != m->types[i])
			return 0;
	return 1;
}

const struct otfp_otf2_metric *otfp_otf2_counters(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame,
                                                  unsigned field, const uint64_t *values)
{
	uint64_t ref = frame->f[field], n = frame->f[field + 1];

	if (OTFP_UNLIKELY(!c->last_metric || c->last_metric_ref != ref)) {
		c->last_metric = otfp_otf2_metric_of(&c->model, ref);
		c->last_metric_ref = ref;
	}
	if (OTFP_UNLIKELY(!c->last_metric))
		otfp_otf2_undefined(c, frame, OTFP_OTF2_METRICS_SPACE, ref);
	else if (OTFP_UNLIKELY(n > c->last_metric->n))
		otfp_otf2_bad(c, OTFP_FLAW_REFERENCE, "%s: %llu values, but the metric has %u members",
		              otfp_otf2_rows[frame->row].name, (unsigned long long)n, c->last_metric->n);
	else if (OTFP_LIKELY(has_types(c->last_metric, values, n)))
		return c->last_metric;
	return NULL;
}

int otfp_otf2_carry_as(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	int code = otfp_otf2_carry_kind(c, frame);

	return code < 0 ? code : otfp_otf2_attributes(c, frame);
}
