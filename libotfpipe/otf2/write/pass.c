/*
 * pass.c - frames leave the conversion for the files of their location. One that may still change (the begin of a
 * file operation, of which only the end says what it was) waits in the spool, and so do all frames after it of the same
 * location. See records.h.
 */
#include "otf2/write/records.h"

typedef struct otfp_otf2_writing writing;

/* Give frames to the files of a location, unless it stands for a location group without locations. */
static int give(const writing *w, size_t location, const uint64_t *words, size_t n)
{
	const struct otfp_otf2_place *p = &w->places[location];
	int code = 0;

	for (size_t at = 0; at < n && code == 0 && !p->is_no_location;) {
		const struct otfp_otf2_frame *frame = (const struct otfp_otf2_frame *)(const void *)(words + at);

		code = otfp_otf2_writer_put(w->writer, location, p->id, frame);
		at += frame->words;
	}
	return code;
}

int otfp_otf2_write_pass(struct otfp_otf2_writing *w, size_t location, int is_snap, const void *words, size_t n,
                         uint64_t *place)
{
	struct otfp_otf2_place *p = &w->places[location];

	p->changing += place != NULL;
	if (!w->writer || (p->changing && !is_snap))
		return otfp_otf2_spool_put(&w->spool, 2 * location + (is_snap != 0), words, n, place);
	return give(w, location, words, n);
}

int otfp_otf2_write_pass_all(struct otfp_otf2_writing *w, size_t location)
{
	struct otfp_otf2_spool_place at = {0};
	const uint64_t *words;
	size_t n;
	int code = 0;

	if (!w->writer)
		return 0;
	while (code == 0 && (code = otfp_otf2_spool_next(&w->spool, 2 * location, &at, &words, &n)) == 0)
		code = give(w, location, words, n);
	otfp_otf2_spool_clear(&w->spool, 2 * location);
	return code < 0 ? code : 0;
}

int otfp_otf2_write_change(struct otfp_otf2_writing *w, size_t location, uint64_t place, const uint64_t *fields,
                           size_t n)
{
	int code;

	if (place == OTFP_OTF2_NO_PLACE)
		return 0;
	code = otfp_otf2_spool_change(&w->spool, 2 * location, place, OTFP_OTF2_HEAD_WORDS, fields, n);
	if (code == 0 && --w->places[location].changing == 0)
		code = otfp_otf2_write_pass_all(w, location);
	return code;
}
