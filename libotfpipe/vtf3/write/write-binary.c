/* write-binary.c - a record as Standard Binary. */
#include "record/table.h"
#include "vtf3/clip.h"
#include "vtf3/rows.h"
#include "vtf3/write/writing.h"
#include <endian.h>

static char *put2(char *p, unsigned v)
{
	uint16_t le = htole16((uint16_t)v);

	memcpy(p, &le, sizeof le);
	return p + sizeof le;
}

static char *put4(char *p, uint32_t v)
{
	v = htole32(v);
	memcpy(p, &v, sizeof v);
	return p + sizeof v;
}

static char *put8(char *p, uint64_t v)
{
	v = htole64(v);
	memcpy(p, &v, sizeof v);
	return p + sizeof v;
}

static char *put_string(char *p, const char *s, size_t n)
{
	p = put2(p, (unsigned)n);
	if (n)
		memcpy(p, s, n);
	return p + n;
}

OTFP_INLINE char *put_array(char *p, const struct otfp_vtf3_row *row, const struct otfp_vtf3_record *rec, unsigned slot)
{
	const union otfp_vtf3_value *v = &rec->v[slot];
	const unsigned type = row->args[slot].type;
	size_t n = otfp_vtf3_row_elements(row, rec, slot);

	for (size_t i = 0; i < n; i++)
		if (type == OTFP_VTF3_A_STRS)
			p = put_string(p, v->ss[i], strlen(v->ss[i]));
		else if (type == OTFP_VTF3_A_BYTES)
			*p++ = ((const char *)v->p)[i];
		else if (otfp_vtf3_size(type) == 8)
			p = put8(p, otfp_vtf3_clipped(rec, slot, i));
		else
			p = put4(p, v->us[i]);
	return p;
}

OTFP_INLINE char *put_part(char *p, const struct otfp_vtf3_row *row, const struct otfp_vtf3_record *rec,
                           const struct otfp_vtf3_part *part)
{
	const union otfp_vtf3_value *v = &rec->v[part->slot];
	const unsigned type = row->args[part->slot].type;

	if (part->how == OTFP_VTF3_D_WORD)
		return put2(p, v->u);
	switch (type) {
	case OTFP_VTF3_A_STR: return put_string(p, v->s.p, v->s.n);
	case OTFP_VTF3_A_DUR: return put8(p, otfp_vtf3_bits(otfp_vtf3_clip_time(v->d)));
	case OTFP_VTF3_A_REAL: return put8(p, otfp_vtf3_clip_bits(otfp_vtf3_bits(v->d)));
	case OTFP_VTF3_A_SECS: return put4(p, (uint32_t)otfp_vtf3_clip_seconds(v->d));
	default: return type > OTFP_VTF3_A_STR ? put_array(p, row, rec, part->slot) : put4(p, v->u);
	}
}

/* Write an optional part if it has a value. The length tells a reader which parts exist, so file and line exclude a
 * source location. */
OTFP_INLINE char *put_optional(char *p, const struct otfp_vtf3_row *row, const struct otfp_vtf3_record *rec,
                               const struct otfp_vtf3_part *part)
{
	const union otfp_vtf3_value *v = &rec->v[part->slot];
	int has_source = rec->flags & OTFP_VTF3_HAS_SRC;

	if (part->how == OTFP_VTF3_D_CALL && (uint8_t)v->i)
		*p++ = (char)v->i;
	else if (part->how == OTFP_VTF3_D_SRC && has_source)
		p = put4(put4(p, v[0].u), v[1].u);
	else if (part->how == OTFP_VTF3_D_LAST && !has_source && !otfp_vtf3_is_no(row->args[part->slot].type, v->i))
		p = put4(p, v->u);
	return p;
}

OTFP_INLINE char *put_row(char *p, const struct otfp_vtf3_row *row, const struct otfp_vtf3_record *rec)
{
	char *head = p;

	p = put2(p + 4, row->code);
	if (row->kind == OTFP_VTF3_EVENT)
		p = put8(p, otfp_vtf3_bits(otfp_vtf3_clip_time(rec->time)));
#pragma GCC unroll 12
	for (unsigned i = 0; i < row->ndisk; i++)
		if (row->disk[i].how == OTFP_VTF3_D_PAD)
			p = put2(p, 0);
		else if (row->disk[i].how > OTFP_VTF3_D_PAD)
			p = put_optional(p, row, rec, &row->disk[i]);
		else
			p = put_part(p, row, rec, &row->disk[i]);
	put4(head, (uint32_t)(p - head - 6));
	return p;
}

static char *put_any(char *p, const struct otfp_vtf3_record *rec)
{
	return put_row(p, &otfp_vtf3_rows[rec->type], rec);
}

char *otfp_vtf3_put_binary(char *p, const struct otfp_vtf3_record *rec)
{
	switch (rec->type) {
#define X(name) \
	case OTFP_VTF3_##name: return put_row(p, &otfp_vtf3_const_rows[OTFP_VTF3_##name], rec);
		OTFP_VTF3_HOT(X)
#undef X
	default: return put_any(p, rec);
	}
}
