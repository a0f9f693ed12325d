/*
 * scratch.h - the memory behind a record: lists, unescaped strings, tags.
 *
 * One a reader; it only grows, and is reused for each record. Callers reserve
 * for the whole line first, so that nothing moves while a record is built.
 */
#ifndef OTFP_RECORD_SCRATCH_H
#define OTFP_RECORD_SCRATCH_H
#include "base/buf.h"
#include "record/table.h"

struct otfp_scratch {
	struct otfp_buf bytes; /* strings and byte arrays */
	uint32_t *list;
	size_t nlist, list_cap;
	struct otfp_tag *tags;
	size_t ntags, tags_cap;
};

void otfp_scratch_release(struct otfp_scratch *s);
/** Forget what is in it. */
static inline void otfp_scratch_clear(struct otfp_scratch *s)
{
	s->bytes.n = s->nlist = s->ntags = 0;
}
static inline int otfp_scratch_is_empty(const struct otfp_scratch *s)
{
	return !(s->bytes.n | s->nlist | s->ntags);
}
/** Room for what a line of n bytes can hold in strings and lists. @return 0, or -1 when memory is out */
int otfp_scratch_reserve(struct otfp_scratch *s, size_t n);
/** One more tag, zero-filled; earlier tags may move. @return NULL when memory is out */
struct otfp_tag *otfp_scratch_tag(struct otfp_scratch *s);
#endif
