/* resolve.c - before the first event: the references of all tokens of a trace that came from OTF2. See restore.h. */
#include "otf2/restore/restore.h"
#include <string.h>

typedef struct otfp_otf2_writing writing;

/* Give a token of a definition the next reference of its space. */
static int number(writing *w, unsigned space, uint64_t token)
{
	uint64_t *n = &w->restored.counts[space];

	if (otfp_map_set(&w->restored.refs[space], token, *n) < 0)
		return otfp_fail_memory(w->err);
	++*n;
	return 0;
}

static int resolve_process(writing *w, const struct otfp_record *def)
{
	const uint64_t token = def->f[OTFP_DefProcess_process].u;
	const size_t row = otfp_otf2_write_process(w, (uint32_t)token);
	const struct otfp_tag *id = otfp_otf2_restore_word(w, def, OTFP_OTF2_WORD_LOCATION);
	const int holds =
		otfp_otf2_restore_field(w, def, OTFP_OTF2_LocationGroup, OTFP_OTF2_LocationGroup_self) != NULL;

	if (row == SIZE_MAX)
		return OTFP_EFAIL;
	w->places[row].id = id ? id->bits : token;
	w->places[row].is_no_location = !id && holds;
	if (holds && number(w, OTFP_OTF2_LOCATION_GROUPS, token) < 0)
		return OTFP_EFAIL;
	if (w->places[row].is_no_location)
		return 0;
	return otfp_map_set(&w->restored.refs[OTFP_OTF2_LOCATIONS], token, w->places[row].id) < 0 ?
	               otfp_fail_memory(w->err) :
	               0;
}

static int resolve_group(writing *w, const struct otfp_record *def)
{
	const unsigned row = otfp_otf2_restore_row(w, def);

	for (unsigned i = 0; i < OTFP_OTF2_NGROUP_KINDS; i++)
		if (otfp_otf2_group_kinds[i].row == row)
			return number(w, otfp_otf2_group_kinds[i].space, def->f[OTFP_DefProcessGroup_group].u);
	return 0;
}

/* Metrics have numbers of OTF2: those of instances stand with the counter, those of classes with its group. */
static int resolve_counter(writing *w, const struct otfp_record *def)
{
	struct otfp_otf2_token *t = otfp_otf2_write_token(w, OTFP_W_COUNTER, 0, (uint32_t)def->f[0].u);
	const struct otfp_otf2_token *group;
	const struct otfp_tag *self = otfp_otf2_restore_field(w, def, OTFP_OTF2_MetricInstance, 0);
	uint32_t number;

	if (!t)
		return otfp_fail_memory(w->err);
	t->more = (uint32_t)otfp_otf2_restore_value_type(w, t->def) + 1;
	number = (uint32_t)(t - w->spaces[OTFP_W_COUNTER].rows);
	group = otfp_otf2_write_token(w, OTFP_W_COUNTERGROUP, 0, (uint32_t)def->f[OTFP_DefCounter_group].u);
	if (!self && group && group->def)
		self = otfp_otf2_restore_field(w, group->def, OTFP_OTF2_MetricClass, 0);
	w->spaces[OTFP_W_COUNTER].rows[number].ref = self ? (uint32_t)self->bits : OTFP_OTF2_NO_REF;
	return 0;
}

/* Handles are comments, and records have their numbers of OTF2. */
static int resolve_comment(writing *w, const struct otfp_record *def)
{
	static const char begin[] = "otf2:def IoHandle self=";
	const struct otfp_str *text = &def->f[0].s;
	uint64_t ref = 0;

	if (text->n < sizeof begin || memcmp(text->p, begin, sizeof begin - 1) != 0)
		return 0;
	for (size_t i = sizeof begin - 1; i < text->n && text->p[i] >= '0' && text->p[i] <= '9'; i++)
		ref = 10 * ref + (unsigned)(text->p[i] - '0');
	return otfp_map_set(&w->restored.refs[OTFP_OTF2_IO_HANDLES], ref, ref) < 0 ? otfp_fail_memory(w->err) : 0;
}

int otfp_otf2_restore_resolve(struct otfp_otf2_writing *w)
{
	const struct otfp_record *const *list = (const struct otfp_record *const *)(const void *)w->list.p;
	int code = 0;

	w->restored.is_resolved = 1;
	if (w->is_share) /* references of OTF2 depend on what is in the share */
		return otfp_fail(
			w->err, OTFP_EUSAGE,
			"a share of a trace that came from OTF2 cannot be joined as an archive; join the shares "
			"with otf-write --join");
	for (size_t i = 0; i < w->list.n / sizeof *list; i++)
		if (list[i]->type == OTFP_DefProcessGroup)
			otfp_otf2_restore_number_locations(w, list[i]);
	for (size_t i = 0; i < w->list.n / sizeof *list && code == 0; i++) {
		if (list[i]->type == OTFP_DefProcess)
			code = resolve_process(w, list[i]);
		else if (list[i]->type == OTFP_DefProcessGroup)
			code = resolve_group(w, list[i]);
		else if (list[i]->type == OTFP_DefCounter)
			code = resolve_counter(w, list[i]);
		else if (list[i]->type == OTFP_DefinitionComment)
			code = resolve_comment(w, list[i]);
	}
	return code;
}
