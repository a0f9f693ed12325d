/* carried.c - reads the carriers of OTF, which are comments that contain a line of the line stream. See keys.h. */
#include "vtf3/read/carried.h"
#include "line/header.h"
#include "line/parse.h"
#include "record/control.h"
#include "record/equal.h"
#include "record/keep.h"
#include "record/value.h"
#include "vtf3/read/records.h"
#include <stdlib.h>

enum { LONGEST = 16 << 20 }; /* bytes of a line; the limit of otfpipe-stream(5) */

typedef struct otfp_vtf3_reading convert;

/* ---- invalid carriers ---- */

/* The reader adds the place and reports it. */
static void trouble(convert *c, const char *what)
{
	c->troubles++;
	otfp_fail_at(c->err, OTFP_EDAMAGE, OTFP_FLAW_LINE, NULL, 0, "%s", what);
}

/* Keep the invalid carrier as a comment, stored as a VTF3 record (vtf3:), since its text starts like a carrier. */
static int keep_comment(convert *c, enum otfp_vtf3_carrier kind, double time)
{
	struct otfp_vtf3_carried *k = c->carried;
	const char head[4] = {'o', 't', 'f', (char)kind};
	struct otfp_vtf3_record comment;
	struct otfp_str text;
	char *p = otfp_arena_get(&c->arena, k->text.n + sizeof head + 1);

	if (!p)
		return otfp_fail_memory(c->err);
	memcpy(p, head, sizeof head);
	if (k->text.n)
		memcpy(p + sizeof head, k->text.p, k->text.n);
	text = (struct otfp_str){p, k->text.n + sizeof head};
	p[text.n] = '\0';
	k->text.n = 0;
	otfp_vtf3_record_init(&comment, OTFP_VTF3_Comment);
	comment.time = time;
	comment.v[0].s = text;
	return otfp_vtf3_read_native(c, &comment);
}

int otfp_vtf3_carried_end(struct otfp_vtf3_reading *c)
{
	enum otfp_vtf3_carrier kind = c->waits;

	if (kind == OTFP_CARRIER_NONE)
		return 0;
	c->waits = OTFP_CARRIER_NONE;
	trouble(c, kind == OTFP_CARRIER_PART ? "the last part of an OTF line in carrier comments is missing" :
	                                       "no record follows the carrier comment (otf= or otf-)");
	return keep_comment(c, kind, c->carried->time);
}

/* ---- lines ---- */

/* Lines that end or restart a stream are not allowed in a carrier. */
static int parse_control(struct otfp_vtf3_carried *k, const char *p, size_t n)
{
	k->rec = otfp_control_record(p, n);
	return k->rec.control == OTFP_C_NONE || k->rec.control >= OTFP_C_FT || memchr(p, '\n', n) ? -1 : 0;
}

static int parse_record(struct otfp_vtf3_carried *k, const char *p, size_t n)
{
	if (otfp_parse_line(p, &k->rec, &k->names, &k->scratch) != p + n + 1)
		return -1;
	if (k->rec.type != OTFP_OTHER)
		return 0;
	return otfp_parse_place(&k->rec) ? 0 : -1;
}

/* Parse the line in k->text to k->rec. @return 0, 1 if it is invalid */
static int parse(struct otfp_vtf3_carried *k)
{
	size_t n = k->text.n;

	k->rec = (struct otfp_record){.type = OTFP_NONE};
	return (n && *k->text.p == '@' ? parse_control(k, k->text.p, n) : parse_record(k, k->text.p, n)) < 0;
}

/* ---- records out ---- */

static uint64_t scaled(const convert *c, uint64_t ticks)
{
	double d = (double)ticks * c->factor + 0.5;

	return d < 18446744073709551616.0 ? (uint64_t)d : UINT64_MAX;
}

