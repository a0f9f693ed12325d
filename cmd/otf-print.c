#include "cmd/print/run.h"

static const char description[] =
	"Shows traces, stored line streams or a line stream on standard input to people: a line\n"
	"for each event, with the seconds since the first, the process and what happened, by\n"
	"names, indented by the depth of calls. With --json an object a line, for programs,\n"
	"which has all fields. Memory: the definitions, and 56 bytes an open call.\n";

static const char examples[] = "otf-print sample.otf | less -R\n"
			       "otf-print -p 'rank 0' -t 2ms:3ms sample.otf\n"
			       "otf-print -r SendMsg,RecvMsg --ticks sample.otf\n"
			       "otf-print --definitions sample.otf | grep ^DefFunction\n"
			       "otf-slice -t 2ms:3ms sample.otf | otf-print --json -r event\n";

int main(int argc, char **argv)
{
	struct otfp_common common = {0};
	struct otfp_printing print = {0};
	const struct otfp_command command = {
		"otf-print",
		"show a trace to people",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"What is shown", otfp_printing_options, &print},
	         {"Selection", otfp_selection_options, &print.select},
	         {"General", otfp_common_options, &common}},
	};
	struct otfp_job job = {.common = &common, .argv = argv, .argc = argc};
	int status = otfp_command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	if (status < 0) {
		status = otfp_printing_run(&job, &print);
		otfp_printing_release(&print);
	}
	return status;
}
