#include "otf2/frame.h"

const struct otfp_otf2_row otfp_otf2_rows[OTFP_OTF2_NROWS] = {
#include "otf2-rows.def"
};

const uint8_t otfp_otf2_element_words[OTFP_OTF2_PROPERTIES + 1] = {
	[OTFP_OTF2_NO_TAIL] = 0, [OTFP_OTF2_LIST] = 1, [OTFP_OTF2_METRICS] = 2, [OTFP_OTF2_PROPERTIES] = 3};

/* Words of the contents of a field. */
static uint64_t words_of(const struct otfp_otf2_frame *frame, const struct otfp_otf2_row *row, unsigned field)
{
	uint64_t n = frame->f[field];

	if (row->fields[field].tail == OTFP_OTF2_NO_TAIL)
		return 0;
	if (row->fields[field].tail == OTFP_OTF2_TEXT)
		return n / sizeof(uint64_t) + (n % sizeof(uint64_t) != 0);
	return n * otfp_otf2_element_words[row->fields[field].tail];
}

int otfp_otf2_frame_is_sound(const void *p, size_t n)
{
	const struct otfp_otf2_frame *frame = p;
	const struct otfp_otf2_row *row;
	uint64_t left;

	if (n < OTFP_OTF2_HEAD_WORDS || frame->words > n || frame->words < OTFP_OTF2_HEAD_WORDS ||
	    frame->row >= OTFP_OTF2_NROWS)
		return 0;
	row = &otfp_otf2_rows[frame->row];
	left = frame->words - OTFP_OTF2_HEAD_WORDS;
	if (left < row->nfields + 2u * frame->ntags)
		return 0;
	left -= row->nfields + 2u * frame->ntags;
	for (unsigned i = 0; i < row->nfields; i++) {
		if (row->fields[i].tail == OTFP_OTF2_NO_TAIL)
			continue;
		if (frame->f[i] > UINT32_MAX || words_of(frame, row, i) > left)
			return 0;
		left -= words_of(frame, row, i);
	}
	return left == 0;
}

const uint64_t *otfp_otf2_contents(const struct otfp_otf2_frame *frame, unsigned field)
{
	const struct otfp_otf2_row *row = &otfp_otf2_rows[frame->row];
	const uint64_t *p = frame->f + row->nfields;

	for (unsigned i = 0; i < field; i++)
		p += words_of(frame, row, i);
	return p;
}
