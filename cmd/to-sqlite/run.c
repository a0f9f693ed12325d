/* run.c - otf-to-sqlite: its options, the conversion as a stage of otfp_run, and the output file. */
#include "cmd/to-sqlite/run.h"
#include "base/error.h"
#include "cmd/run/run.h"
#include "cmd/run/signals.h"
#include "cmd/to-sqlite/convert.h"
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#define AT(member) offsetof(struct otfp_to_sqlite, member)
const struct otfp_option otfp_to_sqlite_options[] = {
	{'o', "output", "FILE", "write the database FILE, which appears when it is complete", OTFP_OPT_OUTPUT,
         OTFP_WRITES_FILE, AT(output), NULL},
	{0, "force", NULL, "replace FILE if it exists, once the new one is complete", OTFP_OPT_FLAG, 1, AT(force),
         NULL},
	{0},
};
#undef AT

struct run {
	struct otfp_convert convert;
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

static int sqlite_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct run *r = ctx;

	if (otfp_newfile_open(&r->file, r->output, r->flags, otfp_signal_came, err) < 0)
		return err->code;
	if (!r->file.beside)
		return otfp_fail(err, OTFP_EUSAGE, "%s: a database needs a regular file", r->file.name);
	r->began = now();
	return pass_on(r, otfp_convert_begin(&r->convert, r->file.beside, r->file.name, h, &r->err), err);
}

static int sqlite_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct run *r = ctx;
	int code = otfp_convert_see(&r->convert, *rec);

	return code < 0 ? pass_on(r, code, err) : OTFP_DROP;
}

static int sqlite_records(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct run *r = ctx;
	int code = 0;

	for (size_t i = 0; i < n && code == 0; i++)
		code = otfp_convert_see(&r->convert, recs[i]);
	return pass_on(r, code, err);
}

static void report_counts(struct run *r)
{
	for (unsigned i = 0; i < OTFP_NDB_COUNTS; i++) {
		const uint64_t n = r->convert.counts[i];
		if (n)
			otfp_warn("%s: %" PRIu64, otfp_convert_count_name(i), n);
		r->is_odd |= n != 0;
	}
	if (!r->convert.resolution && r->convert.has_first)
		otfp_warn("ticks per second are unknown: the views show a tick as a microsecond");
}

static int sqlite_end(void *ctx, struct otfp_error *err)
{
	struct run *r = ctx;
	double ended, indexed;
	int code = otfp_convert_end(&r->convert);

	ended = now();
	if (code == 0)
		code = otfp_convert_finish(&r->convert);
	indexed = now();
	if (code < 0)
		return pass_on(r, code, err);
	otfp_note(1, "%" PRIu64 " rows in %.2f s, indexes and views in %.2f s", otfp_convert_rows(&r->convert),
	          ended - r->began, indexed - ended);
	report_counts(r);
	return 0;
}

static void sqlite_close(void *ctx)
{
	otfp_convert_release(&((struct run *)ctx)->convert);
}

static const struct otfp_stage_ops stage = {
	.begin = sqlite_begin,
	.record = sqlite_record,
	.records = sqlite_records,
	.end = sqlite_end,
	.close = sqlite_close,
};

int otfp_to_sqlite_run(struct otfp_job *job, const struct otfp_to_sqlite *o)
{
	struct run *r;
	int status;

	if (!o->output)
		return otfp_usage("name the output: give -o FILE");
	r = calloc(1, sizeof *r);
	if (!r)
		return otfp_out_of_memory();
	r->output = o->output;
	r->flags = OTFP_NEWFILE_BINARY | (o->force ? OTFP_NEWFILE_REPLACE : 0);
	job->files[0] = &r->file;
	job->read.whole = "a database";
	job->write.count_only = 1;
	job->stage = &stage;
	job->ctx = r;
	status = otfp_run(job);
	if (status == 0 && r->is_odd && job->common->strict)
		status = 1;
	free(r);
	return status;
}
