#include "cmd/from-vtf3/run.h"
#include "cmd/run/command.h"

static const struct command command = {
	.name = "vtf3-to-otf",
	.summary = "convert VTF3 files to a line stream or an OTF trace",
	.usage = "[OPTION]... [FILE]...",
	.description = "Reads VTF3 files, the traces of Vampir before OTF: Standard Binary, Standard\n"
		       "ASCII, Fast ASCII and Legacy ASCII, also gzip, recognized by their first bytes;\n"
		       "- or none is standard input. Several files, or files put together with cat, are\n"
		       "fragments of one trace. Writes a line stream, or with -o an OTF trace. What OTF\n"
		       "has no field for is stored in key-values and comments. Memory: definitions, open\n"
		       "calls, and 64 MiB to sort in where records are in no order: several files,\n"
		       "Legacy ASCII, Unmerged; the rest goes to $TMPDIR, or /tmp.\n",
	.examples = "vtf3-to-otf ping.bpv -o ping\n"
		    "vtf3-to-otf ping.bpv | otf-filter -r def,Enter,Leave | otf-write calls\n"
		    "vtf3-to-otf --rescale 1000000000 ping.bpv -z 4 -o nano\n",
	.size = sizeof(struct otfp_vtf3_options),
	.run = from_vtf3_run,
	.options = {{"How to read", from_vtf3_options, OPTIONS_OWN, 0}, OPTIONS_WRITE, OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
