/* select-plan.c - what to do with each record type, from the schema and the options. */
#include "pipe/select.h"

/* 1 + the space whose set a field is tested against; functions have a way of their own. */
static const uint8_t space_of[OTFP_NWHATS] = {
	[OTFP_W_FUNCTIONGROUP] = 1 + SPACE_GROUP, [OTFP_W_COUNTER] = 1 + SPACE_COUNTER,
	[OTFP_W_PEER] = 1 + SPACE_PEER,           [OTFP_W_TAG] = 1 + SPACE_TAG,
	[OTFP_W_LENGTH] = 1 + SPACE_LENGTH,       [OTFP_W_PROCESSGROUP] = 1 + SPACE_COMMUNICATOR,
};

static void plan_field(const struct otfp_selector *s, struct plan *p, unsigned slot, unsigned what)
{
	unsigned space = space_of[what];

	if (space && s->spaces[space - 1].set)
		p->tests[p->ntests++] = (struct field_test){(uint8_t)(space - 1), (uint8_t)slot};
	if (what == OTFP_W_FUNCTION && s->by_function)
		p->function = (uint8_t)(1 + slot);
	if (what == OTFP_W_MATCHING)
		p->matching = (uint8_t)slot;
	if (what == OTFP_W_PROCESSGROUP)
		p->group = (uint8_t)slot;
	if (what == OTFP_W_PEER && s->by_process)
		p->peer = (uint8_t)(1 + slot);
}

static enum call call_of(unsigned type)
{
	switch (type) {
	case OTFP_Enter: return CALL_ENTER;
	case OTFP_Leave: return CALL_LEAVE;
	case OTFP_EnterSnapshot: return CALL_SNAPSHOT;
	default: return CALL_NONE;
	}
}

/* An end names no communicator; it goes with what it ends. */
static enum collective collective_of(unsigned type)
{
	switch (type) {
	case OTFP_BeginCollectiveOperation: return COLLECTIVE_BEGIN;
	case OTFP_EndCollectiveOperation: return COLLECTIVE_END;
	case OTFP_BeginCollopSnapshot: return COLLECTIVE_SNAPSHOT;
	default: return COLLECTIVE_NONE;
	}
}

/* A record type in a file of kind `file`. */
static void plan_type(const struct otfp_selector *s, struct plan *p, unsigned type, unsigned file)
{
	const struct otfp_schema *row = otfp_schema(type);

	p->record = (uint8_t)(!s->by_record || otfp_record_terms_has(&s->records, row, (int)file));
	p->timed = file == OTFP_SNAP || file == OTFP_STAT || file == OTFP_EVENT;
	p->criteria = (uint8_t)(s->by_record + (p->timed ? s->by_process + s->by_time : 0));
	p->definition = file == OTFP_DEF || type == OTFP_DefMarker;
	p->learn = type != OTFP_UnknownRecord && file == OTFP_DEF;
	p->call = call_of(type);
	p->collective = s->spaces[SPACE_COMMUNICATOR].set ? collective_of(type) : COLLECTIVE_NONE;
	for (unsigned i = 0; p->timed && i < row->nfields; i++)
		plan_field(s, p, i, row->fields[i].what);
}

void otfp_selector_plan(struct otfp_selector *s)
{
	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		plan_type(s, &s->plans[type], type, otfp_schema(type)->file);
	for (unsigned file = 0; file < OTFP_NFILES; file++)
		plan_type(s, &s->plans[OTFP_NTYPES + file], OTFP_UnknownRecord, file);
}
