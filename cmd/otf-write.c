#include "otfpipe-cmd.h"

static const char description[] = "Writes the line stream on standard input as the OTF trace NAME: NAME.otf and its\n"
				  "stream files. They are written beside and renamed into place at the end, so that\n"
				  "a failed run leaves nothing, and with --force the old trace. Memory: a block per\n"
				  "file, at most 32 MiB up to 1,000 files, and with -z and -j 2 MiB a thread.\n";

static const char examples[] = "otf-cat ring | otf-write copy\n"
			       "otf-cat ring | otf-write -n 1 -z 4 one\n"
			       "otf-cat ring | grep -v -w ^Counter | otf-write -q no-counters\n"
			       "otf-write --recover ring\n";

struct config {
	int recover;
};

#define AT(member) offsetof(struct config, member)
static const struct otfp_option own_options[] = {
	{0, "recover", NULL, "write nothing; complete or clear away what killed writers of NAME left", OTFP_OPT_FLAG, 1,
         AT(recover)},
	{0, NULL, NULL, NULL, OTFP_OPT_FLAG, 0, 0},
};
#undef AT

static void tell(void *ctx, const struct otfp_error *e)
{
	(void)ctx;
	otfp_warn("%s", e->text);
}

static int recover(const char *name)
{
	struct otfp_error err;

	if (otfp_recover(name, tell, NULL, &err) == 0)
		return 0;
	otfp_message("%s", err.text);
	return 1;
}

int main(int argc, char **argv)
{
	struct config config = {0};
	struct otfp_common common = {0};
	struct otfp_writer writer = {0};
	const struct otfp_command command = {
		"otf-write",
		"a line stream to an OTF trace",
		"[OPTION]... NAME",
		description,
		examples,
		1,
		1,
		{{"What to do", own_options, &config},
	         {"Writing a trace", otfp_writer_options, &writer},
	         {"General", otfp_common_options, &common}},
	};
	struct otfp_job job = {.common = &common, .writer = &writer, .argv = argv, .argc = argc};
	char **names;
	int n, status = otfp_command_parse(&command, argc, argv, &n, &names);

	if (status >= 0)
		return status;
	if (common.output)
		return otfp_usage("the trace is named by the operand, not by -o");
	if (config.recover)
		return recover(names[0]);
	common.output = names[0];
	return otfp_run(&job);
}
