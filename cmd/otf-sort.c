#include "cmd/run/command.h"
#include "cmd/sort/run.h"
#include <stddef.h>

static const struct command command = {
	.name = "otf-sort",
	.summary = "sort records into the order of the line stream",
	.description = "Reads records in any order, from a line stream on standard input or from traces\n"
		       "and stored line streams, and writes them in the order of otfpipe-stream(5):\n"
		       "control lines, definitions, markers, then the others by time. Equal records keep\n"
		       "their order. With -o it writes an OTF trace. Memory: as --buffer says; the rest\n"
		       "goes to an unnamed file in $TMPDIR, or /tmp, of up to twice the size of the\n"
		       "stream.\n",
	.examples = "cat rank-*.log | otf-sort --adopt -o ring\n"
		    "otf-sort --buffer 1G unsorted.otfl | otf-filter -p 1-4\n"
		    "otf-sort --keep-going damaged -o sorted\n",
	.size = sizeof(struct sort_options),
	.run = sort_run,
	.release = sort_release,
	.options = {{"What to do", sort_options, OPTIONS_OWN, 0},
                    {"Selection", selection_options, OPTIONS_OWN, offsetof(struct sort_options, select)},
                    {"", exclude_options, OPTIONS_OWN, offsetof(struct sort_options, select)},
                    OPTIONS_WRITE,
                    OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
