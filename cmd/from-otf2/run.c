/* run.c - otf2-to-otf: a run that reads an OTF2 archive. */
#include "cmd/from-otf2/run.h"
#include "cmd/text/counts.h"
#include <stddef.h>

#define AT(member) offsetof(struct from_otf2_options, member)
const struct option_row from_otf2_options[] = {
	FLAG(0, "no-carriers", "add no key-values and comments for what OTF cannot express; it counts as dropped",
             plain),
	FLAG(0, "unwind", "make calls (Enter, Leave) of calling contexts and samples", unwind),
	{0, "report", "FILE", "write the counts of all kinds of records to FILE, as a table with tabs", OPT_OUTPUT,
         WRITES_FILE, AT(report), NULL},
	{0},
};
#undef AT

int from_otf2_run(struct job *job, void *own)
{
	const struct from_otf2_options *o = own;
	struct counts counts;
	struct otfp_otf2_options otf2;
	int status;

	otfp_otf2_options_init(&otf2);
	otf2.plain = o->plain;
	otf2.unwind = o->unwind;
	otf2.lossless = !job->common->lossy;
	otf2.count = counts_add;
	otf2.ctx = &counts;
	job->writes_files = o->report != NULL;
	status = job_usage(job);
	if (status == 0)
		status = counts_open(&counts, o->report, job_replaces(job) != 0);
	if (status)
		return status;
	job->read.format = "otf2";
	job->read.format_options = &otf2;
	status = run_job(job);
	job->read.format_options = NULL;
	return counts_close(&counts, status);
}
