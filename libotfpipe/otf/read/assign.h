/*
 * assign.h - which stream a process is written to: as @SM says, or by the
 * reference's rule for a number of streams.
 */
#ifndef OTFP_OTF_READ_ASSIGN_H
#define OTFP_OTF_READ_ASSIGN_H
#include "record/streams.h"

struct otfp_assign {
	struct otfp_master given;  /* what @SM lines said */
	struct otfp_master master; /* what is written */
	int streams; /* -1: as given, new streams for the others; 0: one per process; else at most that many */
};

/** The stream of a process, assigned now if it has none. @return 0, or -1 when memory is out */
int otfp_assign_stream(struct otfp_assign *a, uint32_t process, uint32_t *stream);
void otfp_assign_release(struct otfp_assign *a);
#endif
