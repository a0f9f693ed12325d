#include "otf2/carry/define.h"
#include "otf2/carry/carry.h"
#include "otf2/values.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- clock, keys ---- */

static int define_clock(struct otfp_otf2_define *d, const struct otfp_otf2_frame *f)
{
	uint64_t first = OTFP_OTF2_F(f, ClockProperties, globalOffset),
		 length = OTFP_OTF2_F(f, ClockProperties, traceLength);
	struct otfp_record *rec;

	if (d->has_clock++)
		return otfp_otf2_carry_comment(d->c, f);
	if (otfp_otf2_carry(d->c, f, OTFP_OTF2_ClockProperties_realtimeTimestamp) < 0)
		return OTFP_EFAIL;
	rec = otfp_otf2_emit(d->c, OTFP_DefTimerResolution);
	if (!rec)
		return OTFP_EFAIL;
	rec->f[OTFP_DefTimerResolution_ticks].u = OTFP_OTF2_F(f, ClockProperties, timerResolution);
	if (length > UINT64_MAX - first)
		return otfp_otf2_bad(d->c, OTFP_FLAW_NONE, "ClockProperties: the trace ends after the last time");
	rec = otfp_otf2_emit(d->c, OTFP_DefTimeRange);
	if (!rec)
		return OTFP_EFAIL;
	rec->f[OTFP_DefTimeRange_min].u = first;
	rec->f[OTFP_DefTimeRange_max].u = first + length;
	return 0;
}

/* The name of a key, with its prefix. */
static struct otfp_str key_name(struct otfp_otf2_carrying *c, const char *prefix, struct otfp_str name)
{
	c->text.n = 0;
	if (otfp_buf_puts(&c->text, prefix) < 0 || otfp_buf_add(&c->text, name.p, name.n) < 0) {
		otfp_fail_memory(c->err);
		return (struct otfp_str){NULL, 0};
	}
	return otfp_otf2_keep(c, c->text.p, c->text.n);
}

/* Types that OTF does not have are in the description. */
static struct otfp_str describe_type(struct otfp_otf2_carrying *c, struct otfp_str description, uint64_t type)
{
	char room[OTFP_OTF2_TYPE_ROOM];

	if (type >= OTFP_OTF2_TYPE_UINT8 && type <= OTFP_OTF2_TYPE_DOUBLE)
		return description;
	c->text.n = 0;
	if (otfp_buf_add(&c->text, description.p, description.n) < 0 ||
	    otfp_buf_printf(&c->text, "%sotf2.type=%s", description.n ? " " : "", otfp_otf2_type_text(type, room)) <
	            0) {
		otfp_fail_memory(c->err);
		return (struct otfp_str){NULL, 0};
	}
	return otfp_otf2_keep(c, c->text.p, c->text.n);
}

static int define_attribute(struct otfp_otf2_define *d, const struct otfp_otf2_frame *f)
{
	struct otfp_otf2_carrying *c = d->c;
	uint64_t type = OTFP_OTF2_F(f, Attribute, type);
	struct otfp_str name = otfp_otf2_text(c, f, OTFP_OTF2_Attribute_name);
	struct otfp_str description = otfp_otf2_text(c, f, OTFP_OTF2_Attribute_description);

	return otfp_otf2_emit_key(c, otfp_otf2_token(&c->model, OTFP_OTF2_ATTRIBUTES, OTFP_OTF2_F(f, Attribute, self)),
	                          otfp_otf2_tag_type(type), key_name(c, "otf2.attr:", name),
	                          describe_type(c, description, type));
}

