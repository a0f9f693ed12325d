/*
 * pending.h - what began and has not ended, by process and matching id: collective operations, file operations.
 *
 * Memory: 80 bytes per open operation at the peak, 100 bytes per process.
 */
#ifndef CMD_FILTER_PENDING_H
#define CMD_FILTER_PENDING_H
#include "base/map.h"
#include "state/begun.h"

/* Zero-filled is valid: nothing is open. */
struct pending {
	struct otfp_map index; /* process -> index of its list */
	struct otfp_begun_list *lists;
	size_t n, cap;
};

/** Free all; *p is empty then. */
void pending_release(struct pending *p);
/** Add an open operation with a mark for the caller. @return 0, or -1 when memory is out */
int pending_begin(struct pending *p, uint32_t process, uint64_t id, uint32_t mark);
/** Look up the latest open one of that id. @return 1 with *mark set, or 0 if none is open */
int pending_get(const struct pending *p, uint32_t process, uint64_t id, uint32_t *mark);
/** Remove the latest open one of that id. @return 1 with *mark set, or 0 if none is open */
int pending_end(struct pending *p, uint32_t process, uint64_t id, uint32_t *mark);
#endif
