/* define-field.c - texts and lists of definitions. See define.h. */
#include "otf2/carry/define.h"
#include <string.h>

struct otfp_str otfp_otf2_text(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, unsigned field)
{
	uint64_t ref = frame->f[field];
	struct otfp_str s = {"", 0};

	if (ref == UINT32_MAX) {
		otfp_otf2_carry_undefined(c, field);
		return s;
	}
	s = otfp_otf2_string(&c->model, ref);
	if (s.p)
		return s;
	otfp_otf2_undefined(c, frame, OTFP_OTF2_STRINGS, ref);
	return (struct otfp_str){"", 0};
}

struct otfp_str otfp_otf2_name(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, unsigned field)
{
	struct otfp_str s = otfp_otf2_text(c, frame, field);

	if (memchr(s.p, '"', s.n) || memchr(s.p, '\n', s.n))
		otfp_otf2_carry_bytes(c, OTFP_OTF2_WORD_NAME, s);
	return s;
}

int otfp_otf2_members(struct otfp_otf2_carrying *c, const uint32_t *p, size_t n, struct otfp_list *list)
{
	c->batch.nmembers += n;
	*list = (struct otfp_list){otfp_arena_copy(&c->batch.arena, p, n * sizeof *p), n};
	return list->p ? 0 : otfp_fail_memory(c->err);
}
