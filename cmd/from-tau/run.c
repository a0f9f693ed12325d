/* run.c - tau-to-otf: a run that reads TAU traces. */
#include "cmd/from-tau/run.h"
#include <stddef.h>

#define AT(member) offsetof(struct otfp_tau_options, member)
const struct option_row from_tau_options[] = {
	FLAG(0, "absolute", "keep the times of TAU, not from the earliest record", absolute),
	FLAG(0, "raw-triggers", "keep all three records of a user event: 0, value, 0", raw_triggers),
	FLAG(0, "metadata-counters", "store facts (KEY | VALUE) as counters, not as comments", metadata_counters),
	FLAG(0, "collectives", "make collective operations of calls of MPI functions", collectives),
	FLAG(0, "leave-open", "do not end calls that are open at the end of the trace", leave_open),
	{0},
};
#undef AT

int from_tau_run(struct job *job, void *own)
{
	job->read.format = "tau";
	job->read.format_options = own;
	return run_job(job);
}
