/* keep.h - a record that outlives the buffer it was read from. */
#ifndef OTFP_RECORD_KEEP_H
#define OTFP_RECORD_KEEP_H
#include "base/arena.h"
#include "record/table.h"

/** Copy what rec points to - strings, lists, tags, its line - into the arena, and point it there.
 * @return 0, or -1 when memory is out */
int otfp_record_keep(struct otfp_record *rec, struct otfp_arena *a);
#endif
