#include "otf2/carry/original-read.h"
#include "base/grow.h"
#include "base/num.h"
#include "otf2/original.h"
#include "otf2/values.h"
#include "record/control.h"
#include "record/keep.h"
#include "record/tag.h"
#include "record/value.h"
#include <stdlib.h>
#include <string.h>

/* What an attribute is: one of these, or a key-value. */
enum { RECORD = 1, TAGS, SOURCE, FIELD };

static int is(struct otfp_str s, const char *text)
{
	return s.n == strlen(text) && memcmp(s.p, text, s.n) == 0;
}

/* ---- tokens ---- */

static unsigned space_of(struct otfp_str row)
{
	static const struct {
		const char *row;
		uint8_t space;
	} spaces[] = {{"Region", OTFP_OTF2_REGIONS},
	              {"Attribute", OTFP_OTF2_ATTRIBUTES},
	              {"SourceCodeLocation", OTFP_OTF2_SOURCES},
	              {"IoRegularFile", OTFP_OTF2_IO_FILES},
	              {"Comm", OTFP_OTF2_COMMS},
	              {"MetricClass", OTFP_OTF2_METRICS_SPACE},
	              {"DefMarker", OTFP_OTF2_MARKERS}};

	for (unsigned i = 0; i < sizeof spaces / sizeof *spaces; i++)
		if (is(row, spaces[i].row))
			return spaces[i].space;
	return 0;
}

static int add_token(struct otfp_otf2_carrying *c, unsigned space, uint64_t ref, uint64_t token)
{
	struct otfp_otf2_listed *l = &c->model.tokens[space];

	if (ref != l->n || token > UINT32_MAX)
		return otfp_otf2_original_bad(c, "the list of tokens is damaged");
	if (otfp_grow(&l->p, l->n, &l->cap, sizeof *l->p) < 0)
		return otfp_fail_memory(c->err);
	l->p[l->n++] = (uint32_t)token;
	return 0;
}

/* The number at p, which ends at end at the latest: no byte marks the end of a string of an archive. */
static const char *take_number(const char *p, const char *end, uint64_t *v, int *over)
{
	const char *start = p;

	for (*v = 0; p < end && (unsigned)*p - '0' < 10; p++)
		*v = *v * 10 + ((unsigned)*p - '0');
	*over |= p - start >= OTFP_DEC_MAX;
	return p;
}

/* "<record> <first> <token>,<token>,..." */
static int take_tokens(struct otfp_otf2_carrying *c, struct otfp_str s)
{
	const char *space = memchr(s.p, ' ', s.n), *p, *end = s.p + s.n;
	unsigned of = space ? space_of((struct otfp_str){s.p, (size_t)(space - s.p)}) : 0;
	uint64_t ref, token;
	int over = 0, code = 0;

	if (!of)
		return otfp_otf2_original_bad(c, "the list of tokens is damaged");
	p = take_number(space + 1, end, &ref, &over);
	while (p < end && code == 0 && !over) {
		p++;
		token = 0;
		if (p < end && *p == '-')
			p++;
		else
			p = take_number(p, end, &token, &over);
		if (p < end && *p != ',')
			return otfp_otf2_original_bad(c, "the list of tokens is damaged");
		code = add_token(c, of, ref++, token);
	}
	return over ? otfp_otf2_original_bad(c, "the list of tokens is damaged") : code;
}

/* ---- markers ---- */

/* Make rec the marker of the line. */
static int take_marker(struct otfp_otf2_carrying *c, struct otfp_record *rec)
{
	*rec = c->original->rec;
	c->original->has_marker = 0;
	return otfp_record_keep(rec, &c->batch.arena) < 0 ? otfp_fail_memory(c->err) : 0;
}

static int has_nul(const struct otfp_str *s)
{
	return s->n && memchr(s->p, 0, s->n) != NULL;
}

