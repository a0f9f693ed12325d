#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "otf2room.h"
#include "otf2/carry/define.h"
#include "otf2/carry/event.h"
#include "otf2/types.h"

/* ---- frames out of text: "<row> <time> <field> ... | <content> ... | <attribute> <type> <value> ..." ---- */

static unsigned row_of(const char *name)
{
	for (unsigned i = 0; i < OTFP_OTF2_NROWS; i++) {
		const int is_snap = otfp_otf2_rows[i].kind == OTFP_OTF2_SNAP;
		if (is_snap == (strncmp(name, "Snap", 4) == 0 && strcmp(name, "SnapshotStart") != 0) &&
		    strcmp(otfp_otf2_rows[i].name, name + (is_snap ? 4 : 0)) == 0)
			return i;
	}
	fail_msg("no row %s", name);
	return 0;
}

/* Write the frame at p. A content 'text' in quotes fills as many words as it needs. @return its words */
static size_t frame_of(uint64_t *p, const char *text)
{
	struct otfp_otf2_frame *f = (struct otfp_otf2_frame *)p;
	char name[64];
	int n, part = 0;
	size_t words = OTFP_OTF2_HEAD_WORDS, ntags = 0;

	sscanf(text, "%63s%n", name, &n);
	text += n;
	*f = (struct otfp_otf2_frame){.row = (uint16_t)row_of(name)};
	f->time = strtoull(text, (char **)&text, 10);
	for (; *text; text += *text == ' ') {
		if (*text == '|') {
			part++;
			text++;
		} else if (*text == '\'') {
			const char *end = strchr(text + 1, '\'');
			size_t bytes = (size_t)(end - text) - 1;
			memset(p + words, 0, (bytes + 7) / 8 * 8);
			memcpy(p + words, text + 1, bytes);
			words += (bytes + 7) / 8;
			text = end + 1;
		} else if (*text != ' ') {
			uint64_t v = *text == '-' ? (uint64_t)strtoll(text, (char **)&text, 10) :
			                            strtoull(text, (char **)&text, 10);
			uint32_t type = (uint32_t)v;
			if (part != 2 || ntags % 3 == 2)
				p[words++] = v;
			else if (ntags % 3 == 1)
				memcpy((char *)(p + words - 1) + offsetof(struct otfp_otf2_tag, type), &type,
				       sizeof type);
			else
				memcpy(p + words++, &(struct otfp_otf2_tag){.attribute = (uint32_t)v}, sizeof *p);
			ntags += part == 2;
		}
	}
	f->ntags = (uint16_t)(ntags / 3);
	f->words = (uint32_t)words;
	if (!otfp_otf2_frame_is_sound(p, words))
		fail_msg("unsound: %s", name);
	return words;
}

/* ---- records as text: "<record> <time> <loc> <fields> {<key>=<value> ...}" ---- */

static const char *key_name(const struct otf2_room *r, uint32_t key)
{
	const uint64_t *name = otfp_map_get(&r->keys, key);

	return name ? (const char *)(uintptr_t)*name : "?";
}

static void learn_key(struct otf2_room *r, const struct otfp_record *rec)
{
	const struct otfp_str s = rec->f[OTFP_DefKeyValue_name].s;

	assert_int_equal(otfp_map_set(&r->keys, rec->f[OTFP_DefKeyValue_key].u, (uintptr_t)strndup(s.p, s.n)), 0);
}

static char *put_field(char *p, const struct otfp_field *f, const union otfp_value *v)
{
	p += sprintf(p, " ");
	if (f->type == OTFP_FIELD_STR)
		return p + sprintf(p, "'%.*s'", (int)v->s.n, v->s.p);
	if (f->type != OTFP_FIELD_LIST)
		return p + sprintf(p, "%llu", (unsigned long long)v->u);
	for (size_t i = 0; i < v->l.n; i++)
		p += sprintf(p, "%s%u", i ? "," : "", v->l.p[i]);
	return v->l.n ? p : p + sprintf(p, "()");
}

