/* comment.c - definitions of OTF2 that stand in comments. See restore.h. */
#include "otf2/restore/restore.h"
#include "otf2/original.h"
#include <string.h>

typedef struct otfp_otf2_writing writing;

static const uint8_t stages[OTFP_OTF2_NROWS] = {
	[OTFP_OTF2_Paradigm] = OTFP_OTF2_OF_PARADIGMS,
	[OTFP_OTF2_ParadigmProperty] = OTFP_OTF2_OF_PARADIGMS,
	[OTFP_OTF2_IoParadigm] = OTFP_OTF2_OF_PARADIGMS,
	[OTFP_OTF2_CallingContext] = OTFP_OTF2_OF_GROUPS,
	[OTFP_OTF2_CallingContextProperty] = OTFP_OTF2_OF_GROUPS,
	[OTFP_OTF2_Callpath] = OTFP_OTF2_OF_GROUPS,
	[OTFP_OTF2_CallpathParameter] = OTFP_OTF2_OF_GROUPS,
	[OTFP_OTF2_InterruptGenerator] = OTFP_OTF2_OF_GROUPS,
	[OTFP_OTF2_MetricMember] = OTFP_OTF2_OF_GROUPS,
	[OTFP_OTF2_Group] = OTFP_OTF2_OF_METRICS,
	[OTFP_OTF2_MetricInstance] = OTFP_OTF2_OF_METRICS,
	[OTFP_OTF2_MetricClassRecorder] = OTFP_OTF2_OF_METRICS,
	[OTFP_OTF2_CartDimension] = OTFP_OTF2_OF_COMMS,
	[OTFP_OTF2_CartTopology] = OTFP_OTF2_OF_COMMS,
	[OTFP_OTF2_CartCoordinate] = OTFP_OTF2_OF_COMMS,
	[OTFP_OTF2_IoHandle] = OTFP_OTF2_OF_FILES,
	[OTFP_OTF2_IoPreCreatedHandleState] = OTFP_OTF2_OF_FILES,
	[OTFP_OTF2_SystemTreeNodeProperty] = OTFP_OTF2_OF_FILES,
	[OTFP_OTF2_SystemTreeNodeDomain] = OTFP_OTF2_OF_FILES,
	[OTFP_OTF2_LocationGroupProperty] = OTFP_OTF2_OF_FILES,
	[OTFP_OTF2_LocationProperty] = OTFP_OTF2_OF_FILES,
	[OTFP_OTF2_IoFileProperty] = OTFP_OTF2_OF_FILES,
};

/* A filter has removed what the comment refers to, as otf-slice does with unused definitions: it goes, too. */
static int leave_out(writing *w, unsigned row, uint64_t self)
{
	const unsigned space = otfp_otf2_space_of(row);

	w->report.kinds[OTFP_DefinitionComment].native--;
	w->report.kinds[OTFP_DefinitionComment].carried++;
	w->report.kinds[OTFP_DefinitionComment].why = "left out with the definition that they refer to";
	if (space && otfp_map_set(&w->restored.lost, (uint64_t)space << 32 | (uint32_t)self, 1) < 0)
		return otfp_fail_memory(w->err);
	return 0;
}

/* Whether a field refers to a definition that was left out. */
static int refers_to_lost(const writing *w, unsigned row, const uint64_t *f)
{
	const struct otfp_otf2_field *fields = otfp_otf2_rows[row].fields;

	for (unsigned i = 0; i < otfp_otf2_rows[row].nfields; i++)
		if (f[i] <= UINT32_MAX && fields[i].tail == OTFP_OTF2_NO_TAIL &&
		    otfp_map_get(&w->restored.lost, (uint64_t)fields[i].type.space << 32 | f[i]))
			return 1;
	return 0;
}

/* A comment of a row that has no stage: second definitions of an id, rows that are not known. A string is one that
 * nothing refers to. What local definitions say is applied to the events, and the anchor file has what is of the
 * archive. */
static int take_rest(writing *w, const struct otfp_str *text, unsigned row, int is_sound, const uint64_t *f)
{
	static const char archive[] = "otf2:archive ";

	if (w->restored.stage != OTFP_OTF2_OF_FILES)
		return 0;
	if (row < OTFP_OTF2_NROWS && otfp_otf2_rows[row].kind == OTFP_OTF2_LOCAL)
		return 0;
	if (row == OTFP_OTF2_NROWS && text->n >= sizeof archive - 1 &&
	    memcmp(text->p, archive, sizeof archive - 1) == 0)
		return 0;
	if (row == OTFP_OTF2_String && is_sound)
		return otfp_otf2_write_string(w, w->lines.p, f[OTFP_OTF2_String_string]) == OTFP_OTF2_NO_REF ?
		               OTFP_EFAIL :
		               0;
	w->report.kinds[OTFP_DefinitionComment].native--;
	w->report.kinds[OTFP_DefinitionComment].dropped++;
	w->report.kinds[OTFP_DefinitionComment].why = "no definition of an archive, or the second one of an id";
	return 0;
}

int otfp_otf2_restore_comment(struct otfp_otf2_writing *w, const struct otfp_record *def)
{
	const struct otfp_otf2_resolver r = otfp_otf2_restore_resolver(w);
	uint64_t f[OTFP_OTF2_MAX_FIELDS];
	struct otfp_otf2_frame *frame;
	unsigned row = OTFP_OTF2_NROWS;
	int code;

	if (!otfp_otf2_is_carrier(&def->f[0].s))
		return 0;
	w->lines.n = 0;
	code = otfp_otf2_carrier_comment(&r, &def->f[0].s, &row, f, &w->lines);
	if (code < 0)
		return otfp_fail_memory(w->err);
	if (row == OTFP_OTF2_NROWS || !stages[row])
		return take_rest(w, &def->f[0].s, row, code, f);
	if (stages[row] != w->restored.stage)
		return 0;
	if (!code || refers_to_lost(w, row, f))
		return leave_out(w, row, f[0]);
	if (row == OTFP_OTF2_Group) /* nothing refers to it by number */
		f[OTFP_OTF2_Group_self] = w->restored.counts[OTFP_OTF2_GROUPS]++;
	if (row == OTFP_OTF2_IoParadigm &&
	    otfp_map_set(&w->restored.refs[OTFP_OTF2_IO_PARADIGMS], f[OTFP_OTF2_IoParadigm_name], f[0]) < 0)
		return otfp_fail_memory(w->err);
	frame = otfp_otf2_restore_make(w, row);
	memcpy(frame->f, f, otfp_otf2_rows[row].nfields * sizeof *f);
	return otfp_otf2_write_contents(w, w->lines.p, w->lines.n) < 0 ? OTFP_EFAIL : otfp_otf2_write_definition(w);
}
