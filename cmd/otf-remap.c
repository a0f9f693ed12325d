#include "cmd/remap/run.h"

static const char description[] =
	"Reads traces, stored line streams or a line stream on standard input, gives tokens other\n"
	"numbers (--map, --unify), names their hashes (--hash-names), processes other streams\n"
	"(--regroup) or records other times (--shift, --scale, --clocks, --causal), and writes a\n"
	"line stream, or with -o a trace. All that refers to a token follows. Memory: the\n"
	"definitions, some 420 bytes each (--unify 630), and 4 MiB; with --causal and\n"
	"--match-messages also messages on their way, and where clocks differ by process the\n"
	"buffer to sort in.\n";

static const char examples[] = "otf-remap --map numbers ring.otf | otf-write renumbered\n"
			       "otf-remap --map numbers --inverse renumbered -o ring2\n"
			       "otf-remap --unify ring.otf other.otf -o both\n"
			       "otf-remap --hash-names=@salt --keep-names 'MPI_*' ring.otf -o given\n"
			       "otf-remap --regroup streams ring.otf -o regrouped\n"
			       "otf-remap --causal --spread 5 --write-clocks clocks ring.otf -o causal\n"
			       "otf-remap --shift -1.5s ring.otf | otf-write earlier\n";

static int run(struct otfp_job *job, struct otfp_clocking *clocking, const struct otfp_remapping *remapping)
{
	struct otfp_remapping tokens = *remapping;
	int status;

	if (remapping->inverse && remapping->map && clocking->clocks)
		return otfp_usage("--inverse undoes --map and --clocks one after the other: the map first");
	/* options of both, which do not miss the others of theirs then */
	clocking->inverse = remapping->inverse;
	clocking->buffer = remapping->buffer;
	if (clocking->shift || clocking->scale || clocking->clocks)
		tokens.inverse = remapping->inverse && remapping->map;
	if (clocking->scale || clocking->clocks || clocking->causal || clocking->match_messages)
		tokens.buffer = remapping->regroup ? remapping->buffer : 0;
	job->read.unify = remapping->unify;
	status = otfp_clocking_begin(job, clocking);
	if (status < 0)
		status = otfp_clocking_end(clocking, otfp_remapping_run(job, &tokens));
	otfp_clocking_release(clocking);
	return status;
}

int main(int argc, char **argv)
{
	struct otfp_remapping remapping = {0};
	struct otfp_clocking clocking = {0};
	struct otfp_common common = {0};
	struct otfp_writer writer = {0};
	const struct otfp_command command = {
		"otf-remap",
		"give traces other tokens, names, streams and times",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"Tokens, names, streams", otfp_remapping_options, &remapping},
	         {"Times", otfp_clocking_options, &clocking},
	         {"Writing a trace", otfp_writer_options, &writer},
	         {"General", otfp_common_options, &common}},
	};
	struct otfp_job job = {.common = &common, .write.options = &writer, .argv = argv, .argc = argc};
	int status = otfp_command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	if (status < 0) {
		status = run(&job, &clocking, &remapping);
		otfp_remapping_release(&remapping);
	}
	return status;
}
