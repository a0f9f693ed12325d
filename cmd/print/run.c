/* run.c - otf-print: its options, and the printing as a stage of run_job. */
#include "cmd/print/run.h"
#include "cmd/print/pager.h"
#include "cmd/print/print.h"
#include "cmd/select/show.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum color { COLOR_AUTO = 1, COLOR_ALWAYS, COLOR_NEVER };

static const char *color_word(unsigned i)
{
	static const char *const words[] = {"auto", "always", "never"};

	return i < COLOR_NEVER ? words[i] : NULL;
}

#define AT(member) offsetof(struct print_options, member)
const struct option_row print_options[] = {
	FLAG(0, "definitions", "also print definitions", definitions),
	FLAG(0, "ticks", "print times in ticks, not in seconds", ticks),
	FLAG(0, "absolute", "print times as stored, not from the first event", absolute),
	FLAG(0, "json", "print one JSON object a line, with all fields", json),
	FLAG(0, "no-pager", "do not show the text in a pager on a terminal", no_pager),
	{0, "color", "WHEN", "color processes; auto means on a terminal", OPT_WORD, 0, AT(color), color_word},
	{0},
};
#undef AT

struct run {
	struct print print;
	struct show show;
	struct otfp_error err, *shown; /* its own, and that of the run */
	struct otfp_taker taker;
};

/* Copy an error of the printing to that of the stage. @return code */
static int pass_on(const struct run *r, int code, struct otfp_error *err)
{
	if (code < 0)
		*err = r->err;
	return code;
}

static int begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct run *r = ctx;
	int code = show_begin(&r->show, h, err);

	r->shown = err;
	if (code < 0)
		return code;
	r->print.o.definitions |= show_is_named(&r->show);
	return pass_on(r, print_begin(&r->print, STDOUT_FILENO, h, &r->err), err);
}

static int print_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	return show_window(&((struct run *)ctx)->show, from, to, has_to);
}

static unsigned print_kinds(void *ctx)
{
	return show_kinds(&((struct run *)ctx)->show);
}

static int print_wanted(void *ctx, uint32_t process)
{
	return show_wanted(&((struct run *)ctx)->show, process);
}

/* In text a marker stands at its time, so -t and -p decide on it as on any other record there. */
static int is_marker_shown(struct run *r, const struct otfp_record *rec)
{
	uint64_t from, to;
	int has_to;

	if (!show_wanted(&r->show, rec->loc))
		return 0;
	return !show_interval(&r->show, &from, &to, &has_to) || (rec->time >= from && (!has_to || rec->time < to));
}

static int keep(struct run *r, const struct otfp_record *rec, struct otfp_error *err)
{
	const int shown = show_keep(&r->show, rec, err);

	return shown > 0 && rec->type == OTFP_Marker && !r->print.o.json ? is_marker_shown(r, rec) : shown;
}

static int print_one(void *ctx, const struct otfp_record *rec)
{
	struct run *r = ctx;
	int shown = keep(r, rec, r->shown);

	return shown < 0 ? shown : pass_on(r, print_record(&r->print, rec, shown), r->shown);
}

static int record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	(void)err;
	return print_one(ctx, *rec);
}

static int print_records(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	int code = 0;

	(void)err;
	for (size_t i = 0; i < n && code >= 0; i++)
		code = print_one(ctx, recs[i]);
	return code;
}

static struct otfp_taker *print_taker(void *ctx)
{
	struct run *r = ctx;

	r->taker = (struct otfp_taker){.take = print_one, .ctx = r};
	return &r->taker;
}

static int end(void *ctx, struct otfp_error *err)
{
	struct run *r = ctx;

	return pass_on(r, print_end(&r->print), err);
}

/* The input failed: print what came before. */
static void flush(void *ctx)
{
	struct run *r = ctx;

	if (!r->print.pen.out.buf)
		return;
	if (!r->print.o.json)
		print_markers_end(&r->print);
	print_flush(&r->print);
}

static void release(void *ctx)
{
	print_close(&((struct run *)ctx)->print);
}

static const struct otfp_stage_ops stage = {
	.begin = begin,
	.window = print_window,
	.wanted = print_wanted,
	.kinds = print_kinds,
	.record = record,
	.records = print_records,
	.taker = print_taker,
	.end = end,
	.flush = flush,
	.close = release,
};

static int wants_color(int when)
{
	const char *no = getenv("NO_COLOR");

	return when == COLOR_ALWAYS || (when != COLOR_NEVER && isatty(STDOUT_FILENO) && !(no && *no));
}

int print_run(struct job *job, void *own)
{
	struct print_options *o = own;
	const int color = !o->json && wants_color(o->color); /* a pager comes between */
	int status = job_usage(job);
	struct run *r;

	if (status)
		return status;
	if (o->json && o->color == COLOR_ALWAYS)
		return message_usage("--json and --color=always exclude each other");
	status = o->json || o->no_pager ? -1 : pager_start();
	if (status >= 0)
		return status;
	r = calloc(1, sizeof *r);
	if (!r)
		return message_memory();
	r->print.o = (struct option_print_words){.json = o->json,
	                                         .ticks = o->ticks,
	                                         .absolute = o->absolute,
	                                         .definitions = o->definitions,
	                                         .all = job->common->verbose > 0,
	                                         .color = color};
	r->show.select = &o->select;
	job->read.part = o->select.part;
	job->write.count_only = job->write.prints = 1;
	job->stage = &stage;
	job->ctx = r;
	status = run_job(job);
	free(r);
	return status;
}

void print_release(void *own)
{
	struct print_options *o = own;

	selection_release(&o->select);
}
