/*
 * scan-binary.c - decodes the payload of a binary record by its row. All numbers are little-endian and unaligned. Only
 * the length of the record tells which optional parts are present.
 */
#include "vtf3/clip.h"
#include "vtf3/rows.h"
#include "vtf3/read/scanning.h"
#include <endian.h>

OTFP_INLINE uint16_t load2(const char *p)
{
	uint16_t v;

	memcpy(&v, p, sizeof v);
	return le16toh(v);
}

OTFP_INLINE uint64_t load8(const char *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof v);
	return le64toh(v);
}

/* Minimum bytes of a part. */
OTFP_INLINE unsigned least(const struct otfp_vtf3_row *row, const struct otfp_vtf3_part *part)
{
	unsigned type = row->args[part->slot].type;

	if (part->how == OTFP_VTF3_D_WORD || part->how == OTFP_VTF3_D_PAD)
		return 2;
	if (part->how != OTFP_VTF3_D_STD)
		return 0;
	if (type <= OTFP_VTF3_A_REAL)
		return type <= OTFP_VTF3_A_COUNT ? 4 : 8;
	if (type == OTFP_VTF3_A_STR)
		return 2;
	return type == OTFP_VTF3_A_BOUNDS ? 16 : 0;
}

unsigned otfp_vtf3_least(unsigned type)
{
	const struct otfp_vtf3_row *row = &otfp_vtf3_rows[type];
	unsigned n = row->kind == OTFP_VTF3_EVENT ? 8 : 0;

	for (unsigned i = 0; i < row->ndisk; i++)
		n += least(row, &row->disk[i]);
	return n;
}

/* ---- text and arrays ---- */

static const char *get_string(struct otfp_vtf3_scanner *s, const char *p, const char *end, struct otfp_str *str)
{
	size_t n;
	char *to;

	if (end - p < 2)
		return NULL;
	n = load2(p);
	p += 2;
	if ((size_t)(end - p) < n)
		return NULL;
	to = otfp_vtf3_scratch_get(s, n + 1);
	memcpy(to, p, n);
	to[n] = 0;
	*str = (struct otfp_str){to, n};
	return p + n;
}

static const char *get_strings(struct otfp_vtf3_scanner *s, const char *p, const char *end, size_t n,
                               union otfp_vtf3_value *v)
{
	const char **names;
	struct otfp_str name = {NULL, 0};

	if (n > (size_t)(end - p) / 2)
		return NULL;
	names = otfp_vtf3_scratch_get(s, n * sizeof *names);
	for (size_t i = 0; i < n && p; i++) {
		p = get_string(s, p, end, &name);
		names[i] = name.p;
	}
	v->ss = names;
	return p;
}

static void swap_array(char *to, size_t n, size_t size)
{
	for (size_t i = 0; BYTE_ORDER == BIG_ENDIAN && i < n; i++)
		for (size_t k = 0; k < size / 2; k++) {
			char c = to[i * size + k];
			to[i * size + k] = to[i * size + size - 1 - k];
			to[i * size + size - 1 - k] = c;
		}
}

static const char *get_array(struct otfp_vtf3_scanner *s, const char *p, const char *end, unsigned slot, size_t n)
{
	union otfp_vtf3_value *v = &s->rec.v[slot];
	unsigned type = otfp_vtf3_rows[s->rec.type].args[slot].type;
	size_t size = otfp_vtf3_size(type);
	char *to;

	if (type == OTFP_VTF3_A_STRS)
		return get_strings(s, p, end, n, v);
	if (n > (size_t)(end - p) / size)
		return NULL; /* also a negative count */
	to = otfp_vtf3_scratch_get(s, n * size);
	memcpy(to, p, n * size);
	swap_array(to, n, size);
	v->p = to;
	return p + n * size;
}

static const char *get_long(struct otfp_vtf3_scanner *s, const char *p, const char *end, unsigned slot)
{
	unsigned type = otfp_vtf3_rows[s->rec.type].args[slot].type;

	if (type == OTFP_VTF3_A_STR)
		return get_string(s, p, end, &s->rec.v[slot].s);
	p = get_array(s, p, end, slot, otfp_vtf3_elements(&s->rec, slot));
	if (p && otfp_vtf3_size(type) == 8)
		otfp_vtf3_clip_values(&s->rec, slot, (char *)(uintptr_t)s->rec.v[slot].p);
	return p;
}

/* ---- parts ---- */

/* Read 4 or 8 bytes; the caller has checked that they exist. */
OTFP_INLINE const char *get_number(const char *p, unsigned type, union otfp_vtf3_value *v)
{
	if (type == OTFP_VTF3_A_DUR)
		v->d = otfp_vtf3_clip_time(otfp_vtf3_double(load8(p)));
	else if (type == OTFP_VTF3_A_REAL)
		v->d = otfp_vtf3_double(otfp_vtf3_clip_bits(load8(p)));
	else if (type == OTFP_VTF3_A_SECS)
		v->d = otfp_vtf3_load4(p);
	else
		v->u = otfp_vtf3_load4(p);
	return p + (type <= OTFP_VTF3_A_COUNT ? 4 : 8);
}

/* Read an optional part if the number of bytes left fits: one odd byte, then 8 or 4. @return the byte after it, or
 * p if it is absent */
