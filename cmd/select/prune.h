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
#ifndef CMD_SELECT_PRUNE_H
#define CMD_SELECT_PRUNE_H
#include "otfpipe.h"

struct prune;

/** Begin the first pass. @return NULL when memory is out. Free with prune_free. */
struct prune *prune_new(void);
void prune_free(struct prune *p); /* p may be NULL */
/** Take a record or control line that is kept so far. @param stream  the one that its tokens belong to. The second pass
 * may set *rec to a changed control line, or to a process group of fewer members. @return 1 to keep it (always in the
 * first pass), 0 to drop it, <0 */
int prune_record(struct prune *p, const struct otfp_record **rec, uint32_t stream, struct otfp_error *err);
/** In the first pass: count the token that rec defines as used. @return 0 or <0 */
int prune_keep(struct prune *p, const struct otfp_record *rec, struct otfp_error *err);
/** End the first pass. @param failed  its error, if it failed, or NULL. @return 0, or <0 as prune_state */
int prune_close(struct prune *p, const struct otfp_error *failed);
/** @return 0 in the second pass; 1 in the first; <0 with err filled if the first pass failed */
int prune_state(const struct prune *p, struct otfp_error *err);
#endif
