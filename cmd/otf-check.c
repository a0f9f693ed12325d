#include "cmd/check/run.h"

static const char description[] =
	"Reads traces, stored line streams or a line stream on standard input and prints what\n"
	"is wrong with each: damage, undefined tokens, calls and messages that lack one half,\n"
	"clocks, snapshots that contradict the events, and more; --rules explains all. A\n"
	"finding is \"file:line: error: message [rule]\". Of one rule 20 are told, the others\n"
	"counted. Silent if there is none; --strict counts warnings as errors.\n"
	"Memory: what is open, the definitions, the last values of counters and summaries.\n";

static const char examples[] = "otf-check sample.otf && echo clean\n"
			       "otf-cat sample.otf | otf-check --strict\n"
			       "otf-check --rule 'undefined-*=warn' --rule open-call=off sample.otf\n"
			       "otf-check --rules=early-receive\n"
			       "otf-check --markers sample.otf | otf-cat --add - sample.otf -o marked\n";

enum { FAILED = 4 }; /* 1 means that something was found */

int main(int argc, char **argv)
{
	struct otfp_common common = {0};
	struct otfp_checking checking = {0};
	const struct otfp_command command = {
		"otf-check",
		"validity of traces",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"What to check", otfp_checking_options, &checking}, {"General", otfp_common_options, &common}},
	};
	struct otfp_job job = {.common = &common, .argv = argv, .argc = argc};
	int status = otfp_command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	if (status >= 0)
		return status == 1 ? FAILED : status;
	status = otfp_checking_run(&job, &checking);
	otfp_checking_release(&checking);
	return status;
}
