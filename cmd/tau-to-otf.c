#include "cmd/from-tau/run.h"
#include "cmd/run/command.h"

static const struct command command = {
	.name = "tau-to-otf",
	.summary = "convert TAU traces to a line stream or an OTF trace",
	.usage = "[OPTION]... TRC EDF [TRC EDF]... | DIR...",
	.description = "Reads TAU traces: pairs of a .trc and its .edf, in either order, and directories\n"
		       "of runs with tautrace.N.C.T.trc and events.N.edf, which need not be merged.\n"
		       "Several traces are runs of one program: the nodes of each run are numbered after\n"
		       "those of the runs before. Writes a line stream, or with -o an OTF trace. Repairs\n"
		       "are reported on standard error. Memory: definitions, open calls, 200 bytes for\n"
		       "each process and about 20 MiB of blocks; more for thousands of files.\n",
	.examples = "tau-to-otf tau.trc tau.edf -o ring\n"
		    "tau-to-otf RUNDIR | otf-filter -r def,Enter,Leave | otf-write calls\n"
		    "tau-to-otf --collectives RUNDIR RUNDIR2 -z 4 -o both\n",
	.min_args = 1,
	.size = sizeof(struct otfp_tau_options),
	.run = from_tau_run,
	.options = {{"How to read", from_tau_options, OPTIONS_OWN, 0}, OPTIONS_WRITE, OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
