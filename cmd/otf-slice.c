#include "cmd/slice/run.h"

static const char description[] = "Reads traces, stored line streams or a line stream on standard input and cuts\n"
				  "out an interval that is complete in itself: it has the definitions in use, and\n"
				  "at its start snapshot records for the open calls with their original times,\n"
				  "messages in transit, running collective operations, open files and counter\n"
				  "values. If the trace has snapshots (see otf-snap), reading starts at the nearest\n"
				  "one before the interval, so that the cost depends on the slice, not on the\n"
				  "trace. The interval is read twice; a pipe on standard input is copied to a file\n"
				  "in TMPDIR. Memory: 8 MiB, the definitions, and what is open.\n";

static const char examples[] = "otf-slice -t 2ms:3ms sample.otf -o piece\n"
			       "otf-slice -t 25%:50% --closed sample.otf -o piece\n"
			       "otf-slice --inside 'time_step' --nth 3 -p 1 sample.otf -o step\n"
			       "otf-slice --every 1ms sample.otf -o part\n"
			       "otf-cat sample.otf | otf-slice -t :2ms | otf-write first\n";

int main(int argc, char **argv)
{
	struct common common = {0};
	struct writer writer = {0};
	struct slice_options slicing = {0};
	const struct command command = {
		"otf-slice",
		"cut out a piece that is a complete trace",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"What to cut", slice_options, &slicing},
	         {"Writing a trace", output_options, &common},
	         {"", writer_options, &writer},
	         {"General", reader_options, &common}},
	};
	struct job job = {.common = &common, .write.options = &writer, .argv = argv, .argc = argc};
	int status = command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	if (status < 0) {
		status = slice_run(&job, &slicing);
		slice_release(&slicing);
	}
	return status;
}
