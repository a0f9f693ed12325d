#include "cmd/from-otf2/run.h"

static const char description[] = "Reads an OTF2 archive: the anchor file NAME.otf2, or the directory of a Score-P\n"
				  "experiment. Writes a line stream, or with -o an OTF trace. What OTF has no field\n"
				  "for is stored in key-values and comments, and otf-to-otf2 makes it records of\n"
				  "OTF2 again. Counts of what was dropped are reported; without --lossy no trace is\n"
				  "written then, and the exit status is 1. Each location becomes a process with a\n"
				  "stream of its own. Memory: the definitions, what is open, and for each location\n"
				  "1 MiB at most.\n";

static const char examples[] = "otf-to-otf2 -q --lossy sample.otf -o run\n"
			       "otf2-to-otf run.otf2 -o again\n"
			       "otf2-to-otf run.otf2 | otf-slice -t 2ms:3ms | otf-write part\n";

int main(int argc, char **argv)
{
	struct from_otf2_options config = {0};
	struct common common = {0};
	struct writer writer = {0};
	const struct command command = {
		"otf2-to-otf",
		"convert an OTF2 archive to a line stream or an OTF trace",
		"[OPTION]... ARCHIVE",
		description,
		examples,
		1,
		1,
		{{"How to read", from_otf2_options, &config},
	         {"Writing a trace", output_options, &common},
	         {"", writer_options, &writer},
	         {"General", reader_options, &common}},
	};
	struct job job = {.common = &common, .write.options = &writer, .argv = argv, .argc = argc};
	int status = command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	return status < 0 ? from_otf2_run(&job, &config) : status;
}
