#include "cmd/run/command.h"
#include "cmd/stat/run.h"

static const struct command command = {
	.name = "otf-stat",
	.summary = "print the profile of a trace",
	.description = "Reads traces, stored line streams or a line stream on standard input and prints\n"
		       "a profile: a summary, then calls and their time by function, messages in total,\n"
		       "between processes and by length, collective operations, counters, files. --by\n"
		       "selects the rows; --diff compares two traces; --longest lists the longest\n"
		       "calls. For other commands it prints clusters of processes, filter rules and\n"
		       "markers. Memory: the rows, open calls, and messages of which one half was read.\n",
	.examples = "otf-stat sample.otf\n"
		    "otf-stat --by process,function --table function --tsv sample.otf\n"
		    "otf-stat --diff --fail-above 10%,1ms sample.otf sample.otf\n",
	.size = sizeof(struct stat_options),
	.run = stat_run,
	.release = stat_release,
	.options = {{"What to print", stat_options, OPTIONS_OWN, 0},
                    {"Selection", stat_selection_options, OPTIONS_OWN, 0},
                    {"For other commands", derived_options, OPTIONS_OWN, 0},
                    OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
