/*
 * tokenmap.h - which token becomes which, and the text of that: map files.
 *
 * A line of a map file is
 *
 *     SPACE OLD NEW [STREAM [global | local]]
 *
 * with tabs or blanks between. SPACE is a word of `otf-cat --schema`. Without STREAM it is of the token
 * that is global, or defined nowhere; with STREAM of the local definition of that stream. With `global` the
 * local definition of STREAM becomes a global one; with `local` the global definition OLD becomes, or gives a
 * copy that is, local to STREAM. Empty lines and what stands behind # do not count.
 */
#ifndef OTFP_REMAP_TOKENMAP_H
#define OTFP_REMAP_TOKENMAP_H
#include "base/error.h"
#include "base/map.h"
#include <stdio.h>

enum otfp_renaming_kind { OTFP_STAYS_THERE, OTFP_TO_GLOBAL, OTFP_TO_LOCAL };

struct otfp_renaming {
	uint32_t space;    /* enum otfp_what */
	uint32_t stream;   /* 0 = the global one; of OTFP_TO_LOCAL where it goes to */
	uint32_t from, to; /* tokens */
	uint32_t next;     /* of OTFP_TO_LOCAL: index + 1 of another with the same space and from; 0 = none */
	uint8_t kind;      /* enum otfp_renaming_kind */
	uint8_t used;      /* there is such a token */
};

/* Zero-filled is empty: every token stays. */
struct otfp_tokenmap {
	struct otfp_renaming *all;
	size_t n, cap;
	int unchecked;                      /* the caller sees to it that no two become one, so `taken` is left empty */
	struct otfp_map index[OTFP_NWHATS]; /* stream << 32 | from, to the index in all */
	struct otfp_map locals[OTFP_NWHATS]; /* the same of OTFP_TO_LOCAL */
	struct otfp_map copies[OTFP_NWHATS]; /* from, to the index of the first OTFP_TO_LOCAL */
	struct otfp_map taken[OTFP_NWHATS];  /* stream << 32 | to, of those that no other may share */
};

void otfp_tokenmap_release(struct otfp_tokenmap *m);
/** Add one. @return 0; 1 if its token has one, 2 if what it becomes is taken by another, and then
 * nothing changes; -1 when memory is out */
int otfp_tokenmap_add(struct otfp_tokenmap *m, struct otfp_renaming r);
/** What becomes of the definition of `token` in stream, 0 = global. @return NULL if it stays */
static inline struct otfp_renaming *otfp_tokenmap_get(const struct otfp_tokenmap *m, unsigned space, uint32_t stream,
                                                      uint32_t token)
{
	const uint64_t *i = otfp_map_get(&m->index[space], (uint64_t)stream << 32 | token);

	return i ? &m->all[*i] : NULL;
}
/** Add what a map file says. @param inverse  the other way round. @return 0; OTFP_EUSAGE; OTFP_EFAIL */
int otfp_tokenmap_read(struct otfp_tokenmap *m, const char *file, int inverse, struct otfp_error *err);
/** The text of m, sorted: of tokens that there are, so that it can be turned round. @return 0, or -1 when memory is out
 * or the file cannot be written */
int otfp_tokenmap_write(const struct otfp_tokenmap *m, FILE *f);
#endif
