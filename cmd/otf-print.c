#include "cmd/print/run.h"
#include "cmd/run/command.h"
#include <stddef.h>

static const struct command command = {
	.name = "otf-print",
	.summary = "show records as text or JSON",
	.description = "Prints traces, stored line streams or a line stream on standard input for\n"
		       "people: a line for each event, with the time since the first event, the\n"
		       "process and what happened, with names, indented by call depth. With --json it\n"
		       "prints one object a line with all fields, for programs. Memory: the definitions,\n"
		       "the markers, and 56 bytes for each open call.\n",
	.examples = "otf-print sample.otf\n"
		    "otf-print -p 'rank 0' -t 2ms:3ms sample.otf\n"
		    "otf-print -r SendMsg,RecvMsg --ticks sample.otf\n",
	.size = sizeof(struct print_options),
	.run = print_run,
	.release = print_release,
	.options = {{"What is shown", print_options, OPTIONS_OWN, 0},
                    {"Selection", selection_options, OPTIONS_OWN, offsetof(struct print_options, select)},
                    OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
