/* record.c - records made by programs: create and copy. */
#include "record/copy.h"
#include <stdlib.h>
#include <string.h>

void otfp_record_init(struct otfp_record *rec, unsigned type)
{
	const struct otfp_schema *row = otfp_schema(type);

	if (!rec)
		return;
	memset(rec, 0, sizeof *rec);
	rec->type = (uint16_t)type;
	rec->file = row ? row->file : 0;
}

struct otfp_record *otfp_record_copy(const struct otfp_record *rec)
{
	struct otfp_record from, *to;

	if (!rec || (!rec->tags && rec->ntags))
		return NULL;
	from = *rec;
	if (otfp_schema(from.type)) /* the fields have the same content, and the caller may change them */
		from.line = (struct otfp_str){NULL, 0};
	to = malloc(sizeof *to + otfp_size_behind(&from));
	if (!to)
		return NULL;
	*to = from;
	otfp_copy_behind(to, (char *)(to + 1));
	return to;
}

void otfp_record_free(struct otfp_record *copy)
{
	free(copy);
}

const struct otfp_tag *otfp_record_tag(const struct otfp_record *rec, uint32_t key)
{
	for (uint32_t i = 0; rec && rec->tags && i < rec->ntags; i++)
		if (rec->tags[i].key == key)
			return &rec->tags[i];
	return NULL;
}
