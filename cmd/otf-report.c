#include "cmd/report/run.h"
#include "cmd/run/command.h"
#include <stddef.h>

static const struct command command = {
	.name = "otf-report",
	.summary = "write a report about a trace as an HTML file",
	.description = "Reads traces, stored line streams or a line stream on standard input and writes\n"
		       "a report as one HTML file, which needs no network: what the run loses, in a few\n"
		       "sentences, a timeline (otf-draw), waits, root causes and the critical path\n"
		       "(otf-wait), where time goes, messages and counters (otf-stat), what is wrong\n"
		       "with the trace (otf-check) and what it is (otf-info). A browser zooms the\n"
		       "timeline, and sorts and searches the tables; without scripts the page shows the\n"
		       "same. The facts and the findings are about the whole trace, the rest is about\n"
		       "what is selected. Reading continues after damage, which is a finding. The input\n"
		       "is read twice; a pipe is copied to TMPDIR. Memory: that of these commands, and\n"
		       "up to 100 times --detail.\n",
	.examples = "otf-report -o sample.html sample.otf\n"
		    "otf-report -o part.html -p 1-4 -t 2ms:3ms sample.otf\n"
		    "otf-cat sample.otf | otf-report --title 'run 17' >run17.html\n",
	.size = sizeof(struct report_options),
	.defaults = &report_defaults,
	.run = report_run,
	.release = report_release,
	.options = {{"Output", report_options, OPTIONS_OWN, 0},
                    {"Selection", selection_options, OPTIONS_OWN, offsetof(struct report_options, select)},
                    {"General", common_options, OPTIONS_COMMON, 0}},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
