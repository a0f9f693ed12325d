#include "otfpipe-cmd.h"

static const char description[] = "Writes the line stream on standard input as the OTF trace NAME: NAME.otf and its\n"
				  "stream files. They are written beside and renamed into place at the end, so that\n"
				  "a failed run leaves nothing. Memory: a block per file, at most 32 MiB up to 1,000\n"
				  "files.\n";

static const char examples[] = "otf-cat ring | otf-write copy\n"
			       "otf-cat ring | otf-write -n 1 -z 4 one\n"
			       "otf-cat ring | grep -v -w ^Counter | otf-write -q no-counters\n";

int main(int argc, char **argv)
{
	struct otfp_common common = {0};
	struct otfp_writer writer = {0};
	const struct otfp_command command = {
		"otf-write",
		"a line stream to an OTF trace",
		"[OPTION]... NAME",
		description,
		examples,
		1,
		1,
		{{"Writing a trace", otfp_writer_options, &writer}, {"General", otfp_common_options, &common}},
	};
	struct otfp_job job = {.common = &common, .writer = &writer, .argv = argv, .argc = argc};
	char **names;
	int n, status = otfp_command_parse(&command, argc, argv, &n, &names);

	if (status >= 0)
		return status;
	if (common.output)
		return otfp_usage("the trace is named by the operand, not by -o");
	common.output = names[0];
	return otfp_run(&job);
}
