/* stored.h - definitions as bytes and back. */
#ifndef OTFP_RECORD_STORED_H
#define OTFP_RECORD_STORED_H
#include "base/coder.h"
#include "record/names.h"

/** What *names has; to read, it is empty but for `all` and `scales`. The outcome is c->code. */
void otfp_names_code(struct otfp_coder *c, struct otfp_names *names);
/** The entries of a map, keys and values; to read, it is empty. */
void otfp_map_code(struct otfp_coder *c, struct otfp_map *m);
#endif
