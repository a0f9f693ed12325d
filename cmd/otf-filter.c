#include "cmd/filter/run.h"

static const char description[] = "Reads traces, stored line streams or a line stream on standard input and keeps\n"
				  "the records that match every option that applies to them; with -x it drops\n"
				  "them. Definitions and markers match -r only, so definitions stay unless -r\n"
				  "drops them; options by field ignore records without such a field. A Leave goes\n"
				  "with its Enter. Memory: the definitions that names refer to, and the open calls;\n"
				  "see MEMORY in the manual for options that need more.\n"
				  "\n"
				  "A SET is a list of numbers, ranges and names by glob; @FILE reads such a list\n"
				  "from a file. ! before a term excludes it; only ! terms mean all but these. @ID\n"
				  "without such a file is the process of that location id of OTF2.\n";

static const char examples[] = "otf-filter -p 1-4 sample.otf -o first4\n"
			       "otf-filter -r '!Counter,!marker' sample.otf | otf-write small\n"
			       "otf-cat sample.otf | otf-filter --function 'MPI_*' | grep -c ^Enter\n"
			       "otf-filter -r SendMsg --match 'length >= 4096 && receiver == 2' sample.otf\n"
			       "otf-filter --min-duration 10us --prune sample.otf -o long\n"
			       "otf-filter -x --group libc --rejects libc.otfl sample.otf >rest.otfl\n";

int main(int argc, char **argv)
{
	struct common common = {0};
	struct writer writer = {0};
	struct filter filter = {0};
	const struct command command = {
		"otf-filter",
		"keep or drop records",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"Selection", selection_options, &filter.select},
	         {"", exclude_options, &filter.select},
	         {"Selection by field", field_options, &filter},
	         {"Changes", filter_options, &filter},
	         {"Writing a trace", output_options, &common},
	         {"", writer_options, &writer},
	         {"General", reader_options, &common}},
	};
	struct job job = {.common = &common, .write.options = &writer, .argv = argv, .argc = argc};
	int status = command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	if (status < 0) {
		status = filter_run(&job, &filter);
		filter_release(&filter);
	}
	return status;
}
