/*
 * unify.h - unify the token spaces of the streams of one or several traces: find the new number of each token.
 *
 * Tokens are matched by meaning: definitions whose fields are equal, after renaming what they refer to, get one token.
 * Equal definitions within one scope (a stream, or the global definitions of a trace) remain separate: the second one
 * in a scope matches the second one of another scope. A token keeps its number if that is free; the first trace comes
 * first, and global definitions before local ones. A token without definition keeps its number or gets a new one. 0,
 * which often means none, remains a token only if every trace has it.
 *
 * A process that is in a stream of two traces becomes two processes. If it is in a stream of at most one trace, it is
 * one process if both define it equally.
 */
#ifndef OTFP_REMAP_UNIFY_H
#define OTFP_REMAP_UNIFY_H
#include "remap/rename.h"

struct otfp_unify {
	struct otfp_error *err;
	struct otfp_claims claims;
	struct otfp_rename *parts;
	unsigned n;
	struct otfp_map meanings; /* hash of a definition and the number of equal ones before it in its scope -> index
	                             of its claim */
	struct otfp_map counts;   /* hash of a definition and its scope -> number of equal ones so far */
	struct otfp_arena scratch;
};

/* The definitions at the start of the stream of a part, in order. */
struct otfp_unify_head {
	const struct otfp_record *const *recs;
	size_t n;
};

/** Start with n parts. names[n], for messages, must outlive u. @return 0 or <0 */
int otfp_unify_begin(struct otfp_unify *u, const char *const *names, unsigned n, struct otfp_error *err);
/** Free all; *u is zero-filled then. */
void otfp_unify_release(struct otfp_unify *u);
/** Take a control line at the start of a part, before otfp_unify_plan: @SM lines give the processes in streams. @return
 * 0 or <0 */
int otfp_unify_streams(struct otfp_unify *u, unsigned part, const struct otfp_record *rec);
/** Choose the numbers of all tokens of all parts; heads[n]. @return 0 or <0 */
int otfp_unify_plan(struct otfp_unify *u, const struct otfp_unify_head *heads);
/** Choose the number for a definition after the start of its stream; call before it is renamed. @return 0 or <0 */
int otfp_unify_define(struct otfp_unify *u, unsigned part, const struct otfp_record *rec);
#endif
