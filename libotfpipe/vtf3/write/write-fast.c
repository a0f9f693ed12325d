/* write-fast.c - a record as Fast ASCII; scan-fast.c describes the layout. */
#include "base/num.h"
#include "vtf3/clip.h"
#include "vtf3/write/writing.h"

static char *put_hex(char *p, uint32_t v)
{
	*p++ = ' ';
	return otfp_put_hex(p, v);
}

static char *put_int(char *p, int32_t v)
{
	*p++ = ' ';
	if (v < 0)
		*p++ = '-';
	return otfp_put_hex(p, v < 0 ? -(uint32_t)v : (uint32_t)v);
}

static char *put_xy(char *p, uint64_t bits)
{
	return put_hex(put_hex(p, (uint32_t)bits), (uint32_t)(bits >> 32));
}

/* The length is known only after escaping, so the text is moved to its place. */
static char *put_string(char *p, const char *s, size_t n)
{
	char *text = p + 1 + OTFP_HEX_MAX + 1, *end = otfp_vtf3_put_escaped(text, s, n, 0, NULL);

	p = put_hex(p, (uint32_t)(end - text));
	*p++ = ':';
	memmove(p, text, (size_t)(end - text));
	return p + (end - text);
}

static int is_unsigned(unsigned type)
{
	return type == OTFP_VTF3_A_UNS || type == OTFP_VTF3_A_CPU || type == OTFP_VTF3_A_ANYCPU ||
	       type == OTFP_VTF3_A_CPUS || type == OTFP_VTF3_A_TRIPLETS;
}

static char *put4(char *p, unsigned type, uint32_t v)
{
	return is_unsigned(type) ? put_hex(p, v) : put_int(p, (int32_t)v);
}

static char *put_array(char *p, const struct otfp_vtf3_record *rec, unsigned slot, unsigned type)
{
	const union otfp_vtf3_value *v = &rec->v[slot];
	size_t n = otfp_vtf3_elements(rec, slot);

	if (type == OTFP_VTF3_A_BYTES) {
		if (n)
			*p++ = ' ';
		return otfp_vtf3_put_hexbytes(p, v->p, n);
	}
	for (size_t i = 0; i < n; i++)
		if (type == OTFP_VTF3_A_STRS)
			p = put_string(p, v->ss[i], strlen(v->ss[i]));
		else if (otfp_vtf3_size(type) == 8)
			p = put_xy(p, otfp_vtf3_clipped(rec, slot, i));
		else
			p = put4(p, type, v->us[i]);
	return p;
}

static char *put_part(char *p, const struct otfp_vtf3_record *rec, unsigned slot)
{
	const union otfp_vtf3_value *v = &rec->v[slot];
	unsigned type = otfp_vtf3_rows[rec->type].args[slot].type;

	switch (type) {
	case OTFP_VTF3_A_STR: return put_string(p, v->s.p, v->s.n);
	case OTFP_VTF3_A_DUR: return put_xy(p, otfp_vtf3_bits(otfp_vtf3_clip_time(v->d)));
	case OTFP_VTF3_A_REAL: return put_xy(p, otfp_vtf3_clip_bits(otfp_vtf3_bits(v->d)));
	case OTFP_VTF3_A_SECS: return put_hex(p, (uint32_t)otfp_vtf3_clip_seconds(v->d));
	default: return type > OTFP_VTF3_A_STR ? put_array(p, rec, slot, type) : put4(p, type, v->u);
	}
}

static char *put_optional(char *p, const struct otfp_vtf3_record *rec, const struct otfp_vtf3_part *part)
{
	const union otfp_vtf3_value *v = &rec->v[part->slot];
	int has_source = rec->flags & OTFP_VTF3_HAS_SRC;

	if (part->how == OTFP_VTF3_D_CALL)
		return put_int(p, v->i);
	if (part->how == OTFP_VTF3_D_SRC)
		return has_source ? put_int(put_int(p, v[0].i), v[1].i) : p;
	return has_source || otfp_vtf3_is_none(rec, part->slot) ? p : put_int(p, v->i);
}

char *otfp_vtf3_put_fast(char *p, const struct otfp_vtf3_record *rec)
{
	const struct otfp_vtf3_row *row = &otfp_vtf3_rows[rec->type];

	p = otfp_put_hex(p, row->code);
	if (row->kind == OTFP_VTF3_EVENT)
		p = put_xy(p, otfp_vtf3_bits(otfp_vtf3_clip_time(rec->time)));
	for (unsigned i = 0; i < row->ndisk; i++)
		if (row->disk[i].how > OTFP_VTF3_D_PAD)
			p = put_optional(p, rec, &row->disk[i]);
		else if (row->disk[i].how != OTFP_VTF3_D_PAD)
			p = put_part(p, rec, row->disk[i].slot);
	*p++ = '\n';
	return p;
}
