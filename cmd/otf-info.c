#include "cmd/info/run.h"

static const char description[] = "Prints what traces, stored line streams or a line stream on standard input are:\n"
				  "time span, streams, processes, definitions by kind, sizes, snapshots, comments,\n"
				  "provenance. Of a trace on disk it reads the definitions, the markers and both\n"
				  "ends of the other files; of a line stream what comes before the first timed\n"
				  "record. With --full it reads all and counts records. Prints one block for each\n"
				  "trace. Memory: names and comments, 100 bytes for each process and file, and\n"
				  "4 MiB.\n";

static const char examples[] = "otf-info sample.otf\n"
			       "otf-info -v sample.otf | less\n"
			       "otf-info --full sample.otf\n"
			       "otf-info --json *.otf | jq -r .name,.last\n"
			       "otf-filter -p 1-4 sample.otf | otf-info --full\n";

#define AT(member) offsetof(struct info_options, member)
static const struct option_row own_options[] = {
	{0, "full", NULL, "read all, and count records by type and process", OPT_FLAG, 1, AT(full), NULL},
	{0, "json", NULL, "print one JSON object a line for each trace", OPT_FLAG, 1, AT(json), NULL},
	{0},
};
#undef AT

int main(int argc, char **argv)
{
	struct info_options information = {0};
	struct common common = {0};
	const struct command command = {
		"otf-info",
		"describe a trace",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"What to do", own_options, &information}, {"General", common_options, &common}},
	};
	struct job job = {.common = &common, .argv = argv, .argc = argc};
	int status = command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	return status < 0 ? info_run(&job, &information) : status;
}
