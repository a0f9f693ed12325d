#include "otf2/write/encode.h"
#include <string.h>

enum {
	MAX_VALUE = 9,         /* bytes of a value of any type */
	TIMESTAMP_BYTES = 9,   /* its mark and a u64 */
	TAGS_HEAD = 5,         /* bytes of the number of attributes at most */
	MAX_TAG = 5 + 1 + 9,   /* bytes of an attribute: its id, type and value */
	ONE_BYTE = 1,          /* of a short length */
	LONG_LENGTH_BYTES = 9, /* of a long one */
};

/* The most bytes of a number, or of an element of a list. */
static const uint8_t most_bytes[] = {
	[OTFP_OTF2_AS_U8] = 1,
	[OTFP_OTF2_AS_U16] = 2,
	[OTFP_OTF2_AS_U64] = 8,
	[OTFP_OTF2_AS_C32] = OTFP_OTF2_MAX_C32,
	[OTFP_OTF2_AS_C64] = OTFP_OTF2_MAX_C64,
	[OTFP_OTF2_AS_S64] = OTFP_OTF2_MAX_C64,
	[OTFP_OTF2_AS_F32] = 4,
	[OTFP_OTF2_AS_F64] = 8,
	[OTFP_OTF2_AS_I8] = 1,
	[OTFP_OTF2_AS_I16] = 2,
	[OTFP_OTF2_AS_S32] = OTFP_OTF2_MAX_C32,
	[OTFP_OTF2_AS_TEXT] = 1, /* and its bytes */
	[OTFP_OTF2_AS_VALUE] = MAX_VALUE,
	[OTFP_OTF2_AS_METRIC] = 1 + OTFP_OTF2_MAX_C64,
	[OTFP_OTF2_AS_PROPERTY] = 1 + 1 + MAX_VALUE,
	[OTFP_OTF2_AS_IDMAP] = 0, /* not written */
};

static int fail(const struct otfp_otf2_out *out, const struct otfp_otf2_frame *frame, const char *what)
{
	return otfp_fail(out->err, OTFP_EFAIL, "%s: %s %s", otfp_file_path(out->file), otfp_otf2_rows[frame->row].name,
	                 what);
}

/* ---- sizes ---- */

void otfp_otf2_encoder_init(struct otfp_otf2_encoder *e, struct otfp_error *err)
{
	*e = (struct otfp_otf2_encoder){.err = err};
	for (unsigned row = 0; row < OTFP_OTF2_NROWS; row++)
		for (unsigned i = 0; i < otfp_otf2_stored_rows[row].nfields; i++) {
			const struct otfp_otf2_stored_field *f = &otfp_otf2_stored_rows[row].fields[i];

			e->shapes[row].has_contents |= f->count || f->code == OTFP_OTF2_AS_TEXT;
			e->shapes[row].most += most_bytes[f->count ? f->count : f->code];
		}
}

void otfp_otf2_encoder_release(struct otfp_otf2_encoder *e)
{
	otfp_buf_release(&e->fields);
}

/* The most bytes of the fields of a frame. */
static size_t most_of(const struct otfp_otf2_encoder *e, const struct otfp_otf2_frame *frame)
{
	const struct otfp_otf2_stored_row *row = &otfp_otf2_stored_rows[frame->row];
	size_t n = e->shapes[frame->row].most;

	if (!e->shapes[frame->row].has_contents)
		return n;
	for (unsigned i = 0; i < row->nfields; i++)
		if (row->fields[i].count || row->fields[i].code == OTFP_OTF2_AS_TEXT)
			n += frame->f[row->fields[i].slot] * most_bytes[row->fields[i].code];
	return n;
}

static size_t length_bytes(size_t most)
{
	return most < OTFP_OTF2_LONG_LENGTH ? ONE_BYTE : LONG_LENGTH_BYTES;
}

/* Put a length in the form that a length of at most `most` bytes has. */
static void put_length(unsigned char *p, uint64_t n, size_t most)
{
	*p = (unsigned char)(most < OTFP_OTF2_LONG_LENGTH ? n : OTFP_OTF2_LONG_LENGTH);
	if (most >= OTFP_OTF2_LONG_LENGTH)
		memcpy(p + 1, &(uint64_t){htole64(n)}, sizeof n);
}

/* ---- numbers ---- */

static unsigned char *put_number(unsigned char *p, unsigned code, uint64_t v)
{
	switch (code) {
	case OTFP_OTF2_AS_C32: return otfp_otf2_put_c32(p, (uint32_t)v, 0);
	case OTFP_OTF2_AS_C64: return otfp_otf2_put_c64(p, v, 0);
	case OTFP_OTF2_AS_S64: return otfp_otf2_put_s64(p, (int64_t)v, 0);
	case OTFP_OTF2_AS_S32: return otfp_otf2_put_s64(p, (int64_t)(uint32_t)v, 0);
	default: return otfp_otf2_put(p, v, most_bytes[code], 0);
	}
}

