/*
 * prune.h - --prune: drop definitions that nothing refers to.
 *
 * There are two passes over the records to keep. The first collects the definitions and the tokens that records refer
 * to; then tokens that used definitions refer to count as used, too. The second pass drops the unused definitions. The
 * schema says which field refers to which space. Definitions that define no token (comments, times, version ...) are
 * kept. One that describes a token (attributes, substitutes, assignments) is kept if the token in its first field is
 * used. Carriers of OTF2 refer to tokens, too (trace/carried.h). Memory: 60 bytes per token and 4 per
 * member of a group.
 */
#ifndef OTFP_CMD_RUN_SELECT_PRUNE_H
#define OTFP_CMD_RUN_SELECT_PRUNE_H
#include "otfpipe.h"

struct otfp_prune;

/** Begin the first pass. @return NULL when memory is out. Free with otfp_prune_free. */
struct otfp_prune *otfp_prune_new(void);
void otfp_prune_free(struct otfp_prune *p); /* p may be NULL */
/** Take a record or control line that is kept so far. @param stream  the one that its tokens belong to. The second pass
 * may set *rec to a changed control line, or to a process group of fewer members. @return 1 to keep it (always in the
 * first pass), 0 to drop it, <0 */
int otfp_prune_record(struct otfp_prune *p, const struct otfp_record **rec, uint32_t stream, struct otfp_error *err);
/** In the first pass: count the token that rec defines as used. @return 0 or <0 */
int otfp_prune_keep(struct otfp_prune *p, const struct otfp_record *rec, struct otfp_error *err);
/** End the first pass. @param failed  its error, if it failed, or NULL. @return 0, or <0 as otfp_prune_state */
int otfp_prune_close(struct otfp_prune *p, const struct otfp_error *failed);
/** @return 0 in the second pass; 1 in the first; <0 with err filled if the first pass failed */
int otfp_prune_state(const struct otfp_prune *p, struct otfp_error *err);
#endif
