/* run.c - a run that writes a VTF3 file: otf-to-vtf3. */
#include "cmd/to-vtf3/run.h"
#include "io/gzout.h"
#include "commit/newfile.h"
#include "cmd/run/run.h"
#include "vtf3/back.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 64 << 10, GZIP_LEVEL = 1 }; /* the level that the VTF3 library wrote with */

static const char *format_word(unsigned i)
{
	static const char *const words[] = {
		[OTFP_VTF3_STD_ASCII] = "std-ascii",
		[OTFP_VTF3_STD_BINARY] = "std-binary",
		[OTFP_VTF3_FST_ASCII] = "fast-ascii",
		[OTFP_VTF3_LEGACY_ASCII] = "legacy",
	};

	return i < sizeof words / sizeof *words ? words[i] : NULL;
}

static const char *profile_word(unsigned i)
{
	static const char *const words[] = {[OTFP_VTF3_FULL] = "full", [OTFP_VTF3_COMPAT] = "compat"};

	return i < sizeof words / sizeof *words ? words[i] : NULL;
}

#define AT(member) offsetof(struct otfp_to_vtf3, member)
const struct otfp_option otfp_to_vtf3_options[] = {
	{'o', "output", "FILE", "write FILE, not standard output; with gzip if its name ends in .gz", OTFP_OPT_STRING,
         0, AT(output), NULL},
	{0, "format", "FORMAT", "form of VTF3; std-binary if not given", OTFP_OPT_WORD, 0, AT(format), format_word},
	{0, "profile", "PROFILE", "compat, for old readers, if not given; full loses nothing", OTFP_OPT_WORD, 0,
         AT(profile), profile_word},
	{0, "modern", NULL, "write no records with old times, whatever the profile and the trace", OTFP_OPT_FLAG, 1,
         AT(modern), NULL},
	{0},
};
#undef AT

struct run {
	const char *output;
	struct otfp_vtf3_back_options options;
	struct otfp_vtf3_back back;
	struct otfp_error err;
	struct otfp_newfile file;
	struct otfp_gzout out;
};

/* ---- the stage ---- */

static int pass_on(const struct run *r, int code, struct otfp_error *err)
{
	if (code < 0)
		*err = r->err;
	return code;
}

static int ends_in_gz(const char *name)
{
	size_t n = name ? strlen(name) : 0;

	return n > 3 && strcasecmp(name + n - 3, ".gz") == 0;
}

static int begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct run *r = ctx;
	int code = r->output ? otfp_newfile_open(&r->file, r->output, err) : 0;

	if (code < 0)
		return code;
	code = otfp_gzout_open(&r->out, r->output ? r->file.fd : STDOUT_FILENO, r->output ? r->output : "stdout",
	                       ends_in_gz(r->output) ? GZIP_LEVEL : 0, &r->err);
	if (code == 0)
		code = otfp_vtf3_back_init(&r->back, &r->options, &r->err);
	if (code == 0)
		code = otfp_vtf3_back_header(&r->back, h);
	return pass_on(r, code, err);
}

static int flush(struct run *r, size_t least)
{
	int code = 0;

	if (r->back.out.n >= least) {
		code = otfp_gzout_put(&r->out, r->back.out.p, r->back.out.n);
		r->back.out.n = 0;
	}
	return code;
}

static int records(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct run *r = ctx;
	int code = 0;

	for (size_t i = 0; i < n && code == 0; i++) {
		code = otfp_vtf3_back_take(&r->back, recs[i]);
		if (code == 0)
			code = flush(r, BLOCK);
	}
	return pass_on(r, code, err);
}

static int record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	return records(ctx, rec, 1, err);
}

static int end(void *ctx, struct otfp_error *err)
{
	struct run *r = ctx;
	int code = otfp_vtf3_back_end(&r->back);

	if (code == 0)
		code = flush(r, 0);
	if (code == 0)
		code = otfp_gzout_end(&r->out);
	if (code < 0)
		return pass_on(r, code, err);
	return r->output ? otfp_newfile_end(&r->file, err) : 0;
}

static void close_all(void *ctx)
{
	struct run *r = ctx;

	otfp_gzout_release(&r->out);
	otfp_newfile_release(&r->file);
}

static const struct otfp_stage_ops stage = {
	.begin = begin,
	.record = record,
	.records = records,
	.end = end,
	.close = close_all,
};

/* ---- what went ---- */

static int tell_counts(const uint64_t counts[OTFP_NTYPES], const char *what)
{
	int any = 0;

	for (unsigned type = 0; type < OTFP_NTYPES; type++)
		if (counts[type]) {
			otfp_warn("%s: %s: %" PRIu64, what, type ? otfp_table[type].name : "unknown ones",
			          counts[type]);
			any = 1;
		}
	return any;
}

/* @return whether anything went */
static int tell(const struct run *r)
{
	uint64_t lost = otfp_vtf3_writer_lost(r->back.to);
	int any = tell_counts(r->back.dropped, "records that VTF3 has no place for");

	any |= tell_counts(r->back.changed, "records that do not come back as they were");
	if (lost)
		otfp_warn("text and source locations that Legacy ASCII has no place for: %" PRIu64, lost);
	return any || lost;
}

/* ---- options ---- */

static int take_options(struct run *r, const struct otfp_to_vtf3 *o)
{
	int format = o->format ? o->format - 1 : OTFP_VTF3_STD_BINARY;
	int profile = o->profile ? o->profile - 1 : OTFP_VTF3_COMPAT;

	if (profile == OTFP_VTF3_FULL && format == OTFP_VTF3_LEGACY_ASCII)
		return otfp_usage("--profile full: Legacy ASCII has lines for old records only");
	if (o->modern && format == OTFP_VTF3_LEGACY_ASCII)
		return otfp_usage("--modern: Legacy ASCII has lines for old records only");
	r->options = (struct otfp_vtf3_back_options){(enum otfp_vtf3_format)format, (enum otfp_vtf3_profile)profile,
	                                             o->modern};
	r->output = o->output && strcmp(o->output, "-") != 0 ? o->output : NULL;
	return 0;
}

static int run_it(struct otfp_job *job, struct run *r)
{
	int status;

	job->write.count_only = 1;
	job->stage = &stage;
	job->ctx = r;
	status = otfp_run(job);
	if (job->count != UINT64_MAX && r->back.to && tell(r) && !job->common->lossy && status == 0)
		status = 1;
	return status;
}

int otfp_to_vtf3_run(struct otfp_job *job, const struct otfp_to_vtf3 *o)
{
	struct run *r = calloc(1, sizeof *r);
	int status;

	if (!r) {
		otfp_message("out of memory");
		return 1;
	}
	r->file.fd = -1;
	status = take_options(r, o);
	if (!status)
		status = run_it(job, r);
	otfp_vtf3_back_release(&r->back);
	free(r);
	return status;
}