/* ---- fields of a frame ---- */

/* What is said of the fields on the way. */
struct fields {
	const struct otfp_otf2_frame *frame;
	size_t spare; /* bytes that values could have taken more */
};

static unsigned char *put_value(unsigned char *p, struct fields *w, uint64_t type, uint64_t v)
{
	unsigned char *end = put_number(p, otfp_otf2_stored_value((uint8_t)type), v);

	w->spare += MAX_VALUE - (size_t)(end - p);
	return end;
}

static unsigned char *put_text(unsigned char *p, const struct otfp_otf2_frame *frame, unsigned slot)
{
	const size_t n = frame->f[slot];

	memcpy(p, otfp_otf2_contents(frame, slot), n);
	p[n] = 0;
	return p + n + 1;
}

static unsigned char *put_list(unsigned char *p, struct fields *w, const struct otfp_otf2_stored_field *f)
{
	const uint64_t n = w->frame->f[f->slot], *word = otfp_otf2_contents(w->frame, f->slot);

	p = put_number(p, f->count, n);
	for (uint64_t i = 0; i < n; i++) {
		if (f->code == OTFP_OTF2_AS_METRIC || f->code == OTFP_OTF2_AS_PROPERTY)
			*p++ = (unsigned char)*word++;
		if (f->code == OTFP_OTF2_AS_METRIC)
			p = otfp_otf2_put_c64(p, *word++, 0);
		else if (f->code == OTFP_OTF2_AS_PROPERTY) {
			*p++ = (unsigned char)*word;
			p = put_value(p, w, word[0], word[1]);
			word += 2;
		} else {
			p = put_number(p, f->code, *word++);
		}
	}
	return p;
}

static unsigned char *put_field(unsigned char *p, struct fields *w, const struct otfp_otf2_stored_field *f)
{
	if (f->slot == OTFP_OTF2_NO_SLOT)
		return put_number(p, f->code, otfp_otf2_to_legacy(w->frame));
	if (f->count)
		return put_list(p, w, f);
	if (f->code == OTFP_OTF2_AS_TEXT)
		return put_text(p, w->frame, f->slot);
	if (f->code == OTFP_OTF2_AS_VALUE)
		return put_value(p, w, w->frame->f[f[-1].slot], w->frame->f[f->slot]);
	return put_number(p, f->code, w->frame->f[f->slot]);
}

/* @return the end */
static unsigned char *put_fields(unsigned char *p, struct fields *w)
{
	const struct otfp_otf2_stored_row *row = &otfp_otf2_stored_rows[w->frame->row];

	for (unsigned i = 0; i < row->nfields; i++)
		p = put_field(p, w, &row->fields[i]);
	return p;
}

/* ---- what cannot be written ---- */

/* Whether the contents of a field have a place in a record. */
static int check_contents(const struct otfp_otf2_out *out, const struct otfp_otf2_frame *frame,
                          const struct otfp_otf2_stored_field *f)
{
	if (f->code == OTFP_OTF2_AS_TEXT && frame->f[f->slot] &&
	    memchr(otfp_otf2_contents(frame, f->slot), 0, frame->f[f->slot]))
		return fail(out, frame, "cannot be written: a text contains a NUL byte");
	if (f->count == OTFP_OTF2_AS_U8 && frame->f[f->slot] > UINT8_MAX)
		return fail(out, frame, "cannot be written: a list has more than 255 elements");
	return 0;
}

/* Whether a frame has a record, of a file of events and snapshots or of another one. */
static int check_row(const struct otfp_otf2_out *out, const struct otfp_otf2_frame *frame)
{
	const struct otfp_otf2_stored_row *row = &otfp_otf2_stored_rows[frame->row];
	int code = 0;

	if (!row->id || otfp_otf2_rows[frame->row].kind == OTFP_OTF2_LOCAL)
		return fail(out, frame, "cannot be written");
	for (unsigned i = 0; i < row->nfields && code == 0; i++)
		code = check_contents(out, frame, &row->fields[i]);
	return code;
}

/* ---- attributes ---- */

static size_t most_of_tags(const struct otfp_otf2_frame *frame)
{
	return TAGS_HEAD + (size_t)MAX_TAG * frame->ntags;
}

/* An attribute that an event has twice makes its location unreadable for libotf2. */
static int check_tags(const struct otfp_otf2_out *out, const struct otfp_otf2_frame *frame)
{
	const struct otfp_otf2_tag *tags = otfp_otf2_tags(frame);

	for (unsigned i = 0; i < frame->ntags; i++)
		for (unsigned k = 0; k < i; k++)
			if (tags[i].attribute == tags[k].attribute)
				return fail(out, frame, "cannot be written: it has an attribute twice");
	return 0;
}

