#include "cmd/run/command.h"
#include "cmd/slice/run.h"

static const struct command command = {
	.name = "otf-slice",
	.summary = "cut out a piece that is a complete trace",
	.description = "Reads traces, stored line streams or a line stream on standard input and cuts\n"
		       "out an interval that is complete in itself: it has the definitions in use, and\n"
		       "at its start snapshot records for the open calls with their original times,\n"
		       "messages in transit, running collective operations, open files and counter\n"
		       "values. If the trace has snapshots (see otf-snap), reading starts at the nearest\n"
		       "one before the interval, so that the cost depends on the slice, not on the\n"
		       "trace. The interval is read twice; a pipe on standard input is copied to a file\n"
		       "in TMPDIR. Memory: 8 MiB, the definitions, and what is open.\n",
	.examples = "otf-slice -t 2ms:3ms sample.otf -o piece\n"
		    "otf-slice --inside 'time_step' --nth 3 -p 1 sample.otf -o step\n"
		    "otf-slice --every 1ms sample.otf -o part\n",
	.size = sizeof(struct slice_options),
	.run = slice_run,
	.release = slice_release,
	.options = {{"What to cut", slice_options, OPTIONS_OWN, 0}, OPTIONS_WRITE, OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
