#include "cmd/check/run.h"

static const char description[] = "Checks traces, stored line streams or a line stream on standard input and\n"
				  "prints what is wrong with each: damage, undefined tokens, calls and messages of\n"
				  "which one half is missing, clocks, snapshots that contradict the events, and\n"
				  "more; --rules explains all rules. A finding is\n"
				  "\"file:line: error: message [rule]\". The first 20 findings of a rule are printed,\n"
				  "the others are counted. Nothing is printed if nothing is found.\n"
				  "Memory: what is open, the definitions, the last values of counters and\n"
				  "summaries.\n"
				  "\n"
				  "Exit status:\n"
				  "  0  no errors, with --strict no warnings either\n"
				  "  1  errors were found, with --strict errors or warnings\n"
				  "  2  usage error\n"
				  "  4  failed: the check could not be completed\n";

static const char examples[] = "otf-check sample.otf && echo clean\n"
			       "otf-cat sample.otf | otf-check --strict\n"
			       "otf-check --rule 'undefined-*=warn' --rule open-call=off sample.otf\n"
			       "otf-check --rules=early-receive\n"
			       "otf-check --markers sample.otf | otf-cat --add - sample.otf -o marked\n";

enum { FAILED = 4 }; /* 1 means that there are findings */

int main(int argc, char **argv)
{
	struct common common = {0};
	struct check_options checking = {0};
	const struct command command = {
		"otf-check",
		"check that traces are valid",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"What to check", check_options, &checking}, {"General", common_options, &common}},
	};
	struct job job = {.common = &common, .argv = argv, .argc = argc};
	int status = command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	if (status >= 0)
		return status == 1 ? FAILED : status;
	status = check_run(&job, &checking);
	check_release(&checking);
	return status;
}
