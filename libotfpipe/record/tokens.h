/*
 * tokens.h - what the definitions say of tokens, by stream.
 *
 * A token in a record of stream s means the local definition of s, else the
 * global one (stream 0).
 */
#ifndef OTFP_TOKENS_H
#define OTFP_TOKENS_H
#include "base/map.h"

/* A value by stream and token. Zero-filled is empty. */
struct otfp_tokens {
	struct otfp_map map;
	int local; /* some definition is of a stream */
};

/** @return 0, or -1 when memory is out */
int otfp_tokens_put(struct otfp_tokens *t, uint32_t stream, uint32_t token, uint64_t value);
/** The value of the definition that holds in *stream; *stream becomes 0 if it is not a local one.
 * @return NULL if there is none */
const uint64_t *otfp_tokens_get(const struct otfp_tokens *t, uint32_t *stream, uint32_t token);
#endif
