/* run.c - otf-cat: its options, the schema and the count. */
#include "cmd/cat/run.h"
#include "cmd/cat/range.h"
#include "cmd/text/stdout.h"
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(struct cat_options, member)
const struct option_row cat_options[] = {
	FLAG(0, "count", "print the number of records and nothing else", count),
	{0, "num", "A:B", "records A to B-1 of the output; the first is 1", OPT_STRING, 0, AT(num), NULL},
	{0, "add", "FILE", "insert the bare record lines of FILE at their places", OPT_INPUTS, 0, AT(add), NULL},
	FLAG(0, "unify", "make one token space of all traces; see otf-remap(1)", unify),
	{0, "ticks", "N", "round the times of several traces to N ticks per second", OPT_STRING, 0, AT(ticks), NULL},
	FLAG(0, "schema", "print the table of all record types and nothing else", schema),
	FLAG(0, "adopt", "accept bare record lines, without magic line or @END", adopt),
	FLAG(0, "sort", "accept records in any order and sort them; see otf-sort(1)", sort),
	{0, "buffer", "SIZE", "memory for --sort; 64M if not given", OPT_SIZE, (int)OTFP_SORT_LEAST, AT(buffer), NULL},
	{0},
};
#undef AT

static void print_schema(void)
{
	const struct otfp_schema *s;

	printf("#name\tnumber\tfile\tfield:type:what...\n");
	for (unsigned t = 1; (s = otfp_schema(t)); t++) {
		printf("%s\t%u\t%s", s->name, s->number, otfp_file_name(s->file));
		for (unsigned i = 0; i < s->nfields; i++)
			printf("\t%s:%s:%s", s->fields[i].name, otfp_field_type_name(s->fields[i].type),
			       otfp_what_name(s->fields[i].what));
		putchar('\n');
	}
}

/* --schema reads no trace. @return the exit status */
static int schema_run(const struct job *job, const struct cat_options *c)
{
	static const struct cat_options none;
	static const struct writer no_writer;
	struct cat_options others = *c;

	others.schema = 0;
	if (memcmp(&others, &none, sizeof none) || memcmp(job->write.options, &no_writer, sizeof no_writer) ||
	    job->read.nsources || job->common->output || job->common->zstd)
		return message_usage(
			"--schema prints the table of all record types: it takes no trace and no other option");
	print_schema();
	return stdout_end() < 0;
}

/* Standard input can be a trace or a file for --add, not both. */
static int stdin_is_taken(const struct cat_options *c, const struct job *job)
{
	int n = job->read.nsources == 0;

	for (int i = 0; i < job->read.nsources; i++)
		n += strcmp(job->read.sources[i], "-") == 0;
	for (const char **file = c->add; file && *file; file++)
		n += strcmp(*file, "-") == 0;
	return c->add && n > 1;
}

/* The option that needs the whole trace; NULL if there is none. */
static const char *whole_option(const struct cat_options *c)
{
	if (c->num)
		return "--num";
	if (c->unify)
		return "--unify";
	return c->add ? "--add" : NULL;
}

int cat_run(struct job *job, void *own)
{
	struct cat_options *c = own;
	struct selection *sel = &c->select;
	struct record_range range = {.ctx = sel, .text = c->num, .strict = job->common->strict};
	int status = selection_check(sel);

	if (c->schema)
		return schema_run(job, c);
	if (status)
		return status;
	if (stdin_is_taken(c, job))
		return message_usage("standard input cannot be read twice: name a trace or a file for --add");
	if (c->num && range_parse(&range, c->num))
		return 2;
	range.inner = selection_given(sel) ? &selection_stage : NULL;
	job->read.adopt = c->adopt;
	job->read.unify = c->unify;
	if (c->ticks && range_ticks(&job->read.ticks, c->ticks) < 0)
		return message_usage("--ticks: want a number of ticks per second, not '%s'", c->ticks);
	if (c->ticks && job->read.nsources < 2)
		return message_usage("--ticks is for several traces; otf-remap --rescale changes the ticks of one");
	job->read.part = sel->part;
	job->read.whole = whole_option(c);
	job->read.add = c->add;
	job->read.any_order = !c->add && !job->common->output;
	if (c->sort)
		job->read.sort_memory = c->buffer ? c->buffer : OTFP_SORT_BUFFER;
	job->write.count_only = c->count;
	job->stage = c->num ? &range_stage : range.inner;
	job->ctx = c->num ? (void *)&range : sel;
	status = run_job(job);
	if (!c->count || status == 2 || job->count == UINT64_MAX)
		return status;
	printf("%" PRIu64 "\n", job->count);
	return stdout_end() < 0 ? 1 : status;
}

void cat_release(void *own)
{
	struct cat_options *c = own;

	selection_release(&c->select);
	free(c->add);
}
