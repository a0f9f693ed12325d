#include "otf2/lib-emit.h"
#include <stdlib.h>
#include <string.h>

/* ---- arguments from the parts of a frame. Room for all of them is there: see make_room ---- */

static void *take(struct otfp_otf2_emitter *w, size_t n)
{
	void *p = w->scratch + w->used;

	w->used += (n + 7) / 8 * 8;
	return p;
}

static const char *text(struct otfp_otf2_emitter *w, const struct otfp_otf2_frame *f, unsigned field)
{
	size_t n = f->f[field];
	char *p = take(w, n + 1);

	memcpy(p, otfp_otf2_contents(f, field), n);
	p[n] = 0;
	if (strlen(p) < n)
		w->failed = "a text contains a NUL byte";
	return p;
}

static const uint32_t *list_of_u32(struct otfp_otf2_emitter *w, const struct otfp_otf2_frame *f, unsigned field)
{
	const uint64_t *words = otfp_otf2_contents(f, field);
	uint32_t *p = take(w, f->f[field] * sizeof *p);

	for (size_t i = 0; i < f->f[field]; i++)
		p[i] = (uint32_t)words[i];
	return p;
}

/* One byte of each element of `step` words. */
static const uint8_t *bytes(struct otfp_otf2_emitter *w, const struct otfp_otf2_frame *f, unsigned field,
                            unsigned first, unsigned step)
{
	const uint64_t *words = otfp_otf2_contents(f, field);
	uint8_t *p = take(w, f->f[field]);

	for (size_t i = 0; i < f->f[field]; i++)
		p[i] = (uint8_t)words[i * step + first];
	return p;
}

static OTF2_AttributeValue value_of_word(uint64_t type, uint64_t word)
{
	OTF2_AttributeValue v = {.uint64 = 0};

	switch (type) {
	case OTF2_TYPE_UINT8:
	case OTF2_TYPE_INT8: v.uint8 = (uint8_t)word; break;
	case OTF2_TYPE_UINT16:
	case OTF2_TYPE_INT16: v.uint16 = (uint16_t)word; break;
	case OTF2_TYPE_UINT64:
	case OTF2_TYPE_INT64:
	case OTF2_TYPE_DOUBLE:
	case OTF2_TYPE_LOCATION: v.uint64 = word; break;
	default: /* UINT32, INT32, FLOAT, references */ v.uint32 = (uint32_t)word;
	}
	return v;
}

static const OTF2_Type *metric_types(struct otfp_otf2_emitter *w, const struct otfp_otf2_frame *f, unsigned field)
{
	return bytes(w, f, field, 0, 2);
}

static const OTF2_MetricValue *metric_values(struct otfp_otf2_emitter *w, const struct otfp_otf2_frame *f,
                                             unsigned field)
{
	const uint64_t *words = otfp_otf2_contents(f, field);
	OTF2_MetricValue *p = take(w, f->f[field] * sizeof *p);

	for (size_t i = 0; i < f->f[field]; i++)
		p[i].unsigned_int = words[2 * i + 1];
	return p;
}

static const OTF2_IoParadigmProperty *properties(struct otfp_otf2_emitter *w, const struct otfp_otf2_frame *f,
                                                 unsigned field)
{
	return bytes(w, f, field, 0, 3);
}

static const OTF2_Type *property_types(struct otfp_otf2_emitter *w, const struct otfp_otf2_frame *f, unsigned field)
{
	return bytes(w, f, field, 1, 3);
}

static const OTF2_AttributeValue *property_values(struct otfp_otf2_emitter *w, const struct otfp_otf2_frame *f,
                                                  unsigned field)
{
	const uint64_t *words = otfp_otf2_contents(f, field);
	OTF2_AttributeValue *p = take(w, f->f[field] * sizeof *p);

	for (size_t i = 0; i < f->f[field]; i++)
		p[i] = value_of_word(words[3 * i + 1], words[3 * i + 2]);
	return p;
}

/* ---- calls ---- */

#include "otf2-write.def"

/* Each part needs at most the room that it has in the frame, and is rounded up to 8 bytes. */
static int make_room(struct otfp_otf2_emitter *e, const struct otfp_otf2_frame *f)
{
	size_t need = f->words * sizeof(uint64_t) + OTFP_OTF2_MAX_FIELDS * 4 * sizeof(uint64_t);
	char *p;

	e->used = 0;
	if (need <= e->room)
		return 0;
	p = realloc(e->scratch, 2 * need);
	if (!p)
		return -1;
	e->scratch = p;
	e->room = 2 * need;
	return 0;
}

static int put_tags(struct otfp_otf2_emitter *e, const struct otfp_otf2_frame *f)
{
	const struct otfp_otf2_tag *tags = otfp_otf2_tags(f);

	for (unsigned i = 0; i < f->ntags; i++)
		if (OTF2_AttributeList_AddAttribute(e->tags, tags[i].attribute, (OTF2_Type)tags[i].type,
		                                    value_of_word(tags[i].type, tags[i].value)) != OTF2_SUCCESS)
			return -1;
	return 0;
}

int otfp_otf2_write_frame(struct otfp_otf2_emitter *e, const struct otfp_otf2_frame *f)
{
	if (!writers[f->row])
		e->failed = "libotf2 cannot write this record";
	else if (make_room(e, f) < 0)
		e->failed = "out of memory";
	if (e->failed || put_tags(e, f) < 0)
		return -1;
	return writers[f->row](e, f) == OTF2_SUCCESS && !e->failed ? 0 : -1;
}
