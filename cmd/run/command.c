/* command.c - the program of a command: its options, its run, its exit status. */
#include "cmd/run/command.h"
#include "cmd/text/stdout.h"
#include <stdlib.h>
#include <string.h>

/* Parse the options into what they fill, and run. */
static int run(const struct command *c, struct job *job, const struct option_targets *to)
{
	int status = command_parse(c, to, job->argc, job->argv, &job->read.nsources, &job->read.sources);

	if (status >= 0)
		return status == 1 && c->failed ? c->failed : status;
	status = c->run(job, to->own);
	if (c->release)
		c->release(to->own);
	return status;
}

int command_main(const struct command *c, int argc, char **argv)
{
	struct common common = {0};
	struct writer writer = {0};
	struct job job = {.common = &common, .argv = argv, .argc = argc};
	struct option_targets to = {calloc(1, c->size + 1), &common, &writer};
	int status;

	program_set_name(c->name);
	if (!to.own) {
		message_memory();
		return c->failed ? c->failed : 1;
	}
	if (c->defaults)
		memcpy(to.own, c->defaults, c->size);
	if (command_has(c, OPTIONS_WRITER))
		job.write.options = &writer;
	status = run(c, &job, &to);
	if (status == 0 && stdout_end() < 0)
		status = c->failed ? c->failed : 1;
	free(to.own);
	return status;
}