static char *put_tag(char *p, const struct otf2_room *r, const struct otfp_tag *t)
{
	p += sprintf(p, "%s=", key_name(r, t->key));
	if (t->type != OTFP_TAG_BYTES)
		return p + sprintf(p, "%lld", (long long)t->bits);
	*p++ = '\'';
	for (size_t i = 0; i < t->bytes.n; i++)
		*p++ = t->bytes.p[i] ? t->bytes.p[i] : '~';
	*p++ = '\'';
	*p = 0;
	return p;
}

static char *put_record(char *p, const struct otf2_room *r, const struct otfp_record *rec)
{
	const struct otfp_schema *s = otfp_schema(rec->type);

	p += sprintf(p, "%s", s->name);
	if (s->file != OTFP_FILE_DEF && rec->type != OTFP_DefMarker)
		p += sprintf(p, " %llu %u", (unsigned long long)rec->time, rec->loc);
	for (unsigned i = 0; i < s->nfields; i++)
		p = put_field(p, &s->fields[i], &rec->f[i]);
	for (unsigned i = 0; i < rec->ntags; i++) {
		p += sprintf(p, i ? " " : " {");
		p = put_tag(p, r, &rec->tags[i]);
	}
	return p + sprintf(p, rec->ntags ? "}\n" : "\n");
}

const char *otf2_records(struct otf2_room *r)
{
	char *p = r->text;

	*p = 0;
	for (size_t i = 0; i < r->c.batch.n; i++) {
		if (r->c.batch.recs[i].type == OTFP_DefKeyValue)
			learn_key(r, &r->c.batch.recs[i]);
		else
			p = put_record(p, r, &r->c.batch.recs[i]);
	}
	otfp_otf2_carrying_clear(&r->c);
	return r->text;
}

/* ---- a small archive ---- */

static const char *const strings[] = {"",       "main", "demo.c", "world", "node",   "Rank 0", "Rank 1",
                                      "Master", "load", "fp",     "a.out", "/tmp/x", "POSIX",  "u.attr"};

const char *const otf2_definitions[] = {
	"ClockProperties 0 1000 10 90 18446744073709551615",
	"Attribute 0 0 13 0 3",
	"SystemTreeNode 0 0 4 4 " OTF2_NONE,
	"LocationGroup 0 0 5 1 0 " OTF2_NONE,
	"LocationGroup 0 1 6 1 0 " OTF2_NONE,
	"Location 0 0 7 1 5 0",
	"Location 0 1 7 1 6 1",
	"Location 0 4294967296 8 1 7 0",
	"Region 0 0 1 1 0 1 1 0 2 10 20",
	"Region 0 1 9 0 0 23 4 0 " OTF2_NONE " 0 0",
	"Group 0 0 0 4 4 0 2 | 0 1",
	"Group 0 1 3 5 4 0 2 | 1 0",
	"Group 0 2 0 6 4 0 0",
	"Comm 0 0 3 1 " OTF2_NONE " 0",
	"Comm 0 1 3 2 0 0",
	"InterComm 0 2 3 3 4 0 0",
	"Group 0 3 0 5 4 0 1 | 0",
	"Group 0 4 0 5 4 0 1 | 1",
	"RmaWin 0 0 3 0 1",
	"MetricMember 0 0 8 0 0 16 10 1 0 0",
	"MetricMember 0 1 9 0 0 0 8 1 0 0",
	"MetricClass 0 0 2 1 2 | 0 1",
	"MetricClass 0 1 1 2 0 | 0",
	"Parameter 0 0 8 0",
	"Parameter 0 1 8 1",
	"Parameter 0 2 8 2",
	"SourceCodeLocation 0 0 2 55",
	"CallingContext 0 0 0 0 " OTF2_NONE,
	"CallingContext 0 1 1 " OTF2_NONE " 0",
	"IoParadigm 0 0 12 12 0 1 0",
	"IoRegularFile 0 0 11 0",
	"IoHandle 0 0 11 0 0 0 1 " OTF2_NONE,
};
const size_t otf2_ndefinitions = sizeof otf2_definitions / sizeof *otf2_definitions;

