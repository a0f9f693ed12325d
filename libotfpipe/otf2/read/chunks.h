/* chunks.h - which chunk of a file of timed records comes next, where it is not the following one. */
#ifndef OTFP_OTF2_READ_CHUNKS_H
#define OTFP_OTF2_READ_CHUNKS_H
#include "otf2/read/timed.h"

/** After damage: set t->later and t->skipped, and add to the error how many records are lost. */
void otfp_otf2_chunks_after_damage(struct otfp_otf2_timed *t);
/** Before the first read: leave out the chunks that end before the global time `from`, as far as their heads and first
 * times tell: set t->later, t->skipped, t->start and t->left_out. Nothing is left out if a chunk that is looked at is
 * damaged. */
void otfp_otf2_chunks_seek(struct otfp_otf2_timed *t, uint64_t from);
/** Before the first read: begin with a chunk, counted from 0. @return 0; -1 if it is damaged */
OTFP_MUST_CHECK int otfp_otf2_chunks_begin_at(struct otfp_otf2_timed *t, uint64_t chunk);
#endif
