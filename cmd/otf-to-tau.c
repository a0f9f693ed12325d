#include "cmd/to-tau/run.h"

static const char description[] = "Converts traces, stored line streams or a line stream on standard input to a TAU\n"
				  "trace: NAME.trc and NAME.edf, or with --run the directory that a run of a\n"
				  "program with TAU leaves. Times are rounded to microseconds. What TAU has no\n"
				  "place for is reported and, with --lossy, dropped; without it no trace is written\n"
				  "and the exit status is 1. The files appear under their names when they are\n"
				  "complete. Memory: the definitions, what is open, and with --run 6 KiB for each\n"
				  "thread.\n";

static const char examples[] = "otf-to-tau --lossy sample.otf -o sample\n"
			       "otf-cat sample.otf | otf-to-tau --lossy --run sample-run\n"
			       "tau-to-otf tau.trc tau.edf | otf-filter -r '!Counter' | otf-to-tau -o calls\n";

int main(int argc, char **argv)
{
	struct to_tau_options config = {0};
	struct common common = {0};
	const struct command command = {
		"otf-to-tau",
		"write a TAU trace",
		"[OPTION]... -o NAME [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"Writing a TAU trace", to_tau_options, &config},
	         {"", lossy_options, &common},
	         {"General", reader_options, &common}},
	};
	struct job job = {.common = &common, .argv = argv, .argc = argc};
	int status = command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	return status < 0 ? to_tau_run(&job, &config) : status;
}
