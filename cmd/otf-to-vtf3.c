#include "cmd/to-vtf3/run.h"

static const char description[] = "Converts traces, stored line streams or a line stream on standard input to a\n"
				  "VTF3 file, on standard output or in -o FILE, which appears when it is complete.\n"
				  "Key-values and comments from vtf3-to-otf become the original records again.\n"
				  "With --profile full, what VTF3 cannot contain is stored in comments and comes\n"
				  "back completely; otherwise it is reported and, with --lossy, dropped; without it\n"
				  "FILE is not written and the exit status is 1. Memory: the declarations and open\n"
				  "calls.\n";

static const char examples[] = "otf-to-vtf3 --lossy sample.otf -o sample.vpt\n"
			       "vtf3-to-otf ping.bpv | otf-to-vtf3 --profile full -o again.vpt.gz\n"
			       "otf-cat sample.otf | otf-to-vtf3 --lossy --format std-ascii | head\n";

int main(int argc, char **argv)
{
	struct to_vtf3_options config = {0};
	struct common common = {0};
	const struct command command = {
		"otf-to-vtf3",
		"write VTF3 files",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"Writing VTF3", to_vtf3_options, &config},
	         {"", lossy_options, &common},
	         {"General", reader_options, &common}},
	};
	struct job job = {.common = &common, .argv = argv, .argc = argc};
	int status = command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	return status < 0 ? to_vtf3_run(&job, &config) : status;
}
