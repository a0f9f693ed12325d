#include "cmd/run/run.h"

static const char description[] = "Reads VTF3 files, the traces of Vampir before OTF: Standard Binary, Standard\n"
				  "ASCII, Fast ASCII and Legacy ASCII, also gzip, recognized by their first bytes;\n"
				  "- or none is standard input. Several files, or files put together with cat, are\n"
				  "fragments of one trace. Writes a line stream, or with -o an OTF trace. What OTF\n"
				  "has no field for is stored in key-values and comments. Memory: definitions, open\n"
				  "calls, and 64 MiB to sort in where records are in no order: several files,\n"
				  "Legacy ASCII, Unmerged; the rest goes to $TMPDIR, or /tmp.\n";

static const char examples[] = "vtf3-to-otf ping.bpv -o ping\n"
			       "vtf3-to-otf ping.bpv | otf-filter -r def,Enter,Leave | otf-write calls\n"
			       "vtf3-to-otf --rescale 1000000000 ping.bpv -z 4 -o nano\n";

#define AT(member) offsetof(struct otfp_vtf3_options, member)
static const struct option_row own_options[] = {
	{0, "rescale", "N", "convert to N ticks per second, whatever the clock period of the file", OPT_SIZE64, 1,
         AT(rescale), NULL},
	{0, "unmerged", NULL, "sort, even if no record says that the file is unmerged", OPT_FLAG, 1, AT(unmerged),
         NULL},
	{0},
};
#undef AT

int main(int argc, char **argv)
{
	struct otfp_vtf3_options vtf3 = {0};
	struct common common = {0};
	struct writer writer = {0};
	const struct command command = {
		"vtf3-to-otf",
		"convert VTF3 files to a line stream or an OTF trace",
		"[OPTION]... [FILE]...",
		description,
		examples,
		0,
		-1,
		{{"How to read", own_options, &vtf3},
	         {"Writing a trace", output_options, &common},
	         {"", writer_options, &writer},
	         {"General", reader_options, &common}},
	};
	struct job job = {.common = &common,
	                  .write.options = &writer,
	                  .read.format = "vtf3",
	                  .read.format_options = &vtf3,
	                  .argv = argv,
	                  .argc = argc};
	int status = command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	return status < 0 ? run_job(&job) : status;
}
