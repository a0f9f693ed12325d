/* keep.h - make a record outlive the buffer that it was read from. */
#ifndef OTFP_RECORD_KEEP_H
#define OTFP_RECORD_KEEP_H
#include "base/must.h"
#include "base/arena.h"
#include "record/table.h"

/** Copy what rec points to (strings, lists, tags, an unparsed line) into the arena, and point rec there.
 * @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_record_keep(struct otfp_record *rec, struct otfp_arena *a);
#endif
