#include "cmd/run/sampling.h"

static const char description[] =
	"Puts snapshots into traces, stored line streams or a line stream on standard input:\n"
	"records that say for an instant which calls, messages, collective and file operations\n"
	"and files are open in each process, and what its counters are, so that a reader may\n"
	"begin there. Old snapshots are replaced. Writes a line stream, with -o a trace, or\n"
	"with --in-place changes the trace that is named; the files of events stay then.\n"
	"Memory: what is open, and 40 bytes for each counter and communicator of a process.\n";

static const char examples[] = "otf-snap --points 100 sample.otf | otf-write snapped\n"
			       "otf-snap --every 1ms --thumbnail sample.otf -o viewed\n"
			       "otf-snap --points 100 --in-place sample\n"
			       "otf-snap --at 25%,50%,75% sample.otf | grep -c Snapshot\n"
			       "otf-snap --remove --in-place sample\n";

struct config {
	struct otfp_sampling sampling;
	int in_place;
};

#define AT(member) offsetof(struct config, member)
static const struct otfp_option own_options[] = {
	{0, "in-place", NULL, "change the trace that is named; files of events stay", OTFP_OPT_FLAG, 1, AT(in_place)},
	{0, "remove", NULL, "remove snapshots, their sample points and the thumbnail", OTFP_OPT_FLAG, 1,
         AT(sampling.remove)},
	{0, "thumbnail", "PROCS,SAMPLES", "write NAME.thumb, if not said of 512 and 4096 at most", OTFP_OPT_OPTIONAL, 0,
         AT(sampling.thumbnail)},
	{0, "summaries", "KINDS", "summary records, too: function|group,message,collective,file|filegroup",
         OTFP_OPT_OPTIONAL, 0, AT(sampling.summaries)},
	{'s', "stream", "SET", "snapshots of the processes of these streams; others stay", OTFP_OPT_SET, 1,
         AT(sampling.stream)},
	{0, NULL, NULL, NULL, OTFP_OPT_FLAG, 0, 0},
};
#undef AT

/* --inline has a meaning for a line stream, too. */
static int run(struct config *c, struct otfp_job *job, struct otfp_writer *writer)
{
	int status;

	job->write.in_place = c->in_place;
	c->sampling.inline_snaps = writer->inline_snaps;
	if (!c->in_place && !job->common->output)
		writer->inline_snaps = 0;
	status = otfp_sampling_run(job, &c->sampling);
	otfp_sampling_release(&c->sampling);
	return status;
}

int main(int argc, char **argv)
{
	struct config config = {0};
	struct otfp_common common = {0};
	struct otfp_writer writer = {0};
	const struct otfp_command command = {
		"otf-snap",
		"put snapshots into a trace",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"What to do", own_options, &config},
	         {"Instants", otfp_points_options, &config.sampling.points},
	         {"Writing a trace", otfp_writer_options, &writer},
	         {"General", otfp_common_options, &common}},
	};
	struct otfp_job job = {.common = &common, .write.options = &writer, .argv = argv, .argc = argc};
	int status = otfp_command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	return status < 0 ? run(&config, &job, &writer) : status;
}
