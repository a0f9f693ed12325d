#include "cmd/wait/run.h"

static const char description[] = "Reads traces, stored line streams or a line stream on standard input and prints\n"
				  "which processes wait for which, and what it costs: parallel efficiencies, wait\n"
				  "states of messages and collective operations. Memory: the rows, open calls, and\n"
				  "messages and collective operations that are under way.\n";

static const char examples[] = "otf-wait sample.otf\n"
			       "otf-wait --table efficiency --every 25% sample.otf\n"
			       "otf-wait --table wait --by process,peer --tsv sample.otf\n";

int main(int argc, char **argv)
{
	struct common common = {0};
	struct wait_options waits = {0};
	const struct command command = {
		"otf-wait",
		"print who waits for whom",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"What to print", wait_options, &waits},
	         {"Selection", wait_selection_options, &waits},
	         {"General", reader_options, &common}},
	};
	struct job job = {.common = &common, .argv = argv, .argc = argc};
	int status = command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	if (status < 0) {
		status = wait_run(&job, &waits);
		wait_release(&waits);
	}
	return status;
}
