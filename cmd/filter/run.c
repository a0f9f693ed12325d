/*
 * run.c - otfp_filter_run: the selection in one pass, or in two.
 *
 * --prune has to know all records that stay before the first definition goes out, and definitions come first.
 * So the records go through the selection twice.
 */
#include "cmd/filter/run.h"
#include "cmd/run/select/prune.h"
#include "cmd/run/twice.h"
#include <unistd.h>

static int run_twice(struct otfp_job *job, struct otfp_selection *sel)
{
	struct otfp_error err = {0};
	struct otfp_twice twice;
	int rc;

	if (otfp_twice_begin(&twice, job, &err) < 0) {
		otfp_message("%s", err.text);
		return 1;
	}
	rc = otfp_twice_pass(&twice, &err);
	otfp_prune_close(sel->pruning, rc < 0 ? &err : NULL);
	return otfp_twice_run(&twice, job);
}

int otfp_filter_run(struct otfp_job *job, struct otfp_selection *sel)
{
	int status;

	job->stage = otfp_selection_given(sel) ? &otfp_selection_stage : NULL;
	job->ctx = sel;
	job->write.count_only = sel->dry_run;
	job->read.part = sel->part;
	if (!sel->prune || (job->read.nsources == 0 && isatty(STDIN_FILENO)))
		return otfp_run(job);
	sel->pruning = otfp_prune_new();
	if (!sel->pruning) {
		otfp_message("out of memory");
		return 1;
	}
	status = run_twice(job, sel);
	otfp_prune_free(sel->pruning);
	sel->pruning = NULL;
	return status;
}