OTFP_INLINE const char *get_optional(struct otfp_vtf3_scanner *s, const struct otfp_vtf3_row *row,
                                     const struct otfp_vtf3_part *part, const char *p, const char *end)
{
	union otfp_vtf3_value *v = &s->rec.v[part->slot];
	size_t left = (size_t)(end - p);

	if (part->how == OTFP_VTF3_D_CALL) {
		v->i = left & 1 ? (uint8_t)*p : 0;
		return p + (left & 1);
	}
	if (part->how == OTFP_VTF3_D_SRC) {
		if (left != 8)
			return p;
		v[0].u = otfp_vtf3_load4(p);
		v[1].u = otfp_vtf3_load4(p + 4);
		s->rec.flags |= OTFP_VTF3_HAS_SRC;
		return end;
	}
	v->i = row->args[part->slot].type == OTFP_VTF3_A_COMM ? OTFP_VTF3_NOCOMMUNICATOR : OTFP_VTF3_SCLNONE;
	if (left != 4)
		return p;
	v->u = otfp_vtf3_load4(p);
	return end;
}

/* Read all parts; the caller has checked the minimum length. @return the byte after them, or NULL */
OTFP_INLINE const char *get_parts(struct otfp_vtf3_scanner *s, const struct otfp_vtf3_row *row, const char *p,
                                  const char *end)
{
	unsigned left = 0; /* size of this part if it is fixed, else 0 */
	int varies = 0;

#pragma GCC unroll 12
	for (unsigned i = 0; i < row->ndisk; i++) {
		const struct otfp_vtf3_part *part = &row->disk[i];
		unsigned type = row->args[part->slot].type;

		if (part->how > OTFP_VTF3_D_PAD) {
			p = get_optional(s, row, part, p, end);
			continue;
		}
		left = part->how != OTFP_VTF3_D_STD ? 2 :
		       type <= OTFP_VTF3_A_COUNT    ? 4 :
		       type <= OTFP_VTF3_A_REAL     ? 8 :
		                                      0;
		if (varies && (size_t)(end - p) < left)
			return NULL;
		if (part->how == OTFP_VTF3_D_WORD)
			s->rec.v[part->slot].u = load2(p);
		else if (left && part->how == OTFP_VTF3_D_STD)
			get_number(p, type, &s->rec.v[part->slot]);
		p += left;
		if (left)
			continue;
		varies = 1;
		p = get_long(s, p, end, part->slot);
		if (!p)
			return NULL;
	}
	return p;
}

OTFP_INLINE enum otfp_vtf3_took get_row(struct otfp_vtf3_scanner *s, const struct otfp_vtf3_row *row, const char *p,
                                        const char *end)
{
	if (row->kind == OTFP_VTF3_EVENT) {
		s->rec.time = otfp_vtf3_clip_time(otfp_vtf3_double(load8(p)));
		p += 8;
	}
	p = get_parts(s, row, p, end);
	if (OTFP_UNLIKELY(!p))
		s->why = "a length or count exceeds the record";
	else if (OTFP_UNLIKELY(p != end) && !(row->flags & OTFP_VTF3_R_SLOP))
		s->why = "the length does not fit the record type";
	else
		return OTFP_VTF3_TOOK;
	return OTFP_VTF3_BAD;
}

static enum otfp_vtf3_took get_any(struct otfp_vtf3_scanner *s, unsigned type, const char *p, const char *end)
{
	enum otfp_vtf3_took took;

	otfp_vtf3_begin(s, &otfp_vtf3_rows[type], type, 0);
	took = get_row(s, &otfp_vtf3_rows[type], p, end);
	if (took == OTFP_VTF3_TOOK && (otfp_vtf3_rows[type].flags & OTFP_VTF3_R_ACTS) &&
	    otfp_vtf3_scan_activities(s, 1) < 0)
		return OTFP_VTF3_NOMEM;
	return took;
}

/* Also sets the slots that are not on disk. */
static enum otfp_vtf3_took get_exchange(struct otfp_vtf3_scanner *s, const char *p, const char *end)
{
	static const struct otfp_str none = {"", 0};

	s->rec.v[OTFP_EXCH_ACTNAME].s = s->rec.v[OTFP_EXCH_FROMNAME].s = none;
	s->rec.v[OTFP_EXCH_CLUSTER].i = 0;
	if (get_row(s, &otfp_vtf3_const_rows[OTFP_VTF3_Exchange_obsol], p, end) != OTFP_VTF3_TOOK)
		return OTFP_VTF3_BAD;
	return otfp_vtf3_scan_activities(s, 1) < 0 ? OTFP_VTF3_NOMEM : OTFP_VTF3_TOOK;
}

enum otfp_vtf3_took otfp_vtf3_scan_payload(struct otfp_vtf3_scanner *s, unsigned type, const char *p, const char *end)
{
	if (OTFP_UNLIKELY((size_t)(end - p) < s->fixed[type])) {
		s->why = "too short for its record type";
		return OTFP_VTF3_BAD;
	}
	if (s->roomy[type] && otfp_vtf3_scratch(s, (size_t)(end - p)) < 0)
		return OTFP_VTF3_NOMEM;
	s->rec.type = (uint16_t)type;
	s->rec.flags = 0;
	switch (type) {
		/* these need no blank values: all their slots are on disk */
	case OTFP_VTF3_Exchange_obsol: return get_exchange(s, p, end);
#define X(name) \
	case OTFP_VTF3_##name: return get_row(s, &otfp_vtf3_const_rows[OTFP_VTF3_##name], p, end);
		OTFP_VTF3_HOT(X)
#undef X
	default: return get_any(s, type, p, end);
	}
}
