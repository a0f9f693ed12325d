/* run.c - vtf3-to-otf: a run that reads VTF3 files. */
#include "cmd/from-vtf3/run.h"
#include <stddef.h>

#define AT(member) offsetof(struct otfp_vtf3_options, member)
const struct option_row from_vtf3_options[] = {
	{0, "rescale", "N", "convert to N ticks per second, whatever the clock period of the file", OPT_SIZE64, 1,
         AT(rescale), NULL},
	FLAG(0, "unmerged", "sort, even if no record says that the file is unmerged", unmerged),
	{0},
};
#undef AT

int from_vtf3_run(struct job *job, void *own)
{
	job->read.format = "vtf3";
	job->read.format_options = own;
	return run_job(job);
}
