/* carry-type.c - the types of key-values that carry what is of OTF2. See carry.h. */
#include "otf2/carry/convert.h"
#include "otf2/values.h"
#include "record/tag.h"

const struct otfp_otf2_word_row otfp_otf2_words[OTFP_OTF2_NWORDS] = {
	[OTFP_OTF2_WORD_EVENT] = {"event", OTFP_TAG_UINT8},
	[OTFP_OTF2_WORD_LENGTH] = {"send.length", OTFP_TAG_UINT64},
	[OTFP_OTF2_WORD_LOCATION] = {"location", OTFP_TAG_UINT64},
	[OTFP_OTF2_WORD_NAME] = {"name", OTFP_TAG_BYTES},
	[OTFP_OTF2_WORD_METRIC] = {"metric", OTFP_TAG_UINT32},
	[OTFP_OTF2_WORD_METRIC_N] = {"metric.n", OTFP_TAG_UINT32},
	[OTFP_OTF2_WORD_METRIC_MODE] = {"metric.mode", OTFP_TAG_UINT8},
	[OTFP_OTF2_WORD_DIRECTORY] = {"file.dir", OTFP_TAG_UINT8},
	[OTFP_OTF2_WORD_UNDEFINED] = {"undefined", OTFP_TAG_UINT64},
	[OTFP_OTF2_WORD_OPERATION] = {"collectiveOp", OTFP_TAG_UINT8},
};

uint64_t otfp_otf2_cut(uint64_t v, unsigned type)
{
	const unsigned width = otfp_tag_width(type);

	return width ? v & UINT64_MAX >> (64 - width) : v;
}

struct otfp_str otfp_otf2_stored(struct otfp_str s)
{
	return s.n && s.p ? s : (struct otfp_str){"", 1};
}
