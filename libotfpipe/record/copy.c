#include "record/copy.h"
#include <stdlib.h>
#include <string.h>

size_t otfp_size_behind(const struct otfp_record *rec)
{
	const struct otfp_schema *row = otfp_schema(rec->type);
	size_t n = rec->line.n;

	for (unsigned i = 0; row && i < row->nfields; i++) {
		if (row->fields[i].type == OTFP_FIELD_STR)
			n += rec->f[i].s.n;
		else if (row->fields[i].type == OTFP_FIELD_LIST)
			n += rec->f[i].l.n * sizeof *rec->f[i].l.p;
	}
	n += rec->ntags * sizeof *rec->tags;
	for (uint32_t i = 0; i < rec->ntags; i++)
		n += rec->tags[i].bytes.n;
	return n;
}

static const void *copy(char **to, const void *from, size_t n)
{
	char *start = *to;

	if (!from)
		return NULL;
	if (n)
		memcpy(start, from, n);
	*to += n;
	return start;
}

/* Tags come first, then lists, then bytes: each is aligned without padding. */
void otfp_copy_behind(struct otfp_record *rec, char *to)
{
	const struct otfp_schema *row = otfp_schema(rec->type);
	struct otfp_tag *tags = (struct otfp_tag *)(void *)to;

	rec->tags = copy(&to, rec->ntags ? rec->tags : NULL, rec->ntags * sizeof *rec->tags);
	for (unsigned i = 0; row && i < row->nfields; i++)
		if (row->fields[i].type == OTFP_FIELD_LIST)
			rec->f[i].l.p = copy(&to, rec->f[i].l.p, rec->f[i].l.n * sizeof *rec->f[i].l.p);
	for (unsigned i = 0; row && i < row->nfields; i++)
		if (row->fields[i].type == OTFP_FIELD_STR)
			rec->f[i].s.p = copy(&to, rec->f[i].s.p, rec->f[i].s.n);
	for (uint32_t i = 0; i < rec->ntags; i++)
		tags[i].bytes.p = copy(&to, tags[i].bytes.p, tags[i].bytes.n);
	rec->line.p = copy(&to, rec->line.p, rec->line.n);
}
