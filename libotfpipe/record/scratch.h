/*
 * scratch.h - the memory that a record points to: lists, unescaped strings, tags.
 *
 * One per reader; it only grows and is reused for each record. Callers reserve room for the whole line first, so that
 * nothing moves while a record is built.
 */
#ifndef OTFP_RECORD_SCRATCH_H
#define OTFP_RECORD_SCRATCH_H
#include "base/must.h"
#include "base/buf.h"
#include "record/table.h"

struct otfp_scratch {
	struct otfp_buf bytes; /* strings and byte arrays */
	uint32_t *list;
	size_t nlist, list_cap;
	struct otfp_tag *tags;
	size_t ntags, tags_cap;
	int failed; /* memory was out once: what was refused since then may be valid */
};

/** Free all; *s is empty then. */
void otfp_scratch_release(struct otfp_scratch *s);
/** Make it empty; its memory is kept. */
static inline void otfp_scratch_clear(struct otfp_scratch *s)
{
	s->bytes.n = s->nlist = s->ntags = 0;
}
/** Whether the current record needed none of it. */
static inline int otfp_scratch_is_empty(const struct otfp_scratch *s)
{
	return !(s->bytes.n | s->nlist | s->ntags);
}
/** Reserve room for the strings and lists of a line of n bytes; earlier lists may move. @return 0, or -1 when memory is
 * out */
OTFP_MUST_CHECK int otfp_scratch_reserve(struct otfp_scratch *s, size_t n);
/** Reserve room for n bytes of strings; lists do not move. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_scratch_reserve_bytes(struct otfp_scratch *s, size_t n);
/** Add a tag, zero-filled; earlier tags may move. @return NULL when memory is out */
OTFP_MUST_CHECK struct otfp_tag *otfp_scratch_tag(struct otfp_scratch *s);
#endif
