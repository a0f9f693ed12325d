/*
 * brief.h - the short way of frequent events: what their rows (stored.h) say is prepared, and records in which nothing
 * is unusual become frames. All others are left to decode.h, which finds what is wrong with them.
 */
#ifndef OTFP_OTF2_READ_BRIEF_H
#define OTFP_OTF2_READ_BRIEF_H
#include "otf2/bytes.h"
#include "otf2/read/locals.h"
#include "otf2/stored.h"

enum { OTFP_OTF2_QUICK_WORDS = OTFP_OTF2_HEAD_WORDS + 1 };

/* An event that has no length; width 0: it has one. */
struct otfp_otf2_quick {
	uint16_t row;
	uint8_t width; /* of its number, bytes */
	uint8_t table; /* 1 + number of the table of ids; 0: none */
};

/* An event with a length that consists of unsigned numbers and perhaps, at the end, values of a metric. */
struct otfp_otf2_brief {
	uint16_t row; /* OTFP_OTF2_NROWS: it is none */
	uint8_t nfields;
	uint8_t has_values;
	struct otfp_otf2_brief_field {
		uint8_t width;         /* bytes, at most */
		uint8_t is_compressed; /* a byte with its width comes first */
		uint8_t table;         /* as above */
	} fields[OTFP_OTF2_MAX_FIELDS];
};

/** Prepare both ways of an event. @param row  OTFP_OTF2_NROWS: none */
void otfp_otf2_brief_init(struct otfp_otf2_quick *quick, struct otfp_otf2_brief *brief, unsigned row);

/* A number of a brief record that ends with `end`. @return what comes after it; NULL: it is unusual, or not all there
 */
static inline const unsigned char *otfp_otf2_take_brief(const unsigned char *p, const unsigned char *end, int is_big,
                                                        const struct otfp_otf2_brief_field *f, uint64_t *v)
{
	unsigned width = f->width;

	if (end - p < f->is_compressed)
		return NULL;
	width = f->is_compressed ? *p : width;
	p += f->is_compressed;
	if (OTFP_UNLIKELY(width > f->width)) {
		*v = UINT64_MAX >> (64 - 8 * f->width);
		return width == 255 ? p : NULL; /* all bits set */
	}
	if (end - p < (ptrdiff_t)width)
		return NULL;
	*v = otfp_otf2_load(p, width, is_big);
	return p + width;
}

/* Number and elements of the values of a metric. @param most  room for `at` ends here @return as otfp_otf2_take_brief
 */
static inline const unsigned char *otfp_otf2_take_values(const unsigned char *p, const unsigned char *end, int is_big,
                                                         uint64_t **at, const uint64_t *most)
{
	static const struct otfp_otf2_brief_field value = {8, 1, 0};
	uint64_t *v = *at;
	unsigned n;

	if (p == end)
		return NULL;
	*v++ = n = *p++;
	if (most - v < 2 * (ptrdiff_t)n)
		return NULL;
	for (; n && p; n--, v += 2) {
		if (p == end)
			return NULL;
		v[0] = *p;
		p = otfp_otf2_take_brief(p + 1, end, is_big, &value, &v[1]);
	}
	*at = v;
	return p;
}

/* Read a record that is brief and usual. @param p  its id; its length follows @param at  its frame @param most  room
 * for it ends here @return what comes after it; NULL: it is left to otfp_otf2_decode_fields */
static inline const unsigned char *otfp_otf2_read_brief(const struct otfp_otf2_brief *r,
                                                        const struct otfp_otf2_bytes *b,
                                                        const struct otfp_otf2_locals *locals, const unsigned char *p,
                                                        uint64_t *at, const uint64_t *most)
{
	struct otfp_otf2_frame *frame = (void *)at;
	const unsigned char *const end = p + 2 + p[1];
	uint64_t *v = frame->f;

	if (r->row == OTFP_OTF2_NROWS || p[1] == OTFP_OTF2_LONG_LENGTH || b->end - p < 2 + p[1] ||
	    most - v <= OTFP_OTF2_MAX_FIELDS)
		return NULL;
	p += 2;
	for (unsigned i = 0; i < r->nfields && p; i++, v++) {
		p = otfp_otf2_take_brief(p, end, b->is_big, &r->fields[i], v);
		if (p && r->fields[i].table)
			*v = (uint32_t)otfp_otf2_global(locals, r->fields[i].table, *v);
	}
	if (p && r->has_values)
		p = otfp_otf2_take_values(p, end, b->is_big, &v, most);
	frame->row = r->row;
	frame->ntags = 0;
	frame->words = (uint32_t)(v - at);
	return p == end ? p : NULL;
}

/* The same of a record without length. @param at  has room for its frame */
static inline const unsigned char *otfp_otf2_read_quick(struct otfp_otf2_quick q, const struct otfp_otf2_bytes *b,
                                                        const struct otfp_otf2_locals *locals, const unsigned char *p,
                                                        uint64_t *at)
{
	uint64_t v;

	if (p[1] > q.width)
		return NULL;
	v = otfp_otf2_load(p + 2, p[1], b->is_big);
	if (q.table)
		v = (uint32_t)otfp_otf2_global(locals, q.table, v);
	*(struct otfp_otf2_frame *)(void *)at = (struct otfp_otf2_frame){.row = q.row, .words = OTFP_OTF2_QUICK_WORDS};
	at[OTFP_OTF2_HEAD_WORDS] = v;
	return p + 2 + p[1];
}

#endif
