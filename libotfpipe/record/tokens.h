/*
 * tokens.h - values by token, and membership of tokens in a set by number and by name.
 *
 * A token in a record of stream s means the local definition of s, else the
 * global one (stream 0). Names are matched when their definition passes, so no name is kept; a token without definition
 * is matched by its number alone.
 */
#ifndef OTFP_RECORD_TOKENS_H
#define OTFP_RECORD_TOKENS_H
#include "base/must.h"
#include "otfpipe.h"
#include "base/map.h"
#include "base/set.h"
#include "base/hash.h"

/* ---- a value by stream and token ---- */

/* Zero-filled is empty. */
struct otfp_tokens {
	struct otfp_map map;
	int local; /* some definition is local to a stream */
};

/** Set the value of a definition. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_tokens_put(struct otfp_tokens *t, uint32_t stream, uint32_t token, uint64_t value);
/** The value of the definition that a token has in *stream; *stream is set to 0 if that is a global one.
 * @return NULL if there is none */
const uint64_t *otfp_tokens_get(const struct otfp_tokens *t, uint32_t *stream, uint32_t token);

/* ---- a direct-mapped cache of verdicts, so that the hot path is one compare ---- */

#define OTFP_MEMO_SIZE 256

enum { OTFP_MEMO_UNKNOWN, OTFP_MEMO_NO, OTFP_MEMO_YES };

/* Zero-filled is empty. */
struct otfp_memo {
	uint64_t keys[OTFP_MEMO_SIZE];
	uint8_t verdicts[OTFP_MEMO_SIZE]; /* OTFP_MEMO_... */
	int used;
};

/* The slot of a key. */
static inline unsigned otfp_memo_slot(uint64_t key)
{
	return otfp_hash_slot(key, 8);
}

/** Look up a verdict. @return OTFP_MEMO_... */
static inline int otfp_memo_get(const struct otfp_memo *m, uint64_t key)
{
	unsigned i = otfp_memo_slot(key);

	return m->keys[i] == key ? m->verdicts[i] : OTFP_MEMO_UNKNOWN;
}

/** Store a verdict. @return yes */
static inline int otfp_memo_put(struct otfp_memo *m, uint64_t key, int yes)
{
	unsigned i = otfp_memo_slot(key);

	m->keys[i] = key;
	m->verdicts[i] = yes ? OTFP_MEMO_YES : OTFP_MEMO_NO;
	m->used = 1;
	return yes;
}

/** Forget all verdicts, which a new definition may change. */
void otfp_memo_clear(struct otfp_memo *m);

/* ---- the members of one token space, or of a quantity ---- */

/* Valid at the start: zero-filled except `set`, which the caller owns; NULL = no set. */
struct otfp_space {
	struct otfp_set *set;
	struct otfp_tokens named; /* 1 or 0, from the names in definitions */
	uint32_t location_key;    /* key whose value is the id of a process as a location of OTF2; 0 = none yet */
	struct otfp_memo memo;
};

/** Free what it allocated. */
void otfp_space_release(struct otfp_space *s);
/** Match the name of a definition. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_space_define(struct otfp_space *s, uint32_t stream, uint32_t token, struct otfp_str name);
/** The same for processes, by the record: DefProcess, and before it DefKeyValue, which says what key has the id of a
 * location. Other types are none of its business. */
OTFP_MUST_CHECK int otfp_space_define_process(struct otfp_space *s, const struct otfp_record *rec);
/** otfp_space_has without the cache. */
int otfp_space_judge(const struct otfp_space *s, uint32_t stream, uint64_t v);
/** Whether token v in a record of `stream` is in the set. A quantity, which may have 64 bits, has stream 0. */
static inline int otfp_space_has(struct otfp_space *s, uint32_t stream, uint64_t v)
{
	uint64_t key = (uint64_t)stream << 32 | v;
	int verdict = otfp_memo_get(&s->memo, key);

	return verdict ? verdict == OTFP_MEMO_YES : otfp_memo_put(&s->memo, key, otfp_space_judge(s, stream, v));
}
#endif
