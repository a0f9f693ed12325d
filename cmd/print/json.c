/*
 * json.c - a record as a JSON object on a line, by the schema.
 *
 * The object has everything that is needed to restore the record. A value that JSON cannot represent exactly has a
 * second member: the bytes in hex of a string that is not UTF-8; the text of the line stream of a counter value or real
 * that is not an integer.
 */
#include "base/error.h"
#include "base/json.h"
#include "base/real.h"
#include "line/header.h"
#include "record/tag.h"
#include "record/value.h"
#include "cmd/print/forms.h"

/* ---- strings ---- */

/* Room for n bytes, valid until the next call. @return NULL when memory is out; p->pen.code is set then */
static char *scratch(struct print *p, size_t n)
{
	p->scratch.n = 0;
	if (otfp_buf_reserve(&p->scratch, n) == 0)
		return p->scratch.p;
	pen_fail(&p->pen);
	return NULL;
}

static void put_string(struct print *p, struct otfp_str s)
{
	char *text = scratch(p, OTFP_JSON_ROOM(s.n));

	if (text)
		pen_put(&p->pen, text, (size_t)(otfp_json_put(text, s.p, s.n) - text));
}

static void put_hex(struct print *p, struct otfp_str s)
{
	struct otfp_tag bytes = {.type = OTFP_TAG_BYTES, .bytes = s};
	char *text = scratch(p, otfp_tag_room(&bytes));

	if (!text)
		return;
	pen_put(&p->pen, "\"", 1);
	pen_put(&p->pen, text, (size_t)(otfp_tag_put_value(text, &bytes) - text));
	pen_put(&p->pen, "\"", 1);
}

static int is_utf8(struct otfp_str s)
{
	for (size_t i = 0, n; i < s.n; i += n) {
		n = otfp_utf8_length(s.p + i, s.n - i);
		if (!n)
			return 0;
	}
	return 1;
}

static void string_field(struct print *p, const char *name, struct otfp_str s)
{
	if (!s.p) {
		pen_puts(&p->pen, "null");
		return;
	}
	put_string(p, s);
	if (is_utf8(s))
		return;
	pen_key(&p->pen, name, "_bytes");
	put_hex(p, s);
}

/* ---- numbers ---- */

static void put_label(struct print *p, const struct otfp_record *rec, const char *name, int space, uint32_t token)
{
	const struct label *label = label_of(&p->labels, (unsigned)space, is_placeless(rec), rec->loc, token);

	if (!label)
		return;
	pen_key(&p->pen, name, "_name");
	pen_put(&p->pen, label->p, label->n);
}

static void put_double(struct print *p, double real)
{
	p->pen.out.p = otfp_json_put_real(pen_room(&p->pen, OTFP_JSON_REAL_MAX), real);
}

/* The value of a counter as a number; unless it is an integer, its text follows as a second member. */
static void value_field(struct print *p, const struct otfp_record *rec, const char *name, uint64_t bits)
{
	char text[OTFP_VALUE_ROOM + 4];
	size_t n = (size_t)(otfp_value_put(text, bits, rec->form) - text);
	const int is_whole = strspn(text, "-0123456789") >= n;

	text[n] = '\0';
	if (is_whole)
		pen_put(&p->pen, text, n);
	else
		put_double(p, otfp_real_of(bits, rec->form == OTFP_FORM_FLOAT));
	if (is_whole)
		return;
	pen_key(&p->pen, name, "_text");
	put_string(p, (struct otfp_str){text, n});
}

static void list_field(struct print *p, struct otfp_list l)
{
	pen_begin(&p->pen, '[');
	for (size_t i = 0; i < l.n; i++) {
		pen_next(&p->pen);
		pen_dec(&p->pen, l.p[i]);
	}
	pen_end(&p->pen, ']');
}

static void put_field(struct print *p, const struct otfp_record *rec, const struct otfp_field *f, unsigned slot)
{
	const union otfp_value *v = &rec->f[slot];
	const int space = otfp_named_space(f->what);

	pen_key(&p->pen, f->name, "");
	switch (f->type) {
	case OTFP_FIELD_STR: string_field(p, f->name, v->s); return;
	case OTFP_FIELD_LIST: list_field(p, v->l); return;
	case OTFP_FIELD_VALUE: value_field(p, rec, f->name, v->u); return;
	case OTFP_FIELD_KIND:
		put_string(p,
		           (struct otfp_str){otfp_file_name((unsigned)v->u), strlen(otfp_file_name((unsigned)v->u))});
		return;
	default: pen_dec(&p->pen, otfp_true_number(&p->labels.names.carriers, rec, slot));
	}
	if (space >= 0 && !(slot == 0 && is_placeless(rec))) /* a definition has the name as a field */
		put_label(p, rec, f->name, space, (uint32_t)v->u);
}

