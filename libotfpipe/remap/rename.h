/*
 * rename.h - the records of one trace with the tokens that a map gives them.
 *
 * A token in a record of stream s means the local definition of s, else the global one, and each of them
 * has its own entry in the map. Whatever gets a number claims it: two tokens that would become one, or one
 * that stays where another goes, are an error that names both. With `unify` a token that is defined nowhere
 * gives way instead.
 *
 * Definitions at the head of the stream are learned first, all of them, then renamed; of those behind it,
 * each before it is renamed. Memory: the map, the tokens defined, the numbers claimed, and 4 MiB.
 */
#ifndef OTFP_REMAP_RENAME_H
#define OTFP_REMAP_RENAME_H
#include "base/arena.h"
#include "base/error.h"
#include "record/streams.h"
#include "remap/refs.h"
#include "remap/tokenmap.h"

/* Who has a number: the token of a scope, a stream or 0, of a part. */
struct otfp_claim {
	uint32_t space, scope, token, to;
	unsigned part;
	uint8_t defined, told; /* somewhere; its definition was put */
	uint8_t shared, lives; /* by others of the same meaning; a process in a stream */
	uint64_t hash;         /* of that definition, as it was put, or of a process planned */
};

/* Of all traces that become one. Zero-filled is empty. */
struct otfp_claims {
	struct otfp_map of[OTFP_NWHATS]; /* stream << 32 | new token, to the index in all */
	struct otfp_claim *all;
	size_t n, cap;
	struct otfp_map told;       /* hashes of definitions that tell something of a token */
	uint32_t last[OTFP_NWHATS]; /* tokens behind it are new */
};

void otfp_claims_release(struct otfp_claims *c);
/** @return the claim of a number in a stream; NULL if it is free */
struct otfp_claim *otfp_claims_get(const struct otfp_claims *c, unsigned space, uint32_t stream, uint32_t to);
/** Claim c.to in a stream, where it is free. @return its place until the next call, NULL when memory is out */
struct otfp_claim *otfp_claims_put(struct otfp_claims *all, uint32_t stream, struct otfp_claim c);
/** A token is in use: new ones are to be higher. Processes and groups of them, which some records tell apart by
 * number alone, get no numbers of each other. */
void otfp_claims_raise(struct otfp_claims *c, unsigned space, uint32_t token);
/** A global token that nothing has claimed. @return 0, or -1 when there is none */
int otfp_claims_fresh(struct otfp_claims *c, unsigned space, uint32_t *to);

enum { OTFP_RENAME_FLAT = 1 << 16, OTFP_RENAME_MEMO = 1 << 10 };
#define OTFP_RENAME_UNKNOWN UINT32_MAX

struct otfp_rename_flat {
	uint32_t *to; /* by token; OTFP_RENAME_UNKNOWN = ask */
	uint32_t n;
};

struct otfp_rename_memo {
	uint64_t key; /* stream << 32 | token */
	uint32_t space, to;
};

/* Zero-filled, then claims, err, name, part and map. */
struct otfp_rename {
	struct otfp_claims *claims;
	struct otfp_error *err;
	const char *name; /* for messages */
	unsigned part;
	struct otfp_tokenmap map;
	int unify;                            /* tokens without definition give way */
	int all_global;                       /* local definitions of no token become global, too, if they can */
	int moves;                            /* some global definition becomes local */
	uint8_t active[OTFP_NWHATS];          /* some token may change */
	uint8_t local[OTFP_NWHATS];           /* some definition is of a stream */
	struct otfp_map defined[OTFP_NWHATS]; /* stream << 32 | token */
	struct otfp_master master;            /* which process lives where */
	struct otfp_map scl_keys;             /* key-values that hold a token of source code */
	struct otfp_refs refs[OTFP_NTYPES];
	uint64_t process; /* the last whose stream was asked for; UINT64_MAX = none */
	uint32_t stream;
	struct otfp_rename_flat flat[OTFP_NWHATS];
	struct otfp_rename_memo *memo;
	uint64_t unseen; /* records with tokens that nothing knows of */
};

/** After the map is complete. @return 0 or <0 */
int otfp_rename_begin(struct otfp_rename *r);
void otfp_rename_release(struct otfp_rename *r);
/** A definition, before any that follows it is renamed. @return 0 or <0 */
int otfp_rename_learn(struct otfp_rename *r, const struct otfp_record *rec);
/** Claim the token that a definition defines. @return 0 or <0, a clash */
int otfp_rename_claim(struct otfp_rename *r, const struct otfp_record *rec);
/** The token that one of a record of stream becomes; *scope is set to the stream it is local to then, or 0.
 * @return 0 or <0 */
int otfp_rename_token(struct otfp_rename *r, unsigned space, uint32_t stream, uint32_t token, uint32_t *to,
                      uint32_t *scope);
/** Whether the definition that a token of a record of stream means is a local one. */
int otfp_rename_is_local(const struct otfp_rename *r, unsigned space, uint32_t stream, uint32_t token);
/** Whether of a global definition only local copies are to stay. */
int otfp_rename_is_moved(const struct otfp_rename *r, unsigned space, uint32_t token);
/** A timed record or marker: *rec becomes *copy if anything changes; lists and key-values go to a. @return 0 or <0 */
int otfp_rename_record(struct otfp_rename *r, const struct otfp_record **rec, struct otfp_record *copy,
                       struct otfp_arena *a);
/** A definition, as otfp_rename_record. @return 1; 0 if it goes; <0 */
int otfp_rename_definition(struct otfp_rename *r, const struct otfp_record **rec, struct otfp_record *copy,
                           struct otfp_arena *a);
/** The local definitions that a global one gives, each to put(). @return 0 or <0 */
int otfp_rename_copies(struct otfp_rename *r, const struct otfp_record *rec, struct otfp_arena *a,
                       int (*put)(void *ctx, const struct otfp_record *rec), void *ctx);
/** A definition as it would be, but for its own token and stream. @return 0 or <0 */
int otfp_rename_meaning(struct otfp_rename *r, const struct otfp_record *rec, struct otfp_record *copy,
                        struct otfp_arena *a);
/** A control line: @SM and @LOST name processes. It lives in a. @return 0 or <0 */
int otfp_rename_control(struct otfp_rename *r, const struct otfp_record **rec, struct otfp_record *copy,
                        struct otfp_arena *a);
#endif
