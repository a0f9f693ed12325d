/*
 * unify.h - one token space for the streams of one or several traces: what becomes of each token.
 *
 * Tokens go by meaning: definitions with the same name and fields, what they refer to being the same, get
 * one token. Those that one stream, or the global definitions of one trace, tell apart stay apart: the second
 * of a meaning there is the second elsewhere. A token keeps its number if nothing has it; the first trace comes
 * first, global definitions before local ones. What is defined nowhere keeps its number, too, or gets a new
 * one. 0, which says none in many places, stays a token only where every trace has it.
 *
 * A process that lives in two traces is two; one that lives in one at most is the same if both
 * define it alike.
 */
#ifndef OTFP_REMAP_UNIFY_H
#define OTFP_REMAP_UNIFY_H
#include "remap/rename.h"

struct otfp_unify {
	struct otfp_error *err;
	struct otfp_claims claims;
	struct otfp_rename *parts;
	unsigned n;
	struct otfp_map meanings; /* hash of a definition and how many of it came before, to its claim */
	struct otfp_map counts;   /* hash of a definition and its scope, to how many there were */
	struct otfp_arena scratch;
};

/* The definitions of a part at the head of its stream, in their order. */
struct otfp_unify_head {
	const struct otfp_record *const *recs;
	size_t n;
};

/** n parts, empty. names are for messages. @return 0 or <0 */
int otfp_unify_begin(struct otfp_unify *u, const char *const *names, unsigned n, struct otfp_error *err);
void otfp_unify_release(struct otfp_unify *u);
/** A control line at the head of a part, before the plan: an @SM line says which processes live. @return 0 or <0 */
int otfp_unify_streams(struct otfp_unify *u, unsigned part, const struct otfp_record *rec);
/** Decide on all tokens of all parts; heads[n]. @return 0 or <0 */
int otfp_unify_plan(struct otfp_unify *u, const struct otfp_unify_head *heads);
/** Decide on the token of a definition behind the head, before it is renamed. @return 0 or <0 */
int otfp_unify_define(struct otfp_unify *u, unsigned part, const struct otfp_record *rec);
#endif
