#include "cmd/run/command.h"
#include "cmd/to-chrome/run.h"
#include <stddef.h>

static const struct command command = {
	.name = "otf-to-chrome",
	.summary = "write trace events for Perfetto, Chrome and speedscope",
	.description = "Converts traces, stored line streams or a line stream on standard input to trace\n"
		       "events in JSON, for Perfetto (ui.perfetto.dev), chrome://tracing and speedscope,\n"
		       "or to the protobuf of Perfetto: calls, messages as arrows, counters, collective\n"
		       "and file operations, markers.\n"
		       "Writes to standard output or to -o FILE. Memory: the definitions, about 400\n"
		       "bytes for each process, 56 for each open call, 80 for each message in transit.\n",
	.examples = "otf-to-chrome sample.otf -o sample.json\n"
		    "otf-to-chrome -t 2ms:3ms -p 1-4 sample.otf | gzip >part.json.gz\n"
		    "otf-to-chrome --format perfetto -z 6 sample.otf -o sample.pftrace\n",
	.size = sizeof(struct to_chrome_options),
	.run = to_chrome_run,
	.release = to_chrome_release,
	.options = {{"Output", to_chrome_options, OPTIONS_OWN, 0},
                    {"Selection", selection_options, OPTIONS_OWN, offsetof(struct to_chrome_options, select)},
                    OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
