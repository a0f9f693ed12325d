/* named.c - the names of tokens for the public API, by the meaning of a field and the record that it is in. */
#include "record/names.h"
#include "record/spaces.h"
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

/* The name space for the meaning of a field; of process-or-group that of processes. @return -1 if it has no names */
static int space_of(unsigned what)
{
	return what < OTFP_NWHATS ? otfp_named_space(otfp_spaces[what][0]) : -1;
}

static struct otfp_str name_of(const struct otfp_names *names, unsigned space, otfp_ref ref)
{
	const struct otfp_definition *d = otfp_names_find(names, space, ref);

	return d && d->name.p ? d->name : none;
}

/* Without a process, only global definitions apply. A process-or-group token means the process if there is one. */
struct otfp_str otfp_names_get(const struct otfp_names *names, unsigned what, uint32_t process, uint32_t token)
{
	int space = space_of(what);
	struct otfp_str name;

	if (!names || space < 0)
		return none;
	name = name_of(names, (unsigned)space, otfp_names_ref(names, (unsigned)space, process, token));
	return name.p || what != OTFP_W_PROCORGROUP ? name : otfp_names_get(names, OTFP_W_PROCESSGROUP, process, token);
}

/* For the fields of a definition: its loc is a stream, not a process. */
static struct otfp_str name_in_definition(const struct otfp_names *names, unsigned what, uint32_t stream,
                                          uint32_t token)
{
	int space = space_of(what);
	struct otfp_str name;

	if (space < 0)
		return none;
	name = name_of(names, (unsigned)space, otfp_names_local(names, (unsigned)space, stream, token));
	return name.p || what != OTFP_W_PROCORGROUP ? name :
	                                              name_in_definition(names, OTFP_W_PROCESSGROUP, stream, token);
}

struct otfp_str otfp_names_of(const struct otfp_names *names, const struct otfp_record *rec, unsigned slot)
{
	const struct otfp_schema *row = rec ? otfp_schema(rec->type) : NULL;
	uint32_t token;

	if (!names || !row || slot >= row->nfields || row->fields[slot].type > OTFP_FIELD_VALUE)
		return none;
	token = (uint32_t)rec->f[slot].u;
	if (row->file == OTFP_FILE_DEF || rec->type == OTFP_DefMarker)
		return name_in_definition(names, row->fields[slot].what, rec->loc, token);
	return otfp_names_get(names, row->fields[slot].what, rec->loc, token);
}

const struct otfp_tag *otfp_names_tag(const struct otfp_names *names, const struct otfp_record *rec, const char *key)
{
	for (uint32_t i = 0; names && rec && rec->tags && key && i < rec->ntags; i++) {
		struct otfp_str name = otfp_names_get(names, OTFP_W_KEY, rec->loc, rec->tags[i].key);
		if (name.p && name.n == strlen(key) && memcmp(name.p, key, name.n) == 0)
			return &rec->tags[i];
	}
	return NULL;
}
