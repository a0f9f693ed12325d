/*
 * anonymous.h - replace names in records by hashes: --hash-names.
 *
 * Every string field of records.def and every byte array of a key-value becomes WORD_HASH: the kind of string, and the
 * first 64 bits of the HMAC-SHA-256 of its bytes with the salt as key, in hex. With the same salt a string has the same
 * hash in all records and traces. Unchanged are the text of DefVersion (it names a library), empty and missing strings,
 * and strings in `keep`.
 */
#ifndef OTFP_REMAP_ANONYMOUS_H
#define OTFP_REMAP_ANONYMOUS_H
#include "base/arena.h"
#include "base/error.h"
#include "base/set.h"
#include "base/sha256.h"

struct otfp_anonymous {
	struct otfp_hmac key;
	struct otfp_set *keep;       /* names to keep; NULL = none; owned by the caller */
	char words[OTFP_NTYPES][32]; /* WORD for the name of each record type: "function" */
	uint64_t dropped;            /* records of unknown type, dropped because they may contain names */
};

/** Start with *a zero-filled. @param salt  "" = none, @FILE = the contents of the file. @return 0 or <0 */
int otfp_anonymous_begin(struct otfp_anonymous *a, const char *salt, struct otfp_set *keep, struct otfp_error *err);
/** Hash the strings of a record. If it has any, *rec is set to *copy, whose strings and key-values are in arena. Drops
 * DefUniqueId, which identifies the trace, records of unknown type and all control lines except @SM, @IS, @LOST and
 * @FT. @return 1; 0 to drop it; -1 when memory is out */
int otfp_anonymous_record(struct otfp_anonymous *a, const struct otfp_record **rec, struct otfp_record *copy,
                          struct otfp_arena *arena);
#endif