static int define_parameter(struct otfp_otf2_define *d, const struct otfp_otf2_frame *f)
{
	static const uint8_t types[] = {[OTFP_OTF2_PARAMETER_TYPE_STRING] = OTFP_TAG_BYTES,
	                                [OTFP_OTF2_PARAMETER_TYPE_INT64] = OTFP_TAG_INT64,
	                                [OTFP_OTF2_PARAMETER_TYPE_UINT64] = OTFP_TAG_UINT64};
	struct otfp_otf2_carrying *c = d->c;
	uint64_t type = OTFP_OTF2_F(f, Parameter, parameterType);
	struct otfp_str name = otfp_otf2_text(c, f, OTFP_OTF2_Parameter_name);

	if (type >= sizeof types && otfp_otf2_carry(c, f, OTFP_OTF2_Parameter_parameterType) < 0)
		return OTFP_EFAIL;
	return otfp_otf2_emit_key(c, otfp_otf2_token(&c->model, OTFP_OTF2_PARAMETERS, OTFP_OTF2_F(f, Parameter, self)),
	                          type < sizeof types ? types[type] : (unsigned)OTFP_TAG_UINT64,
	                          key_name(c, "otf2.param:", name), (struct otfp_str){"", 0});
}

/* ---- files ---- */

static int define_io_paradigm(struct otfp_otf2_define *d, const struct otfp_otf2_frame *f)
{
	struct otfp_str name = otfp_otf2_text(d->c, f, OTFP_OTF2_IoParadigm_name);
	struct otfp_record *rec = otfp_otf2_carry_comment(d->c, f) < 0 ? NULL : otfp_otf2_emit(d->c, OTFP_DefFileGroup);

	if (!rec)
		return OTFP_EFAIL;
	rec->f[OTFP_DefFileGroup_group].u = (uint32_t)f->f[0] + 1;
	rec->f[OTFP_DefFileGroup_name].s = name;
	return 0;
}

static int define_file(struct otfp_otf2_define *d, const struct otfp_otf2_frame *f)
{
	struct otfp_otf2_carrying *c = d->c;
	struct otfp_str name = otfp_otf2_name(c, f, OTFP_OTF2_IoRegularFile_name);
	struct otfp_record *rec;

	if (otfp_otf2_carry(c, f, OTFP_OTF2_IoRegularFile_scope) < 0 ||
	    (f->row == OTFP_OTF2_IoDirectory && otfp_otf2_carry_word(c, OTFP_OTF2_WORD_DIRECTORY, 1) < 0) ||
	    otfp_otf2_carry_properties(d, OTFP_OTF2_IoFileProperty, "prop:", f->f[0]) < 0)
		return OTFP_EFAIL;
	rec = otfp_otf2_emit(c, OTFP_DefFile);
	if (!rec)
		return OTFP_EFAIL;
	rec->f[OTFP_DefFile_file].u = (uint32_t)f->f[0] + 1;
	rec->f[OTFP_DefFile_name].s = name;
	return 0;
}

/* ---- all ---- */

enum { OF_KEYS, OF_PROCESSES, OF_REST, NSTAGES };

/* Other definitions are comments, but for strings. */
static const struct {
	otfp_otf2_define_fn *define;
	uint8_t stage;
} definers[OTFP_OTF2_NROWS] = {
	[OTFP_OTF2_ClockProperties] = {define_clock, OF_KEYS},
	[OTFP_OTF2_Attribute] = {define_attribute, OF_KEYS},
	[OTFP_OTF2_Parameter] = {define_parameter, OF_KEYS},
	[OTFP_OTF2_Location] = {otfp_otf2_define_location, OF_PROCESSES},
	[OTFP_OTF2_LocationGroup] = {otfp_otf2_define_location_group, OF_PROCESSES},
	[OTFP_OTF2_IoParadigm] = {define_io_paradigm, OF_REST},
	[OTFP_OTF2_SystemTreeNode] = {otfp_otf2_define_tree_node, OF_REST},
	[OTFP_OTF2_Region] = {otfp_otf2_define_region, OF_REST},
	[OTFP_OTF2_Callsite] = {otfp_otf2_define_callsite, OF_REST},
	[OTFP_OTF2_Group] = {otfp_otf2_define_group, OF_REST},
	[OTFP_OTF2_MetricMember] = {otfp_otf2_define_member, OF_REST},
	[OTFP_OTF2_MetricClass] = {otfp_otf2_define_class, OF_REST},
	[OTFP_OTF2_MetricInstance] = {otfp_otf2_define_instance, OF_REST},
	[OTFP_OTF2_MetricClassRecorder] = {otfp_otf2_define_recorder, OF_REST},
	[OTFP_OTF2_Comm] = {otfp_otf2_define_comm, OF_REST},
	[OTFP_OTF2_InterComm] = {otfp_otf2_define_inter_comm, OF_REST},
	[OTFP_OTF2_RmaWin] = {otfp_otf2_define_window, OF_REST},
	[OTFP_OTF2_SystemTreeNodeProperty] = {otfp_otf2_define_property, OF_REST},
	[OTFP_OTF2_SystemTreeNodeDomain] = {otfp_otf2_define_property, OF_REST},
	[OTFP_OTF2_LocationGroupProperty] = {otfp_otf2_define_property, OF_REST},
	[OTFP_OTF2_LocationProperty] = {otfp_otf2_define_property, OF_REST},
	[OTFP_OTF2_IoFileProperty] = {otfp_otf2_define_property, OF_REST},
	[OTFP_OTF2_SourceCodeLocation] = {otfp_otf2_define_source_location, OF_REST},
	[OTFP_OTF2_IoRegularFile] = {define_file, OF_REST},
	[OTFP_OTF2_IoDirectory] = {define_file, OF_REST},
};

