#include "record/scratch.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

void otfp_scratch_release(struct otfp_scratch *s)
{
	otfp_buf_release(&s->bytes);
	free(s->list);
	free(s->tags);
	memset(s, 0, sizeof *s);
}

static int fail(struct otfp_scratch *s)
{
	s->failed = 1;
	return -1;
}

int otfp_scratch_reserve_bytes(struct otfp_scratch *s, size_t n)
{
	return otfp_buf_reserve(&s->bytes, n) < 0 ? fail(s) : 0;
}

int otfp_scratch_reserve(struct otfp_scratch *s, size_t n)
{
	uint32_t *list;

	if (otfp_scratch_reserve_bytes(s, n) < 0)
		return -1;
	n = s->nlist + n / 2 + 1; /* an element has at least a digit and a comma */
	if (n <= s->list_cap)
		return 0;
	list = realloc(s->list, 2 * n * sizeof *list);
	if (!list)
		return fail(s);
	s->list = list;
	s->list_cap = 2 * n;
	return 0;
}

struct otfp_tag *otfp_scratch_tag(struct otfp_scratch *s)
{
	struct otfp_tag *t;

	if (otfp_grow(&s->tags, s->ntags, &s->tags_cap, sizeof *t) < 0) {
		fail(s);
		return NULL;
	}
	t = &s->tags[s->ntags++];
	memset(t, 0, sizeof *t);
	return t;
}
