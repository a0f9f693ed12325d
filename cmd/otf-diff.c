#include "cmd/diff/run.h"
#include "cmd/run/command.h"

static const struct command command = {
	.name = "otf-diff",
	.summary = "compare two traces",
	.usage = "[OPTION]... TRACE TRACE",
	.description = "Compares two traces or stored line streams; - is the line stream on standard\n"
		       "input. Prints the first difference of each process, of the definitions and of\n"
		       "the markers, with the records, their numbers in both traces and the fields that\n"
		       "differ, and the number of differences. A record that one trace lacks is one\n"
		       "difference; to find it, up to 64 records are read ahead.\n"
		       "To compare times, or as a gate for CI, use otf-stat --diff, with --fail-above.\n"
		       "Memory: the definitions and markers of both traces, up to 128 records of each\n"
		       "process that differs, and 32 MiB for each trace of up to 100 files.\n"
		       "\n"
		       "Exit status:\n"
		       "  0  the same\n"
		       "  1  they differ\n"
		       "  2  usage error\n"
		       "  4  failed: a trace that is damaged or ends early cannot be called the same\n",
	.examples = "otf-diff before.otf after.otf\n"
		    "otf-diff --ignore time,Counter.value before.otf after.otf\n"
		    "otf-filter -p 1-4 big.otf | otf-diff - small.otf\n",
	.min_args = 2,
	.max_args = 4,
	.size = sizeof(struct diff_options),
	.failed = 4, /* 1 means that they differ */
	.run = diff_run,
	.release = diff_release,
	.options = {{"What to do", diff_options, OPTIONS_OWN, 0}, OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
