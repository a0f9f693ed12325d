/* tags.c - --no-tags: records with fewer key-values. */
#include "cmd/filter/filter.h"
#include <stdlib.h>
#include <string.h>

void tag_filter_release(struct tag_filter *t)
{
	free(t->tags);
	memset(t, 0, sizeof *t);
}

static int make_room(struct tag_filter *t, size_t n)
{
	struct otfp_tag *p;

	if (n <= t->cap)
		return 0;
	p = realloc(t->tags, 2 * n * sizeof *p);
	if (!p)
		return -1;
	t->tags = p;
	t->cap = 2 * n;
	return 0;
}

int tag_filter(struct criteria *c, const struct otfp_record **rec, struct otfp_error *err)
{
	struct tag_filter *t = &c->tags;
	struct otfp_space *keys = &c->spaces[OTFP_W_KEY]; /* without a set: drop all */
	const struct otfp_record *from = *rec;
	int definition = otfp_schema(from->type)->file == OTFP_FILE_DEF || from->type == OTFP_DefMarker;
	uint32_t stream = stream_of(c, from, definition), n = 0;

	if (make_room(t, from->ntags) < 0)
		return otfp_fail_memory(err);
	for (uint32_t i = 0; keys->set && i < from->ntags; i++)
		if (!otfp_space_has(keys, stream, from->tags[i].key))
			t->tags[n++] = from->tags[i];
	if (n == from->ntags)
		return 0;
	t->copy = *from;
	t->copy.tags = t->tags;
	t->copy.ntags = n;
	t->copy.line = (struct otfp_str){NULL, 0}; /* the line still has all tags */
	*rec = &t->copy;
	return 0;
}
