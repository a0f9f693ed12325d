/* carry-comment.c - what OTF has no record for: definitions and snapshots as comments, events as NoOp. See carry.h. */
#include "base/real.h"
#include "otf2/carry/carry.h"
#include "otf2/carry/convert.h"
#include "otf2/values.h"
#include <inttypes.h>
#include <string.h>

int otfp_otf2_encode(struct otfp_buf *b, struct otfp_str s)
{
	for (size_t i = 0; i < s.n && s.p; i++) {
		unsigned char byte = (unsigned char)s.p[i];
		int is_plain = byte > ' ' && byte != 0x7f && !strchr("%\"<>", byte);
		if (is_plain ? otfp_buf_add(b, &s.p[i], 1) < 0 : otfp_buf_printf(b, "%%%02X", byte) < 0)
			return -1;
	}
	return 0;
}

static int put_string(struct otfp_buf *b, struct otfp_str s)
{
	return otfp_buf_puts(b, "s:") < 0 ? -1 : otfp_otf2_encode(b, s);
}

static int put_real(struct otfp_buf *b, uint64_t bits)
{
	char text[64];
	size_t n = otfp_put_double(text, bits);

	return n ? otfp_buf_add(b, text, n) : otfp_buf_printf(b, "0x%" PRIx64, bits);
}

/* A number or reference. A reference to nothing has token 0: another token that is not defined would take the
 * definition with it on the way back. */
static int put_number(struct otfp_otf2_carrying *c, struct otfp_otf2_type type, uint64_t v)
{
	if (otfp_otf2_is_undefined(type.form, v))
		return otfp_buf_puts(&c->text, "-");
	if (type.space == OTFP_OTF2_STRINGS)
		return put_string(&c->text, otfp_otf2_string(&c->model, v));
	if (otfp_otf2_has_tokens(type.space))
		return otfp_buf_printf(&c->text, "t:%" PRIu32,
		                       otfp_otf2_find(&c->model, type.space, v) ?
		                               otfp_otf2_token(&c->model, type.space, v) :
		                               0);
	if (type.form == OTFP_OTF2_F64)
		return put_real(&c->text, v);
	if (type.form == OTFP_OTF2_I64)
		return otfp_buf_printf(&c->text, "%" PRId64, (int64_t)v);
	return otfp_buf_printf(&c->text, "%" PRIu64, v);
}

/* A value of an OTF2_Type: its bits are those of a number of 64 bits, but for real numbers of 32. */
static int put_value(struct otfp_otf2_carrying *c, uint64_t type, uint64_t v)
{
	char room[OTFP_OTF2_TYPE_ROOM];
	struct otfp_otf2_type t = otfp_otf2_value_type(type);

	if (otfp_buf_printf(&c->text, "%s:", otfp_otf2_type_text(type, room)) < 0)
		return -1;
	if (type == OTFP_OTF2_TYPE_FLOAT) {
		char text[64];
		size_t n = otfp_put_float(text, (uint32_t)v);
		return n ? otfp_buf_add(&c->text, text, n) : otfp_buf_printf(&c->text, "0x%" PRIx32, (uint32_t)v);
	}
	if (!t.space && t.form <= OTFP_OTF2_U64)
		t.form = OTFP_OTF2_VALUE; /* all values are defined */
	return put_number(c, t, v);
}

static int put_list(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, unsigned field,
                    struct otfp_otf2_type type)
{
	const uint64_t *p = otfp_otf2_contents(frame, field);
	const unsigned tail = otfp_otf2_rows[frame->row].fields[field].tail;
	int bad = 0;

	for (uint64_t i = 0; i < frame->f[field] && !bad; i++) {
		if (i)
			bad = otfp_buf_puts(&c->text, ",");
		if (!bad && tail == OTFP_OTF2_PROPERTIES)
			bad = otfp_buf_printf(&c->text, "%" PRIu64 ":", p[3 * i]);
		if (!bad && tail == OTFP_OTF2_LIST)
			bad = put_number(c, type, p[i]);
		else if (!bad && tail == OTFP_OTF2_METRICS)
			bad = put_value(c, p[2 * i], p[2 * i + 1]);
		else if (!bad)
			bad = put_value(c, p[3 * i + 1], p[3 * i + 2]);
	}
	return bad;
}

static int put_field(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, unsigned field)
{
	const struct otfp_otf2_field *f = &otfp_otf2_rows[frame->row].fields[field];
	struct otfp_otf2_type type = otfp_otf2_type_in(c, frame, field);

	if (otfp_buf_printf(&c->text, " %s=", f->name) < 0)
		return -1;
	if (f->tail == OTFP_OTF2_TEXT)
		return put_string(&c->text, (struct otfp_str){(const char *)otfp_otf2_contents(frame, field),
		                                              (size_t)frame->f[field]});
	if (f->tail != OTFP_OTF2_NO_TAIL)
		return put_list(c, frame, field, type);
	if (type.form == OTFP_OTF2_VALUE)
		return put_value(c, frame->f[field - 1], frame->f[field]);
	if (strcmp(f->name, "self") == 0) /* it has no record of OTF, so no token */
		type.space = OTFP_OTF2_NO_SPACE;
	return put_number(c, type, frame->f[field]);
}

int otfp_otf2_carry_comment(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	const struct otfp_otf2_row *row = &otfp_otf2_rows[frame->row];
	const int is_snap = row->kind == OTFP_OTF2_SNAP;
	struct otfp_record *rec;
	struct otfp_str text;
	int bad;

	if (!otfp_otf2_carries(c))
		return 0;
	c->text.n = 0;
	bad = otfp_buf_printf(&c->text, "otf2:%s %s", is_snap ? "snap" : "def", row->name);
	if (!bad && row->kind == OTFP_OTF2_LOCAL && c->lane)
		bad = otfp_buf_printf(&c->text, " location=t:%" PRIu32, c->lane->token);
	for (unsigned i = 0; i < row->nfields && !bad; i++) {
		if (strcmp(row->fields[i].name, "self") != 0 && otfp_otf2_check_field(c, frame, i) < 0)
			return OTFP_EDAMAGE;
		bad = put_field(c, frame, i);
	}
	if (bad)
		return otfp_fail_memory(c->err);
	text = otfp_otf2_keep(c, c->text.p, c->text.n);
	rec = text.p ? otfp_otf2_emit(c, is_snap ? OTFP_SnapshotComment : OTFP_DefinitionComment) : NULL;
	if (!rec)
		return OTFP_EFAIL;
	rec->f[0].s = text;
	return 0;
}

int otfp_otf2_carry_event(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	if (otfp_otf2_rows[frame->row].kind == OTFP_OTF2_SNAP)
		return !c->options.plain && otfp_otf2_attributes(c, frame) < 0 ? OTFP_EFAIL :
		                                                                 otfp_otf2_carry_comment(c, frame);
	if (!otfp_otf2_carries(c))
		return 0;
	if (otfp_otf2_carry_kind(c, frame) < 0 || otfp_otf2_carry_from(c, frame, 0) < 0 ||
	    otfp_otf2_attributes(c, frame) < 0)
		return OTFP_EFAIL;
	return otfp_otf2_emit(c, OTFP_NoOp) ? 0 : OTFP_EFAIL;
}