/* Process 0 is no location: the marker in the archive is on another one. */
static int is_same(const struct otfp_record *a, const struct otfp_record *b)
{
	const struct otfp_str *text = &a->f[OTFP_Marker_text].s, *other = &b->f[OTFP_Marker_text].s;

	return a->time == b->time && a->f[OTFP_Marker_marker].u == b->f[OTFP_Marker_marker].u && text->n == other->n &&
	       (!text->n || memcmp(text->p, other->p, text->n) == 0);
}

/* Wait with the next line of a marker. @return 0, 1 if there is none, <0 */
static int await_marker(struct otfp_otf2_carrying *c)
{
	struct otfp_otf2_original *o = c->original;
	int code;

	if (!o->is_at_markers)
		o->at = 0;
	o->is_at_markers = 1;
	if (o->has_marker)
		return 0;
	code = otfp_otf2_original_line(c, 1);
	o->has_marker = code == 0;
	return code;
}

/* Add the marker of the line as a record of its own. */
static int add_marker(struct otfp_otf2_carrying *c)
{
	struct otfp_record *rec = otfp_otf2_append(c, OTFP_Marker);

	return rec ? take_marker(c, rec) : OTFP_EFAIL;
}

int otfp_otf2_original_marker(struct otfp_otf2_carrying *c)
{
	const size_t at = c->batch.n - 1;
	int code;

	while ((code = await_marker(c)) == 0) {
		if (is_same(&c->batch.recs[at], &c->original->rec))
			return take_marker(c, &c->batch.recs[at]);
		if (!has_nul(&c->original->rec.f[OTFP_Marker_text].s))
			return 0;
		code = add_marker(c);
		if (code < 0)
			return code;
	}
	return code < 0 ? code : 0;
}

int otfp_otf2_original_markers_end(struct otfp_otf2_carrying *c)
{
	int code;

	while ((code = await_marker(c)) == 0)
		if ((code = add_marker(c)) < 0)
			return code;
	return code < 0 ? code : 0;
}

/* ---- learning ---- */

/* Learn what events need to know of definitions: types of keys, forms of counters. */
static int learn(struct otfp_otf2_carrying *c)
{
	struct otfp_otf2_original *o = c->original;
	const struct otfp_record *rec;
	int code;

	while ((code = otfp_otf2_original_next(c, &rec)) == 0) {
		int failed = 0;
		if (rec->type == OTFP_DefKeyValue)
			failed = otfp_map_set(&o->key_types, rec->f[OTFP_DefKeyValue_key].u,
			                      rec->f[OTFP_DefKeyValue_type].u);
		if (rec->type == OTFP_DefCounter)
			failed = otfp_map_set(&c->model.counter_forms, rec->f[OTFP_DefCounter_counter].u,
			                      otfp_value_form((uint32_t)rec->f[OTFP_DefCounter_properties].u));
		if (rec->control == OTFP_C_SM)
			failed = otfp_sm_map(&c->model.streams, &rec->line);
		if (failed < 0)
			return otfp_fail_memory(c->err);
	}
	o->at = 0;
	return code < 0 ? code : 0;
}

/* A property of the first system tree node. */
static int take_property(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *f)
{
	struct otfp_otf2_original *o = c->original;
	struct otfp_str name = otfp_otf2_string(&c->model, OTFP_OTF2_F(f, SystemTreeNodeProperty, name)), text;

	if (OTFP_OTF2_F(f, SystemTreeNodeProperty, systemTreeNode) != 0 ||
	    OTFP_OTF2_F(f, SystemTreeNodeProperty, type) != OTFP_OTF2_TYPE_STRING || !name.p)
		return 0;
	text = otfp_otf2_string(&c->model, OTFP_OTF2_F(f, SystemTreeNodeProperty, value));
	if (!text.p)
		return 0;
	if (is(name, OTFP_OTF2_TOKENS))
		return take_tokens(c, text);
	if (!is(name, OTFP_OTF2_PART) && !is(name, OTFP_OTF2_LINE))
		return 0;
	if (otfp_grow(&o->pieces, o->npieces, &o->cap, sizeof *o->pieces) < 0)
		return otfp_fail_memory(c->err);
	o->pieces[o->npieces++] = (struct otfp_otf2_piece){text, is(name, OTFP_OTF2_LINE)};
	return 0;
}