/* ---- key-values ---- */

static void put_tag(struct print *p, const struct otfp_record *rec, const struct otfp_tag *t)
{
	const int is_real = t->type == OTFP_TAG_FLOAT || t->type == OTFP_TAG_DOUBLE;
	char text[2 * OTFP_DEC_MAX + OTFP_REAL_MAX];

	pen_begin(&p->pen, '{');
	pen_key(&p->pen, "key", "");
	pen_dec(&p->pen, t->key);
	put_label(p, rec, "key", OTFP_NAMED_KEY, t->key);
	pen_key(&p->pen, "type", "");
	pen_word(&p->pen, otfp_tag_word(t->type));
	pen_key(&p->pen, "value", "");
	if (t->type == OTFP_TAG_BYTES)
		put_hex(p, t->bytes);
	else if (is_real)
		put_double(p, otfp_real_of(t->bits, t->type == OTFP_TAG_FLOAT));
	else
		pen_put(&p->pen, text, (size_t)(otfp_tag_put_value(text, t) - text));
	if (is_real) {
		pen_key(&p->pen, "value", "_text");
		put_string(p, (struct otfp_str){text, (size_t)(otfp_tag_put_value(text, t) - text)});
	}
	pen_end(&p->pen, '}');
}

static void put_tags(struct print *p, const struct otfp_record *rec)
{
	pen_key(&p->pen, "tags", "");
	pen_begin(&p->pen, '[');
	for (uint32_t i = 0; i < rec->ntags; i++) {
		pen_next(&p->pen);
		put_tag(p, rec, &rec->tags[i]);
	}
	pen_end(&p->pen, ']');
}

/* ---- objects ---- */

static void put_place(struct print *p, const struct otfp_record *rec)
{
	if (is_placeless(rec)) {
		pen_key(&p->pen, "stream", "");
		pen_dec(&p->pen, rec->loc);
		return;
	}
	pen_key(&p->pen, "time", "");
	pen_dec(&p->pen, rec->time);
	if (!p->o.ticks) {
		pen_key(&p->pen, "seconds", "");
		p->pen.out.p = otfp_decimal_put_since(&p->clock.decimal, pen_room(&p->pen, OTFP_DECIMAL_MAX), rec->time,
		                                      p->clock.base);
	}
	pen_key(&p->pen, "process", "");
	pen_dec(&p->pen, rec->loc);
	put_label(p, rec, "process", OTFP_NAMED_PROCESS, rec->loc);
}

/* A record of unknown name: its name and the whole line. */
static void put_unknown(struct print *p, struct otfp_str line)
{
	const char *tab = memchr(line.p, '\t', line.n);

	put_string(p, (struct otfp_str){line.p, tab ? (size_t)(tab - line.p) : line.n});
	pen_key(&p->pen, "whole_line", "");
	string_field(p, "whole_line", line);
}

void print_object(struct print *p, const struct otfp_record *rec)
{
	const struct otfp_schema *s = rec->type < OTFP_NTYPES ? &otfp_table[rec->type] : NULL;

	pen_begin(&p->pen, '{');
	pen_key(&p->pen, "record", "");
	if (s) {
		pen_word(&p->pen, s->name);
		put_place(p, rec);
		for (unsigned i = 0; i < s->nfields; i++)
			put_field(p, rec, &s->fields[i], i);
		if (OTFP_UNLIKELY(rec->ntags))
			put_tags(p, rec);
	} else {
		put_unknown(p, rec->line);
	}
	pen_end(&p->pen, '}');
	pen_put(&p->pen, "\n", 1);
}

void print_control(struct print *p, struct otfp_str line)
{
	const char *tab = memchr(line.p, '\t', line.n);
	const size_t n = tab ? (size_t)(tab - line.p) : line.n;

	pen_begin(&p->pen, '{');
	pen_key(&p->pen, "control", "");
	put_string(p, (struct otfp_str){line.p, n});
	pen_key(&p->pen, "text", "");
	string_field(p, "text", tab ? (struct otfp_str){tab + 1, line.n - n - 1} : (struct otfp_str){"", 0});
	pen_end(&p->pen, '}');
	pen_put(&p->pen, "\n", 1);
}

int print_magic(struct print *p)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	int code = otfp_header_format(&p->header, &b) < 0 ? otfp_fail_memory(p->err) : 0;

	if (code == 0)
		print_control(p, (struct otfp_str){b.p, b.n - 1}); /* without LF */
	otfp_buf_release(&b);
	return code < 0 ? code : p->pen.code;
}
