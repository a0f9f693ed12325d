/* human.h - quantities as people read them: four digits and a unit. */
#ifndef OTFP_BASE_HUMAN_H
#define OTFP_BASE_HUMAN_H
#include "base/buf.h"
#include <stdint.h>

/** Append a time, "12.34 ms". @param resolution  ticks per second; 0 = not known, the ticks alone are put
 * @return 0, or -1 when memory is out */
int otfp_human_ticks(struct otfp_buf *b, double ticks, uint64_t resolution);
/** Append a number of bytes, "1.500 KiB". @return 0, or -1 when memory is out */
int otfp_human_bytes(struct otfp_buf *b, double bytes);
#endif
