/*
 * run.c - filter_run: the selection in one pass, or in two.
 *
 * --prune must know all records to keep before it puts the first definition, and definitions come first. So it applies
 * the selection in two passes.
 */
#include "cmd/filter/run.h"
#include "cmd/select/prune.h"
#include "cmd/run/twice.h"
#include <unistd.h>

static int criteria_given(const struct filter *f)
{
	return f->function || f->group || f->counter || f->peer || f->tag || f->length || f->communicator || f->match ||
	       f->max_calls_given || f->rules || f->min_duration || f->represent;
}

static int is_given(const struct filter *f)
{
	return criteria_given(f) || f->no_tags || f->rejects || f->dry_run || f->prune;
}

/* Which call or operation a record belongs to depends on those before it. */
static int needs_state(const struct filter *f)
{
	return f->function || f->group || f->match || f->rules || f->max_calls_given || f->min_duration ||
	       f->communicator;
}

/* The selection alone is the faster stage. */
static void choose_stage(struct job *job, struct filter *filter)
{
	if (is_given(filter)) {
		job->stage = &filter_stage;
		job->ctx = filter;
	} else if (selection_given(&filter->select)) {
		job->stage = &selection_stage;
		job->ctx = &filter->select;
	}
}

static int run_twice(struct job *job, struct filter *filter)
{
	struct otfp_error err = {0};
	struct twice twice;
	int rc;

	if (twice_begin(&twice, job, &err) < 0) {
		message_print("%s", err.text);
		return 1;
	}
	rc = twice_pass(&twice, &err);
	prune_close(filter->pruning, rc < 0 ? &err : NULL);
	return twice_run(&twice, job);
}

/* Its keys are asked for as those of other sets. @return 0, or the exit status */
static int ask_for_keys(struct filter *filter, struct common *common)
{
	struct otfp_error err;
	int code = 0;

	if (filter->no_tags && *filter->no_tags) {
		code = otfp_set_parse(&filter->tag_keys, filter->no_tags, "--no-tags", &err);
		if (code < 0)
			message_print("%s", err.text);
		else
			common->asked[common->nasked++] = (struct asked){.name = "no-tags", .set = filter->tag_keys};
	}
	return code < 0 ? exit_status(code) : 0;
}

int filter_run(struct job *job, void *own)
{
	struct filter *filter = own;
	int status = criteria_given(filter) ? 0 : selection_check(&filter->select);

	if (status || (status = ask_for_keys(filter, job->common)))
		return status;
	filter->strict = job->common->strict;
	choose_stage(job, filter);
	if (filter->rejects)
		job->files[0] = &filter->rejects_file;
	job->writes_files = filter->rejects != NULL;
	filter->replaces = job_replaces(job);
	job->write.count_only = filter->dry_run;
	job->read.need_times = filter->match || filter->min_duration;
	job->read.part = filter->select.part;
	job->read.any_order = !(needs_state(filter) || filter->prune || job->common->output);
	if (filter->prune)
		job->read.whole = "--prune";
	else if (filter->dry_run)
		job->read.whole = "--dry-run";
	if (!filter->prune || (job->read.nsources == 0 && isatty(STDIN_FILENO)))
		return run_job(job);
	filter->pruning = prune_new();
	if (!filter->pruning) {
		message_print("out of memory");
		return 1;
	}
	status = run_twice(job, filter);
	prune_free(filter->pruning);
	filter->pruning = NULL;
	return status;
}
