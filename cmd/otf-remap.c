#include "cmd/remap/run.h"

static const char description[] = "Reads traces, stored line streams or a line stream on standard input, renumbers\n"
				  "tokens (--map, --unify), hashes names (--hash-names), moves processes to other\n"
				  "streams (--regroup) or changes times (--shift, --scale, --rescale, --clocks,\n"
				  "--causal), and writes a line stream, or with -o a trace. All references to a\n"
				  "token follow.\n"
				  "Memory: the definitions, about 420 bytes each (--unify 630), and 4 MiB; with\n"
				  "--causal and --match-messages also the messages in transit, and where clocks\n"
				  "differ by process the buffer to sort in.\n";

static const char examples[] = "otf-remap --map numbers ring.otf | otf-write renumbered\n"
			       "otf-remap --map numbers --inverse renumbered -o ring2\n"
			       "otf-remap --unify ring.otf other.otf -o both\n"
			       "otf-remap --hash-names=@salt --keep-names 'MPI_*' ring.otf -o given\n"
			       "otf-remap --regroup streams ring.otf -o regrouped\n"
			       "otf-remap --causal --spread 5 --write-clocks clocks ring.otf -o causal\n"
			       "otf-remap --rescale 1000000 ring.otf -o micro\n"
			       "otf-remap --shift -1.5s ring.otf | otf-write earlier\n";

static int run(struct job *job, struct clocking *clocking, const struct remap_options *remapping)
{
	struct remap_options tokens = *remapping;
	int status;

	if (remapping->inverse && remapping->map && clocking->clocks)
		return message_usage("--inverse undoes --map or --clocks, not both: pipe two otf-remap, the map first");
	/* these options belong to both; do not let one part complain that the option they need is missing */
	clocking->inverse = remapping->inverse;
	clocking->buffer = remapping->buffer;
	if (clocking->shift || clocking->scale || clocking->clocks)
		tokens.inverse = remapping->inverse && remapping->map;
	if (clocking->scale || clocking->rescale || clocking->clocks || clocking->causal || clocking->match_messages)
		tokens.buffer = remapping->regroup ? remapping->buffer : 0;
	job->read.unify = remapping->unify;
	job->read.part = remapping->part;
	job->read.any_order = !(clocking->causal || clocking->match_messages || job->common->output);
	job->writes_files = remapping->write_map || clocking->write_clocks;
	status = clocking_begin(job, clocking);
	if (status < 0)
		status = clocking_end(clocking, remap_run(job, &tokens));
	clocking_release(clocking);
	return status;
}

int main(int argc, char **argv)
{
	struct remap_options remapping = {0};
	struct clocking clocking = {0};
	struct common common = {0};
	struct writer writer = {0};
	const struct command command = {
		"otf-remap",
		"change tokens, names, streams and times of traces",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"Tokens, names, streams", remap_options, &remapping},
	         {"Times", clocking_options, &clocking},
	         {"Writing a trace", output_options, &common},
	         {"", writer_options, &writer},
	         {"General", reader_options, &common}},
	};
	struct job job = {.common = &common, .write.options = &writer, .argv = argv, .argc = argc};
	int status = command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	if (status < 0) {
		status = run(&job, &clocking, &remapping);
		remap_release(&remapping);
	}
	return status;
}
