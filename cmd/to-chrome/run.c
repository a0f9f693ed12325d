/* run.c - otf-to-chrome: its options, the conversion as a stage of run_job, and the output file. */
#include "cmd/to-chrome/run.h"
#include "cmd/to-chrome/event.h"
#include "commit/newfile.h"
#include "cmd/select/show.h"
#include "cmd/text/signals.h"
#include <inttypes.h>
#include <stdlib.h>

static const char *format_word(unsigned i)
{
	static const char *const words[] = {"json", "perfetto"};

	return i < 2 ? words[i] : NULL;
}

#define AT(member) offsetof(struct to_chrome_options, member)
const struct option_row to_chrome_options[] = {
	{'o', "output", "FILE", "write FILE, which appears when it is complete, not standard output", OPT_OUTPUT,
         WRITES_FILE, AT(output), NULL},
	{0, "format", "FORMAT", "form of the output; json if not given", OPT_WORD, 0, AT(format), format_word},
	{'z', "level", "LEVEL", "compress with gzip, level 1 to 9; 0: plain", OPT_NUMBER, 9, AT(level), NULL},
	FLAG(0, "absolute", "times as stored, not from the first event on", absolute),
	FLAG(0, "force", "replace FILE if it exists, once the new one is complete", force),
	{0},
};
#undef AT

struct run {
	struct chrome chrome;
	struct show show;
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
	return show_wanted(&((struct run *)ctx)->show, process);
}

static void take_interval(struct run *r)
{
	struct chrome_options *o = &r->chrome.o;

	o->has_from = r->show.bounds.has_from;
	o->from = r->show.bounds.from;
	o->has_to = r->show.bounds.has_to;
	o->to = r->show.bounds.to;
	o->no_calls = !show_has(&r->show, OTFP_Enter);
	o->wanted = is_wanted;
	o->ctx = r;
}

static int begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct run *r = ctx;
	int code = show_begin(&r->show, h, err);

	if (code == 0)
		code = otfp_newfile_open(&r->file, r->output, r->flags, signal_came, err);
	if (code < 0)
		return code;
	take_interval(r);
	return pass_on(r, chrome_begin(&r->chrome, r->file.fd, r->file.name, h, &r->err), err);
}

static int chrome_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	return show_window(&((struct run *)ctx)->show, from, to, has_to);
}

static int record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct run *r = ctx;
	int shown = show_keep(&r->show, *rec, err);

	return shown < 0 ? shown : pass_on(r, chrome_record(&r->chrome, *rec, shown), err);
}

static int chrome_records(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	int code = 0;

	for (size_t i = 0; i < n && code >= 0; i++) {
		const struct otfp_record *rec = recs[i];
		code = record(ctx, &rec, err);
	}
	return code;
}

/* Whether a count is no reason for a warning: open calls and unmatched messages are normal at the edges of an interval,
 * and some records are never shown. */
static int is_note(const struct run *r, unsigned i)
{
	const int is_edge = i == CHROME_RECEIVES || i == CHROME_SENDS || i == CHROME_LOOSE || i == CHROME_OPEN ||
	                    i == CHROME_RUNNING;

	return i == CHROME_NOT_SHOWN || (is_edge && r->show.selects);
}

static void report_counts(struct run *r)
{
	for (unsigned i = 0; i < NCHROME; i++) {
		const uint64_t n = r->chrome.counts[i];
		if (n && is_note(r, i))
			message_note(1, "%s: %" PRIu64, chrome_count_name(i), n);
		else if (n)
			message_warning("%s: %" PRIu64, chrome_count_name(i), n);
		r->is_odd |= n && !is_note(r, i) && i != CHROME_LOOSE;
	}
	if (!r->chrome.events && !r->show.selects) {
		message_no_events();
		r->is_odd = 1;
	}
	if (!r->chrome.clock.resolution && r->chrome.events)
		message_warning("ticks per second are unknown: a tick is shown as a microsecond");
}

static int end(void *ctx, struct otfp_error *err)
{
	struct run *r = ctx;
	int code = pass_on(r, chrome_end(&r->chrome), err);

	if (code == 0)
		report_counts(r);
	return code;
}

static void chrome_close(void *ctx)
{
	chrome_release(&((struct run *)ctx)->chrome);
}

static const struct otfp_stage_ops stage = {
	.begin = begin,
	.window = chrome_window,
	.wanted = is_wanted,
	.record = record,
	.records = chrome_records,
	.end = end,
	.close = chrome_close,
};

int to_chrome_run(struct job *job, void *own)
{
	struct to_chrome_options *o = own;
	struct run *r = calloc(1, sizeof *r);
	const int is_perfetto = o->format == 2; /* format_word, from 1 */
	int status;

	if (!r)
		return message_memory();
	r->chrome.form = is_perfetto ? &chrome_perfetto : &chrome_json;
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
	status = run_job(job);
	if (status == 0 && r->is_odd && job->common->strict)
		status = 1;
	free(r);
	return status;
}

void to_chrome_release(void *own)
{
	struct to_chrome_options *o = own;

	selection_release(&o->select);
}
