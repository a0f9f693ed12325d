#include "cmd/stat/run.h"

static const char description[] = "Reads traces, stored line streams or a line stream on standard input and prints\n"
				  "a profile: a summary, then calls and their time by function, messages in total,\n"
				  "between processes and by length, collective operations, counters, files. --by\n"
				  "selects the rows; --diff compares two traces; --longest lists the longest\n"
				  "calls. Other output: summary records, clusters of processes, filter rules,\n"
				  "markers. Memory: the rows, open calls, and messages of which one half was read.\n";

static const char examples[] = "otf-stat sample.otf\n"
			       "otf-stat --by process,function --table function --tsv sample.otf\n"
			       "otf-stat --every 1ms --table message sample.otf\n"
			       "otf-stat --longest 10 --function MPI_Allreduce sample.otf\n"
			       "otf-stat --folded sample.otf\n"
			       "otf-stat --diff --fail-above 10%,1ms sample.otf sample.otf\n"
			       "otf-cat sample.otf | otf-stat --json\n";

int main(int argc, char **argv)
{
	struct otfp_common common = {0};
	struct otfp_writer writer = {0};
	struct otfp_statistics statistics = {0};
	const struct otfp_command command = {
		"otf-stat",
		"print the profile of a trace",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"What to print", otfp_statistics_options, &statistics},
	         {"Selection", otfp_statistics_selection_options, &statistics},
	         {"Summary records and other profiles", otfp_summaries_options, &statistics},
	         {"For other commands", otfp_derived_options, &statistics},
	         {"Writing a trace, with --summaries", otfp_output_options, &common},
	         {"", otfp_writer_options, &writer},
	         {"General", otfp_reader_options, &common}},
	};
	struct otfp_job job = {.common = &common, .write.options = &writer, .argv = argv, .argc = argc};
	int status = otfp_command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	if (status < 0) {
		status = otfp_statistics_run(&job, &statistics);
		otfp_statistics_release(&statistics);
	}
	return status;
}
