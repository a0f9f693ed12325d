#include "otf2/read/scan.h"
#include "otf2/read/chunks.h"

/* The records of a batch. @param done  number of the last one before it */
static int give(const struct otfp_otf2_scan *s, const struct otfp_otf2_timed *t, uint64_t done)
{
	const uint64_t *p = t->frames, *end = t->used ? p + t->used : p;
	int code = 0;

	while (p < end && code == 0 && done++ < s->last) {
		const struct otfp_otf2_frame *frame = (const struct otfp_otf2_frame *)p;
		code = s->f(s->ctx, frame);
		p += frame->words;
	}
	return code;
}

static int read_all(const struct otfp_otf2_scan *s, struct otfp_otf2_timed *t)
{
	uint64_t done = t->skipped;
	int code = 0, last = 0;

	while (code == 0 && last == 0 && done < s->last) {
		last = otfp_otf2_timed_read(t);
		code = give(s, t, done);
		done = t->done;
	}
	return code == 0 && last == OTFP_EFAIL ? last : code;
}

int otfp_otf2_scan(const struct otfp_otf2_scan *s, struct otfp_error *err)
{
	struct otfp_otf2_timed t = {0};
	struct otfp_otf2_locals none = {0};
	int code = otfp_otf2_timed_open(&t, s->files, s->path, s->shape, s->kind, &none, err);

	if (code == 0 && otfp_otf2_chunks_begin_at(&t, s->chunk) == 0)
		code = read_all(s, &t);
	otfp_otf2_timed_close(&t);
	return code < 0 && code != OTFP_EDAMAGE ? code : 0;
}
