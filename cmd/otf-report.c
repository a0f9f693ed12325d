#include "cmd/report/run.h"

static const char description[] = "Reads traces, stored line streams or a line stream on standard input and writes\n"
				  "a report as one HTML file, which needs no network: what the trace is (otf-info),\n"
				  "what is wrong with it (otf-check), a timeline (otf-draw), waits (otf-wait),\n"
				  "where time goes, messages and counters (otf-stat). A browser zooms the timeline,\n"
				  "and sorts and searches the tables; without scripts the page shows the same. The\n"
				  "facts and the findings are about the whole trace, the rest is about what is\n"
				  "selected. Reading continues after damage, which is a finding. Memory: that of\n"
				  "these commands, and up to 100 times --detail.\n";

static const char examples[] = "otf-report -o sample.html sample.otf\n"
			       "otf-report -o part.html -p 1-4 -t 2ms:3ms sample.otf\n"
			       "otf-cat sample.otf | otf-report --title 'run 17' >run17.html\n";

int main(int argc, char **argv)
{
	struct common common = {.keep_going = 1}; /* the report is about damage, too */
	struct report_options reporting = {.detail = REPORT_DETAIL};
	const struct command command = {
		"otf-report",
		"write a report about a trace as an HTML file",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"Output", report_options, &reporting},
	         {"Selection", selection_options, &reporting.select},
	         {"General", common_options, &common}},
	};
	struct job job = {.common = &common, .argv = argv, .argc = argc};
	int status = command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	if (status < 0) {
		status = report_run(&job, &reporting);
		report_release(&reporting);
	}
	return status;
}
