/*
 * rename.h - renumber the tokens in the records of a trace by a map.
 *
 * A token in a record of stream s means the local definition of s, else the global one; each of them has its own entry
 * in the map. A token claims the number that it gets or keeps. If two tokens claim one number, that is an error, and
 * the message names both. With `unify` a token without definition gets another number instead.
 *
 * All definitions at the start of the stream are learned before the first is renamed; a later one is learned just
 * before it is renamed. Memory: the map, the defined tokens, the claimed numbers, and 4 MiB.
 */
#ifndef OTFP_REMAP_RENAME_H
#define OTFP_REMAP_RENAME_H
#include "base/arena.h"
#include "base/error.h"
#include "record/streams.h"
#include "remap/refs.h"
#include "remap/tokenmap.h"

/* The owner of a number: a token of a scope (stream, 0 = global) of a part (trace). */
struct otfp_claim {
	uint32_t space, scope, token, to; /* `to` is the number claimed */
	unsigned part;
	uint8_t defined, put;  /* the token has a definition; the definition was put */
	uint8_t shared, lives; /* other tokens of the same meaning have it, too; a process that is in a stream */
	uint64_t hash;         /* of the definition as it was put; of a process as it was planned */
};

/* The claims of all traces that become one. Zero-filled is empty. */
struct otfp_claims {
	struct otfp_map of[OTFP_NWHATS]; /* stream << 32 | new token -> index in all */
	struct otfp_claim *all;
	size_t n, cap;
	struct otfp_map seen;       /* hashes of definitions that define no token -> part that put it */
	uint32_t last[OTFP_NWHATS]; /* no token above is in use */
};

/** Free all; *c is empty then. */
void otfp_claims_release(struct otfp_claims *c);
/** @return the claim of a number in a stream (0 = global), valid until the next put; NULL if the number is free */
struct otfp_claim *otfp_claims_get(const struct otfp_claims *c, unsigned space, uint32_t stream, uint32_t to);
/** Claim c.to, which must be free in the stream. @return the claim, valid until the next call; NULL when memory is out
 */
struct otfp_claim *otfp_claims_put(struct otfp_claims *all, uint32_t stream, struct otfp_claim c);
/** Note a token in use: fresh ones are higher. Processes and process groups share their numbers, since some records
 * distinguish them by number alone. */
void otfp_claims_raise(struct otfp_claims *c, unsigned space, uint32_t token);
/** Find a global token that nothing has claimed. @return 0, or -1 if there is none */
int otfp_claims_fresh(struct otfp_claims *c, unsigned space, uint32_t *to);

enum { OTFP_RENAME_FLAT = 1 << 16, OTFP_RENAME_MEMO = 1 << 10 };
#define OTFP_RENAME_UNKNOWN UINT32_MAX

/* Cache of new tokens for small global tokens. */
struct otfp_rename_flat {
	uint32_t *to; /* by token; OTFP_RENAME_UNKNOWN = not cached */
	uint32_t n;
};

/* Direct-mapped cache of new tokens for all others. */
struct otfp_rename_memo {
	uint64_t key; /* stream << 32 | token */
	uint32_t space, to;
};

/* Valid at the start: zero-filled; the caller sets claims, err, name and part (which it owns) and fills map. */
struct otfp_rename {
	struct otfp_claims *claims;
	struct otfp_error *err;
	const char *name; /* for messages */
	unsigned part;
	struct otfp_tokenmap map;
	int unify;                   /* tokens without definition get another number if theirs is taken */
	int all_global;              /* local definitions that define no token become global, too, if possible */
	int moves;                   /* the map makes some global definition local */
	uint8_t active[OTFP_NWHATS]; /* some token of the space may change */
	uint8_t local[OTFP_NWHATS];  /* the space has local definitions */
	struct otfp_map defined[OTFP_NWHATS]; /* set of stream << 32 | token */
	struct otfp_master master;            /* streams of processes, by their old tokens */
	struct otfp_map scl_keys;             /* keys of key-values that contain a source location token */
	struct otfp_refs refs[OTFP_NTYPES];
	uint64_t process; /* process of the cached `stream`; UINT64_MAX = none */
	uint32_t stream;
	struct otfp_rename_flat flat[OTFP_NWHATS];
	struct otfp_rename_memo *memo;
	uint64_t unseen; /* records of unknown type, whose tokens cannot be renamed */
};

/** Start; call when the map is complete. @return 0 or <0 */
int otfp_rename_begin(struct otfp_rename *r);
/** Free all, with the map; *r is zero-filled then. */
void otfp_rename_release(struct otfp_rename *r);
/** Learn a definition; call before it or a later one is renamed. @return 0 or <0 */
int otfp_rename_learn(struct otfp_rename *r, const struct otfp_record *rec);
/** Claim the new token of a definition. @return 0; OTFP_EFAIL on a clash */
int otfp_rename_claim(struct otfp_rename *r, const struct otfp_record *rec);
/** Look up the new token for a token in a record of `stream`; *scope is set to the stream that it will be local to, 0 =
 * global. @return 0 or <0 */
int otfp_rename_token(struct otfp_rename *r, unsigned space, uint32_t stream, uint32_t token, uint32_t *to,
                      uint32_t *scope);
/** Whether a token in a record of `stream` means a local definition. */
int otfp_rename_is_local(const struct otfp_rename *r, unsigned space, uint32_t stream, uint32_t token);
/** Whether the map replaces a global definition by local copies. */
int otfp_rename_is_moved(const struct otfp_rename *r, unsigned space, uint32_t token);
/** Rename a timed record or marker. If anything changes, *rec is set to *copy, whose lists and key-values are in a.
 * @return 0 or <0 */
int otfp_rename_record(struct otfp_rename *r, const struct otfp_record **rec, struct otfp_record *copy,
                       struct otfp_arena *a);
/** Rename a definition, as otfp_rename_record. @return 1; 0 to drop it; <0 */
int otfp_rename_definition(struct otfp_rename *r, const struct otfp_record **rec, struct otfp_record *copy,
                           struct otfp_arena *a);
/** Pass the local copies that the map makes of a global definition to put(). @return 0, <0, or what put returned */
int otfp_rename_copies(struct otfp_rename *r, const struct otfp_record *rec, struct otfp_arena *a,
                       int (*put)(void *ctx, const struct otfp_record *rec), void *ctx);
/** Set *copy to a renamed definition with its own token and stream set to 0, to compare meanings. @return 0 or <0 */
int otfp_rename_meaning(struct otfp_rename *r, const struct otfp_record *rec, struct otfp_record *copy,
                        struct otfp_arena *a);
/** Rename a control line: @SM and @LOST name processes. The new text is in a. @return 0 or <0 */
int otfp_rename_control(struct otfp_rename *r, const struct otfp_record **rec, struct otfp_record *copy,
                        struct otfp_arena *a);
#endif
