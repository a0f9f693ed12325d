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
	{0, "force", NULL, "replace an existing trace, once the new one is complete", OPT_FLAG, 1, AT(force), NULL},
	{0},
};
#undef AT

int to_tau_run(struct job *job, void *own)
{
	const struct to_tau_options *o = own;
	const struct otfp_tau_write_options tau = {.is_run = o->run != NULL};
	const struct otfp_write_options how = {
		.force = o->force,
		.lossless = !job->common->lossy,
		.max_files = otfp_files_share((unsigned)job->common->max_files, job->read.nsources ? 2 : 1),
		.report = message_error,
	};
	int status;

	if (!o->run == !o->output)
		return message_usage("name the output: give either -o NAME or --run DIR");
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
