#include "cmd/to-vtf3/run.h"

static const char description[] =
	"Writes traces, stored line streams or a line stream on standard input as a VTF3 file,\n"
	"to standard output, or with -o to FILE, which appears when it is whole. What vtf3-to-otf\n"
	"put into key-values and comments becomes the records again that it was. What VTF3 has no\n"
	"place for goes along in comments with --profile full, and all of it comes back; else it is\n"
	"told, and is a failure without --lossy. Memory: the declarations and open calls.\n";

static const char examples[] = "otf-to-vtf3 --lossy sample.otf -o sample.vpt\n"
			       "vtf3-to-otf ping.bpv | otf-to-vtf3 --profile full -o again.vpt.gz\n"
			       "otf-cat sample.otf | otf-to-vtf3 --lossy --format std-ascii | head\n";

int main(int argc, char **argv)
{
	struct otfp_to_vtf3 config = {0};
	struct otfp_common common = {0};
	const struct otfp_command command = {
		"otf-to-vtf3",
		"a trace as a VTF3 file",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"Writing VTF3", otfp_to_vtf3_options, &config}, {"General", otfp_common_options, &common}},
	};
	struct otfp_job job = {.common = &common, .argv = argv, .argc = argc};
	int status = otfp_command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	return status < 0 ? otfp_to_vtf3_run(&job, &config) : status;
}
