#include "cmd/check/run.h"
#include "cmd/run/command.h"

static const struct command command = {
	.name = "otf-check",
	.summary = "check that traces are valid",
	.description = "Checks traces, stored line streams or a line stream on standard input and\n"
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
		       "  4  failed: the check could not be completed\n",
	.examples = "otf-check sample.otf && echo clean\n"
		    "otf-cat sample.otf | otf-check --strict\n"
		    "otf-check --rules=early-receive\n",
	.size = sizeof(struct check_options),
	.failed = 4, /* 1 means that there are findings */
	.run = check_run,
	.release = check_release,
	.options = {{"What to check", check_options, OPTIONS_OWN, 0}, {"General", common_options, OPTIONS_COMMON, 0}},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
