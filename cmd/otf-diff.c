#include "cmd/diff/run.h"
#include <stdlib.h>

static const char description[] = "Compares two traces or stored line streams; - is the line stream on standard\n"
				  "input. Prints the first difference of each process, of the definitions and of\n"
				  "the markers, with the records, their numbers in both traces and the fields that\n"
				  "differ, and the number of differences. A record that one trace lacks is one\n"
				  "difference; to find it, up to 64 records are read ahead.\n"
				  "To compare times, or as a gate for CI, use otf-stat --diff, with --fail-above.\n"
				  "Memory: the definitions and markers of both traces, up to 128 records of each\n"
				  "process that differs, and 32 MiB for each trace of up to 100 files.\n"
				  "\n"
				  "Exit status:\n"
				  "  0  the same\n"
				  "  1  they differ\n"
				  "  2  usage error\n"
				  "  4  failed: a trace that is damaged or ends early cannot be called the same\n";

static const char examples[] = "otf-diff before.otf after.otf\n"
			       "otf-diff --ignore time,Counter.value before.otf after.otf\n"
			       "otf-diff -q sample.otf copy.otf && echo same\n"
			       "otf-filter -p 1-4 big.otf | otf-diff - small.otf\n"
			       "otf-diff --list --json before.otf after.otf | jq -r .record\n";

#define AT(member) offsetof(struct differing, member)
static const struct option_row own_options[] = {
	{0, "ignore", "LIST", "ignore these: RECORD, FIELD, RECORD.FIELD, time, tags, stream", OPT_LIST, 0, AT(ignore),
         record_word},
	{0, "by-name", NULL, "compare the names of tokens, not their numbers", OPT_FLAG, 1, AT(by_name), NULL},
	{0, "all", NULL, "compare control lines, too: streams, provenance, losses", OPT_FLAG, 1, AT(all), NULL},
	{0, "list", NULL, "print every difference, in the order in which they are found", OPT_FLAG, 1, AT(list), NULL},
	{0, "json", NULL, "print one JSON object a line, the last one with the totals", OPT_FLAG, 1, AT(json), NULL},
	{0, "max-differences", "N", "stop at difference N; -q stops at the first and prints nothing", OPT_GIVEN_NUMBER,
         1000000000, AT(most), NULL},
	{0},
};
#undef AT

enum { FAILED = 4 }; /* 1 means that they differ */

int main(int argc, char **argv)
{
	struct differing differing = {0};
	struct common common = {0};
	const struct command command = {
		"otf-diff",
		"compare two traces",
		"[OPTION]... TRACE TRACE",
		description,
		examples,
		2,
		4,
		{{"What to do", own_options, &differing}, {"General", reader_options, &common}},
	};
	struct job job = {.common = &common, .argv = argv, .argc = argc};
	int status = command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	if (status >= 0)
		return status == 1 ? FAILED : status;
	status = diff_run(&job, &differing);
	free(differing.ignore);
	return status;
}
