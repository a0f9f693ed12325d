#include "cmd/run/command.h"
#include "cmd/wait/run.h"

static const struct command command = {
	.name = "otf-wait",
	.summary = "print who waits for whom",
	.description = "Reads traces, stored line streams or a line stream on standard input and prints\n"
		       "which processes wait for which, and what it costs: parallel efficiencies, wait\n"
		       "states of messages and collective operations. Memory: the rows, open calls, and\n"
		       "messages and collective operations that are under way.\n",
	.examples = "otf-wait sample.otf\n"
		    "otf-wait --table efficiency --every 25% sample.otf\n"
		    "otf-wait --table gain sample.otf\n",
	.size = sizeof(struct wait_options),
	.run = wait_run,
	.release = wait_release,
	.options = {{"What to print", wait_options, OPTIONS_OWN, 0},
                    {"Selection", wait_selection_options, OPTIONS_OWN, 0},
                    OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
