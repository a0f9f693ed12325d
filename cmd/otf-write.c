#include "cmd/run/command.h"
#include "cmd/write/run.h"

static const struct command command = {
	.name = "otf-write",
	.summary = "write a line stream as an OTF trace",
	.usage = "[OPTION]... NAME [SHARE]...",
	.description = "Writes the line stream on standard input as the OTF trace NAME: NAME.otf and its\n"
		       "stream files. They are renamed into place at the end, so a failed run leaves no\n"
		       "new files; with --force it leaves the old trace as it was. Memory: a block per\n"
		       "file, at most 32 MiB for up to 1,000 files, and with -z and -j 2 MiB for each\n"
		       "thread.\n",
	.examples = "otf-cat ring | otf-write copy\n"
		    "otf-cat ring | grep -v -w ^Counter | otf-write -q no-counters\n"
		    "otf-write --recover ring\n",
	.min_args = 1,
	.size = sizeof(struct write_options),
	.run = write_run,
	.options = {{"What to do", write_options, OPTIONS_OWN, 0},
                    {"Writing a trace", write_output_options, OPTIONS_COMMON, 0},
                    {"", writer_options, OPTIONS_WRITER, 0},
                    {"General", common_options, OPTIONS_COMMON, 0}},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
