/*
 * scan-fast.c - decodes a line of Fast ASCII by its row: the type and the parts of the binary payload, with one blank
 * between them. A 4-byte number is lower-case hex; an 8-byte number is two of these, the low half first ("XY"). Text
 * is its length in the line, a colon and its bytes with escapes. Opaque bytes are hex digits. Of the original layout
 * only XY is known.
 */
#include "base/num.h"
#include "vtf3/clip.h"
#include "vtf3/rows.h"
#include "vtf3/read/text.h"

/* is_long: a fast path for eight digits. */
OTFP_INLINE const char *get_digits(const char *p, int is_long, uint32_t *v)
{
	int over = 0, minus;
	const char *start;
	uint64_t u;

	p += *p == ' ';
	minus = *p == '-';
	start = p += minus;
	p = is_long ? otfp_get_hex_long(p, &u, &over) : otfp_get_hex(p, &u, &over);
	if (OTFP_UNLIKELY(p == start || over || u > UINT32_MAX || !(*p == ' ' || otfp_vtf3_is_eol(p))))
		return NULL;
	*v = minus ? -(uint32_t)u : (uint32_t)u;
	return p;
}

OTFP_INLINE const char *get_hex(const char *p, uint32_t *v)
{
	return get_digits(p, 0, v);
}

static const char *get_xy(const char *p, uint64_t *v)
{
	uint32_t x = 0, y = 0;

	p = get_digits(p, 1, &x);
	if (p)
		p = get_digits(p, 1, &y);
	*v = (uint64_t)y << 32 | x;
	return p;
}

static const char *get_double(const char *p, double *d)
{
	uint64_t bits;

	p = get_xy(p, &bits);
	*d = otfp_vtf3_double(bits);
	return p;
}

/* ---- text and arrays ---- */

static const char *get_string(struct otfp_vtf3_scanner *s, const char *p, const char *lf, struct otfp_str *str)
{
	uint64_t n;
	int over = 0;

	p += *p == ' ';
	p = otfp_get_hex(p, &n, &over);
	if (*p != ':' || over || n > (uint64_t)(lf - p - 1))
		return NULL;
	otfp_vtf3_keep_text(s, p + 1, p + 1 + n, str);
	p += 1 + n;
	return *p == ' ' || otfp_vtf3_is_eol(p) ? p : NULL;
}

static const char *get_bytes(struct otfp_vtf3_scanner *s, const char *p, size_t n, const void **bytes)
{
	p += n && *p == ' ';
	return otfp_vtf3_get_bytes(s, p, n, bytes);
}

static const char *get_elements(struct otfp_vtf3_scanner *s, const char *p, const char *lf, unsigned type, size_t n,
                                union otfp_vtf3_value *v)
{
	size_t size = otfp_vtf3_size(type) ? otfp_vtf3_size(type) : sizeof(char *);
	char *to = otfp_vtf3_scratch_get(s, n * size);
	struct otfp_str str;
	uint64_t bits;

	v->p = to;
	for (size_t i = 0; p && i < n; i++) {
		if (type == OTFP_VTF3_A_STRS) {
			p = get_string(s, p, lf, &str);
			((const char **)(void *)to)[i] = p ? str.p : "";
		} else if (size == 8) {
			p = get_xy(p, &bits);
			memcpy(to + i * sizeof bits, &bits, sizeof bits);
		} else {
			p = get_hex(p, &((uint32_t *)(void *)to)[i]);
		}
	}
	return p;
}

static const char *get_long(struct otfp_vtf3_scanner *s, const char *p, const char *lf, unsigned slot)
{
	unsigned type = otfp_vtf3_rows[s->rec.type].args[slot].type;
	union otfp_vtf3_value *v = &s->rec.v[slot];
	size_t n;

	if (type == OTFP_VTF3_A_STR)
		return get_string(s, p, lf, &v->s);
	n = otfp_vtf3_elements(&s->rec, slot);
	if (n > (size_t)(lf - p)) /* each element has at least one byte */
		return NULL;
	if (type == OTFP_VTF3_A_BYTES)
		return get_bytes(s, p, n, &v->p);
	p = get_elements(s, p, lf, type, n, v);
	if (p && otfp_vtf3_size(type) == 8)
		otfp_vtf3_clip_values(&s->rec, slot, (char *)(uintptr_t)v->p);
	return p;
}

/* ---- parts ---- */