static unsigned char *put_tags(unsigned char *p, const struct otfp_otf2_frame *frame)
{
	const struct otfp_otf2_tag *tags = otfp_otf2_tags(frame);
	const size_t most = most_of_tags(frame);
	unsigned char *length = p + 1, *start = length + length_bytes(most);

	*p = OTFP_OTF2_TAGS;
	p = otfp_otf2_put_c32(start, frame->ntags, 0);
	for (unsigned i = 0; i < frame->ntags; i++) {
		p = otfp_otf2_put_c32(p, tags[i].attribute, 0);
		*p++ = (unsigned char)tags[i].type;
		p = put_number(p, otfp_otf2_stored_value((uint8_t)tags[i].type), tags[i].value);
	}
	put_length(length, (uint64_t)(p - start), most);
	return p;
}

/* ---- records ---- */

/* The most bytes of the attributes of a frame with their head. @return 0 or <0 */
static int measure_tags(const struct otfp_otf2_out *out, const struct otfp_otf2_frame *frame, size_t *need)
{
	const size_t most = most_of_tags(frame);

	*need += 1 + length_bytes(most) + most;
	return check_tags(out, frame);
}

static unsigned char *put_time(struct otfp_otf2_out *out, uint64_t time)
{
	unsigned char *p = out->p;

	*p++ = OTFP_OTF2_TIMESTAMP;
	out->time = time;
	out->is_fresh = 0;
	return otfp_otf2_put(p, time, 8, 0);
}

/* Put the record of a frame whose fields take at most `most` bytes. @return the end */
static unsigned char *put_record(unsigned char *p, const struct otfp_otf2_frame *frame, size_t most)
{
	const struct otfp_otf2_stored_row *row = &otfp_otf2_stored_rows[frame->row];
	struct fields w = {frame, 0};
	unsigned char *length = p + 1, *start;

	*p = row->id;
	if (row->is_bare)
		return put_fields(length, &w);
	start = length + length_bytes(most);
	p = put_fields(start, &w);
	put_length(length, (uint64_t)(p - start), most);
	return p;
}

static int encode_any(struct otfp_otf2_encoder *e, struct otfp_otf2_out *out, const struct otfp_otf2_frame *frame)
{
	const size_t most = most_of(e, frame);
	const int is_bare = otfp_otf2_stored_rows[frame->row].is_bare;
	size_t need = TIMESTAMP_BYTES + 1 + (is_bare ? 0 : length_bytes(most)) + most;
	unsigned char *p;

	if ((e->shapes[frame->row].has_contents || !most) && check_row(out, frame) < 0)
		return OTFP_EFAIL;
	if (frame->ntags && measure_tags(out, frame, &need) < 0)
		return OTFP_EFAIL;
	if (frame->time < out->time)
		return fail(out, frame, "cannot be written: it is earlier than the record before it");
	if (otfp_otf2_out_room(out, need, otfp_otf2_rows[frame->row].name) < 0)
		return OTFP_EFAIL;
	p = out->is_fresh || frame->time != out->time || frame->time == 0 ? put_time(out, frame->time) : out->p;
	if (frame->ntags)
		p = put_tags(p, frame);
	out->p = put_record(p, frame, most);
	out->records++;
	return 0;
}

int otfp_otf2_encode_timed(struct otfp_otf2_encoder *e, struct otfp_otf2_out *out, const struct otfp_otf2_frame *frame)
{
	if (!otfp_otf2_stored_rows[frame->row].is_bare || frame->ntags || !otfp_otf2_is_room_for_bare(out, frame->time))
		return encode_any(e, out, frame);
	otfp_otf2_encode_bare(out, frame->row, frame->time, frame->f[0]);
	return 0;
}

int otfp_otf2_encode_untimed(struct otfp_otf2_encoder *e, struct otfp_otf2_out *out,
                             const struct otfp_otf2_frame *frame)
{
	size_t most = most_of(e, frame), n, head;
	struct fields w = {frame, 0};
	unsigned char *body;

	if (check_row(out, frame) < 0)
		return OTFP_EFAIL;
	e->fields.n = 0;
	if (otfp_buf_reserve(&e->fields, most + OTFP_OTF2_SLACK) < 0)
		return otfp_fail_memory(e->err);
	body = (unsigned char *)e->fields.p;
	e->fields.n = n = (size_t)(put_fields(body, &w) - body);
	if (otfp_otf2_rows[frame->row].kind == OTFP_OTF2_DEF)
		most = n + w.spare; /* libotf2 measures definitions, but for values */
	head = 1 + length_bytes(most);
	if (otfp_otf2_out_room(out, head + most, otfp_otf2_rows[frame->row].name) < 0)
		return OTFP_EFAIL;
	*out->p = otfp_otf2_stored_rows[frame->row].id;
	put_length(out->p + 1, n, most);
	memcpy(out->p + head, body, n);
	out->p += head + n;
	return 0;
}
