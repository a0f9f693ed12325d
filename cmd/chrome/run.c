/* run.c - otf-to-chrome: its options, the conversion as a stage of otfp_run, and the output file. */
#include "cmd/chrome/run.h"
#include "cmd/chrome/event.h"
#include "commit/newfile.h"
#include "cmd/run/show.h"
#include "cmd/run/signals.h"
#include <inttypes.h>
#include <stdlib.h>

static const char *format_word(unsigned i)
{
	static const char *const words[] = {"json", "perfetto"};

	return i < 2 ? words[i] : NULL;
}

#define AT(member) offsetof(struct otfp_charting, member)
const struct otfp_option otfp_charting_options[] = {
	{'o', "output", "FILE", "write FILE, which appears when it is complete, not standard output", OTFP_OPT_OUTPUT,
         OTFP_WRITES_FILE, AT(output), NULL},
	{0, "format", "FORMAT", "form of the output; json if not given", OTFP_OPT_WORD, 0, AT(format), format_word},
	{'z', "level", "LEVEL", "compress with gzip, level 1 to 9; 0: plain", OTFP_OPT_NUMBER, 9, AT(level), NULL},
	{0, "absolute", NULL, "times as stored, not from the first event on", OTFP_OPT_FLAG, 1, AT(absolute), NULL},
	{0, "force", NULL, "replace FILE if it exists, once the new one is complete", OTFP_OPT_FLAG, 1, AT(force),
         NULL},
	{0},
};
#undef AT

struct run {
	struct otfp_chrome chrome;
	struct otfp_show show;
	struct otfp_newfile file;
	const char *output; /* "-" = stdout */
	unsigned flags;     /* OTFP_NEWFILE_* */
	struct otfp_error err;
	int is_odd;
};

/* Copy an error of the conversion to that of the stage. @return code */
static int pass_on(const struct run *r, int code, struct otfp_error *err)
{
	if (code < 0)
		*err = r->err;
	return code;
}

static int is_wanted(void *ctx, uint32_t process)
{
	return otfp_show_wanted(&((struct run *)ctx)->show, process);
}

static void take_interval(struct run *r)
{
	struct otfp_chrome_options *o = &r->chrome.o;

	o->has_from = r->show.bounds.has_from;
	o->from = r->show.bounds.from;
	o->has_to = r->show.bounds.has_to;
	o->to = r->show.bounds.to;
	o->no_calls = !otfp_show_has(&r->show, OTFP_Enter);
	o->wanted = is_wanted;
	o->ctx = r;
}

static int chrome_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct run *r = ctx;
	int code = otfp_show_begin(&r->show, h, err);

	if (code == 0)
		code = otfp_newfile_open(&r->file, r->output, r->flags, otfp_signal_came, err);
	if (code < 0)
		return code;
	take_interval(r);
	return pass_on(r, otfp_chrome_begin(&r->chrome, r->file.fd, r->file.name, h, &r->err), err);
}

static int chrome_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	return otfp_show_window(&((struct run *)ctx)->show, from, to, has_to);
}

static int chrome_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct run *r = ctx;
	int shown = otfp_show_keep(&r->show, *rec, err);

	return shown < 0 ? shown : pass_on(r, otfp_chrome_see(&r->chrome, *rec, shown), err);
}

static int chrome_records(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	int code = 0;

	for (size_t i = 0; i < n && code >= 0; i++) {
		const struct otfp_record *rec = recs[i];
		code = chrome_record(ctx, &rec, err);
	}
	return code;
}

/* Whether a count is no reason for a warning: open calls and unmatched messages are normal at the edges of an interval,
 * and some records are never shown. */
static int is_note(const struct run *r, unsigned i)
{
	const int is_edge = i == OTFP_CHROME_RECEIVES || i == OTFP_CHROME_SENDS || i == OTFP_CHROME_LOOSE ||
	                    i == OTFP_CHROME_OPEN || i == OTFP_CHROME_RUNNING;

	return i == OTFP_CHROME_NOT_SHOWN || (is_edge && r->show.selects);
}

static void report_counts(struct run *r)
{
	for (unsigned i = 0; i < OTFP_NCHROME; i++) {
		const uint64_t n = r->chrome.counts[i];
		if (n && is_note(r, i))
			otfp_note(1, "%s: %" PRIu64, otfp_chrome_count_name(i), n);
		else if (n)
			otfp_warn("%s: %" PRIu64, otfp_chrome_count_name(i), n);
		r->is_odd |= n && !is_note(r, i) && i != OTFP_CHROME_LOOSE;
	}
	if (!r->chrome.events && !r->show.selects) {
		otfp_warn_no_events();
		r->is_odd = 1;
	}
	if (!r->chrome.clock.resolution && r->chrome.events)
		otfp_warn("ticks per second are unknown: a tick is shown as a microsecond");
}

static int chrome_end(void *ctx, struct otfp_error *err)
{
	struct run *r = ctx;
	int code = pass_on(r, otfp_chrome_end(&r->chrome), err);

	if (code == 0)
		report_counts(r);
	return code;
}

static void chrome_close(void *ctx)
{
	otfp_chrome_release(&((struct run *)ctx)->chrome);
}

static const struct otfp_stage_ops stage = {
	.begin = chrome_begin,
	.window = chrome_window,
	.wanted = is_wanted,
	.record = chrome_record,
	.records = chrome_records,
	.end = chrome_end,
	.close = chrome_close,
};

int otfp_charting_run(struct otfp_job *job, struct otfp_charting *o)
{
	struct run *r = calloc(1, sizeof *r);
	const int is_perfetto = o->format == 2; /* format_word, from 1 */
	int status;

	if (!r)
		return otfp_out_of_memory();
	r->chrome.form = is_perfetto ? &otfp_chrome_perfetto : &otfp_chrome_json;
	r->chrome.o.absolute = o->absolute;
	r->chrome.o.level = o->level;
	r->show.select = &o->select;
	r->output = o->output ? o->output : "-";
	r->flags = (o->force ? OTFP_NEWFILE_REPLACE : 0) | (is_perfetto || o->level ? OTFP_NEWFILE_BINARY : 0);
	job->files[0] = &r->file;
	job->read.part = o->select.part;
	job->read.whole = "otf-to-chrome";
	job->write.count_only = 1;
	job->write.whole = 1;
	job->write.prints = !o->output;
	job->stage = &stage;
	job->ctx = r;
	status = otfp_run(job);
	if (status == 0 && r->is_odd && job->common->strict)
		status = 1;
	free(r);
	return status;
}

void otfp_charting_release(struct otfp_charting *o)
{
	otfp_selection_release(&o->select);
}
