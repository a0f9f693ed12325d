#include "cmd/run/command.h"
#include "cmd/snap/run.h"
#include <stddef.h>

static const struct command command = {
	.name = "otf-snap",
	.summary = "add snapshots and summaries to a trace",
	.description = "Adds snapshots to traces, stored line streams or a line stream on standard\n"
		       "input: records that list the open calls, messages, collective and file\n"
		       "operations, the open files and the counter values of each process at one time,\n"
		       "so that a reader can start there. With --summaries it also adds summary records:\n"
		       "sums of calls, messages and operations up to that time; with --no-snapshots only\n"
		       "these. New records replace old ones of the same kind. Writes a line stream, with\n"
		       "-o a trace, or with --in-place changes the named trace without rewriting its\n"
		       "event files. Memory: what is open, 40 bytes for each counter and communicator of\n"
		       "a process, and for summaries up to 100 bytes for each function of a process.\n",
	.examples = "otf-snap --points 100 sample.otf | otf-write snapped\n"
		    "otf-snap --every 1ms --thumbnail sample.otf -o viewed\n"
		    "otf-snap --remove --in-place sample\n",
	.size = sizeof(struct snap_options),
	.run = snap_run,
	.release = snap_release,
	.options = {{"What to do", snap_options, OPTIONS_OWN, 0},
                    {"Times of the records", points_options, OPTIONS_OWN, offsetof(struct snap_options, points)},
                    OPTIONS_WRITE,
                    OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