static void add(struct otf2_room *r, const char *text)
{
	frame_of(r->words, text);
	assert_int_equal(otfp_otf2_model_add(&r->c.model, (const struct otfp_otf2_frame *)r->words), 0);
}

static void add_strings(struct otf2_room *r)
{
	char text[200];

	for (unsigned i = 0; i < sizeof strings / sizeof *strings; i++) {
		snprintf(text, sizeof text, "String 0 %u %zu | '%s'", i, strlen(strings[i]), strings[i]);
		if (!*strings[i])
			snprintf(text, sizeof text, "String 0 %u 0", i);
		add(r, text);
	}
}

struct otf2_room *otf2_room_new(int plain)
{
	struct otf2_room *r = calloc(1, sizeof *r);

	assert_non_null(r);
	r->c.err = &r->err;
	r->c.name = "demo";
	r->c.options.plain = plain;
	assert_int_equal(otfp_otf2_carrying_init(&r->c), 0);
	add_strings(r);
	return r;
}

static void define_all(struct otf2_room *r)
{
	struct otfp_otf2_define d = {.c = &r->c};

	assert_int_equal(otfp_otf2_define_next(&d, SIZE_MAX, NULL), 0);
	otfp_otf2_define_release(&d);
}

/* Resolve; the lane is that of a location. */
static void begin(struct otf2_room *r, uint64_t location)
{
	assert_int_equal(otfp_otf2_model_resolve(&r->c.model), 0);
	assert_int_equal(otfp_otf2_carrying_begin(&r->c), 0);
	define_all(r);
	otf2_records(r);
	r->lane.process = otfp_otf2_process_of(&r->c.model, location);
	r->lane.token = r->lane.process->token;
	r->lane.is_at_end = 1;
	r->lane.events = &r->lane;
	r->c.lane = &r->lane;
}

struct otf2_room *otf2_room_of(uint64_t location, int plain)
{
	struct otf2_room *r = otf2_room_new(plain);

	for (size_t i = 0; i < otf2_ndefinitions; i++)
		add(r, otf2_definitions[i]);
	begin(r, location);
	return r;
}

void otf2_room_free(struct otf2_room *r)
{
	for (struct otfp_map_at at = {0}; otfp_map_next(&r->keys, &at);)
		free((char *)(uintptr_t)*at.value);
	otfp_map_release(&r->keys);
	otfp_otf2_lane_release(&r->lane);
	otfp_otf2_carrying_release(&r->c);
	free(r);
}

const char *otf2_convert(struct otf2_room *r, const char *text)
{
	char line[1000];
	size_t words = 0;

	for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
		snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
		words += frame_of(r->words + words, line);
	}
	for (unsigned i = 0; i < OTFP_OTF2_COLLECTIVES; i++)
		r->lane.collectives[i].sought = 0;
	r->lane.done = 0;
	r->lane.start = r->lane.p = r->words;
	r->lane.end = r->words + words;
	while (r->lane.p < r->lane.end) {
		const struct otfp_otf2_frame *f = (const struct otfp_otf2_frame *)r->lane.p;
		r->c.time = f->time;
		r->lane.done++;
		assert_int_equal(otfp_otf2_event(&r->c), 0);
		r->lane.p += f->words;
	}
	return otf2_records(r);
}

const char *otf2_define(struct otf2_room *r, const char *const *frames, size_t n)
{
	for (size_t i = 0; i < n; i++)
		add(r, frames[i]);
	assert_int_equal(otfp_otf2_model_resolve(&r->c.model), 0);
	assert_int_equal(otfp_otf2_carrying_begin(&r->c), 0);
	define_all(r);
	assert_int_equal(otfp_otf2_define_markers(&r->c), 0);
	return otf2_records(r);
}
