/* run.c - otf-to-tau: a run that writes a TAU trace. */
#include "cmd/to-tau/run.h"
#include "io/files.h"
#include "tau/write/sink.h"
#include <stddef.h>

#define AT(member) offsetof(struct to_tau_options, member)
const struct option_row to_tau_options[] = {
	{'o', "output", "NAME", "write NAME.trc and NAME.edf", OPT_OUTPUT, WRITES(PAIR), AT(output), NULL},
	{0, "run", "DIR", "write DIR as the directory of a run, a file for each thread", OPT_OUTPUT, WRITES(RUN),
         AT(run), NULL},
	{0, "profile", "DIR", "write profile.N.C.T files for pprof and ParaProf to DIR", OPT_OUTPUT, WRITES(PROFILES),
         AT(profile), NULL},
	{0, "force", NULL, "replace an existing trace or profile, once the new one is complete", OPT_FLAG, 1, AT(force),
         NULL},
	{0},
};
#undef AT

/* @return 0, or 2 after it printed the usage error */
static int check(const struct to_tau_options *o)
{
	if ((o->output != NULL) + (o->run != NULL) + (o->profile != NULL) != 1)
		return message_usage("name the output: give one of -o NAME, --run DIR and --profile DIR");
	if (!o->profile && selection_given(&o->select))
		return message_usage("-p, -s, -r and -t are for --profile; otf-filter and otf-slice make a part of a "
		                     "trace");
	return 0;
}

static int write_trace(struct job *job, const struct to_tau_options *o)
{
	const struct otfp_tau_write_options tau = {.is_run = o->run != NULL};
	const struct otfp_write_options how = {
		.force = o->force,
		.lossless = !job->common->lossy,
		.max_files = otfp_files_budget((unsigned)job->common->max_files, job->read.nsources ? 2 : 1),
		.report = message_error,
	};
	int status;

	job->read.whole = "a TAU trace";
	job->write.format = "tau";
	job->write.name = o->run ? o->run : o->output;
	job->write.how = &how;
	job->write.own = &tau;
	status = run_job(job);
	job->write.how = NULL;
	job->write.own = NULL;
	return status;
}

int to_tau_run(struct job *job, void *own)
{
	struct to_tau_options *o = own;
	const int status = check(o);

	if (status)
		return status;
	job->read.part = o->select.part;
	return o->profile ? to_tau_profile_run(job, o) : write_trace(job, o);
}

void to_tau_release(void *own)
{
	struct to_tau_options *o = own;

	selection_release(&o->select);
}