OTFP_INLINE const char *get_number(const char *p, unsigned type, union otfp_vtf3_value *v)
{
	uint32_t u = 0;

	if (type == OTFP_VTF3_A_DUR || type == OTFP_VTF3_A_REAL) {
		p = get_double(p, &v->d);
		v->d = type == OTFP_VTF3_A_DUR ? otfp_vtf3_clip_time(v->d) : otfp_vtf3_clip_real(v->d);
		return p;
	}
	p = get_hex(p, &u);
	if (type == OTFP_VTF3_A_SECS)
		v->d = u;
	else
		v->u = u;
	return p;
}

/* Read optional parts by the number of words left: two are a source, one is the last part. */
static const char *get_optional(struct otfp_vtf3_scanner *s, const struct otfp_vtf3_part *part, const char *p)
{
	union otfp_vtf3_value *v = &s->rec.v[part->slot];
	const char *second;

	if (part->how == OTFP_VTF3_D_CALL)
		return get_hex(p, &v->u);
	if (otfp_vtf3_is_eol(p))
		return p;
	if (part->how == OTFP_VTF3_D_LAST)
		return get_hex(p, &v->u);
	second = p + 1;
	while (!otfp_vtf3_is_gap(second))
		second++;
	if (otfp_vtf3_is_eol(second))
		return p;
	s->rec.flags |= OTFP_VTF3_HAS_SRC;
	p = get_hex(p, &v[0].u);
	return p ? get_hex(p, &v[1].u) : NULL;
}

OTFP_INLINE const char *get_parts(struct otfp_vtf3_scanner *s, const struct otfp_vtf3_row *row, const char *p,
                                  const char *lf)
{
#pragma GCC unroll 12
	for (unsigned i = 0; i < row->ndisk; i++) {
		const struct otfp_vtf3_part *part = &row->disk[i];
		unsigned type = row->args[part->slot].type;

		if (part->how == OTFP_VTF3_D_PAD)
			continue;
		if (part->how > OTFP_VTF3_D_PAD)
			p = get_optional(s, part, p);
		else if (type <= OTFP_VTF3_A_REAL)
			p = get_number(p, type, &s->rec.v[part->slot]);
		else
			p = get_long(s, p, lf, part->slot);
		if (OTFP_UNLIKELY(!p))
			return NULL;
	}
	return otfp_vtf3_is_eol(p) ? p + 1 + (*p == '\r') : NULL;
}

/* Read all after the type. @return the next line, or NULL */
OTFP_INLINE const char *get_row(struct otfp_vtf3_scanner *s, const struct otfp_vtf3_row *row, unsigned type,
                                const char *p, const char *lf)
{
	double time = 0;

	if (row->kind == OTFP_VTF3_EVENT) {
		p = get_double(p, &time);
		time = otfp_vtf3_clip_time(time);
	}
	otfp_vtf3_begin(s, row, type, time);
	return OTFP_LIKELY(p != NULL) ? get_parts(s, row, p, lf) : NULL;
}

static const char *no_memory(struct otfp_vtf3_scanner *s)
{
	s->why = NULL;
	return NULL;
}

static const char *get_any(struct otfp_vtf3_scanner *s, unsigned type, const char *p, const char *lf)
{
	const struct otfp_vtf3_row *row = &otfp_vtf3_rows[type];

	p = get_row(s, row, type, p, lf);
	if (p && (row->flags & OTFP_VTF3_R_ACTS) && otfp_vtf3_scan_activities(s, 1) < 0)
		return no_memory(s);
	return p;
}

const char *otfp_vtf3_scan_fast(struct otfp_vtf3_scanner *s, const char *p)
{
	const char *lf = NULL;
	uint32_t code;
	unsigned type;

	p = get_hex(p, &code);
	type = p ? otfp_vtf3_type_of(s, code) : OTFP_VTF3_NTYPES;
	s->why = "unknown record";
	if (type == OTFP_VTF3_NTYPES)
		return NULL;
	s->why = "a field is missing or invalid";
	if (s->roomy[type]) {
		lf = rawmemchr(p, '\n');
		if (otfp_vtf3_scratch(s, (size_t)(lf - p)) < 0)
			return no_memory(s);
	}
	switch (type) {
#define X(name) \
	case OTFP_VTF3_##name: return get_row(s, &otfp_vtf3_const_rows[OTFP_VTF3_##name], type, p, lf);
		OTFP_VTF3_HOT(X)
#undef X
	default: return get_any(s, type, p, lf);
	}
}
