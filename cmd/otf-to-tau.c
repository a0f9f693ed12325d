#include "cmd/run/command.h"
#include "cmd/to-tau/run.h"

static const struct command command = {
	.name = "otf-to-tau",
	.summary = "write a TAU trace",
	.usage = "[OPTION]... -o NAME [TRACE]...",
	.description = "Converts traces, stored line streams or a line stream on standard input to a TAU\n"
		       "trace: NAME.trc and NAME.edf, or with --run the directory that a run of a\n"
		       "program with TAU leaves. Times are rounded to microseconds. What TAU has no\n"
		       "place for is reported and, with --lossy, dropped; without it no trace is written\n"
		       "and the exit status is 1. The files appear under their names when they are\n"
		       "complete. Memory: the definitions, what is open, and with --run 6 KiB for each\n"
		       "thread.\n",
	.examples = "otf-to-tau --lossy sample.otf -o sample\n"
		    "otf-cat sample.otf | otf-to-tau --lossy --run sample-run\n"
		    "tau-to-otf tau.trc tau.edf | otf-filter -r '!Counter' | otf-to-tau -o calls\n",
	.size = sizeof(struct to_tau_options),
	.run = to_tau_run,
	.options = {{"Writing a TAU trace", to_tau_options, OPTIONS_OWN, 0},
                    {"", lossy_options, OPTIONS_COMMON, 0},
                    OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
