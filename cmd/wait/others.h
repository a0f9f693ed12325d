/* others.h - waits as the input of other programs. */
#ifndef CMD_WAIT_OTHERS_H
#define CMD_WAIT_OTHERS_H
#include "base/map.h"
#include "cmd/wait/tables.h"
#include <stdio.h>

/* Tokens of markers that the trace has. Zero-filled is empty. */
struct wait_markers {
	struct otfp_map tokens;
	uint32_t largest;
};

/** Print the call paths of waits with their ticks, for flame graphs. @return 0, or -1 when memory is out */
int wait_print_folded(const struct wait_view *v, FILE *out);
/** Note a definition of a marker; ignores other records. @return 0, or -1 when memory is out */
int wait_markers_add(struct wait_markers *m, const struct otfp_record *rec);
/** Print the worst waits as marker lines. @return as above */
int wait_print_markers(const struct wait_view *v, const struct wait_markers *m, uint64_t resolution, FILE *out);
#endif
