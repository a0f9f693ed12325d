#include "cmd/chrome/run.h"

static const char description[] =
	"Makes trace events in JSON, for Perfetto (ui.perfetto.dev), chrome://tracing and\n"
	"speedscope, of traces, stored line streams or a line stream on standard input: calls,\n"
	"messages as arrows, counters, collective and file operations, markers. Writes to\n"
	"standard output or -o FILE. Memory: the definitions, some 400 bytes a process, 56 bytes\n"
	"an open call, 80 a message on its way.\n";

static const char examples[] = "otf-to-chrome sample.otf -o sample.json\n"
			       "otf-to-chrome -t 2ms:3ms -p 1-4 sample.otf | gzip >part.json.gz\n"
			       "otf-filter --min-duration 10us sample.otf | otf-to-chrome -r '!Counter' -o long.json\n";

int main(int argc, char **argv)
{
	struct otfp_common common = {0};
	struct otfp_charting chart = {0};
	const struct otfp_command command = {
		"otf-to-chrome",
		"make trace-event JSON for Perfetto, Chrome and speedscope",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"Output", otfp_charting_options, &chart},
	         {"Selection", otfp_selection_options, &chart.select},
	         {"General", otfp_common_options, &common}},
	};
	struct otfp_job job = {.common = &common, .argv = argv, .argc = argc};
	int status = otfp_command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	if (status < 0) {
		status = otfp_charting_run(&job, &chart);
		otfp_charting_release(&chart);
	}
	return status;
}
