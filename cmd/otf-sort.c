#include "cmd/select/selection.h"

static const char description[] = "Reads records in any order, from a line stream on standard input or from traces\n"
				  "and stored line streams, and writes them in the order of otfpipe-stream(5):\n"
				  "control lines, definitions, markers, then the others by time. Equal records keep\n"
				  "their order. With -o it writes an OTF trace. Memory: as --buffer says; the rest\n"
				  "goes to an unnamed file in $TMPDIR, or /tmp, of up to twice the size of the\n"
				  "stream.\n";

static const char examples[] = "cat rank-*.log | otf-sort --adopt -o ring\n"
			       "otf-sort --buffer 1G unsorted.otfl | otf-filter -p 1-4\n"
			       "otf-sort --keep-going damaged -o sorted\n";

struct config {
	int adopt;
	size_t buffer;
};

#define AT(member) offsetof(struct config, member)
static const struct option_row own_options[] = {
	{0, "buffer", "SIZE", "memory to use: 512K, 64M, 1G; 64M if not given", OPT_SIZE, (int)OTFP_SORT_LEAST,
         AT(buffer), NULL},
	{0, "adopt", NULL, "accept bare record lines, without magic line or @END", OPT_FLAG, 1, AT(adopt), NULL},
	{0},
};
#undef AT

static int run(const struct config *c, struct job *job, struct selection *sel)
{
	job->read.adopt = c->adopt;
	job->read.part = sel->part;
	job->read.sort_memory = c->buffer;
	job->stage = selection_given(sel) ? &selection_stage : NULL;
	job->ctx = sel;
	return run_job(job);
}

int main(int argc, char **argv)
{
	struct config config = {.buffer = OTFP_SORT_BUFFER};
	struct common common = {0};
	struct writer writer = {0};
	struct selection sel = {0};
	const struct command command = {
		"otf-sort",
		"sort records into the order of the line stream",
		"[OPTION]... [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"What to do", own_options, &config},
	         {"Selection", selection_options, &sel},
	         {"", exclude_options, &sel},
	         {"Writing a trace", output_options, &common},
	         {"", writer_options, &writer},
	         {"General", reader_options, &common}},
	};
	struct job job = {.common = &common, .write.options = &writer, .argv = argv, .argc = argc};
	int status = command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	if (status < 0) {
		status = run(&config, &job, &sel);
		selection_release(&sel);
	}
	return status;
}
