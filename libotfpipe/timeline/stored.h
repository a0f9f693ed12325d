/* stored.h - a timeline that has ended, as bytes and back: what a picture of it needs, not what took the records. */
#ifndef OTFP_TIMELINE_STORED_H
#define OTFP_TIMELINE_STORED_H
#include "base/coder.h"
#include "timeline/timeline.h"

/**
 * The timelines of a chain, the first one first, NULL after the last; without density. To read, t has room for `most`
 * pointers, which are set to malloc'd timelines; release them in any case, the last one first. The outcome is c->code.
 */
void otfp_timelines_code(struct otfp_coder *c, struct otfp_timeline **t, size_t most);
#endif
