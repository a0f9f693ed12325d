#include "cmd/diff/run.h"
#include <stdlib.h>

static const char description[] =
	"Tells how two traces, stored line streams or, as -, the line stream on standard input\n"
	"differ: the first difference of each process, of the definitions and of the markers,\n"
	"with the records, their numbers in both and the fields that differ, and how many there\n"
	"are. A record that one of them lacks is one difference; 64 records are looked ahead for\n"
	"that.\n"
	"Memory: the definitions and markers of both, up to 128 records of each process that\n"
	"differs, and 32 MiB for each trace of up to 100 files.\n"
	"\nExit status:\n"
	"  0  the same\n"
	"  1  they differ\n"
	"  2  usage error\n"
	"  4  failed: a trace that is damaged or ends early cannot be called the same\n";

static const char examples[] = "otf-diff before.otf after.otf\n"
			       "otf-diff --ignore time,Counter.value before.otf after.otf\n"
			       "otf-diff -q sample.otf copy.otf && echo same\n"
			       "otf-filter -p 1-4 big.otf | otf-diff - small.otf\n"
			       "otf-diff --list --json before.otf after.otf | jq -r .record\n";

#define AT(member) offsetof(struct otfp_differing, member)
static const struct otfp_option own_options[] = {
	{0, "ignore", "LIST", "RECORD, FIELD, RECORD.FIELD, time, tags, stream ... do not count", OTFP_OPT_LIST, 0,
         AT(ignore)},
	{0, "by-name", NULL, "compare what tokens name, not their numbers", OTFP_OPT_FLAG, 1, AT(by_name)},
	{0, "all", NULL, "control lines count, too: streams, provenance, losses", OTFP_OPT_FLAG, 1, AT(all)},
	{0, "list", NULL, "each difference, in the order in which they are found", OTFP_OPT_FLAG, 1, AT(list)},
	{0, "json", NULL, "a JSON object a line, the last with the sums", OTFP_OPT_FLAG, 1, AT(json)},
	{0, "max-differences", "N", "stop at the N-th; -q stops at the first and prints nothing", OTFP_OPT_GIVEN_NUMBER,
         1000000000, AT(most)},
	{0, NULL, NULL, NULL, OTFP_OPT_FLAG, 0, 0},
};
#undef AT

int main(int argc, char **argv)
{
	struct otfp_differing differing = {0};
	struct otfp_common common = {0};
	const struct otfp_command command = {
		"otf-diff",
		"how two traces differ",
		"[OPTION]... TRACE TRACE",
		description,
		examples,
		2,
		4,
		{{"What to do", own_options, &differing}, {"General", otfp_common_options, &common}},
	};
	struct otfp_job job = {.common = &common, .argv = argv, .argc = argc};
	int status = otfp_command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	if (status < 0) {
		status = otfp_diff_run(&job, &differing);
		free(differing.ignore);
	}
	return status;
}
