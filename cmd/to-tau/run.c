/* run.c - otf-to-tau: a run that writes a TAU trace. */
#include "cmd/to-tau/run.h"
#include "io/files.h"
#include "tau/sink.h"
#include <stddef.h>

#define AT(member) offsetof(struct otfp_to_tau, member)
const struct otfp_option otfp_to_tau_options[] = {
	{'o', "output", "NAME", "write NAME.trc and NAME.edf", OTFP_OPT_OUTPUT, OTFP_WRITES(PAIR), AT(output), NULL},
	{0, "run", "DIR", "write DIR as the directory of a run, a file for each thread", OTFP_OPT_OUTPUT,
         OTFP_WRITES(RUN), AT(run), NULL},
	{0, "force", NULL, "replace an existing trace, once the new one is complete", OTFP_OPT_FLAG, 1, AT(force),
         NULL},
	{0},
};
#undef AT

int otfp_to_tau_run(struct otfp_job *job, const struct otfp_to_tau *o)
{
	const struct otfp_tau_write_options tau = {.is_run = o->run != NULL};
	const struct otfp_write_options how = {
		.force = o->force,
		.lossless = !job->common->lossy,
		.max_files = otfp_files_share((unsigned)job->common->max_files, job->read.nsources ? 2 : 1),
		.report = otfp_report_error,
	};
	int status;

	if (!o->run == !o->output)
		return otfp_usage("name the output: give either -o NAME or --run DIR");
	job->read.whole = "a TAU trace";
	job->write.format = "tau";
	job->write.name = o->run ? o->run : o->output;
	job->write.how = &how;
	job->write.own = &tau;
	status = otfp_run(job);
	job->write.how = NULL;
	job->write.own = NULL;
	return status;
}
