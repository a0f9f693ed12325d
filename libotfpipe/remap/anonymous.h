/*
 * anonymous.h - records without names: --hash-names.
 *
 * Every string, by records.def, and every byte array of a key-value becomes WORD_HASH: what it is, and the first
 * 64 bits of HMAC-SHA-256 of its bytes under the salt, in hex. The same string gives the same hash in
 * any record and any trace with the same salt. The text of DefVersion, which is that of a library, stays; so
 * do empty strings, no string at all, and what `keep` holds.
 */
#ifndef OTFP_REMAP_ANONYMOUS_H
#define OTFP_REMAP_ANONYMOUS_H
#include "base/arena.h"
#include "base/error.h"
#include "base/set.h"
#include "remap/sha256.h"

struct otfp_anonymous {
	struct otfp_hmac key;
	const struct otfp_set *keep; /* names that stay; NULL = none */
	char words[OTFP_NTYPES][32]; /* of the name of each record type: "function" */
	uint64_t dropped;            /* records that no one can read, so that they may hold names */
};

/** @param salt  "" = none, @FILE = what the file holds. @return 0 or <0 */
int otfp_anonymous_begin(struct otfp_anonymous *a, const char *salt, const struct otfp_set *keep,
                         struct otfp_error *err);
/** *rec becomes *copy if it has strings; they and its key-values go to arena. What is of no known type goes, and
 * so do control lines but @SM, @IS, @LOST and @FT. @return 1; 0 if it goes; -1 when memory is out */
int otfp_anonymous_record(struct otfp_anonymous *a, const struct otfp_record **rec, struct otfp_record *copy,
                          struct otfp_arena *arena);
#endif