/* The stage in which a record is converted; NSTAGES: in none of them. */
static unsigned stage_of(unsigned row)
{
	if (definers[row].define)
		return definers[row].stage;
	return otfp_otf2_rows[row].kind == OTFP_OTF2_DEF && row != OTFP_OTF2_String ? OF_REST : NSTAGES;
}

/* Source locations of regions get tokens after those that are defined. */
static void find_last_source(struct otfp_otf2_carrying *c)
{
	for (size_t i = 0; i < c->model.n; i++)
		if (c->model.frames[i]->row == OTFP_OTF2_SourceCodeLocation &&
		    c->model.frames[i]->f[0] < UINT32_MAX / 2 && c->model.frames[i]->f[0] >= c->last_source)
			c->last_source = (uint32_t)c->model.frames[i]->f[0] + 1;
}

/* The id of a definition that contradicts an earlier one is kept in a comment. */
static int define_one(struct otfp_otf2_define *d)
{
	struct otfp_otf2_carrying *c = d->c;
	const size_t i = d->at;
	const struct otfp_otf2_frame *f = otfp_otf2_whole(&c->model, c->model.frames[i]);
	int code;

	if (!f)
		return otfp_fail_memory(c->err);
	c->lineno = i < UINT32_MAX ? (uint32_t)i + 1 : UINT32_MAX;
	otfp_otf2_begin(c);
	if (!definers[f->row].define || (otfp_otf2_space_of(f->row) && !otfp_otf2_is_first(&c->model, i)))
		code = otfp_otf2_carry_comment(c, f);
	else
		code = definers[f->row].define(d, f);
	return code < 0 ? code : otfp_otf2_end(c, f->row);
}

static int report_redefined(struct otfp_otf2_carrying *c)
{
	const struct otfp_otf2_frame *f = c->model.first_redefined;

	if (!f)
		return 0;
	return otfp_otf2_bad(c, OTFP_FLAW_REDEFINED,
	                     "definitions of an id that has one already, kept as comments: %" PRIu64
	                     "; the first is %s %" PRIu64,
	                     c->model.nredefined, otfp_otf2_rows[f->row].name, f->f[0]);
}

/* ---- the anchor file ---- */

static int put_archive(struct otfp_otf2_carrying *c, const char *key, const char *text, const char *value)
{
	struct otfp_record *rec;

	if (!text || !*text || !otfp_otf2_carries(c))
		return 0;
	c->text.n = 0;
	if (otfp_buf_printf(&c->text, "otf2:archive %s=s:", key) < 0 ||
	    otfp_otf2_encode(&c->text, (struct otfp_str){text, strlen(text)}) < 0 ||
	    (value && (otfp_buf_puts(&c->text, " value=s:") < 0 ||
	               otfp_otf2_encode(&c->text, (struct otfp_str){value, strlen(value)}) < 0)))
		return otfp_fail_memory(c->err);
	rec = otfp_otf2_emit(c, OTFP_DefinitionComment);
	if (rec)
		rec->f[0].s = otfp_otf2_keep(c, c->text.p, c->text.n);
	return rec && rec->f[0].s.p ? 0 : OTFP_EFAIL;
}

