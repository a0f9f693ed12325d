/*
 * text-arrays.c - arrays in lines of text. If the line has a count, that many elements must be there; if not, the
 * array ends at the first word that is no element. So no count makes memory grow beyond the line.
 */
#include "base/num.h"
#include "vtf3/clip.h"
#include "vtf3/read/text.h"

static int is_number(const char *p)
{
	p = otfp_vtf3_skip(p);
	p += *p == '-' || *p == '+';
	return (unsigned)(uint8_t)*p - '0' < 10;
}

static unsigned count_slot(const struct otfp_vtf3_scanner *s, unsigned slot)
{
	while (otfp_vtf3_rows[s->rec.type].args[slot].type != OTFP_VTF3_A_COUNT)
		slot--;
	return slot;
}

/* ---- elements ---- */

static const char *get_triplet(const char *p, uint32_t *v)
{
	for (unsigned k = 0; p && k < 3; k++) {
		p = otfp_vtf3_get_int(p, &v[k]);
		if (p && k < 2)
			p = *p == ':' ? p + 1 : NULL;
	}
	return p;
}

static const char *get_element(struct otfp_vtf3_scanner *s, const char *p, unsigned type, void *to, size_t i)
{
	uint32_t *u = to;
	struct otfp_str str;

	switch (type) {
	case OTFP_VTF3_A_TRIPLETS: return get_triplet(p, u + 3 * i);
	case OTFP_VTF3_A_REALS: return otfp_vtf3_get_real(p, (double *)to + i);
	case OTFP_VTF3_A_STRS:
		p = otfp_vtf3_get_text(s, p, &str, 0);
		((const char **)to)[i] = p ? str.p : "";
		return p;
	default:
		p = otfp_vtf3_get_int(p, &u[i]);
		if (p && type == OTFP_VTF3_A_CPUS && !(u[i] >> 31))
			u[i]--;
		return p;
	}
}

const char *otfp_vtf3_get_bytes(struct otfp_vtf3_scanner *s, const char *p, size_t n, const void **bytes)
{
	char *to = otfp_vtf3_scratch_get(s, n);

	*bytes = to;
	p = n ? otfp_vtf3_skip(p) : p;
	for (size_t i = 0; i < n; i++, p += 2) {
		unsigned hi = otfp_hex_value[(uint8_t)p[0]], lo = hi < 16 ? otfp_hex_value[(uint8_t)p[1]] : 16;
		if (lo > 15)
			return NULL;
		to[i] = (char)(hi << 4 | lo);
	}
	return p;
}

/* Whether another element follows, in a line without count. */
static int is_element(const char *p, unsigned type)
{
	return type == OTFP_VTF3_A_STRS ? *otfp_vtf3_skip(p) == '"' : is_number(p);
}

static const char *get_value(const char *p, int32_t type, uint64_t *q)
{
	int over = 0;
	const char *start;
	double d;

	if (type == OTFP_VTF3_FLOAT) {
		p = otfp_vtf3_get_real(p, &d);
		if (p)
			*q = otfp_vtf3_bits(d);
		return p;
	}
	start = p = otfp_vtf3_skip(p);
	p = otfp_get_dec(p, q, &over);
	return p == start || over ? NULL : p;
}

/* Read the type of a value: UINT 8, FLOAT 8 or TYPE n 8. */
static const char *get_type(const char *p, int32_t *type)
{
	uint32_t u = 0;

	p = otfp_vtf3_skip(p);
	if (!memcmp(p, "UINT", 4)) {
		*type = OTFP_VTF3_UINT;
		p += 4;
	} else if (!memcmp(p, "FLOAT", 5)) {
		*type = OTFP_VTF3_FLOAT;
		p += 5;
	} else if (!memcmp(p, "TYPE", 4) && (p = otfp_vtf3_get_int(p + 4, &u))) {
		*type = (int32_t)u;
	} else {
		return NULL;
	}
	p = otfp_vtf3_get_int(p, &u);
	return p && u == 8 ? p : NULL;
}

