/* run.c - otf-to-sqlite: its options, and the database as the output of a tabulation. */
#include "cmd/to-sqlite/run.h"
#include "base/error.h"
#include "cmd/select/tabulation.h"
#include "cmd/to-sqlite/sink.h"
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#define AT(member) offsetof(struct to_sqlite_options, member)
const struct option_row to_sqlite_options[] = {
	{'o', "output", "FILE", "write the database FILE, which appears when it is complete", OPT_OUTPUT, WRITES_FILE,
         AT(output), NULL},
	FLAG(0, "force", "replace FILE if it exists, once the new one is complete", force),
	{0, "comm", "SET", "functions, or groups of functions, that communicate; MPI, SHMEM, GASPI, NCCL if not given",
         OPT_SET, 0, AT(comm), NULL},
	{0},
};
#undef AT

struct run {
	struct tabulation tabulation;
	struct sink sink;
	double began; /* seconds */
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int open_database(struct tabulation *t, const struct otfp_header *h, struct otfp_table_sink *to,
                         struct otfp_error *err)
{
	struct run *r = (struct run *)t;
	struct conversion *c = &t->conversion;

	(void)h;
	if (conversion_open(c, err) < 0)
		return err->code;
	if (!c->file.beside)
		return otfp_fail(err, OTFP_EUSAGE, "%s: a database needs a regular file", c->file.name);
	r->began = now();
	return conversion_pass_on(c, sink_begin(&r->sink, c->file.beside, c->file.name, to, &c->err), err);
}

static int finish_database(struct tabulation *t)
{
	struct run *r = (struct run *)t;
	const struct otfp_tables_facts facts = otfp_tables_facts(t->model);
	int code = sink_meta(&r->sink, t->model);
	const double ended = now();

	if (code == 0)
		code = sink_finish(&r->sink, t->model, t->conversion.show.selects);
	if (code < 0)
		return code;
	message_note(1, "%" PRIu64 " rows in %.2f s, indexes and views in %.2f s", sink_rows(&r->sink, t->model),
	             ended - r->began, now() - ended);
	if (!facts.resolution && facts.has_first)
		message_warning("ticks per second are unknown: the views show a tick as a microsecond");
	return 0;
}

static void release_database(struct tabulation *t)
{
	sink_release(&((struct run *)t)->sink);
}

void to_sqlite_release(void *own)
{
	struct to_sqlite_options *o = own;

	selection_release(&o->select);
	otfp_set_free(o->comm);
}

int to_sqlite_run(struct job *job, void *own)
{
	struct to_sqlite_options *o = own;
	struct run *r;
	int status;

	if (!o->output)
		return message_usage("name the output: give -o FILE");
	r = calloc(1, sizeof *r);
	if (!r)
		return message_memory();
	conversion_init(&r->tabulation.conversion, job, &o->select, o->output,
	                OTFP_NEWFILE_BINARY | (o->force ? OTFP_NEWFILE_REPLACE : 0));
	tabulation_init(&r->tabulation, job, o->comm);
	r->tabulation.open = open_database;
	r->tabulation.finish = finish_database;
	r->tabulation.release = release_database;
	job->read.whole = "a database";
	status = tabulation_run(&r->tabulation, job, 1);
	free(r);
	return status;
}