static int define_anchor(struct otfp_otf2_carrying *c, const struct otfp_otf2_anchor *a)
{
	struct otfp_record *rec;
	int code = 0;

	otfp_otf2_begin(c);
	if (a->creator && *a->creator) {
		rec = otfp_otf2_emit(c, OTFP_DefCreator);
		if (rec)
			rec->f[OTFP_DefCreator_creator].s = otfp_otf2_keep(c, a->creator, strlen(a->creator));
		if (!rec || !rec->f[OTFP_DefCreator_creator].s.p)
			return OTFP_EFAIL;
	}
	code = put_archive(c, "machine", a->machine, NULL);
	if (code == 0)
		code = put_archive(c, "description", a->description, NULL);
	for (unsigned i = 0; i < a->nproperties && code == 0; i++)
		code = put_archive(c, "property", a->names[i], a->values[i]);
	return code;
}

static int begin(struct otfp_otf2_define *d)
{
	int code = report_redefined(d->c);

	find_last_source(d->c);
	return code < 0 ? code : otfp_otf2_chain_properties(d);
}

/* What comes after all definitions of the stage. */
static int end_stage(struct otfp_otf2_define *d, const struct otfp_otf2_anchor *anchor)
{
	const unsigned stage = d->stage++;

	d->at = 0;
	if (stage == OF_KEYS && anchor)
		return define_anchor(d->c, anchor);
	return stage == OF_PROCESSES ? otfp_otf2_define_attributes(d->c) : 0;
}

enum { MOST_MEMBERS = 1 << 18 }; /* of the lists of a batch: many groups may be large */

int otfp_otf2_define_next(struct otfp_otf2_define *d, size_t most, const struct otfp_otf2_anchor *anchor)
{
	const struct otfp_otf2_model *m = &d->c->model;
	int code = d->next ? 0 : begin(d);

	while (code == 0 && d->stage < NSTAGES && d->c->batch.n < most && d->c->batch.nmembers < MOST_MEMBERS) {
		if (d->at == m->n) {
			code = end_stage(d, anchor);
			continue;
		}
		if (stage_of(m->frames[d->at]->row) == d->stage)
			code = define_one(d);
		d->at++;
	}
	return code < 0 || d->c->batch.n ? code : OTFP_END;
}

void otfp_otf2_define_release(struct otfp_otf2_define *d)
{
	for (unsigned i = 0; i < OTFP_OTF2_NROWS; i++)
		otfp_map_release(&d->owners[i]);
	free(d->next);
	otfp_otf2_tree_release(&d->tree);
	memset(d, 0, sizeof *d);
}

void otfp_otf2_define_original(struct otfp_otf2_carrying *c)
{
	for (size_t i = 0; i < c->model.n; i++)
		if (stage_of(c->model.frames[i]->row) != NSTAGES)
			c->report.kinds[c->model.frames[i]->row].native++;
}

int otfp_otf2_define_strings(struct otfp_otf2_carrying *c, int all)
{
	int code = 0;

	for (size_t i = 0; i < c->model.n && code == 0; i++) {
		const struct otfp_otf2_frame *f = c->model.frames[i];
		if (f->row != OTFP_OTF2_String)
			continue;
		otfp_otf2_begin(c);
		if ((all && !c->model.used[i]) || !otfp_otf2_is_first(&c->model, i))
			code = otfp_otf2_carry_comment(c, f);
		if (code == 0)
			code = otfp_otf2_end(c, f->row);
	}
	return code;
}

int otfp_otf2_define_local(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	int code = 0;

	otfp_otf2_begin(c);
	if (frame->row == OTFP_OTF2_ClockOffset && !c->options.plain)
		code = otfp_otf2_carry_comment(c, frame);
	c->is_carried = 0; /* what it says is applied already */
	c->is_lost = otfp_otf2_rows[frame->row].kind != OTFP_OTF2_LOCAL;
	return code < 0 ? code : otfp_otf2_end(c, frame->row);
}
