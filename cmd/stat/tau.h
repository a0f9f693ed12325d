/*
 * tau.h - a profile in TAU's form: a file profile.NODE.CONTEXT.THREAD a process, for pprof, ParaProf and what else
 * reads them.
 *
 * Of each function: calls, calls made by it, exclusive and inclusive time in microseconds (recursion once), its
 * group. Of each counter, as a user event: how often it was told, its largest, least and mean value and the sum of the
 * squares.
 *
 * Where a process goes: if all names are `node N, thread T` or `node N, context C, thread T`, as tau-to-otf makes
 * them, and no two are alike, there. Else a process without a parent is the next node, in the order of the
 * definitions, and those below it are its threads 1, 2, ...
 *
 * Memory: open calls, names, 100 bytes for each function and 60 for each counter of a process.
 */
#ifndef OTFP_CMD_STAT_TAU_H
#define OTFP_CMD_STAT_TAU_H
#include "record/names.h"
#include "state/totals.h"

/* A counter of a process. */
struct otfp_tau_profile_event {
	uint32_t process, counter, properties;
	uint64_t n;
	double largest, least, sum, squares;
};

/* Zero-filled, then the first part, is valid. */
struct otfp_tau_profile {
	uint64_t from, to; /* ticks: of [from, to) only */
	int has_to;

	struct otfp_state state;
	struct otfp_totals totals;
	struct otfp_names names;
	struct otfp_map parents; /* of processes, as far as they have one */
	struct otfp_map index;   /* index of otfp_process << 32 | counter to its place in events */
	struct otfp_tau_profile_event *events;
	size_t nevents, cap;
	uint64_t last; /* time that was seen */
	int begun;
};

void otfp_tau_release(struct otfp_tau_profile *t);
/** Take a record of the stream or a control line. @return 0, or -1 when memory is out */
int otfp_tau_see(struct otfp_tau_profile *t, const struct otfp_record *rec);
/**
 * Write the files into directory `dir`, which is made if it is not there. What is open counts up to the end of
 * the interval, or of the trace.
 * @param h  of the stream, for its resolution and last time
 * @param force  profiles that are in dir are removed; 0 = they are an error
 * @param count  set to the number of files
 * @return 0; OTFP_EUSAGE without a resolution; OTFP_EFAIL, and files may be missing
 */
int otfp_tau_write(struct otfp_tau_profile *t, const char *dir, const struct otfp_header *h, int force, size_t *count,
                   struct otfp_error *err);
#endif
