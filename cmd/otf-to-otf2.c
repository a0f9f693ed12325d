#include "cmd/run/command.h"
#include "cmd/to-otf2/run.h"

static const struct command command = {
	.name = "otf-to-otf2",
	.summary = "write an OTF2 archive",
	.usage = "[OPTION]... -o NAME [TRACE]...",
	.description = "Converts traces, stored line streams or a line stream on standard input to an\n"
		       "OTF2 archive: NAME.otf2, NAME.def, NAME.marker if there are markers, and the\n"
		       "directory NAME with the events of each process. What OTF2 has no record for is\n"
		       "stored in attributes and properties, so that reading the archive gives the same\n"
		       "records again; only statistics are dropped, because OTF2 has none. Counts of\n"
		       "what was dropped are reported. If anything was dropped, no archive is written\n"
		       "and the exit status is 1, unless --lossy is given. The files appear under their\n"
		       "names when they are complete. Memory: the definitions, the markers, what is\n"
		       "open, and 4 KiB to 1 MiB for each process, together 32 MiB or 4 KiB for each.\n",
	.examples = "otf-to-otf2 --lossy sample.otf -o sample2\n"
		    "otf-slice -t 2ms:3ms sample.otf | otf-to-otf2 --lossy -o part\n"
		    "otf-cat sample.otf | otf-to-otf2 --lossy --report report.tsv -o run\n",
	.size = sizeof(struct to_otf2_options),
	.run = to_otf2_run,
	.options = {{"Writing an OTF2 archive", to_otf2_options, OPTIONS_OWN, 0},
                    {"", lossy_options, OPTIONS_COMMON, 0},
                    OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
