/* run.c - otf-sort: a run that sorts. */
#include "cmd/sort/run.h"
#include <stddef.h>

#define AT(member) offsetof(struct sort_options, member)
const struct option_row sort_options[] = {
	{0, "buffer", "SIZE", "memory to use: 512K, 64M, 1G; 64M if not given", OPT_SIZE, (int)OTFP_SORT_LEAST,
         AT(buffer), NULL},
	FLAG(0, "adopt", "accept bare record lines, without magic line or @END", adopt),
	{0},
};
#undef AT

int sort_run(struct job *job, void *own)
{
	struct sort_options *o = own;
	int status = selection_check(&o->select);

	if (status)
		return status;
	job->read.adopt = o->adopt;
	job->read.part = o->select.part;
	job->read.sort_memory = o->buffer ? o->buffer : OTFP_SORT_BUFFER;
	job->stage = selection_given(&o->select) ? &selection_stage : NULL;
	job->ctx = &o->select;
	return run_job(job);
}

void sort_release(void *own)
{
	struct sort_options *o = own;

	selection_release(&o->select);
}
