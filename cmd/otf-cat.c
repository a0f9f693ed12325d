#include "cmd/cat/run.h"
#include "cmd/run/command.h"
#include <stddef.h>

static const struct command command = {
	.name = "otf-cat",
	.summary = "read traces and print one merged line stream",
	.description = "Reads OTF traces and stored line streams, or a line stream on standard input,\n"
		       "merges the files of each trace by time and writes one line stream. With -o it\n"
		       "writes an OTF trace. Memory: some blocks per file, at most 32 MiB for up to 100\n"
		       "files.\n",
	.examples = "otf-cat ring.otf | head\n"
		    "otf-cat -p 1-4 ring | otf-write small\n"
		    "otf-cat --schema | cut -f 1\n",
	.size = sizeof(struct cat_options),
	.run = cat_run,
	.release = cat_release,
	.options = {{"What to do", cat_options, OPTIONS_OWN, 0},
                    {"Selection", selection_options, OPTIONS_OWN, offsetof(struct cat_options, select)},
                    {"", exclude_options, OPTIONS_OWN, offsetof(struct cat_options, select)},
                    OPTIONS_WRITE,
                    OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
