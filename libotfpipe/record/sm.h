/* sm.h - @SM lines, which say what process lives in what stream, with fewer processes. */
#ifndef OTFP_RECORD_SM_H
#define OTFP_RECORD_SM_H
#include "base/error.h"

/* Zero-filled is empty. */
struct otfp_sm {
	char *line;
	size_t cap;
	struct otfp_record rec;
};

void otfp_sm_release(struct otfp_sm *sm);
/** Point *rec, a control line, to a copy without the processes that go, if it is an @SM line.
 * @return 1; 0 if none is left, so that the line goes; <0 */
int otfp_sm_shorten(struct otfp_sm *sm, const struct otfp_record **rec, int (*goes)(const void *ctx, uint64_t process),
                    const void *ctx, struct otfp_error *err);
#endif
