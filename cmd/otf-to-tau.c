#include "cmd/run/command.h"
#include "cmd/to-tau/run.h"
#include <stddef.h>

static const struct command command = {
	.name = "otf-to-tau",
	.summary = "write a TAU trace or profile",
	.usage = "[OPTION]... -o NAME|--run DIR|--profile DIR [TRACE]...",
	.description = "Converts traces, stored line streams or a line stream on standard input to a TAU\n"
		       "trace: NAME.trc and NAME.edf, or with --run the directory that a run of a\n"
		       "program with TAU leaves. Times are rounded to microseconds. What TAU cannot\n"
		       "store is reported. With --lossy it is dropped; otherwise no trace is written and\n"
		       "the exit status is 1. With --profile the command writes the profile of such a\n"
		       "run instead of a trace. The files appear under their names when complete.\n"
		       "Memory: the definitions, what is open, and with --run 6 KiB for each thread; for\n"
		       "a profile 100 bytes for each function and counter of a process.\n",
	.examples = "otf-to-tau --lossy sample.otf -o sample\n"
		    "otf-cat sample.otf | otf-to-tau --lossy --run sample-run\n"
		    "otf-to-tau --profile profiles -t 2ms:3ms sample.otf\n",
	.size = sizeof(struct to_tau_options),
	.run = to_tau_run,
	.release = to_tau_release,
	.options = {{"What to write", to_tau_options, OPTIONS_OWN, 0},
                    {"", lossy_options, OPTIONS_COMMON, 0},
                    {"Selection, with --profile", selection_options, OPTIONS_OWN,
                     offsetof(struct to_tau_options, select)},
                    OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
