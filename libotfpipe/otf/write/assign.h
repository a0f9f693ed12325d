/*
 * assign.h - which stream a process is written to: the one that @SM names, or one by the rule of the reference library
 * for a given number of streams, which otf-write(1) has under -n.
 */
#ifndef OTFP_OTF_WRITE_ASSIGN_H
#define OTFP_OTF_WRITE_ASSIGN_H
#include "record/streams.h"

struct otfp_assign {
	struct otfp_master given;  /* from @SM lines */
	struct otfp_master master; /* assigned so far; written as the master file */
	int streams; /* -1: as given, a new stream for each other process; 0: one per process; else at most that many */
};

/** The stream of a process, assigned now if it has none. @return 0, or -1 when memory is out */
int otfp_assign_stream(struct otfp_assign *a, uint32_t process, uint32_t *stream);
/** Free both tables. */
void otfp_assign_release(struct otfp_assign *a);
#endif
