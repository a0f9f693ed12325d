#include "cmd/to-tau/run.h"

static const char description[] =
	"Writes traces, stored line streams or a line stream on standard input as a TAU trace:\n"
	"NAME.trc and NAME.edf, or with --run the directory that a run of a program with TAU\n"
	"leaves. Times are rounded to microseconds; what TAU has no place for is told, and is a\n"
	"failure without --lossy. The files are written beside and renamed at the end. Memory:\n"
	"the definitions, what is open, and with --run 6 KiB a thread.\n";

static const char examples[] = "otf-to-tau --lossy sample.otf -o sample\n"
			       "otf-cat sample.otf | otf-to-tau --lossy --run sample-run\n"
			       "tau-to-otf tau.trc tau.edf | otf-filter -r '!Counter' | otf-to-tau -o calls\n";

int main(int argc, char **argv)
{
	struct otfp_to_tau config = {0};
	struct otfp_common common = {0};
	const struct otfp_command command = {
		"otf-to-tau",
		"a trace as one of TAU",
		"[OPTION]... -o NAME [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"Writing a TAU trace", otfp_to_tau_options, &config}, {"General", otfp_common_options, &common}},
	};
	struct otfp_job job = {.common = &common, .argv = argv, .argc = argc};
	int status = otfp_command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	return status < 0 ? otfp_to_tau_run(&job, &config) : status;
}
