#include "cmd/run/command.h"
#include "cmd/to-vtf3/run.h"

static const struct command command = {
	.name = "otf-to-vtf3",
	.summary = "write VTF3 files",
	.description = "Converts traces, stored line streams or a line stream on standard input to a\n"
		       "VTF3 file, on standard output or in -o FILE, which appears when it is complete.\n"
		       "Key-values and comments from vtf3-to-otf become the original records again.\n"
		       "With --profile full, what VTF3 cannot store is written as comments, which\n"
		       "vtf3-to-otf reads back completely. With the other profiles it is reported: with\n"
		       "--lossy it is dropped, otherwise FILE is not written and the exit status is 1.\n"
		       "Memory: the declarations and open calls.\n",
	.examples = "otf-to-vtf3 --lossy sample.otf -o sample.vpt\n"
		    "vtf3-to-otf ping.bpv | otf-to-vtf3 --profile full -o again.vpt.gz\n"
		    "otf-cat sample.otf | otf-to-vtf3 --lossy --format std-ascii | head\n",
	.size = sizeof(struct to_vtf3_options),
	.run = to_vtf3_run,
	.options = {{"Writing VTF3", to_vtf3_options, OPTIONS_OWN, 0},
                    {"", lossy_options, OPTIONS_COMMON, 0},
                    OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
