/* named.c - the names of tokens for the public API, by the meaning of a field and the record that it is in. */
#include "record/names.h"
#include "record/valid.h"
#include <stdlib.h>

static const struct otfp_str none;

struct otfp_names *otfp_names_new(void)
{
	struct otfp_names *names = calloc(1, sizeof *names);

	if (names)
		names->all = 1;
	return names;
}

void otfp_names_free(struct otfp_names *names)
{
	if (names)
		otfp_names_release(names);
	free(names);
}

/* The name space for the meaning of a field. @return OTFP_NNAMED if it has no names */
static unsigned space_of(unsigned what)
{
	static const uint8_t spaces[OTFP_NWHATS] = {
		[OTFP_W_PROCESS] = OTFP_NAMED_PROCESS + 1,
		[OTFP_W_PEER] = OTFP_NAMED_PROCESS + 1,
		[OTFP_W_PROCESSGROUP] = OTFP_NAMED_COMMUNICATOR + 1,
		[OTFP_W_PROCORGROUP] = OTFP_NAMED_PROCESS + 1,
		[OTFP_W_FUNCTION] = OTFP_NAMED_FUNCTION + 1,
		[OTFP_W_FUNCTIONGROUP] = OTFP_NAMED_GROUP + 1,
		[OTFP_W_COLLECTIVE] = OTFP_NAMED_COLLECTIVE + 1,
		[OTFP_W_COUNTER] = OTFP_NAMED_COUNTER + 1,
		[OTFP_W_COUNTERGROUP] = OTFP_NAMED_COUNTERGROUP + 1,
		[OTFP_W_SCLFILE] = OTFP_NAMED_SCLFILE + 1,
		[OTFP_W_FILE] = OTFP_NAMED_FILE + 1,
		[OTFP_W_FILEGROUP] = OTFP_NAMED_FILEGROUP + 1,
		[OTFP_W_KEY] = OTFP_NAMED_KEY + 1,
		[OTFP_W_MARKER] = OTFP_NAMED_MARKER + 1,
	};

	return what < OTFP_NWHATS && spaces[what] ? spaces[what] - 1u : OTFP_NNAMED;
}

static struct otfp_str name_of(const struct otfp_names *names, unsigned space, otfp_ref ref)
{
	const struct otfp_definition *d = otfp_names_find(names, space, ref);

	return d && d->name.p ? d->name : none;
}

/* Without a process, only global definitions apply. A process-or-group token means the process if there is one. */
struct otfp_str otfp_names_get(const struct otfp_names *names, unsigned what, uint32_t process, uint32_t token)
{
	unsigned space = space_of(what);
	struct otfp_str name;

	if (!names || space == OTFP_NNAMED)
		return none;
	name = name_of(names, space, otfp_names_ref(names, space, process, token));
	return name.p || what != OTFP_W_PROCORGROUP ? name : otfp_names_get(names, OTFP_W_PROCESSGROUP, process, token);
}

/* For the fields of a definition: its loc is a stream, not a process. */
static struct otfp_str name_in_definition(const struct otfp_names *names, unsigned what, uint32_t stream,
                                          uint32_t token)
{
	unsigned space = space_of(what);
	struct otfp_str name;

	if (space == OTFP_NNAMED)
		return none;
	name = name_of(names, space, otfp_names_local(names, space, stream, token));
	return name.p || what != OTFP_W_PROCORGROUP ? name :
	                                              name_in_definition(names, OTFP_W_PROCESSGROUP, stream, token);
}

struct otfp_str otfp_names_of(const struct otfp_names *names, const struct otfp_record *rec, unsigned slot)
{
	const struct otfp_schema *row = rec ? otfp_schema(rec->type) : NULL;
	uint32_t token;

	if (!names || !row || slot >= row->nfields || row->fields[slot].type > OTFP_VALUE)
		return none;
	token = (uint32_t)rec->f[slot].u;
	if (row->file == OTFP_DEF || rec->type == OTFP_DefMarker)
		return name_in_definition(names, row->fields[slot].what, rec->loc, token);
	return otfp_names_get(names, row->fields[slot].what, rec->loc, token);
}

const struct otfp_tag *otfp_names_tag(const struct otfp_names *names, const struct otfp_record *rec, const char *key)
{
	for (uint32_t i = 0; names && rec && key && i < rec->ntags; i++) {
		struct otfp_str name = otfp_names_get(names, OTFP_W_KEY, rec->loc, rec->tags[i].key);
		if (name.p && name.n == strlen(key) && memcmp(name.p, key, name.n) == 0)
			return &rec->tags[i];
	}
	return NULL;
}
