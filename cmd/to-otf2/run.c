/* run.c - otf-to-otf2: a run that writes an OTF2 archive. */
#include "cmd/to-otf2/run.h"
#include "cmd/text/counts.h"
#include "io/files.h"
#include "otf2/write/sink.h"
#include <stddef.h>

#define AT(member) offsetof(struct to_otf2_options, member)
const struct option_row to_otf2_options[] = {
	{'o', "output", "NAME", "write NAME.otf2, NAME.def and the directory NAME", OPT_OUTPUT, WRITES(OTF2),
         AT(output), NULL},
	FLAG(0, "force", "replace an existing archive, once the new one is complete", force),
	FLAG(0, "no-carriers", "add no attributes and properties for what OTF2 cannot express; it counts as dropped",
             plain),
	{0, "part", "K/N", PART_HELP, OPT_PART, OTFP_SHARES_MAX, AT(part), NULL},
	{0, "report", "FILE", "write the counts of all kinds of records to FILE, as a table with tabs", OPT_OUTPUT,
         WRITES_FILE, AT(report), NULL},
	{0},
};
#undef AT

int to_otf2_run(struct job *job, void *own)
{
	const struct to_otf2_options *o = own;
	struct counts counts;
	const struct otfp_otf2_write_options otf2 = {.plain = o->plain, .count = counts_add, .ctx = &counts};
	const struct otfp_write_options how = {
		.force = o->force,
		.lossless = !job->common->lossy,
		.max_files = otfp_files_budget((unsigned)job->common->max_files, job->read.nsources ? 2 : 1),
		.report = message_error,
	};
	int status;

	if (!o->output)
		return message_usage("name the output: give -o NAME");
	status = job_usage(job);
	if (status == 0)
		status = counts_open(&counts, o->report, o->force);
	if (status)
		return status;
	job->read.part = o->part;
	job->write.format = "otf2";
	job->write.name = o->output;
	job->write.how = &how;
	job->write.own = &otf2;
	status = run_job(job);
	job->write.how = NULL;
	job->write.own = NULL;
	return counts_close(&counts, status);
}