/* Read the two bounds, with the word UINT, FLOAT or TYPE at `word`. */
static const char *get_bounds(struct otfp_vtf3_scanner *s, const char *p, unsigned slot)
{
	uint64_t *q = otfp_vtf3_scratch_get(s, 2 * sizeof *q);
	int32_t *type = &s->rec.v[slot - 1].i;

	s->rec.v[slot].qs = q;
	p = get_type(p, type);
	if (p)
		p = get_value(p, *type, &q[0]);
	return p ? get_value(p, *type, &q[1]) : NULL;
}

const char *otfp_vtf3_get_array(struct otfp_vtf3_scanner *s, const char *p, unsigned slot, uint32_t *seen)
{
	unsigned type = otfp_vtf3_rows[s->rec.type].args[slot].type, counter;
	size_t n = (size_t)((const char *)rawmemchr(p, '\n') - p), i, wanted;
	int is_counted;
	void *to;

	if (type == OTFP_VTF3_A_BOUNDS)
		return get_bounds(s, p, slot);
	counter = count_slot(s, slot);
	is_counted = *seen >> counter & 1;
	wanted = is_counted ? otfp_vtf3_elements(&s->rec, counter) : n;
	if (wanted > n)
		return NULL;
	if (type == OTFP_VTF3_A_BYTES)
		return otfp_vtf3_get_bytes(s, p, wanted, &s->rec.v[slot].p);
	/* an element has at least two bytes of the line, a triplet six */
	to = otfp_vtf3_scratch_get(s, (type == OTFP_VTF3_A_REALS || type == OTFP_VTF3_A_STRS ? 8 : 4) * (n / 2 + 1));
	for (i = 0; p && (is_counted ? i < wanted : is_element(p, type)); i++)
		p = i > n / 2 ? NULL : get_element(s, p, type, to, i);
	s->rec.v[slot].p = to;
	if (!is_counted)
		s->rec.v[counter].i = (int32_t)i;
	return p;
}

const char *otfp_vtf3_get_pairs(struct otfp_vtf3_scanner *s, const char *p, unsigned slot)
{
	size_t n = (size_t)((const char *)rawmemchr(p, '\n') - p);
	uint32_t *files, *lines;

	p = otfp_vtf3_get_int(p, &s->rec.v[slot].u);
	if (!p || s->rec.v[slot].u > n / 2)
		return NULL;
	files = otfp_vtf3_scratch_get(s, 4 * (size_t)s->rec.v[slot].u);
	lines = otfp_vtf3_scratch_get(s, 4 * (size_t)s->rec.v[slot].u);
	for (size_t i = 0; i < s->rec.v[slot].u; i++) {
		p = otfp_vtf3_get_int(p, &files[i]);
		if (!p || *p != ':' || !(p = otfp_vtf3_get_int(p + 1, &lines[i])))
			return NULL;
	}
	s->rec.v[slot + 1].us = files;
	s->rec.v[slot + 2].us = lines;
	return p;
}

/* ---- values ---- */

/* A tuple has at least 13 bytes. */
const char *otfp_vtf3_get_samples(struct otfp_vtf3_scanner *s, const char *p, unsigned slot)
{
	size_t n = (size_t)((const char *)rawmemchr(p, '\n') - p) / 13 + 1, i = 0;
	uint32_t *tokens = otfp_vtf3_scratch_get(s, n * sizeof *tokens);
	int32_t *types = otfp_vtf3_scratch_get(s, n * sizeof *types);
	uint64_t *values = otfp_vtf3_scratch_get(s, n * sizeof *values);

	do {
		p = otfp_vtf3_get_int(p + 3, &tokens[i]);
		if (!p || !(p = get_type(p, &types[i])) || !(p = get_value(p, types[i], &values[i])))
			return NULL;
		i++;
		if (!otfp_vtf3_is_gap(p))
			return NULL;
	} while (!memcmp(otfp_vtf3_skip(p), "DEF", 3) && (p = otfp_vtf3_skip(p)) && i < n);
	s->rec.v[slot].i = (int32_t)i;
	s->rec.v[slot + 1].us = tokens;
	s->rec.v[slot + 2].is = types;
	s->rec.v[slot + 3].qs = values;
	return p;
}
