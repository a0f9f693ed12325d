#include "cmd/info/run.h"

static const char description[] =
	"Says what traces, stored line streams or a line stream on standard input are: time\n"
	"span, streams, processes, definitions by kind, sizes, snapshots, comments, where they\n"
	"come from. Of a trace on disk it reads the definitions, the markers and both ends of\n"
	"the other files; of a line stream what stands before the first timed record. With\n"
	"--full all is read, and records are counted. One block each, on standard output.\n"
	"Memory: names and comments, 100 bytes a process and file; 4 MiB besides.\n";

static const char examples[] = "otf-info sample.otf\n"
			       "otf-info -v sample.otf | less\n"
			       "otf-info --full sample.otf\n"
			       "otf-info --json *.otf | jq -r .name,.last\n"
			       "otf-filter -p 1-4 sample.otf | otf-info --full\n";

#define AT(member) offsetof(struct otfp_information, member)
static const struct otfp_option own_options[] = {
	{0, "full", NULL, "read all, and count records by type and process", OTFP_OPT_FLAG, 1, AT(full)},
	{0, "json", NULL, "one JSON object for each trace, on a line of its own", OTFP_OPT_FLAG, 1, AT(json)},
	{0, NULL, NULL, NULL, OTFP_OPT_FLAG, 0, 0},
};
#undef AT

int main(int argc, char **argv)
{
	struct otfp_information information = {0};
	struct otfp_common common = {0};
	const struct otfp_command command = {
		"otf-info",
		"what a trace is",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"What to do", own_options, &information}, {"General", otfp_common_options, &common}},
	};
	struct otfp_job job = {.common = &common, .argv = argv, .argc = argc};
	int status = otfp_command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	return status < 0 ? otfp_information_run(&job, &information) : status;
}
