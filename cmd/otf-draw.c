#include "cmd/draw/run.h"

static const char description[] = "Reads a trace, a stored line stream or a line stream on standard input and draws\n"
				  "a picture of it: SVG, PNG or PDF, on standard output or with -o FILE. In a\n"
				  "timeline each process has a row, or several share one if there are too many;\n"
				  "the rows show calls with the color of their group, by depth where there is\n"
				  "room. A pixel has the color of the largest share of its time. Two traces are\n"
				  "two timelines on one axis. A trace with snapshots is read from the nearest one\n"
				  "before -t. Reads the input twice if it does not say its times; a pipe on\n"
				  "standard input is copied to a file in TMPDIR. Memory: the picture, the\n"
				  "definitions, and what is open; for --profile, --matrix and --flame their sums.\n";

static const char examples[] = "otf-draw sample.otf -o sample.svg\n"
			       "otf-draw -t 2ms:3ms -p 1-4 --by function --dark sample.otf -o part.svg\n"
			       "otf-draw --timeline --counter 'PAPI*' sample.otf -o counted.svg\n"
			       "otf-draw --flame --inside solve sample.otf -o solve.svg\n"
			       "otf-filter --min-duration 10us sample.otf | otf-draw >long.svg\n";

int main(int argc, char **argv)
{
	struct common common = {0};
	struct draw_options drawing = {0};
	const struct command command = {
		"otf-draw",
		"draw a picture of a trace",
		"[OPTION]... [TRACE [TRACE]]",
		description,
		examples,
		0,
		-1,
		{{"What to draw", draw_options, &drawing},
	         {"The picture", paper_options, &drawing},
	         {"Selection", selection_options, &drawing.select},
	         {"General", reader_options, &common}},
	};
	struct job job = {.common = &common, .argv = argv, .argc = argc};
	int status = command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	if (status < 0) {
		status = draw_run(&job, &drawing);
		draw_release(&drawing);
	}
	return status;
}
