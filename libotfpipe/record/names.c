#include "record/names.h"
#include "base/grow.h"
#include "record/control.h"
#include "record/table.h"
#include <stdlib.h>
#include <string.h>

/* The fields of definitions that are kept beside token and name: slots; 0 = none. */
static const struct {
	uint8_t detail, more, line, unit;
} details[OTFP_NTYPES] = {
	[OTFP_DefProcess] = {.detail = 2, .more = 2},  [OTFP_DefFunction] = {.detail = 2, .more = 3},
	[OTFP_DefCollectiveOperation] = {.detail = 2}, [OTFP_DefCounter] = {.detail = 2, .unit = 4},
	[OTFP_DefScl] = {.more = 1, .line = 2},        [OTFP_DefMarker] = {.more = 2},
};

int otfp_named_space(unsigned what)
{
	/* 1 + the space */
	static const uint8_t spaces[OTFP_NWHATS] = {
		[OTFP_W_PROCESS] = 1 + OTFP_NAMED_PROCESS,
		[OTFP_W_PEER] = 1 + OTFP_NAMED_PROCESS,
		[OTFP_W_PROCESSGROUP] = 1 + OTFP_NAMED_COMMUNICATOR,
		[OTFP_W_FUNCTION] = 1 + OTFP_NAMED_FUNCTION,
		[OTFP_W_FUNCTIONGROUP] = 1 + OTFP_NAMED_GROUP,
		[OTFP_W_COLLECTIVE] = 1 + OTFP_NAMED_COLLECTIVE,
		[OTFP_W_COUNTER] = 1 + OTFP_NAMED_COUNTER,
		[OTFP_W_COUNTERGROUP] = 1 + OTFP_NAMED_COUNTERGROUP,
		[OTFP_W_SCLFILE] = 1 + OTFP_NAMED_SCLFILE,
		[OTFP_W_SCL] = 1 + OTFP_NAMED_SCL,
		[OTFP_W_FILE] = 1 + OTFP_NAMED_FILE,
		[OTFP_W_FILEGROUP] = 1 + OTFP_NAMED_FILEGROUP,
		[OTFP_W_KEY] = 1 + OTFP_NAMED_KEY,
		[OTFP_W_MARKER] = 1 + OTFP_NAMED_MARKER,
	};

	return what < OTFP_NWHATS ? (int)spaces[what] - 1 : -1;
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
	otfp_buf_release(&names->text);
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

static int see_control(struct otfp_names *names, const struct otfp_record *rec)
{
	return otfp_control_kind(rec) == OTFP_C_SM ? otfp_sm_map(&names->streams, &rec->line) : 0;
}

static uint32_t number_of(const struct otfp_record *rec, unsigned slot)
{
	return slot ? (uint32_t)rec->f[slot].u : 0;
}

/* Write `before`, the scale of a counter, its unit and `after` to names->text. @return 0; 1 if the scale is 1; -1 when
 * memory is out */
static int put_scale(struct otfp_names *names, const struct otfp_record *rec, struct otfp_str before,
                     const char *between, const char *after)
{
	const struct otfp_str unit = rec->f[OTFP_DefCounter_unit].s;
	char scale[OTFP_SCALED_UNIT];

	if (!otfp_carried_scale(&names->carriers, rec, scale))
		return 1;
	names->text.n = 0;
	return otfp_buf_printf(&names->text, "%.*s%s%s%s%.*s%s", (int)before.n, before.n ? before.p : "", between,
	                       scale, unit.n ? " " : "", (int)unit.n, unit.n ? unit.p : "", after) < 0 ?
	               -1 :
	               0;
}

/* Show the scale of a counter in its unit or its name. @return 0, or -1 when memory is out */
static int show_scale(struct otfp_names *names, const struct otfp_record *rec, struct otfp_definition *d)
{
	struct otfp_str *shown = names->scales ? &d->name : &d->unit;
	int code;

	if (rec->type != OTFP_DefCounter || !(names->scales || names->all))
		return 0;
	code = names->scales ? put_scale(names, rec, d->name, " [", "]") :
	                       put_scale(names, rec, (struct otfp_str){0}, "", "");
	if (code == 0)
		*shown = (struct otfp_str){names->text.p, names->text.n};
	return code < 0 ? -1 : 0;
}

static int see_definition(struct otfp_names *names, const struct otfp_record *rec, unsigned space)
{
	const unsigned name = otfp_table[rec->type].name_slot, unit = details[rec->type].unit;
	struct otfp_definition d = {.space = space,
	                            .stream = rec->loc,
	                            .token = (uint32_t)rec->f[0].u,
	                            .detail = number_of(rec, details[rec->type].detail),
	                            .is_device = (uint32_t)otfp_carried_device(&names->carriers, rec)};

	if (name)
		d.name = rec->f[name].s;
	if (names->all) {
		d.more = number_of(rec, details[rec->type].more);
		d.line = number_of(rec, details[rec->type].line);
		if (unit)
			d.unit = rec->f[unit].s;
	}
	return show_scale(names, rec, &d) < 0 ? -1 : otfp_names_put(names, &d);
}

int otfp_names_add(struct otfp_names *names, const struct otfp_record *rec)
{
	int space;

	if (!names || !rec)
		return OTFP_EUSAGE;
	if (rec->type == OTFP_CONTROL)
		return see_control(names, rec);
	if (rec->type >= OTFP_NTYPES || !otfp_table[rec->type].defines)
		return 0;
	otfp_carriers_add(&names->carriers, rec);
	space = otfp_named_space(otfp_table[rec->type].defines);
	if (space < 0 || (space >= OTFP_NALWAYS_NAMED && !names->all))
		return 0;
	return see_definition(names, rec, (unsigned)space);
}

otfp_ref otfp_names_local(const struct otfp_names *names, unsigned space, uint32_t stream, uint32_t token)
{
	if (names->index[space].local)
		otfp_tokens_get(&names->index[space], &stream, token);
	else
		stream = 0;
	return (otfp_ref)stream << 32 | token;
}

uint32_t otfp_names_stream(const struct otfp_names *names, uint32_t process)
{
	const uint64_t *stream = otfp_map_get(&names->streams, process);

	return stream ? (uint32_t)*stream : 0;
}

otfp_ref otfp_names_ref(const struct otfp_names *names, unsigned space, uint32_t process, uint32_t token)
{
	if (!names->index[space].local)
		return token;
	return otfp_names_local(names, space, otfp_names_stream(names, process), token);
}

const struct otfp_definition *otfp_names_find(const struct otfp_names *names, unsigned space, otfp_ref ref)
{
	const uint64_t *at = otfp_map_get(&names->index[space].map, ref);

	return at ? &names->definitions[*at] : NULL;
}

int otfp_names_is_device(const struct otfp_names *names, uint32_t process)
{
	const struct otfp_definition *d =
		otfp_names_find(names, OTFP_NAMED_PROCESS, otfp_names_ref(names, OTFP_NAMED_PROCESS, process, process));

	return d && d->is_device;
}