static int take_attribute(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *f)
{
	struct otfp_str name = otfp_otf2_string(&c->model, OTFP_OTF2_F(f, Attribute, name));
	unsigned what = 0;

	if (!name.p)
		return 0;
	if (is(name, OTFP_OTF2_RECORD))
		what = RECORD;
	else if (is(name, OTFP_OTF2_TAGS))
		what = TAGS;
	else if (is(name, OTFP_OTF2_SOURCE))
		what = SOURCE;
	else if (name.n > strlen(OTFP_OTF2_OF_OTF) && memcmp(name.p, OTFP_OTF2_OF_OTF, strlen(OTFP_OTF2_OF_OTF)) == 0)
		what = FIELD;
	return what && otfp_map_set(&c->original->attributes, f->f[0], what) < 0 ? otfp_fail_memory(c->err) : 0;
}

static int take_definitions(struct otfp_otf2_carrying *c)
{
	int code = 0;

	for (size_t i = 0; i < c->model.n && code == 0; i++) {
		const struct otfp_otf2_frame *f = c->model.frames[i];
		if (f->row == OTFP_OTF2_SystemTreeNodeProperty)
			code = take_property(c, f);
		else if (f->row == OTFP_OTF2_Attribute)
			code = take_attribute(c, f);
	}
	return code;
}

int otfp_otf2_original_open(struct otfp_otf2_carrying *c, const struct otfp_otf2_anchor *anchor)
{
	int is_original = 0, code;

	for (unsigned i = 0; i < anchor->nproperties; i++)
		is_original |= strcmp(anchor->names[i], OTFP_OTF2_ORIGINAL) == 0;
	if (!is_original)
		return 0;
	c->original = calloc(1, sizeof *c->original);
	if (!c->original)
		return otfp_fail_memory(c->err);
	c->model.is_original = 1;
	c->options.plain = 1; /* nothing of OTF2 is carried */
	otfp_names_init(&c->original->names);
	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		c->original->types[otfp_table[type].number] = (uint8_t)type;
	code = take_definitions(c);
	return code < 0 ? code : learn(c);
}

/* ---- events ---- */

static unsigned what_is(const struct otfp_otf2_original *o, uint64_t attribute)
{
	const uint64_t *what = otfp_map_get(&o->attributes, attribute);

	return what ? (unsigned)*what : 0;
}

/* The value of the attribute that says something about the event. @return NULL if it has none */
static const struct otfp_otf2_tag *find(const struct otfp_otf2_original *o, const struct otfp_otf2_frame *frame,
                                        unsigned what)
{
	const struct otfp_otf2_tag *tags = otfp_otf2_tags(frame);

	for (unsigned i = 0; i < frame->ntags; i++)
		if (what_is(o, tags[i].attribute) == what)
			return &tags[i];
	return NULL;
}

/* The key-values of a text: key:type:value, separated by HT. */
static int take_tags(struct otfp_otf2_carrying *c, struct otfp_str s)
{
	struct otfp_buf bytes = OTFP_BUF_INIT;
	int code = otfp_buf_reserve(&bytes, s.n) < 0 ? otfp_fail_memory(c->err) : 0;

	for (const char *p = s.p, *end = s.p + s.n; p < end && code == 0;) {
		const char *tab = memchr(p, '\t', (size_t)(end - p));
		size_t n = (size_t)((tab ? tab : end) - p);
		struct otfp_tag *tag = otfp_otf2_tag(c, 0);
		if (!tag)
			code = OTFP_EFAIL;
		else if (otfp_tag_get(tag, p, n, &bytes) < 0)
			code = otfp_otf2_original_bad(c, "the key-values of an event are damaged");
		else if (tag->type == OTFP_TAG_BYTES) {
			tag->bytes = otfp_otf2_keep(c, tag->bytes.p, tag->bytes.n);
			code = tag->bytes.p ? 0 : OTFP_EFAIL;
		}
		p += n + 1;
	}
	otfp_buf_release(&bytes);
	return code;
}

