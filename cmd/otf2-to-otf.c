#include "cmd/from-otf2/run.h"
#include "cmd/run/command.h"

static const struct command command = {
	.name = "otf2-to-otf",
	.summary = "convert an OTF2 archive to a line stream or an OTF trace",
	.usage = "[OPTION]... ARCHIVE",
	.description = "Reads an OTF2 archive: the anchor file NAME.otf2, or the directory of a Score-P\n"
		       "experiment. Writes a line stream, or with -o an OTF trace. What OTF has no field\n"
		       "for is stored in key-values and comments, and otf-to-otf2 makes it records of\n"
		       "OTF2 again. Counts of what was dropped are reported. If anything was dropped, no\n"
		       "trace is written and the exit status is 1, unless --lossy is given. Each\n"
		       "location becomes a process with a stream of its own. Memory: the definitions,\n"
		       "what is open, and for each location 1 MiB at most.\n",
	.examples = "otf-to-otf2 -q --lossy sample.otf -o run\n"
		    "otf2-to-otf run.otf2 -o again\n"
		    "otf2-to-otf run.otf2 | otf-slice -t 2ms:3ms | otf-write part\n",
	.min_args = 1,
	.max_args = 1,
	.size = sizeof(struct from_otf2_options),
	.run = from_otf2_run,
	.options = {{"How to read", from_otf2_options, OPTIONS_OWN, 0}, OPTIONS_WRITE, OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
