/*
 * pending.h - what was begun and not ended, by process and matching id:
 * collective operations, file operations.
 *
 * Memory: 72 bytes an open one at the peak, 100 bytes a process.
 */
#ifndef OTFP_STATE_PENDING_H
#define OTFP_STATE_PENDING_H
#include "base/map.h"
#include "state/begun.h"

/* Zero-filled is valid: nothing is open. */
struct otfp_pending {
	struct otfp_map index; /* process to its list */
	struct otfp_begun_list *lists;
	size_t n, cap;
};

void otfp_pending_release(struct otfp_pending *p);
/** Something begins; mark is the user's. @return 0, or -1 when memory is out */
int otfp_pending_begin(struct otfp_pending *p, uint32_t process, uint64_t id, uint32_t mark);
/** @return 1 with *mark set if it is open, else 0 */
int otfp_pending_get(const struct otfp_pending *p, uint32_t process, uint64_t id, uint32_t *mark);
/** It ends. @return 1 with *mark set, or 0 if it was not open */
int otfp_pending_end(struct otfp_pending *p, uint32_t process, uint64_t id, uint32_t *mark);
#endif
