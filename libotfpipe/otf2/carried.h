/*
 * carried.h - the tokens that carriers of OTF2 refer to (carry.h), for commands that drop definitions: without these
 * tokens the carriers could not become records of OTF2 again.
 */
#ifndef OTFP_OTF2_CARRIED_H
#define OTFP_OTF2_CARRIED_H
#include "base/buf.h"
#include "base/map.h"
#include "otfpipe.h"

/* Zero-filled is valid. */
struct otfp_otf2_carried {
	struct otfp_map keys;    /* by stream << 32 | token: those that may refer to a token */
	struct otfp_buf scratch; /* contents of a carrier */
};

/* Called with a token and the space of OTFP_W_... that it is of. alone: its definition is used, but not the processes
 * that it lists. @return 0 or <0 */
typedef int otfp_otf2_use_fn(void *ctx, unsigned what, uint32_t token, int alone);

void otfp_otf2_carried_release(struct otfp_otf2_carried *c);
/** Learn a DefKeyValue. @return 0 or <0 */
int otfp_otf2_carried_learn(struct otfp_otf2_carried *c, const struct otfp_record *rec);
/**
 * Call use for the tokens that the carriers of a record refer to.
 *
 * A definition in a comment is of no use without its functions, source locations and files. If processes are gone, the
 * comment goes with them. Nodes of the system tree are used alone: otherwise all processes would count as used, as each
 * is in some node.
 * @param stream  the one that its tokens belong to
 * @return 0, or <0: that of use, or when memory is out
 */
int otfp_otf2_carried_use(struct otfp_otf2_carried *c, const struct otfp_record *rec, uint32_t stream,
                          otfp_otf2_use_fn *use, void *ctx);
#endif
