/* rest.c - what a command has added to the definitions of a trace that came from OTF2, and the archive has
 * no place for: it counts as dropped. See restore.h. */
#include "otf2/restore/restore.h"
#include "otf2/carry/operation.h"
#include "otf2/carry/paradigm.h"
#include <string.h>

typedef struct otfp_otf2_writing writing;

/* ---- key-values ---- */

/* Which definitions have a row of OTF2; process groups are of several kinds. */
static const uint8_t type_of[OTFP_OTF2_NROWS] = {
	[OTFP_OTF2_ClockProperties] = OTFP_DefTimerResolution,
	[OTFP_OTF2_Attribute] = OTFP_DefKeyValue,
	[OTFP_OTF2_Parameter] = OTFP_DefKeyValue,
	[OTFP_OTF2_Location] = OTFP_DefProcess,
	[OTFP_OTF2_LocationGroup] = OTFP_DefProcess,
	[OTFP_OTF2_Region] = OTFP_DefFunction,
	[OTFP_OTF2_Callsite] = OTFP_DefScl,
	[OTFP_OTF2_SourceCodeLocation] = OTFP_DefScl,
	[OTFP_OTF2_IoRegularFile] = OTFP_DefFile,
	[OTFP_OTF2_IoDirectory] = OTFP_DefFile,
	[OTFP_OTF2_MetricClass] = OTFP_DefCounterGroup,
	[OTFP_OTF2_MetricMember] = OTFP_DefCounter,
	[OTFP_OTF2_MetricInstance] = OTFP_DefCounter,
	[OTFP_OTF2_DefMarker] = OTFP_DefMarker,
	[OTFP_OTF2_Marker] = OTFP_Marker,
};

static int is_field_of(const writing *w, const struct otfp_record *def, unsigned row)
{
	const unsigned kind = def->type == OTFP_DefProcessGroup ? otfp_otf2_restore_row(w, def) : OTFP_OTF2_NROWS;

	if (kind == OTFP_OTF2_SystemTreeNode && row == OTFP_OTF2_SystemTreeNodeDomain)
		return 1;
	return def->type == OTFP_DefProcessGroup ? row == kind : type_of[row] == def->type;
}

/* Whether a definition of OTF2 has what the key-value says. */
static int has_place(const writing *w, const struct otfp_record *def, const struct otfp_otf2_key *key)
{
	switch (key->kind) {
	case OTFP_OTF2_KEY_FIELD: return is_field_of(w, def, key->row);
	case OTFP_OTF2_KEY_WORD: return 1;
	case OTFP_OTF2_KEY_GROUP: return def->type == OTFP_DefProcess;
	case OTFP_OTF2_KEY_PROPERTY:
		return def->type == OTFP_DefProcess || def->type == OTFP_DefFile ||
		       (def->type == OTFP_DefProcessGroup && otfp_otf2_restore_row(w, def) == OTFP_OTF2_SystemTreeNode);
	default: return 0;
	}
}

/* ---- definitions ---- */

/* The functions below: whether the archive has what a definition says. */

static int is_paradigm(writing *w, const struct otfp_record *def)
{
	const struct otfp_str *name = &def->f[OTFP_DefFunctionGroup_name].s,
			      other = otfp_otf2_paradigm_name(UINT64_MAX);

	(void)w;
	return otfp_otf2_paradigm_by_name(name) >= 0 || (name->n == other.n && memcmp(name->p, other.p, other.n) == 0);
}

static int is_operation(writing *w, const struct otfp_record *def)
{
	return otfp_otf2_restore_word(w, def, OTFP_OTF2_WORD_OPERATION) ||
	       otfp_otf2_operation_by_name(&def->f[OTFP_DefCollectiveOperation_name].s) >= 0;
}

static int is_class(writing *w, const struct otfp_record *def)
{
	return otfp_otf2_restore_field(w, def, OTFP_OTF2_MetricClass, 0) != NULL;
}

static int is_member(writing *w, const struct otfp_record *def)
{
	return otfp_otf2_restore_field(w, def, OTFP_OTF2_MetricMember, 0) != NULL;
}

/* The archive has one. */
static int is_creator(writing *w, const struct otfp_record *def)
{
	const struct otfp_str *text = &def->f[0].s;

	return w->creator && strlen(w->creator) == text->n && memcmp(w->creator, text->p, text->n) == 0;
}

