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
	struct common common = {0};
	struct writer writer = {0};
	struct stat_options statistics = {0};
	const struct command command = {
		"otf-stat",
		"print the profile of a trace",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"What to print", stat_options, &statistics},
	         {"Selection", stat_selection_options, &statistics},
	         {"Summary records and other profiles", summaries_options, &statistics},
	         {"For other commands", derived_options, &statistics},
	         {"Writing a trace, with --summaries", output_options, &common},
	         {"", writer_options, &writer},
	         {"General", reader_options, &common}},
	};
	struct job job = {.common = &common, .write.options = &writer, .argv = argv, .argc = argc};
	int status = command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	if (status < 0) {
		status = stat_run(&job, &statistics);
		stat_release(&statistics);
	}
	return status;
}
