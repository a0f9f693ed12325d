#include "otfpipe-cmd.h"

static const char description[] =
	"Reads traces, stored line streams or a line stream on standard input, gives tokens other\n"
	"numbers (--map, --unify), names their hashes (--hash-names) or processes other streams\n"
	"(--regroup), and writes a line stream, or with -o a trace. All that refers to a token\n"
	"follows. Memory: for tokens the definitions, some 700 bytes each, and 4 MiB.\n";

static const char examples[] = "otf-remap --map numbers ring.otf | otf-write renumbered\n"
			       "otf-remap --map numbers --inverse renumbered -o ring2\n"
			       "otf-remap --unify ring.otf other.otf -o both\n"
			       "otf-remap --hash-names=@salt --keep-names 'MPI_*' ring.otf -o given\n"
			       "otf-remap --regroup streams ring.otf -o regrouped\n";

int main(int argc, char **argv)
{
	struct otfp_remapping remapping = {0};
	struct otfp_common common = {0};
	struct otfp_writer writer = {0};
	const struct otfp_command command = {
		"otf-remap",
		"give traces other tokens, names and streams",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"What to do", otfp_remapping_options, &remapping},
	         {"Writing a trace", otfp_writer_options, &writer},
	         {"General", otfp_common_options, &common}},
	};
	struct otfp_job job = {.common = &common, .writer = &writer, .argv = argv, .argc = argc};
	int status = otfp_command_parse(&command, argc, argv, &job.nsources, &job.sources);

	if (status < 0) {
		status = otfp_remapping_run(&job, &remapping);
		otfp_remapping_release(&remapping);
	}
	return status;
}
