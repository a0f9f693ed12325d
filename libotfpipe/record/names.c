#include "record/names.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

/* The fields of definitions; the token is in slot 0. */
static const struct {
	uint16_t type;
	uint8_t space, name, detail; /* slots; 0 = none */
	uint8_t more, line, unit;
} kinds[] = {
	{OTFP_DefProcess, OTFP_NAMED_PROCESS, 1, 0, 2, 0, 0},
	{OTFP_DefFunction, OTFP_NAMED_FUNCTION, 1, 2, 0, 0, 0},
	{OTFP_DefFunctionGroup, OTFP_NAMED_GROUP, 1, 0, 0, 0, 0},
	{OTFP_DefProcessGroup, OTFP_NAMED_COMMUNICATOR, 1, 0, 0, 0, 0},
	{OTFP_DefFile, OTFP_NAMED_FILE, 1, 0, 0, 0, 0},
	{OTFP_DefCollectiveOperation, OTFP_NAMED_COLLECTIVE, 1, 2, 0, 0, 0},
	{OTFP_DefCounter, OTFP_NAMED_COUNTER, 1, 2, 0, 0, 4},
	{OTFP_DefCounterGroup, OTFP_NAMED_COUNTERGROUP, 1, 0, 0, 0, 0},
	{OTFP_DefFileGroup, OTFP_NAMED_FILEGROUP, 1, 0, 0, 0, 0},
	{OTFP_DefSclFile, OTFP_NAMED_SCLFILE, 1, 0, 0, 0, 0},
	{OTFP_DefScl, OTFP_NAMED_SCL, 0, 0, 1, 2, 0},
	{OTFP_DefKeyValue, OTFP_NAMED_KEY, 2, 0, 0, 0, 0},
	{OTFP_DefMarker, OTFP_NAMED_MARKER, 1, 0, 2, 0, 0},
};

unsigned otfp_name_slot(unsigned type)
{
	for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (kinds[i].type == type)
			return kinds[i].name;
	return 0;
}

const char *otfp_named_word(unsigned space)
{
	static const char *const words[OTFP_NNAMED] = {"process",
	                                               "function",
	                                               "function group",
	                                               "communicator",
	                                               "file",
	                                               "collective operation",
	                                               "counter",
	                                               "counter group",
	                                               "file group",
	                                               "source file",
	                                               "source location",
	                                               "key",
	                                               "marker"};

	return words[space];
}

void otfp_names_release(struct otfp_names *names)
{
	for (unsigned i = 0; i < OTFP_NNAMED; i++)
		otfp_map_release(&names->index[i].map);
	otfp_map_release(&names->streams);
	otfp_arena_release(&names->arena);
	free(names->definitions);
	memset(names, 0, sizeof *names);
}

static int copy_unit(struct otfp_names *names, struct otfp_definition *d)
{
	if (!d->unit.p)
		return 0;
	d->unit.p = otfp_arena_copy(&names->arena, d->unit.p, d->unit.n);
	return d->unit.p ? 0 : -1;
}

int otfp_names_put(struct otfp_names *names, const struct otfp_definition *d)
{
	struct otfp_tokens *index = &names->index[d->space];
	uint32_t stream = d->stream;
	const uint64_t *old = otfp_tokens_get(index, &stream, d->token);
	size_t at = old && stream == d->stream ? *old : names->n;
	char *name = d->name.p ? otfp_arena_copy(&names->arena, d->name.p, d->name.n) : NULL;

	if (d->name.p && !name)
		return -1;
	if (at == names->n) {
		if (otfp_grow(&names->definitions, names->n, &names->cap, sizeof *d) < 0 ||
		    otfp_tokens_put(index, d->stream, d->token, at) < 0)
			return -1;
		names->n++;
	}
	names->definitions[at] = *d;
	names->definitions[at].name.p = name;
	names->changes++;
	return copy_unit(names, &names->definitions[at]);
}

static const char *read_number(const char *p, const char *end, uint64_t *v)
{
	for (*v = 0; p < end && *p >= '0' && *p <= '9' && *v <= UINT32_MAX; p++)
		*v = *v * 10 + (uint64_t)(*p - '0');
	return p;
}

/* @SM: the streams of processes. */
static int see_streams(struct otfp_names *names, struct otfp_str line)
{
	const char *p = line.p, *end = line.p + line.n;
	uint64_t stream, process;

	if (line.n < 4 || memcmp(p, "@SM\t", 4) != 0)
		return 0;
	p = read_number(p + 4, end, &stream);
	while (p < end && (*p == '\t' || *p == ',') && stream <= UINT32_MAX) {
		p = read_number(p + 1, end, &process);
		if (process <= UINT32_MAX && otfp_map_set(&names->streams, process, stream) < 0)
			return -1;
	}
	return 0;
}

static uint32_t number_of(const struct otfp_record *rec, unsigned slot)
{
	return slot ? (uint32_t)rec->f[slot].u : 0;
}

static int see_definition(struct otfp_names *names, const struct otfp_record *rec, unsigned i)
{
	struct otfp_definition d = {.space = kinds[i].space,
	                            .stream = rec->loc,
	                            .token = (uint32_t)rec->f[0].u,
	                            .detail = number_of(rec, kinds[i].detail)};

	if (kinds[i].name)
		d.name = rec->f[kinds[i].name].s;
	if (names->all) {
		d.more = number_of(rec, kinds[i].more);
		d.line = number_of(rec, kinds[i].line);
		if (kinds[i].unit)
			d.unit = rec->f[kinds[i].unit].s;
	}
	return otfp_names_put(names, &d);
}

int otfp_names_see(struct otfp_names *names, const struct otfp_record *rec)
{
	if (!names || !rec)
		return OTFP_EUSAGE;
	if (rec->type == OTFP_CONTROL)
		return see_streams(names, rec->line);
	for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (rec->type == kinds[i].type)
			return names->all || kinds[i].space < OTFP_NALWAYS_NAMED ? see_definition(names, rec, i) : 0;
	return 0;
}

otfp_ref otfp_names_local(const struct otfp_names *names, unsigned space, uint32_t stream, uint32_t token)
{
	if (names->index[space].local)
		otfp_tokens_get(&names->index[space], &stream, token);
	else
		stream = 0;
	return (otfp_ref)stream << 32 | token;
}

otfp_ref otfp_names_ref(const struct otfp_names *names, unsigned space, uint32_t process, uint32_t token)
{
	const uint64_t *stream;

	if (!names->index[space].local)
		return token;
	stream = otfp_map_get(&names->streams, process);
	return otfp_names_local(names, space, stream ? (uint32_t)*stream : 0, token);
}

const struct otfp_definition *otfp_names_find(const struct otfp_names *names, unsigned space, otfp_ref ref)
{
	const uint64_t *at = otfp_map_get(&names->index[space].map, ref);

	return at ? &names->definitions[*at] : NULL;
}
