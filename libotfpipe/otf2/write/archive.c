/* archive.c - a whole archive at once: the writing half of archive.h. */
#include "otf2/archive.h"
#include "otf2/write/writer.h"

/* The next frame of a row of frames. */
static const struct otfp_otf2_frame *frame_at(const uint64_t *p, size_t at)
{
	return (const struct otfp_otf2_frame *)(const void *)(p + at);
}

static int put_frames(struct otfp_otf2_writer *w, const struct otfp_otf2_plan *plan, unsigned i, int snaps,
                      struct otfp_error *err)
{
	const uint64_t *p;
	size_t words;
	int code;

	while ((code = plan->frames(plan->ctx, i, snaps, &p, &words, err)) == 0)
		for (size_t at = 0; at < words; at += frame_at(p, at)->words) {
			code = otfp_otf2_writer_put(w, i, plan->locations[i], frame_at(p, at));
			if (code < 0)
				return code;
		}
	return code < 0 ? code : 0;
}

static int put_location(struct otfp_otf2_writer *w, const struct otfp_otf2_plan *plan, unsigned i,
                        struct otfp_error *err)
{
	int code = put_frames(w, plan, i, 0, err);

	if (code == 0 && plan->has_snaps)
		code = put_frames(w, plan, i, 1, err);
	return code < 0 ? code : otfp_otf2_writer_location(w, i, plan->locations[i], plan->has_snaps);
}

static int put_definitions(struct otfp_otf2_writer *w, const struct otfp_otf2_plan *plan, struct otfp_error *err)
{
	const uint64_t *p;
	size_t words;
	int code;

	while ((code = plan->definitions(plan->ctx, &p, &words, err)) == 0)
		for (size_t at = 0; at < words; at += frame_at(p, at)->words) {
			code = otfp_otf2_writer_define(w, frame_at(p, at), plan->longest);
			if (code < 0)
				return code;
		}
	return code < 0 ? code : 0;
}

int otfp_otf2_write(const struct otfp_otf2_plan *plan, struct otfp_error *err)
{
	struct otfp_otf2_writer *w;
	int code = otfp_otf2_writer_open(&w, plan->directory, plan->name, err);

	for (unsigned i = 0; i < plan->nlocations && code == 0; i++)
		code = put_location(w, plan, i, err);
	if (code == 0)
		code = put_definitions(w, plan, err);
	if (code == 0)
		code = otfp_otf2_writer_end(w, &plan->anchor);
	otfp_otf2_writer_close(w);
	return code;
}
