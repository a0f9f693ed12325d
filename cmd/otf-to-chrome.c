#include "cmd/to-chrome/run.h"

static const char description[] = "Converts traces, stored line streams or a line stream on standard input to trace\n"
				  "events in JSON, for Perfetto (ui.perfetto.dev), chrome://tracing and speedscope,\n"
				  "or to the protobuf of Perfetto: calls, messages as arrows, counters, collective\n"
				  "and file operations, markers.\n"
				  "Writes to standard output or to -o FILE. Memory: the definitions, about 400\n"
				  "bytes for each process, 56 for each open call, 80 for each message in transit.\n";

static const char examples[] = "otf-to-chrome sample.otf -o sample.json\n"
			       "otf-to-chrome -t 2ms:3ms -p 1-4 sample.otf | gzip >part.json.gz\n"
			       "otf-to-chrome --format perfetto -z 6 sample.otf -o sample.pftrace\n"
			       "otf-filter --min-duration 10us sample.otf | otf-to-chrome -o long.json\n";

int main(int argc, char **argv)
{
	struct common common = {0};
	struct to_chrome_options chart = {0};
	const struct command command = {
		"otf-to-chrome",
		"write trace events for Perfetto, Chrome and speedscope",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"Output", to_chrome_options, &chart},
	         {"Selection", selection_options, &chart.select},
	         {"General", reader_options, &common}},
	};
	struct job job = {.common = &common, .argv = argv, .argc = argc};
	int status = command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	if (status < 0) {
		status = to_chrome_run(&job, &chart);
		to_chrome_release(&chart);
	}
	return status;
}