static void rescale(const convert *c, struct otfp_record *rec)
{
	const struct otfp_schema *s = &otfp_table[rec->type];

	rec->time = otfp_is_timed(rec->file) || rec->type == OTFP_Marker ? scaled(c, rec->time) : rec->time;
	for (unsigned i = 0; i < s->nfields; i++)
		if (s->fields[i].what == OTFP_W_TIME || s->fields[i].what == OTFP_W_DURATION)
			rec->f[i].u = scaled(c, rec->f[i].u);
	if (rec->type == OTFP_DefTimerResolution)
		rec->f[0].u = c->resolution;
}

int otfp_vtf3_learn(struct otfp_vtf3_reading *c, const struct otfp_record *rec)
{
	struct otfp_record own;
	enum otfp_form form;

	switch (rec->type) {
	case OTFP_DefTimerResolution: c->resolution = rec->f[0].u; return 0;
	case OTFP_DefCounter:
		form = otfp_value_form((uint32_t)rec->f[2].u);
		if (rec->loc || (form != OTFP_FORM_SIGNED && form != OTFP_FORM_FLOAT))
			return 0;
		return otfp_map_set(&c->forms, rec->f[0].u, form) < 0 ? otfp_fail_memory(c->err) : 0;
	case OTFP_DefKeyValue:
		if (rec->f[0].u - OTFP_VTF3_FIRST_KEY >= OTFP_VTF3_NKEYS)
			return 0;
		otfp_vtf3_key_record((enum otfp_vtf3_key)(rec->f[0].u - OTFP_VTF3_FIRST_KEY), &own);
		if (otfp_record_equal(rec, &own))
			c->known_keys |= 1u << (rec->f[0].u - OTFP_VTF3_FIRST_KEY);
		return 0;
	default: c->ncontrols += rec->type == OTFP_CONTROL; return 0;
	}
}

static int put(convert *c)
{
	struct otfp_record *out = otfp_vtf3_emit(c, OTFP_NoOp, 0);

	if (!out)
		return OTFP_EFAIL;
	*out = c->carried->rec;
	if (out->type < OTFP_NTYPES)
		out->line = (struct otfp_str){NULL, 0};
	out->lineno = 0;
	if (otfp_record_keep(out, &c->arena) < 0)
		return otfp_fail_memory(c->err);
	if (OTFP_UNLIKELY(c->factor > 0) && out->type < OTFP_NTYPES)
		rescale(c, out);
	return otfp_vtf3_learn(c, out);
}

static int is_header(const struct otfp_buf *text)
{
	return otfp_control_of(text->p, text->n) == OTFP_C_MAGIC;
}

/* Take the properties of the files from a magic line. @return 0, 1 if it is invalid */
static int take_header(convert *c)
{
	struct otfp_vtf3_carried *k = c->carried;
	struct otfp_header h;
	struct otfp_error why;

	if (otfp_header_parse(&h, k->text.p, k->text.n, &k->header, &why) < 0)
		return 1;
	c->header = h;
	return 0;
}

static int is_timed(const struct otfp_record *rec)
{
	return rec->type != OTFP_CONTROL && otfp_is_timed(rec->file);
}

/* otf: gives a record at the place of the comment. @return 0, 1 if the line is invalid or has another time, <0 */
static int put_here(convert *c, const struct otfp_vtf3_record *comment)
{
	int code = 0;

	if (is_header(&c->carried->text))
		return take_header(c);
	if (parse(c->carried))
		return 1;
	if (is_timed(&c->carried->rec)) {
		if (otfp_vtf3_double_of(c->carried->rec.time) != comment->time)
			return 1;
		code = otfp_vtf3_begin_event(c, comment);
	}
	return code < 0 ? code : put(c);
}

/* otf= keeps its record until the next VTF3 record. @return 0, 1 if the line is invalid or has another time */
static int put_instead(convert *c, const struct otfp_vtf3_record *comment)
{
	const struct otfp_record *rec = &c->carried->rec;

	if (parse(c->carried) || rec->type == OTFP_CONTROL ||
	    (is_timed(rec) && otfp_vtf3_double_of(rec->time) != comment->time))
		return 1;
	c->waits = OTFP_CARRIER_INSTEAD;
	return 0;
}

