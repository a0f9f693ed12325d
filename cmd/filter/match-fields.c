/* match-fields.c - find the fields of a comparison in each record type. */
#include "cmd/filter/match-tree.h"
#include "base/nearest.h"
#include "record/table.h"
#include <stdlib.h>
#include <string.h>

/* By meaning of a field: the space of the names that its number refers to, and whether `name` means this name. */
static const struct {
	uint8_t space, is_name;
} named[OTFP_NWHATS] = {
	[OTFP_W_PROCESS] = {OTFP_W_PROCESS, 0},
	[OTFP_W_PEER] = {OTFP_W_PROCESS, 0},
	[OTFP_W_PROCORGROUP] = {OTFP_W_PROCESS, 0},
	[OTFP_W_PROCESSGROUP] = {OTFP_W_PROCESSGROUP, 0},
	[OTFP_W_FUNCTION] = {OTFP_W_FUNCTION, 1},
	[OTFP_W_FUNCTIONGROUP] = {OTFP_W_FUNCTIONGROUP, 1},
	[OTFP_W_COLLECTIVE] = {OTFP_W_COLLECTIVE, 1},
	[OTFP_W_COUNTER] = {OTFP_W_COUNTER, 1},
	[OTFP_W_COUNTERGROUP] = {OTFP_W_COUNTERGROUP, 1},
	[OTFP_W_SCLFILE] = {OTFP_W_SCLFILE, 0},
	[OTFP_W_FILE] = {OTFP_W_FILE, 1},
	[OTFP_W_FILEGROUP] = {OTFP_W_FILEGROUP, 1},
	[OTFP_W_KEY] = {OTFP_W_KEY, 0},
	[OTFP_W_MARKER] = {OTFP_W_MARKER, 1},
};

unsigned match_space(unsigned what)
{
	return named[what].space;
}

static int is(const struct operand *o, const char *name)
{
	return o->n == strlen(name) && memcmp(o->start, name, o->n) == 0;
}

/* Whether records of that type have a time and a process. */
static int has_place(unsigned type, const struct otfp_schema *row)
{
	return type == OTFP_Marker || otfp_is_timed(row->file);
}

static unsigned find_slot(const struct operand *o, unsigned type, const struct otfp_schema *row)
{
	for (unsigned i = 0; i < row->nfields; i++)
		if (is(o, row->fields[i].name))
			return AT_SLOT + i;
	if (is(o, "time") && has_place(type, row))
		return AT_TIME;
	if (is(o, "process") && has_place(type, row))
		return AT_PROCESS;
	for (unsigned i = 0; is(o, "name") && i < row->nfields; i++)
		if (named[row->fields[i].what].is_name)
			return AT_SLOT + i;
	return 0;
}

/* The field at a place, with time and process as fields. */
static struct otfp_field field_at(const struct otfp_schema *row, unsigned at)
{
	if (at == AT_TIME)
		return (struct otfp_field){"time", OTFP_FIELD_U64, OTFP_W_TIME};
	if (at == AT_PROCESS)
		return (struct otfp_field){"process", OTFP_FIELD_U32, OTFP_W_PROCESS};
	return row->fields[at - AT_SLOT];
}

static int is_number(unsigned type)
{
	return type != OTFP_FIELD_STR && type != OTFP_FIELD_KIND;
}

/* Whether a field can be compared with an operand of that kind. */
static int fits(const struct operand *left, struct otfp_field f, unsigned kind)
{
	if (kind == IS_TEXT)
		return f.type == OTFP_FIELD_STR || f.type == OTFP_FIELD_KIND ||
		       (f.type == OTFP_FIELD_U32 && named[f.what].space);
	if (is(left, "name"))
		return 0; /* `name` is a text, although the field has a number */
	if (kind == IS_TIME)
		return f.what == OTFP_W_TIME || f.what == OTFP_W_DURATION;
	return is_number(f.type) && (kind == IS_NUMBER || f.type != OTFP_FIELD_LIST);
}

static int use_name(struct comparison *c, struct otfp_field f)
{
	unsigned space = named[f.what].space;

	if (c->right.kind != IS_TEXT || f.type == OTFP_FIELD_STR || f.type == OTFP_FIELD_KIND)
		return 0;
	if (!c->names[space])
		c->names[space] = calloc(1, sizeof *c->names[space]);
	return c->names[space] ? 0 : -1;
}

/* A time with + is an instant, and no duration can be compared with it. */
static int fits_time(const struct comparison *c, struct otfp_field f)
{
	return c->right.kind != IS_TIME || !c->right.time.from_start || f.what == OTFP_W_TIME;
}

/* Resolve c for one record type. @return 2 if it has the fields and they can be compared, 1 if they cannot, 0 if it
 * does not have them, -1 when memory is out */
static int resolve_type(struct match *m, struct comparison *c, unsigned type)
{
	const struct otfp_schema *row = otfp_schema(type);
	unsigned left = find_slot(&c->left, type, row);
	unsigned right = c->right.kind == IS_FIELD ? find_slot(&c->right, type, row) : 0;

	if (!left || (c->right.kind == IS_FIELD && !right))
		return 0;
	if (!fits(&c->left, field_at(row, left), c->right.kind) || !fits_time(c, field_at(row, left)) ||
	    (right && !fits(&c->right, field_at(row, right), IS_FIELD)))
		return 1;
	c->left.at[type] = (uint8_t)left;
	c->right.at[type] = (uint8_t)right;
	m->asks[type] = 1;
	return use_name(c, field_at(row, left)) < 0 ? -1 : 2;
}

static int exists(const struct operand *o)
{
	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		if (find_slot(o, type, otfp_schema(type)))
			return 1;
	return 0;
}

static int fail_field(const struct match *m, const struct operand *o, struct otfp_error *err)
{
	static const char *const others[] = {"time", "process", "name"};
	struct otfp_nearest nearest = {o->start, o->n, NULL, 0};

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		otfp_nearest_try(&nearest, others[i]);
	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		for (unsigned i = 0; i < otfp_schema(type)->nfields; i++)
			otfp_nearest_try(&nearest, otfp_schema(type)->fields[i].name);
	if (nearest.best)
		return match_fail(m, o->start, err, "unknown field '%.*s'; did you mean '%s'?", (int)o->n, o->start,
		                  nearest.best);
	return match_fail(m, o->start, err, "unknown field '%.*s'", (int)o->n, o->start);
}

static int explain(const struct match *m, const struct comparison *c, int found, struct otfp_error *err)
{
	static const char *const kinds[] = {"a field", "a number", "a time", "a text"};
	const struct operand *l = &c->left, *r = &c->right;

	if (!exists(l))
		return fail_field(m, l, err);
	if (r->kind == IS_FIELD && !exists(r))
		return fail_field(m, r, err);
	if (!found)
		return match_fail(m, l->start, err, "no record has both '%.*s' and '%.*s'", (int)l->n, l->start,
		                  (int)r->n, r->start);
	return match_fail(m, l->start, err, "'%.*s' cannot be compared with %s", (int)l->n, l->start, kinds[r->kind]);
}

int match_resolve(struct match *m, struct comparison *c, struct otfp_error *err)
{
	int found = 0;

	for (unsigned type = 1; type < OTFP_NTYPES; type++) {
		int rc = resolve_type(m, c, type);
		if (rc < 0)
			return otfp_fail_memory(err);
		found = rc > found ? rc : found;
	}
	return found == 2 ? 0 : explain(m, c, found, err);
}
