#include "record/keep.h"

/* A missing string stays missing. */
static int keep_string(struct otfp_str *s, struct otfp_arena *a)
{
	if (s->p && !(s->p = otfp_arena_copy(a, s->p, s->n)))
		return -1;
	return 0;
}

static int keep_list(struct otfp_list *l, struct otfp_arena *a)
{
	l->p = otfp_arena_copy(a, l->p, l->n * sizeof *l->p);
	return l->p ? 0 : -1;
}

static int keep_tags(struct otfp_record *rec, struct otfp_arena *a)
{
	struct otfp_tag *tags = otfp_arena_copy(a, rec->tags, rec->ntags * sizeof *tags);

	if (!tags)
		return -1;
	rec->tags = tags;
	for (uint32_t i = 0; i < rec->ntags; i++)
		if (tags[i].type == OTFP_TAG_BYTES && keep_string(&tags[i].bytes, a) < 0)
			return -1;
	return 0;
}

int otfp_record_keep(struct otfp_record *rec, struct otfp_arena *a)
{
	const struct otfp_schema *s = rec->type < OTFP_NTYPES ? &otfp_table[rec->type] : NULL;

	for (unsigned i = 0; s && i < s->nfields; i++) {
		if (s->fields[i].type == OTFP_FIELD_STR && keep_string(&rec->f[i].s, a) < 0)
			return -1;
		if (s->fields[i].type == OTFP_FIELD_LIST && keep_list(&rec->f[i].l, a) < 0)
			return -1;
	}
	if (rec->ntags && keep_tags(rec, a) < 0)
		return -1;
	if (s && rec->type != OTFP_UnknownRecord)
		rec->line = (struct otfp_str){NULL, 0}; /* its fields have the same content */
	return keep_string(&rec->line, a);
}
