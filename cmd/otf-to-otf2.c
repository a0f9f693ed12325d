#include "cmd/to-otf2/run.h"

static const char description[] = "Converts traces, stored line streams or a line stream on standard input to an\n"
				  "OTF2 archive: NAME.otf2, NAME.def, NAME.marker if there are markers, and the\n"
				  "directory NAME with the events of each process. What OTF2 has no record for is\n"
				  "stored in attributes and properties, so that reading the archive gives the same\n"
				  "records again; only statistics are dropped, because OTF2 has none. Counts of\n"
				  "what was dropped are reported. Without --lossy no archive is written then and\n"
				  "the exit status is 1. The files appear under their names when they are\n"
				  "complete. Memory: the definitions, the markers, what is open, and 4 KiB to\n"
				  "1 MiB for each process, together 32 MiB or 4 KiB for each.\n";

static const char examples[] = "otf-to-otf2 --lossy sample.otf -o sample2\n"
			       "otf-slice -t 2ms:3ms sample.otf | otf-to-otf2 --lossy -o part\n"
			       "otf-cat sample.otf | otf-to-otf2 --lossy --report report.tsv -o run\n";

int main(int argc, char **argv)
{
	struct otfp_to_otf2 config = {0};
	struct otfp_common common = {0};
	const struct otfp_command command = {
		"otf-to-otf2",
		"write an OTF2 archive",
		"[OPTION]... -o NAME [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"Writing an OTF2 archive", otfp_to_otf2_options, &config},
	         {"", otfp_lossy_options, &common},
	         {"General", otfp_reader_options, &common}},
	};
	struct otfp_job job = {.common = &common, .argv = argv, .argc = argc};
	int status = otfp_command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	return status < 0 ? otfp_to_otf2_run(&job, &config) : status;
}
