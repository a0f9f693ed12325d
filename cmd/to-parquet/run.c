/* run.c - otf-to-parquet: its options, and the directory as the output of a tabulation. */
#include "cmd/to-parquet/run.h"
#include "base/error.h"
#include "cmd/select/tabulation.h"
#include "cmd/to-parquet/choice.h"
#include "cmd/to-parquet/join.h"
#include "cmd/to-parquet/sink.h"
#include "io/files.h"
#include <inttypes.h>
#include <limits.h>
#include <malloc.h>
#include <stdlib.h>

enum { LEVEL = 1, LEVELS = 22, ROWS = 1000000, MOST_ROWS = 100000000, SHARE = 44 /* bits of a row's number */ };
enum { MAPPED = 32 << 20 };

#define AT(member) offsetof(struct to_parquet_options, member)
const struct option_row to_parquet_options[] = {
	{'o', "output", "DIR", "write the directory DIR, which appears when it is complete", OPT_OUTPUT,
         WRITES(COLUMNS), AT(output), NULL},
	FLAG(0, "force", "replace DIR if it exists, once the new one is complete; of a share, its files", force),
	{0, "tables", "LIST", "write only these tables, such as calls,messages", OPT_LIST, 0, AT(tables), tables_word},
	{0, "rows-per-group", "N", "put at most N rows in a row group (1000000)", OPT_NUMBER, MOST_ROWS, AT(rows),
         NULL},
	{0, "zstd", "LEVEL", "compress pages with level LEVEL of zstd, 1 to 22 (1)", OPT_GIVEN_NUMBER, LEVELS,
         AT(level), NULL},
	{0, "comm", "SET", "functions, or groups of functions, that communicate; MPI, SHMEM, GASPI, NCCL if not given",
         OPT_SET, 0, AT(comm), NULL},
	{0, "join", "DIR", "write trace.json of DIR, whose files shares wrote, if none is missing, doubled or foreign",
         OPT_STRING, 0, AT(join), NULL},
	{0, "check", "DIR", "check that no file of DIR is missing, foreign or other than trace.json says", OPT_STRING,
         0, AT(check), NULL},
	{0},
};
#undef AT

const struct to_parquet_options to_parquet_defaults = {.rows = ROWS, .level = LEVEL};

struct run {
	struct tabulation tabulation;
	struct parquet_sink sink;
	struct parquet_options how;
	uint8_t wanted[OTFP_NTABLES];
	const struct to_parquet_options *o;
	struct job *job;
};

/* ---- a trace ---- */

static int open_directory(struct tabulation *t, const struct otfp_header *h, struct otfp_table_sink *to,
                          struct otfp_error *err)
{
	struct run *r = (struct run *)t;
	const struct part *part = &r->o->select.part;

	(void)h;
	r->how.table.pool = r->job->pool;
	return conversion_pass_on(&t->conversion,
	                          parquet_begin(&r->sink, r->o->output, part->part, r->o->force, &r->how, to,
	                                        &t->conversion.err),
	                          err);
}

static int finish_directory(struct tabulation *t)
{
	struct run *r = (struct run *)t;
	const struct otfp_tables_facts facts = otfp_tables_facts(t->model);

	if (!facts.resolution && facts.has_first)
		message_warning("ticks per second are unknown: nanoseconds count a tick as a microsecond");
	message_note(1, "%" PRIu64 " rows", otfp_tables_rows(t->model));
	return parquet_finish(&r->sink, t->model, &t->share);
}

/* The last share writes trace.json. If others are missing that is no error: they may still be at work. This share is
 * complete in any case. */
static void join_if_all(const struct run *r)
{
	struct otfp_error err;
	int is_incomplete;

	if (join_shares(r->o->output, 1, &is_incomplete, &err) == 0)
		message_note(1, "all shares are there");
	else if (is_incomplete)
		message_note(1, "not all shares are there: %s", err.text);
	else
		message_warning("%s; there is no " OTFP_FACTS " yet", err.text);
}

static int commit_directory(struct tabulation *t)
{
	struct run *r = (struct run *)t;
	const int code = parquet_commit(&r->sink);

	if (code == 0 && r->o->select.part.parts)
		join_if_all(r);
	return code;
}

static void release_directory(struct tabulation *t)
{
	parquet_release(&((struct run *)t)->sink);
}

