/*
 * tokenmap.h - the map from old to new tokens, and its text form: map files (otf-remap(1)).
 *
 * A line of a map file is
 *
 *     SPACE OLD NEW [STREAM [global | local]]
 *
 * separated by tabs or blanks. SPACE is a word of `otf-cat --schema`. Without STREAM, OLD is a global token or one
 * without definition; with STREAM it is the local definition of that stream. With `global` the local definition of
 * STREAM becomes global; with `local` the global definition OLD becomes local to STREAM, or STREAM gets a local copy of
 * it. Empty lines and text after # are ignored.
 */
#ifndef OTFP_REMAP_TOKENMAP_H
#define OTFP_REMAP_TOKENMAP_H
#include "base/buf.h"
#include "base/error.h"
#include "base/map.h"

enum otfp_renaming_kind { OTFP_STAYS_THERE, OTFP_TO_GLOBAL, OTFP_TO_LOCAL };

/* An entry of the map. */
struct otfp_renaming {
	uint32_t space;    /* enum otfp_what */
	uint32_t stream;   /* of the definition, 0 = global; for OTFP_TO_LOCAL the new stream */
	uint32_t from, to; /* tokens */
	uint32_t next;     /* for OTFP_TO_LOCAL: 1 + index of another entry with the same space and from; 0 = none */
	uint8_t kind;      /* enum otfp_renaming_kind */
	uint8_t used;      /* the trace has such a token */
};

/* Zero-filled is empty: every token keeps its number. */
struct otfp_tokenmap {
	struct otfp_renaming *all;
	size_t n, cap;
	int unchecked;                       /* the caller ensures that no two tokens become one; `taken` is not used */
	struct otfp_map index[OTFP_NWHATS];  /* stream << 32 | from -> index in all */
	struct otfp_map locals[OTFP_NWHATS]; /* the same for OTFP_TO_LOCAL */
	struct otfp_map copies[OTFP_NWHATS]; /* from -> index of the latest OTFP_TO_LOCAL */
	struct otfp_map taken[OTFP_NWHATS];  /* stream << 32 | to, of new tokens that no other may share */
};

/** Free all; *m is empty then. */
void otfp_tokenmap_release(struct otfp_tokenmap *m);
/** Add an entry. @return 0; 1 if its token has an entry, 2 if its new token is taken (then nothing changes); -1 when
 * memory is out */
int otfp_tokenmap_add(struct otfp_tokenmap *m, struct otfp_renaming r);
/** The entry for the definition of `token` in stream, 0 = global. @return NULL if the token keeps its number */
static inline struct otfp_renaming *otfp_tokenmap_get(const struct otfp_tokenmap *m, unsigned space, uint32_t stream,
                                                      uint32_t token)
{
	const uint64_t *i = otfp_map_get(&m->index[space], (uint64_t)stream << 32 | token);

	return i ? &m->all[*i] : NULL;
}
/** Add the entries of a map file. @param inverse  swap old and new. @return 0; OTFP_EUSAGE for a bad line; OTFP_EFAIL
 */
int otfp_tokenmap_read(struct otfp_tokenmap *m, const char *file, int inverse, struct otfp_error *err);
/** Append m to b as a sorted map file with the entries of existing tokens, so that it can be read with `inverse`.
 * @return 0, or -1 when memory is out */
int otfp_tokenmap_format(const struct otfp_tokenmap *m, struct otfp_buf *b);
#endif
