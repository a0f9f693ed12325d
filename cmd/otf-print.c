#include "cmd/print/run.h"

static const char description[] = "Prints traces, stored line streams or a line stream on standard input for\n"
				  "people: a line for each event, with the time since the first event, the\n"
				  "process and what happened, with names, indented by call depth. With --json it\n"
				  "prints one object a line with all fields, for programs. Memory: the definitions,\n"
				  "the markers, and 56 bytes for each open call.\n";

static const char examples[] = "otf-print sample.otf\n"
			       "otf-print -p 'rank 0' -t 2ms:3ms sample.otf\n"
			       "otf-print -r SendMsg,RecvMsg --ticks sample.otf\n"
			       "otf-print --definitions sample.otf | grep ^DefFunction\n"
			       "otf-slice -t 2ms:3ms sample.otf | otf-print --json -r event\n";

int main(int argc, char **argv)
{
	struct common common = {0};
	struct print_options print = {0};
	const struct command command = {
		"otf-print",
		"show records as text or JSON",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"What is shown", print_options, &print},
	         {"Selection", selection_options, &print.select},
	         {"General", reader_options, &common}},
	};
	struct job job = {.common = &common, .argv = argv, .argc = argc};
	int status = command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	if (status < 0) {
		status = print_run(&job, &print);
		print_release(&print);
	}
	return status;
}
