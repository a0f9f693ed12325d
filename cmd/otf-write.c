#include "cmd/run/run.h"

static const char description[] = "Writes the line stream on standard input as the OTF trace NAME: NAME.otf and its\n"
				  "stream files. They are renamed into place at the end, so a failed run leaves\n"
				  "nothing, and with --force the old trace. Memory: a block per file, at most\n"
				  "32 MiB for up to 1,000 files, and with -z and -j 2 MiB for each thread.\n";

static const char examples[] = "otf-cat ring | otf-write copy\n"
			       "otf-cat ring | otf-write -n 1 -z 4 one\n"
			       "otf-cat ring | grep -v -w ^Counter | otf-write -q no-counters\n"
			       "otf-write --join ring ring.0 ring.1\n"
			       "otf-write --recover ring\n";

struct config {
	int recover, join;
};

#define AT(member) offsetof(struct config, member)
static const struct option_row own_options[] = {
	{0, "join", NULL, "make NAME of the traces SHARE... by renaming; they no longer exist afterwards", OPT_FLAG, 1,
         AT(join), NULL},
	{0, "recover", NULL, "write nothing; complete or remove what killed writers of NAME left", OPT_FLAG, 1,
         AT(recover), NULL},
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

static int run(const struct config *c, struct job *job, char **names, int n)
{
	if (c->join)
		return join(job, names[0], names + 1, n - 1);
	if (n > 1)
		return message_usage("extra operand '%s'", names[1]);
	return c->recover ? recover(names[0]) : run_job(job);
}

int main(int argc, char **argv)
{
	struct config config = {0};
	struct common common = {0};
	struct writer writer = {0};
	const struct command command = {
		"otf-write",
		"write a line stream as an OTF trace",
		"[OPTION]... NAME [SHARE]...",
		description,
		examples,
		1,
		-1,
		{{"What to do", own_options, &config},
	         {"Writing a trace", write_output_options, &common},
	         {"", writer_options, &writer},
	         {"General", common_options, &common}},
	};
	struct job job = {.common = &common, .write.options = &writer, .argv = argv, .argc = argc};
	char **names;
	int n, status = command_parse(&command, argc, argv, &n, &names);

	if (status >= 0)
		return status;
	common.output = names[0];
	return run(&config, &job, names, n);
}
