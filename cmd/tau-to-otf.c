#include "cmd/run/run.h"

static const char description[] = "Reads TAU traces: pairs of a .trc and its .edf, in either order, and directories\n"
				  "of runs with tautrace.N.C.T.trc and events.N.edf, which need not be merged.\n"
				  "Several are several runs of one trace; the nodes of each are numbered after\n"
				  "those of the runs before. Writes a line stream, or with -o an OTF trace. Repairs\n"
				  "are reported on standard error. Memory: definitions, open calls, 200 bytes for\n"
				  "each process and about 20 MiB of blocks; more for thousands of files.\n";

static const char examples[] = "tau-to-otf tau.trc tau.edf -o ring\n"
			       "tau-to-otf RUNDIR | otf-filter -r def,Enter,Leave | otf-write calls\n"
			       "tau-to-otf --collectives RUNDIR RUNDIR2 -z 4 -o both\n";

#define AT(member) offsetof(struct otfp_tau_options, member)
static const struct option_row own_options[] = {
	{0, "absolute", NULL, "times as TAU has them, not from the earliest on", OPT_FLAG, 1, AT(absolute), NULL},
	{0, "raw-triggers", NULL, "keep all three records of a user event: 0, value, 0", OPT_FLAG, 1, AT(raw_triggers),
         NULL},
	{0, "metadata-counters", NULL, "store facts (KEY | VALUE) as counters, not as comments", OPT_FLAG, 1,
         AT(metadata_counters), NULL},
	{0, "collectives", NULL, "make collective operations of calls of MPI functions", OPT_FLAG, 1, AT(collectives),
         NULL},
	{0, "leave-open", NULL, "do not leave calls that are open at the end", OPT_FLAG, 1, AT(leave_open), NULL},
	{0},
};
#undef AT

int main(int argc, char **argv)
{
	struct otfp_tau_options tau = {0};
	struct common common = {0};
	struct writer writer = {0};
	const struct command command = {
		"tau-to-otf",
		"convert TAU traces to a line stream or an OTF trace",
		"[OPTION]... TRC EDF [TRC EDF]... | DIR...",
		description,
		examples,
		1,
		-1,
		{{"How to read", own_options, &tau},
	         {"Writing a trace", output_options, &common},
	         {"", writer_options, &writer},
	         {"General", reader_options, &common}},
	};
	struct job job = {.common = &common,
	                  .write.options = &writer,
	                  .read.format = "tau",
	                  .read.format_options = &tau,
	                  .argv = argv,
	                  .argc = argc};
	int status = command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	return status < 0 ? run_job(&job) : status;
}
