/*
 * prune.h - --prune: definitions that nothing uses go.
 *
 * Of two passes over the records that stay, the first collects what they refer to, and the definitions; then
 * what those refer to that are used is used, too; the second lets the other definitions go. What field
 * refers to what the schema says. Definitions that define no token (comments, times, version ...) stay. One
 * that tells something of a token (attributes, substitutes, assignments) stays if its first field is used.
 * Memory: the definitions, and 50 bytes a token.
 */
#ifndef OTFP_CMD_RUN_SELECT_PRUNE_H
#define OTFP_CMD_RUN_SELECT_PRUNE_H
#include "otfpipe.h"

struct otfp_prune;

/** @return NULL when memory is out. Free with otfp_prune_free. */
struct otfp_prune *otfp_prune_new(void);
void otfp_prune_free(struct otfp_prune *p); /* p may be NULL */
/** A record that stays, with the stream that its tokens belong to. In the second pass *rec may be
 * pointed to a changed control line. @return 1 it stays, 0 it goes, <0 */
int otfp_prune_record(struct otfp_prune *p, const struct otfp_record **rec, uint32_t stream, struct otfp_error *err);
/** In the first pass: the token that definition rec is of counts as used. @return 0 or <0 */
int otfp_prune_keep(struct otfp_prune *p, const struct otfp_record *rec, struct otfp_error *err);
/** The first pass is over. `failed` says why, if it did not come to its end. */
int otfp_prune_close(struct otfp_prune *p, const struct otfp_error *failed);
/** What is true since otfp_prune_close. @return 0; 1 while in the first pass; <0 if that failed, with err filled */
int otfp_prune_state(const struct otfp_prune *p, struct otfp_error *err);
#endif
