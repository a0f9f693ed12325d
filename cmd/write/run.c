/* run.c - otf-write: write, join and recover a trace. */
#include "cmd/write/run.h"
#include <stddef.h>

#define AT(member) offsetof(struct write_options, member)
const struct option_row write_options[] = {
	FLAG(0, "join", "make NAME of the traces SHARE... by renaming; they no longer exist afterwards", join),
	FLAG(0, "recover", "only repair: complete or remove the files that killed writers of NAME left", recover),
	{0},
};
#undef AT

/* Print the error if there is one. @return the exit status */
static int status_of(int code, const struct otfp_error *err)
{
	if (code == 0)
		return 0;
	message_print("%s", err->text);
	return exit_status(code);
}

static int recover(const char *name)
{
	struct otfp_error err;

	return status_of(otfp_recover(name, message_error, NULL, &err), &err);
}

static int join(const struct job *job, const char *name, char **shares, int n)
{
	const struct writer *w = job->write.options;
	struct otfp_write_options o = {.size = sizeof o,
	                               .level = w->level,
	                               .force = w->force,
	                               .unique_id = w->unique_id,
	                               .max_files = (unsigned)job->common->max_files,
	                               .report = message_error};
	struct otfp_error err;

	if (n == 0)
		return message_usage("--join needs NAME and the traces to join");
	return status_of(otfp_join(name, (const char *const *)shares, (unsigned)n, &o, &err), &err);
}

int write_run(struct job *job, void *own)
{
	const struct write_options *o = own;
	char **names = job->read.sources;
	const int n = job->read.nsources;

	if (o->join)
		return join(job, names[0], names + 1, n - 1);
	if (n > 1)
		return message_usage("extra operand '%s'", names[1]);
	if (o->recover)
		return recover(names[0]);
	job->common->output = names[0];
	job->read.nsources = 0;
	return run_job(job);
}
