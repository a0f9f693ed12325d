/* run.c - otf-to-sqlite: its options, the conversion as a stage of run_job, and the output file. */
#include "cmd/to-sqlite/run.h"
#include "base/error.h"
#include "cmd/run/run.h"
#include "cmd/select/show.h"
#include "cmd/text/signals.h"
#include "record/table.h"
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
	struct sink sink;
	struct otfp_tables *model;
	struct otfp_tables_options options;
	struct show show;
	struct otfp_newfile file;
	const char *output;
	unsigned flags; /* OTFP_NEWFILE_* */
	struct otfp_error err;
	double began; /* seconds */
	int is_odd;
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Copy an error of the conversion to that of the stage. @return code */
static int pass_on(const struct run *r, int code, struct otfp_error *err)
{
	if (code < 0)
		*err = r->err;
	return code;
}

static int is_part(const struct run *r)
{
	return r->show.selects || r->show.select->part.parts;
}

static int is_wanted(void *ctx, uint32_t process)
{
	return show_wanted(&((struct run *)ctx)->show, process);
}

static int sqlite_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	return show_window(&((struct run *)ctx)->show, from, to, has_to);
}

static int shows(void *ctx, unsigned type, uint32_t process)
{
	struct run *r = ctx;

	return show_has(&r->show, type) && show_wanted(&r->show, process);
}

/* With a selection, times of the views are still since the first event of the whole. */
static void take_interval(struct run *r, const struct otfp_header *h)
{
	struct otfp_tables_options *o = &r->options;

	o->from = r->show.bounds.from;
	otfp_wait_bound(&o->waits, &r->show.bounds);
	o->waits.is_cut |= o->waits.has_to && h->has_span && h->last >= o->waits.to; /* no later record is read */
	o->shows = r->show.selects ? shows : NULL;
	o->shows_ctx = r;
	o->waits.is_reported = r->show.selects ? is_wanted : NULL;
	o->waits.is_reported_ctx = r;
	o->has_first = is_part(r) && h->has_span;
	o->first = h->first;
}

/* Begin the database and the model. @return 0 or <0 with r->err set */
static int begin_tables(struct run *r, const struct otfp_header *h)
{
	struct otfp_table_sink to;

	if (sink_begin(&r->sink, r->file.beside, r->file.name, &to, &r->err) < 0)
		return r->err.code;
	r->model = otfp_tables_new(&r->options, h, &to, &r->err);
	return r->model ? 0 : r->err.code;
}

static int sqlite_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct run *r = ctx;

	if (show_begin(&r->show, h, err) < 0)
		return err->code;
	if (otfp_newfile_open(&r->file, r->output, r->flags, signal_came, err) < 0)
		return err->code;
	if (!r->file.beside)
		return otfp_fail(err, OTFP_EUSAGE, "%s: a database needs a regular file", r->file.name);
	take_interval(r, h);
	r->began = now();
	return pass_on(r, begin_tables(r, h), err);
}

/* Whether a record that is not selected matters: definitions have the names of what is, and what other processes did,
 * or was done before the interval, decides on messages, operations and waits. */
static int matters(struct run *r, const struct otfp_record *rec)
{
	uint64_t from, to;
	int has_to;

	if (rec->type >= OTFP_NTYPES || otfp_table[rec->type].file == OTFP_FILE_DEF)
		return rec->type != OTFP_OTHER;
	return otfp_is_timed(rec->file) && !(show_interval(&r->show, &from, &to, &has_to) && has_to && rec->time >= to);
}

static int sqlite_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct run *r = ctx;
	int shown = show_keep(&r->show, *rec, err);

	if (shown < 0 || (!shown && !matters(r, *rec)))
		return shown < 0 ? shown : OTFP_DROP;
	return pass_on(r, otfp_tables_add(r->model, *rec), err) < 0 ? err->code : OTFP_DROP;
}

static int sqlite_records(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct run *r = ctx;
	int code = 0;

	for (size_t i = 0; i < n && code >= 0; i++) {
		const struct otfp_record *rec = recs[i];
		code = r->show.selects ? sqlite_record(ctx, &rec, err) :
		                         pass_on(r, otfp_tables_add(r->model, rec), err);
	}
	return code;
}

/* What is open at the edges of a selection is no reason for a warning. */
static int is_note(const struct run *r, unsigned i)
{
	return is_part(r) && (i == OTFP_TABLES_OPEN || i == OTFP_TABLES_SENDS || i == OTFP_TABLES_RECEIVES ||
	                      i == OTFP_TABLES_NO_END);
}

static void report_counts(struct run *r)
{
	const struct otfp_tables_facts facts = otfp_tables_facts(r->model);

	for (unsigned i = 0; i < OTFP_TABLES_NCOUNTS; i++) {
		const uint64_t n = otfp_tables_count(r->model, i);
		if (n && is_note(r, i))
			message_note(1, "%s: %" PRIu64, otfp_tables_count_name(i), n);
		else if (n)
			message_warning("%s: %" PRIu64, otfp_tables_count_name(i), n);
		r->is_odd |= n && !is_note(r, i);
	}
	if (!facts.resolution && facts.has_first)
		message_warning("ticks per second are unknown: the views show a tick as a microsecond");
}

static int sqlite_end(void *ctx, struct otfp_error *err)
{
	struct run *r = ctx;
	double ended, indexed;
	int code = otfp_tables_end(r->model);

	if (code == 0)
		code = sink_meta(&r->sink, r->model);
	ended = now();
	if (code == 0)
		code = sink_finish(&r->sink, r->model, r->show.selects);
	indexed = now();
	if (code < 0)
		return pass_on(r, code, err);
	message_note(1, "%" PRIu64 " rows in %.2f s, indexes and views in %.2f s", sink_rows(&r->sink, r->model),
	             ended - r->began, indexed - ended);
	report_counts(r);
	return 0;
}

static void sqlite_close(void *ctx)
{
	struct run *r = ctx;

	otfp_tables_free(r->model);
	r->model = NULL;
	sink_release(&r->sink);
}

static const struct otfp_stage_ops stage = {
	.begin = sqlite_begin,
	.window = sqlite_window,
	.record = sqlite_record,
	.records = sqlite_records,
	.end = sqlite_end,
	.close = sqlite_close,
};

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
	r->output = o->output;
	r->show.select = &o->select;
	job->read.part = o->select.part;
	r->options.waits = (struct otfp_wait_options){.clocks = 1, .each = 1, .states = 1, .comm = o->comm};
	r->flags = OTFP_NEWFILE_BINARY | (o->force ? OTFP_NEWFILE_REPLACE : 0);
	job->files[0] = &r->file;
	job->read.whole = "a database";
	job->write.count_only = 1;
	job->stage = &stage;
	job->ctx = r;
	status = run_job(job);
	if (status == 0 && r->is_odd && job->common->strict)
		status = 1;
	free(r);
	return status;
}