static int has_no_group(writing *w, const struct otfp_record *def)
{
	(void)w;
	return def->f[OTFP_DefFile_group].u == 0;
}

/* A group of files has the name of a paradigm of files. */
static int is_io_paradigm(writing *w, const struct otfp_record *def)
{
	const struct otfp_str *name = &def->f[OTFP_DefFileGroup_name].s;

	return otfp_otf2_restore_ref(w, OTFP_OTF2_IO_PARADIGMS, otfp_otf2_write_string(w, name->p, name->n)) !=
	       OTFP_OTF2_NO_REF;
}

/* The groups of all locations of paradigms say it. */
static int is_of_paradigms(writing *w, const struct otfp_record *def)
{
	const struct otfp_list *types = &def->f[OTFP_DefAttributeList_types].l;
	size_t known = 0;

	(void)w;
	for (size_t i = 0; i < types->n; i++)
		for (unsigned k = 0; k < OTFP_OTF2_NMARKS; k++)
			known += otfp_otf2_marks[k].attribute == types->p[i];
	return known == types->n;
}

static int is_of_process(writing *w, const struct otfp_record *def)
{
	return otfp_otf2_restore_ref(w, OTFP_OTF2_LOCATIONS, def->f[OTFP_DefProcessOrGroupAttributes_member].u) !=
	       OTFP_OTF2_NO_REF;
}

static int never(writing *w, const struct otfp_record *def)
{
	(void)w, (void)def;
	return 0;
}

/* Types without a row are made again, whatever they are, or describe the files of the OTF trace. */
static const struct {
	int (*is_kept)(writing *w, const struct otfp_record *def);
	const char *why;
} rest[OTFP_NTYPES] = {
	[OTFP_DefFunctionGroup] = {is_paradigm, "a function has a paradigm of OTF2 in place of a group"},
	[OTFP_DefCollectiveOperation] = {is_operation, "no operation of OTF2"},
	[OTFP_DefCounterGroup] = {is_class, "no metric class of OTF2"},
	[OTFP_DefCounter] = {is_member, "no metric of OTF2"},
	[OTFP_DefCreator] = {is_creator, "an archive has one creator"},
	[OTFP_DefFile] = {has_no_group, "a file of OTF2 is in no group"},
	[OTFP_DefFileGroup] = {is_io_paradigm, "no paradigm of files of OTF2"},
	[OTFP_DefAttributeList] = {is_of_paradigms, "OTF2 has attributes of paradigms only"},
	[OTFP_DefProcessOrGroupAttributes] = {is_of_process, "OTF2 has attributes of locations only"},
	[OTFP_DefProcessSubstitutes] = {never, "OTF2 has none"},
};

/* A source file that no source location needs is a string that nothing refers to. @return 0 or <0 */
static int keep_name(writing *w, const struct otfp_record *def)
{
	const struct otfp_str *name = &def->f[OTFP_DefSclFile_name].s;

	return otfp_otf2_write_string(w, name->p, name->n) == OTFP_OTF2_NO_REF ? OTFP_EFAIL : 0;
}

int otfp_otf2_restore_rest(struct otfp_otf2_writing *w)
{
	const struct otfp_record *const *list = (const struct otfp_record *const *)(const void *)w->list.p,
					*const *unsaid = (const struct otfp_record *const *)(const void *)w->unsaid.p;
	int code = 0;

	for (size_t i = 0; i < w->list.n / sizeof *list && code == 0; i++) {
		const unsigned type = list[i]->type;
		for (uint32_t k = 0; k < list[i]->ntags; k++)
			if (!has_place(w, list[i], otfp_otf2_restore_key(w, list[i]->tags[k].key)))
				otfp_otf2_restore_no_place(w, list[i]);
		if (type < OTFP_NTYPES && rest[type].is_kept && !rest[type].is_kept(w, list[i]))
			otfp_otf2_restore_drop(w, list[i], rest[type].why);
		if (type == OTFP_DefSclFile)
			code = keep_name(w, list[i]);
	}
	for (size_t i = 0; i < w->unsaid.n / sizeof *unsaid; i++)
		otfp_otf2_restore_drop(w, unsaid[i], "the description of an archive has no room");
	return code;
}
