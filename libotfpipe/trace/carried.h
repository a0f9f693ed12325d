/* carried.h - the tokens that carriers refer to, of all formats together; see struct otfp_carried_ops. */
#ifndef OTFP_TRACE_CARRIED_H
#define OTFP_TRACE_CARRIED_H
#include "record/ops.h"

struct otfp_carried;

/** @return a new one to free, NULL when memory is out */
struct otfp_carried *otfp_carried_new(void);
/** Free c, which may be NULL. */
void otfp_carried_free(struct otfp_carried *c);
/** Learn a DefKeyValue. @return 0 or <0 */
int otfp_carried_learn(struct otfp_carried *c, const struct otfp_record *rec);
/** Call use for the tokens that the carriers of a record refer to. @param stream  the one that its tokens belong to
 * @return 0, or <0: that of use, or when memory is out */
int otfp_carried_use(struct otfp_carried *c, const struct otfp_record *rec, uint32_t stream, otfp_use_fn *use,
                     void *ctx);
#endif