/* ---- carriers in ---- */

static int add_text(convert *c, const struct otfp_vtf3_record *rec)
{
	static const char ahead[OTFP_INPUT_AHEAD + 1] = "\n"; /* bytes that the parsers may read past the end */
	struct otfp_vtf3_carried *k = c->carried;
	const struct otfp_str *s = &rec->v[0].s;

	k->time = rec->time;
	if (otfp_buf_add(&k->text, s->p + 4, s->n - 4) < 0 || otfp_buf_add(&k->text, ahead, sizeof ahead) < 0)
		return otfp_fail_memory(c->err);
	k->text.n -= sizeof ahead;
	return 0;
}

static int take_part(convert *c, const struct otfp_vtf3_record *rec)
{
	int code = 0;

	if (c->waits != OTFP_CARRIER_PART || c->carried->text.n + rec->v[0].s.n > LONGEST) {
		code = otfp_vtf3_carried_end(c);
		c->carried->text.n = 0;
	}
	c->waits = OTFP_CARRIER_PART;
	return code < 0 ? code : add_text(c, rec);
}

static int take_line(convert *c, const struct otfp_vtf3_record *rec, enum otfp_vtf3_carrier kind)
{
	int code = 0;

	if (c->waits != OTFP_CARRIER_PART) {
		code = otfp_vtf3_carried_end(c);
		c->carried->text.n = 0;
	}
	c->waits = OTFP_CARRIER_NONE;
	if (code == 0)
		code = add_text(c, rec);
	if (code == 0)
		code = kind == OTFP_CARRIER_HERE ? put_here(c, rec) : put_instead(c, rec);
	if (code != 1)
		return code;
	trouble(c, "a carrier comment (otf: or otf=) has no valid line of its time");
	return keep_comment(c, kind, rec->time);
}

static int take_word(convert *c, const struct otfp_vtf3_record *rec, enum otfp_vtf3_carrier kind)
{
	int code = otfp_vtf3_carried_end(c);

	c->carried->text.n = 0;
	c->carried->time = rec->time;
	if (kind == OTFP_CARRIER_SKIP)
		c->waits = kind;
	else
		c->nlater = c->nthreads = c->nprocesses = 0;
	return code;
}

static int take_native(convert *c, const struct otfp_vtf3_record *rec)
{
	enum otfp_vtf3_carrier waits = c->waits;
	int code;

	code = waits == OTFP_CARRIER_PART ? otfp_vtf3_carried_end(c) : 0;
	c->waits = OTFP_CARRIER_NONE;
	if (waits == OTFP_CARRIER_SKIP || code < 0)
		return code;
	code = otfp_vtf3_read_native(c, rec);
	if (code < 0 || waits != OTFP_CARRIER_INSTEAD)
		return code;
	otfp_vtf3_undo(c);
	return put(c);
}

int otfp_vtf3_carried_read(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	enum otfp_vtf3_carrier kind =
		rec->type == OTFP_VTF3_Comment ? otfp_vtf3_carrier_of(&rec->v[0].s) : OTFP_CARRIER_NONE;

	if (kind == OTFP_CARRIER_NONE)
		return take_native(c, rec);
	if (!c->carried) {
		c->carried = calloc(1, sizeof *c->carried);
		if (!c->carried)
			return otfp_fail_memory(c->err);
		otfp_names_init(&c->carried->names);
	}
	c->before.n = c->n;
	switch (kind) {
	case OTFP_CARRIER_PART: return take_part(c, rec);
	case OTFP_CARRIER_HERE:
	case OTFP_CARRIER_INSTEAD: return take_line(c, rec, kind);
	default: return take_word(c, rec, kind);
	}
}

void otfp_vtf3_carried_free(struct otfp_vtf3_carried *k)
{
	if (!k)
		return;
	otfp_scratch_release(&k->scratch);
	otfp_buf_release(&k->text);
	otfp_buf_release(&k->header);
	free(k);
}
