/* plan.c - the criteria for each record type, from the schema and the options. */
#include "cmd/filter/filter.h"
#include "record/table.h"

/* Functions and keys are no plain field tests: calls and tags have their own code. */
static void plan_field(const struct criteria *c, struct criteria_plan *p, unsigned slot, unsigned what)
{
	if (what != OTFP_W_FUNCTION && what != OTFP_W_KEY && c->spaces[what].set)
		p->tests[p->ntests++] = (struct field_test){(uint8_t)what, (uint8_t)slot};
	if (what == OTFP_W_FUNCTION && c->by_call)
		p->function = (uint8_t)(1 + slot);
	if (what == OTFP_W_MATCHING)
		p->matching = (uint8_t)slot;
	if (what == OTFP_W_PROCESSGROUP)
		p->group = (uint8_t)slot;
}

static enum criteria_part call_of(unsigned type)
{
	switch (type) {
	case OTFP_Enter: return PART_BEGIN;
	case OTFP_Leave: return PART_END;
	case OTFP_EnterSnapshot: return PART_SNAPSHOT;
	default: return PART_NONE;
	}
}

/* Operations with a begin and an end. */
static const struct {
	uint16_t type;
	uint8_t operation, part;
} operations[] = {
	{OTFP_BeginCollectiveOperation, COLLECTIVE_OPERATION, PART_BEGIN},
	{OTFP_EndCollectiveOperation, COLLECTIVE_OPERATION, PART_END},
	{OTFP_BeginCollopSnapshot, COLLECTIVE_OPERATION, PART_SNAPSHOT},
	{OTFP_BeginFileOperation, FILE_OPERATION, PART_BEGIN},
	{OTFP_EndFileOperation, FILE_OPERATION, PART_END},
	{OTFP_BeginFileOpSnapshot, FILE_OPERATION, PART_SNAPSHOT},
};

static void plan_operation(const struct criteria *c, struct criteria_plan *p, unsigned type)
{
	for (unsigned i = 0; i < sizeof operations / sizeof *operations; i++)
		if (operations[i].type == type && (c->match || (c->spaces[OTFP_W_PROCESSGROUP].set &&
		                                                operations[i].operation == COLLECTIVE_OPERATION))) {
			p->operation = operations[i].operation;
			p->part = operations[i].part;
		}
}

/* Make the plan for a record type in a file of kind `file`. */
static void plan_type(const struct criteria *c, struct criteria_plan *p, unsigned type, unsigned file)
{
	const struct otfp_schema *row = otfp_schema(type);

	p->timed = (uint8_t)otfp_is_timed(file);
	p->definition = file == OTFP_FILE_DEF || type == OTFP_DefMarker;
	p->learn = type != OTFP_UnknownRecord && p->definition;
	p->call = c->by_call ? call_of(type) : PART_NONE;
	plan_operation(c, p, type);
	for (unsigned i = 0; p->timed && i < row->nfields; i++)
		plan_field(c, p, i, row->fields[i].what);
}

/* Whether --record selects timed records. */
static int selects_timed(const struct selector *s)
{
	for (unsigned i = 1; i < OTFP_NTYPES + OTFP_NFILES; i++)
		if (s->plans[i].timed && s->plans[i].record)
			return 1;
	return 0;
}

/* --match applies to definitions only if --record drops all timed records: otherwise the kept records could lack
 * definitions, and nobody could read the trace. */
static void plan_match(const struct criteria *c, struct criteria_plan *p, unsigned type, unsigned file, int definitions)
{
	p->match = c->match && match_asks(c->match, type) && (file != OTFP_FILE_DEF || definitions);
	p->special = p->match || p->function || p->call || p->part;
	p->tokens = p->special || p->ntests;
}

void criteria_plan(struct criteria *c)
{
	int definitions;

	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		plan_type(c, &c->plans[type], type, otfp_schema(type)->file);
	for (unsigned file = 0; file < OTFP_NFILES; file++)
		plan_type(c, &c->plans[OTFP_NTYPES + file], OTFP_UnknownRecord, file);
	definitions = !selects_timed(c->select);
	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		plan_match(c, &c->plans[type], type, otfp_schema(type)->file, definitions);
	for (unsigned file = 0; file < OTFP_NFILES; file++)
		plan_match(c, &c->plans[OTFP_NTYPES + file], OTFP_UnknownRecord, file, definitions);
}
