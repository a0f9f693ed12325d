#include "cmd/info/run.h"
#include "cmd/run/command.h"

static const struct command command = {
	.name = "otf-info",
	.summary = "describe a trace",
	.description = "Prints what traces, stored line streams or a line stream on standard input are:\n"
		       "time span, streams, processes, definitions by kind, sizes, snapshots, comments,\n"
		       "provenance. Of a trace on disk it reads the definitions, the markers and both\n"
		       "ends of the other files; of a line stream what comes before the first timed\n"
		       "record. With --full it reads all and counts records. Prints one block for each\n"
		       "trace. Memory: names and comments, 100 bytes for each process and file, and\n"
		       "4 MiB.\n",
	.examples = "otf-info sample.otf\n"
		    "otf-info --full sample.otf\n"
		    "otf-info --json *.otf | jq -r .name,.last\n",
	.size = sizeof(struct info_options),
	.run = info_run,
	.options = {{"What to do", info_options, OPTIONS_OWN, 0}, {"General", common_options, OPTIONS_COMMON, 0}},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
