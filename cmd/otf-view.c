#include "cmd/run/command.h"
#include "cmd/view/run.h"

static const struct command command = {
	.name = "otf-view",
	.summary = "look into a trace in the browser",
	.usage = "[OPTION]... [TRACE]...",
	.description = "Serves a page about traces, stored line streams or a line stream on standard\n"
		       "input to a browser on this machine, until it is interrupted. The first line on\n"
		       "standard output is the address of the page. The page shows the timeline at every\n"
		       "level of zoom: what it needs is read from the trace when it asks. Several\n"
		       "traces have a tab each, which show the same time. Memory: the\n"
		       "definitions, what is kept of a first pass (--memory), and for each of eight\n"
		       "answers at once what its window has.\n",
	.examples = "otf-view sample.otf\n"
		    "otf-view --open --idle 30m sample.otf\n"
		    "otf-view -p 0-7 -t 1s:2s sample.otf\n",
	.size = sizeof(struct view_options),
	.defaults = &view_defaults,
	.run = view_run,
	.release = view_options_release,
	.options = {{"Serving", view_options, OPTIONS_OWN, 0},
                    {"Selection", view_selection_options, OPTIONS_OWN, 0},
                    OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