static int take_tag(struct otfp_otf2_carrying *c, const struct otfp_otf2_tag *from)
{
	uint32_t key = otfp_otf2_token(&c->model, OTFP_OTF2_ATTRIBUTES, from->attribute);
	const uint64_t *type = otfp_map_get(&c->original->key_types, key);
	struct otfp_tag *tag = otfp_otf2_tag(c, key);

	if (!tag)
		return OTFP_EFAIL;
	tag->type = (uint8_t)(type && *type < OTFP_NTAGTYPES ? *type : otfp_otf2_tag_type(from->type));
	if (tag->type == OTFP_TAG_BYTES)
		tag->bytes = otfp_otf2_string(&c->model, from->value);
	else
		tag->bits = otfp_otf2_cut(from->value, tag->type);
	return 0;
}

int otfp_otf2_original_tags(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	const struct otfp_otf2_tag *tags = otfp_otf2_tags(frame), *all = find(c->original, frame, TAGS);
	int code = 0;

	if (all)
		return take_tags(c, otfp_otf2_string(&c->model, all->value));
	for (unsigned i = 0; i < frame->ntags && code == 0; i++)
		if (!what_is(c->original, tags[i].attribute))
			code = take_tag(c, &tags[i]);
	return code;
}

/* Set the field that an attribute has the name of. */
static void set_field(struct otfp_otf2_carrying *c, struct otfp_record *rec, const struct otfp_otf2_tag *from)
{
	const struct otfp_schema *s = &otfp_table[rec->type];
	const struct otfp_otf2_frame *def = otfp_otf2_find(&c->model, OTFP_OTF2_ATTRIBUTES, from->attribute);
	struct otfp_str name = otfp_otf2_string(&c->model, OTFP_OTF2_F(def, Attribute, name));
	const size_t prefix = strlen(OTFP_OTF2_OF_OTF);

	name = (struct otfp_str){name.p + prefix, name.n - prefix};
	for (unsigned i = 0; i < s->nfields; i++) {
		if (!is(name, s->fields[i].name))
			continue;
		if (s->fields[i].type == OTFP_FIELD_STR)
			rec->f[i].s = otfp_otf2_string(&c->model, from->value);
		else if (s->fields[i].type != OTFP_FIELD_LIST)
			rec->f[i].u = from->value;
	}
}

/* A missing field is 0 or an empty string. */
static int emit_original(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, unsigned type)
{
	const struct otfp_otf2_tag *tags = otfp_otf2_tags(frame);
	const struct otfp_schema *s = &otfp_table[type];
	struct otfp_record *rec;

	if (otfp_otf2_original_tags(c, frame) < 0 || !(rec = otfp_otf2_emit(c, type)))
		return OTFP_EFAIL;
	for (unsigned i = 0; i < s->nfields; i++)
		if (s->fields[i].type == OTFP_FIELD_STR)
			rec->f[i].s = (struct otfp_str){"", 0};
	for (unsigned i = 0; i < frame->ntags; i++)
		if (what_is(c->original, tags[i].attribute) == FIELD)
			set_field(c, rec, &tags[i]);
	for (unsigned i = 0; i < s->nfields; i++)
		if (s->fields[i].type == OTFP_FIELD_VALUE)
			rec->form = otfp_otf2_counter_form(&c->model, rec->f[i - 1].u);
	return 0;
}

int otfp_otf2_original_event(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	const struct otfp_otf2_tag *record = find(c->original, frame, RECORD);
	unsigned type;

	if (!record)
		return OTFP_END;
	if (record->value == OTFP_OTF2_NO_RECORD)
		return 0;
	type = record->value < sizeof c->original->types ? c->original->types[record->value] : 0;
	if (!type || !otfp_is_timed(otfp_table[type].file))
		return otfp_otf2_bad(c, OTFP_FLAW_UNKNOWN, "an event stands for a record of unknown type %u",
		                     (unsigned)record->value);
	return emit_original(c, frame, type);
}
