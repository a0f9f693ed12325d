#include "otf2/lib-pack.h"
#include <stdlib.h>
#include <string.h>

/* ---- parts of a frame ---- */

static int grow(struct otfp_otf2_pack *pack, size_t words)
{
	size_t room = 2 * pack->room > pack->n + words ? 2 * pack->room : pack->n + words + 4096;
	uint64_t *p = realloc(pack->p, room * sizeof *p);

	if (!p)
		return -1;
	pack->p = p;
	pack->room = room;
	return 0;
}

static uint64_t word_of_double(double x)
{
	uint64_t word;

	memcpy(&word, &x, sizeof word);
	return word;
}

/* Only the bytes of its type are set in a value. */
static uint64_t word_of_value(OTF2_Type type, OTF2_AttributeValue v)
{
	switch (type) {
	case OTF2_TYPE_UINT8: return v.uint8;
	case OTF2_TYPE_UINT16: return v.uint16;
	case OTF2_TYPE_INT8: return (uint64_t)v.int8;
	case OTF2_TYPE_INT16: return (uint64_t)v.int16;
	case OTF2_TYPE_INT32: return (uint64_t)v.int32;
	case OTF2_TYPE_UINT64:
	case OTF2_TYPE_INT64:
	case OTF2_TYPE_DOUBLE:
	case OTF2_TYPE_LOCATION: return v.uint64;
	default: /* UINT32, FLOAT, references */ return v.uint32;
	}
}

/* Take the attributes from the list: libotf2 finds the n-th by going through all before it. */
static void pack_tags(uint64_t *at, OTF2_AttributeList *tags, unsigned n)
{
	OTF2_AttributeRef attribute;
	OTF2_AttributeValue value;
	OTF2_Type type;

	for (; n > 0; n--) {
		struct otfp_otf2_tag tag = {0};

		if (OTF2_AttributeList_PopAttribute(tags, &attribute, &type, &value) == OTF2_SUCCESS)
			tag = (struct otfp_otf2_tag){attribute, type, word_of_value(type, value)};
		memcpy(at, &tag, sizeof tag);
		at += 2;
	}
}

/* Begin a frame with `words` words after its head, and attributes. @return its fields; NULL if it has no room */
static uint64_t *frame(struct otfp_otf2_pack *pack, uint16_t row, uint64_t time, size_t words, OTF2_AttributeList *tags)
{
	unsigned ntags = tags ? OTF2_AttributeList_GetNumberOfElements(tags) : 0;
	struct otfp_otf2_frame *f;

	words += OTFP_OTF2_HEAD_WORDS + 2 * (size_t)ntags;
	if (ntags > UINT16_MAX || words > UINT32_MAX || (words > pack->room - pack->n && grow(pack, words) < 0))
		return NULL;
	f = (void *)(pack->p + pack->n);
	*f = (struct otfp_otf2_frame){row, (uint16_t)ntags, (uint32_t)words, time};
	pack->n += words;
	if (ntags)
		pack_tags(pack->p + pack->n - 2 * (size_t)ntags, tags, ntags);
	return f->f;
}

static size_t words_of_text(const char *text)
{
	return (strlen(text) + sizeof(uint64_t) - 1) / sizeof(uint64_t);
}

/* @return the word after the text */
static uint64_t *pack_text(uint64_t *at, const char *text)
{
	size_t words = words_of_text(text);

	if (words)
		at[words - 1] = 0;
	memcpy(at, text, strlen(text));
	return at + words;
}

/* ---- callbacks ---- */

/* libotf2 has the table; only its size is told. */
static OTF2_CallbackCode read_MappingTable(void *data, OTF2_MappingType mappingType, const OTF2_IdMap *idMap)
{
	uint64_t n = 0, *f = frame(data, OTFP_OTF2_MappingTable, 0, 2, NULL);

	if (!f || OTF2_IdMap_GetSize(idMap, &n) != OTF2_SUCCESS)
		return OTF2_CALLBACK_ERROR;
	f[OTFP_OTF2_MappingTable_mappingType] = mappingType;
	f[OTFP_OTF2_MappingTable_numberOfIds] = n;
	return OTF2_CALLBACK_SUCCESS;
}

#include "otf2-read.def"

int otfp_otf2_callbacks_init(struct otfp_otf2_callbacks *c)
{
	*c = (struct otfp_otf2_callbacks){OTF2_GlobalDefReaderCallbacks_New(), OTF2_DefReaderCallbacks_New(),
	                                  OTF2_EvtReaderCallbacks_New(), OTF2_SnapReaderCallbacks_New(),
	                                  OTF2_MarkerReaderCallbacks_New()};
	return register_def(c->def) && register_local(c->local) && register_event(c->event) && register_snap(c->snap) &&
	                       register_marker(c->marker) ?
	               0 :
	               -1;
}
