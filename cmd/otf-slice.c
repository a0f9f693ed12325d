#include "cmd/slice/run.h"

static const char description[] =
	"Takes records from traces, stored line streams or a line stream on standard input\n"
	"and cuts out an interval so that it stands for itself: the definitions in use, and\n"
	"as snapshot records at its beginning the open calls with their original times,\n"
	"messages on their way, running collective operations, open files and counter\n"
	"values. A trace is entered at the nearest snapshot before the interval, if it has\n"
	"any (see otf-snap), so that the cost follows the piece, not the trace. What is long\n"
	"is read twice; a pipe at standard input is copied to a file in TMPDIR. Memory: 8 MiB,\n"
	"the definitions, and what is open.\n";

static const char examples[] = "otf-slice -t 2ms:3ms sample.otf -o piece\n"
			       "otf-slice -t 25%:50% --closed sample.otf -o piece\n"
			       "otf-slice --inside 'time_step' --nth 3 -p 1 sample.otf -o step\n"
			       "otf-slice --every 1ms sample.otf -o part\n"
			       "otf-cat sample.otf | otf-slice -t :2ms | otf-write first\n";

int main(int argc, char **argv)
{
	struct otfp_common common = {0};
	struct otfp_writer writer = {0};
	struct otfp_slicing slicing = {0};
	const struct otfp_command command = {
		"otf-slice",
		"cut out a piece that stands for itself",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"What to cut", otfp_slicing_options, &slicing},
	         {"Writing a trace", otfp_writer_options, &writer},
	         {"General", otfp_common_options, &common}},
	};
	struct otfp_job job = {.common = &common, .write.options = &writer, .argv = argv, .argc = argc};
	int status = otfp_command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	if (status < 0) {
		status = otfp_slice_run(&job, &slicing);
		otfp_slicing_release(&slicing);
	}
	return status;
}
