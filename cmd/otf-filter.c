#include "cmd/filter/run.h"
#include "cmd/run/command.h"
#include <stddef.h>

static const struct command command = {
	.name = "otf-filter",
	.summary = "keep or drop records",
	.description = "Reads traces, stored line streams or a line stream on standard input and keeps\n"
		       "the records that match every option that applies to them; with -x it drops\n"
		       "them. Definitions and markers match -r only, so definitions stay unless -r\n"
		       "drops them; options by field ignore records without such a field. A Leave goes\n"
		       "with its Enter. Memory: the definitions that names refer to, and the open calls;\n"
		       "otf-filter(1) lists the options that need more.\n"
		       "\n"
		       "A SET is a list of numbers, ranges and names by glob; @FILE reads such a list\n"
		       "from a file. ! before a term excludes it; only ! terms mean all but these. @ID\n"
		       "without such a file is the process of that location id of OTF2.\n",
	.examples = "otf-filter -p 1-4 sample.otf -o first4\n"
		    "otf-filter -r SendMsg --match 'length >= 4096 && receiver == 2' sample.otf\n"
		    "otf-filter --min-duration 10us --prune sample.otf -o long\n",
	.size = sizeof(struct filter),
	.run = filter_run,
	.release = filter_release,
	.options = {{"Selection", selection_options, OPTIONS_OWN, offsetof(struct filter, select)},
                    {"", exclude_options, OPTIONS_OWN, offsetof(struct filter, select)},
                    {"Selection by field", field_options, OPTIONS_OWN, 0},
                    {"Changes", filter_options, OPTIONS_OWN, 0},
                    OPTIONS_WRITE,
                    OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