/* Without the other shares there is no matcher: rows of it are in none. */
static void set_share(struct run *r)
{
	const struct part *part = &r->o->select.part;

	r->how.is_share = part->parts != 0;
	r->how.is_later_share = part->part > 1;
	r->tabulation.options.is_share = r->how.is_share;
	r->tabulation.options.without_definitions = r->how.is_later_share;
	r->tabulation.options.ids_from = (uint64_t)part->part << SHARE;
}

/* Half of the descriptors are for the files of the tables. */
static void leave_descriptors(void *ctx, struct otfp_read_options *o)
{
	const struct run *r = ctx;

	o->max_files = otfp_files_budget((unsigned)r->job->common->max_files, 2);
}

/* Memory that a row group needed is kept for the next one: to give it back and have it cleared takes a tenth of the
 * time. */
static void keep_memory(void)
{
#ifdef M_TRIM_THRESHOLD
	mallopt(M_TRIM_THRESHOLD, INT_MAX);
	mallopt(M_MMAP_THRESHOLD, MAPPED);
#endif
}

static int convert(struct run *r)
{
	struct to_parquet_options *o = (struct to_parquet_options *)r->o;
	struct job *job = r->job;

	keep_memory();
	conversion_init(&r->tabulation.conversion, job, &o->select, o->output, 0);
	tabulation_init(&r->tabulation, job, o->comm);
	r->tabulation.open = open_directory;
	r->tabulation.finish = finish_directory;
	r->tabulation.commit = commit_directory;
	r->tabulation.release = release_directory;
	r->how.table =
		(struct columns_options){.rows = (uint32_t)o->rows, .level = o->level, .model = &r->tabulation.model};
	r->how.wanted = o->tables ? r->wanted : NULL;
	set_share(r);
	job->reads = leave_descriptors;
	job->write.whole = 1;
	job->read.need_times = 1;
	job->read.whole = o->select.part.parts ? NULL : "a directory of all tables";
	job->read.instead = "give --part to this command";
	return tabulation_run(&r->tabulation, job, !r->how.is_share && (!o->tables || r->wanted[OTFP_TABLE_CAUSES]));
}

/* ---- a directory that is there ---- */

static int report(int code, const struct otfp_error *err)
{
	if (code == 0)
		return 0;
	message_print("%s", err->text);
	return exit_status(code);
}

static int look_at_directory(const struct to_parquet_options *o)
{
	struct otfp_error err;
	int is_incomplete;

	if (o->join)
		return report(join_shares(o->join, o->force, &is_incomplete, &err), &err);
	return report(check_directory(o->check, &err), &err);
}

/* ---- all ---- */

void to_parquet_release(void *own)
{
	struct to_parquet_options *o = own;

	selection_release(&o->select);
	otfp_set_free(o->comm);
	free(o->tables);
}

/* Whether an option says which rows to write, or how. */
static int writes_rows(const struct to_parquet_options *o)
{
	return o->tables || o->rows != ROWS || o->level_given || o->comm || o->select.part.parts ||
	       selection_given(&o->select);
}

/* @return -1, or 2 after it printed the usage error */
static int usage(const struct to_parquet_options *o, const struct job *job)
{
	if (o->join && o->check)
		return message_usage("--join and --check exclude each other: give one of them");
	if ((o->join || o->check) && (o->output || job->read.nsources || writes_rows(o)))
		return message_usage("--%s takes a directory, and no trace, -o, selection or option of tables",
		                     o->join ? "join" : "check");
	if (!o->join && !o->check && !o->output)
		return message_usage("name the output: give -o DIR");
	if (!o->rows)
		return message_usage("--rows-per-group: at least 1");
	if (!o->level)
		return message_usage("--zstd: a level is 1 to %d", LEVELS);
	return -1;
}

int to_parquet_run(struct job *job, void *own)
{
	const struct to_parquet_options *o = own;
	struct run *r;
	int status = usage(o, job);

	if (status >= 0)
		return status;
	if (o->join || o->check)
		return look_at_directory(o);
	r = calloc(1, sizeof *r);
	if (!r)
		return message_memory();
	r->o = o;
	r->job = job;
	status = o->tables ? tables_parse(r->wanted, o->tables) : -1;
	if (status < 0)
		status = convert(r);
	free(r);
	return status;
}
