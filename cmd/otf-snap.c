#include "cmd/snap/run.h"

static const char description[] = "Adds snapshots to traces, stored line streams or a line stream on standard\n"
				  "input: records that list the open calls, messages, collective and file\n"
				  "operations, the open files and the counter values of each process at one time,\n"
				  "so that a reader can start there. Old snapshots are replaced. Writes a line\n"
				  "stream, with -o a trace, or with --in-place changes the named trace; event files\n"
				  "are not rewritten. Memory: what is open, and 40 bytes for each counter and\n"
				  "communicator of a process.\n";

static const char examples[] = "otf-snap --points 100 sample.otf | otf-write snapped\n"
			       "otf-snap --every 1ms --thumbnail sample.otf -o viewed\n"
			       "otf-snap --points 100 --in-place sample\n"
			       "otf-snap --at 25%,50%,75% sample.otf | grep -c Snapshot\n"
			       "otf-snap --remove --in-place sample\n";

struct config {
	struct snap_options sampling;
	int in_place;
};

#define AT(member) offsetof(struct config, member)
static const struct option_row own_options[] = {
	{0, "in-place", NULL, "change the named trace; event files are not rewritten", OPT_FLAG, 1, AT(in_place), NULL},
	{0, "remove", NULL, "remove snapshots, their sample points and the thumbnail", OPT_FLAG, 1, AT(sampling.remove),
         NULL},
	{0, "thumbnail", "PROCS,SAMPLES",
         "write NAME.thumb of at most PROCS rows and SAMPLES columns, 512,4096 if not given", OPT_OPTIONAL, 0,
         AT(sampling.thumbnail), NULL},
	{0, "summaries", "KINDS", "add summary records, too", OPT_OPTIONAL, 1, AT(sampling.summaries), otfp_total_name},
	{'s', "stream", "SET", "add snapshots for the processes of these streams only", OPT_SET, SET_NUMBERS,
         AT(sampling.stream), NULL},
	{0},
};
#undef AT

/* --inline is an option of the sampling, too, so it is valid for a line stream. */
static int run(struct config *c, struct job *job, struct writer *writer)
{
	int status;

	job->write.in_place = c->in_place;
	c->sampling.inline_snaps = writer->inline_snaps;
	if (!c->in_place && !job->common->output)
		writer->inline_snaps = 0;
	status = snap_run(job, &c->sampling);
	snap_release(&c->sampling);
	return status;
}

int main(int argc, char **argv)
{
	struct config config = {0};
	struct common common = {0};
	struct writer writer = {0};
	const struct command command = {
		"otf-snap",
		"add snapshots to a trace",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"What to do", own_options, &config},
	         {"Instants", points_options, &config.sampling.points},
	         {"Writing a trace", output_options, &common},
	         {"", writer_options, &writer},
	         {"General", reader_options, &common}},
	};
	struct job job = {.common = &common, .write.options = &writer, .argv = argv, .argc = argc};
	int status = command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	return status < 0 ? run(&config, &job, &writer) : status;
}
