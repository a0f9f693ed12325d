/*
 * profile.h - a profile in the form of TAU: a file profile.NODE.CONTEXT.THREAD for each process, for pprof,
 * ParaProf and other readers.
 *
 * For each function: calls, calls that it made, exclusive and inclusive time in microseconds (recursion counts once)
 * and its group. For each counter, as a user event: number of values, maximum, minimum, mean and sum of squares.
 *
 * The place of a process: if all process names have the form `node N, thread T` or `node N, context C, thread T`, as
 * tau-to-otf makes them, and all differ, the name gives the place. Else each process without a parent is the next node,
 * in the order of definitions, and its descendants are its threads 1, 2, ...
 *
 * Memory: open calls, names, 100 bytes for each function and 60 for each counter of a process.
 */
#ifndef CMD_TO_TAU_PROFILE_H
#define CMD_TO_TAU_PROFILE_H
#include "record/names.h"
#include "state/totals.h"

/* A counter of a process. */
struct tau_profile_event {
	uint32_t process, counter, properties;
	uint64_t n;
	double largest, least, sum, squares;
};

/* Zero-fill it, then set the first part. */
struct tau_profile {
	uint64_t from, to; /* ticks: only [from, to) counts */
	int has_to;

	struct otfp_state state;
	struct otfp_totals totals;
	struct otfp_names names;
	struct otfp_map parents; /* process -> parent, for processes that have one */
	struct otfp_map index;   /* index of the otfp_process << 32 | counter -> place in events */
	struct tau_profile_event *events;
	size_t nevents, cap;
	uint64_t last; /* time of the last record, at most `to` */
	int begun;
};

/** Free what t owns. */
void tau_profile_release(struct tau_profile *t);
/** Take the next record or control line. @return 0, or -1 when memory is out */
int tau_profile_add(struct tau_profile *t, const struct otfp_record *rec);
/**
 * Write the files to a directory. Open calls count up to the end of the interval, or of the trace. Call it once, after
 * the last record.
 * @param dir  is created if it does not exist
 * @param h  of the stream, for its resolution and last time
 * @param force  1: remove the profiles that dir contains; 0: they are an error
 * @param count  set to the number of files
 * @return 0; OTFP_EUSAGE without a resolution; OTFP_EFAIL, with the directory as before
 */
int tau_profile_write(struct tau_profile *t, const char *dir, const struct otfp_header *h, int force, size_t *count,
                      struct otfp_error *err);
#endif
