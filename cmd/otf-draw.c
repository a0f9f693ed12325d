#include "cmd/draw/run.h"
#include "cmd/run/command.h"
#include <stddef.h>

static const struct command command = {
	.name = "otf-draw",
	.summary = "draw a picture of a trace",
	.usage = "[OPTION]... [TRACE [TRACE]]",
	.description = "Reads a trace, a stored line stream or a line stream on standard input and draws\n"
		       "a picture of it: SVG, PNG or PDF, on standard output or with -o FILE. In a\n"
		       "timeline each process has a row, or several share one if there are too many;\n"
		       "the rows show calls with the color of their group, by depth where there is\n"
		       "room. A pixel has the color of the largest share of its time. Two traces are\n"
		       "two timelines on one axis. A trace with snapshots is read from the nearest one\n"
		       "before -t. If the input has no time range, it is read twice; a pipe on standard\n"
		       "input is copied to a file in TMPDIR. Memory: the picture, the definitions,\n"
		       "and what is open; for --profile, --matrix and --flame their sums; for\n"
		       "--matrix=excess also 64 MiB of times, above which they are in TMPDIR.\n",
	.examples = "otf-draw sample.otf -o sample.svg\n"
		    "otf-draw -t 2ms:3ms -p 1-4 --by function --dark sample.otf -o part.svg\n"
		    "otf-draw --flame --inside solve sample.otf -o solve.svg\n",
	.size = sizeof(struct draw_options),
	.run = draw_run,
	.release = draw_release,
	.options = {{"What to draw", draw_options, OPTIONS_OWN, 0},
                    {"The picture", paper_options, OPTIONS_OWN, 0},
                    {"Selection", selection_options, OPTIONS_OWN, offsetof(struct draw_options, select)},
                    OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
