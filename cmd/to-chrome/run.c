/* run.c - otf-to-chrome: its options, the conversion as a stage of run_job, and the output file. */
#include "cmd/to-chrome/run.h"
#include "cmd/to-chrome/event.h"
#include "cmd/select/conversion.h"
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
	struct conversion conversion;
	struct chrome chrome;
};

static void take_interval(struct run *r)
{
	struct chrome_options *o = &r->chrome.o;
	const struct show *s = &r->conversion.show;

	o->has_from = s->bounds.has_from;
	o->from = s->bounds.from;
	o->has_to = s->bounds.has_to;
	o->to = s->bounds.to;
	o->no_calls = !show_has(s, OTFP_Enter);
	o->wanted = conversion_wanted;
	o->ctx = &r->conversion;
}

static int begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct run *r = ctx;
	struct conversion *c = &r->conversion;

	if (show_begin(&c->show, h, err) < 0 || conversion_open(c, err) < 0)
		return err->code;
	take_interval(r);
	return conversion_pass_on(c, chrome_begin(&r->chrome, c->file.fd, c->file.name, h, &c->err), err);
}

static int chrome_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	const struct run *r = ctx;

	/* the header, or a record after the interval, says that a call reaches its end */
	return conversion_window(ctx, from, to, has_to) && r->chrome.clock.has_span;
}

static int record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct run *r = ctx;
	int shown = show_keep(&r->conversion.show, *rec, err);

	return shown < 0 ? shown : conversion_pass_on(&r->conversion, chrome_record(&r->chrome, *rec, shown), err);
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

/* How a count is reported: open calls and unmatched messages are normal at the edges of an interval, and some records
 * are never shown. */
static enum conversion_count how_to_report(const struct run *r, unsigned i)
{
	const int is_edge = i == CHROME_RECEIVES || i == CHROME_SENDS || i == CHROME_LOOSE || i == CHROME_OPEN ||
	                    i == CHROME_RUNNING;

	if (i == CHROME_NOT_SHOWN || (is_edge && r->conversion.show.selects))
		return CONVERSION_NOTE;
	return i == CHROME_LOOSE ? CONVERSION_WARNING : CONVERSION_ODD;
}

static void report_counts(struct run *r)
{
	for (unsigned i = 0; i < NCHROME; i++)
		conversion_count(&r->conversion, chrome_count_name(i), r->chrome.counts[i], how_to_report(r, i));
	if (!r->chrome.events && !r->conversion.show.selects) {
		message_no_events();
		r->conversion.is_odd = 1;
	}
	if (!r->chrome.clock.resolution && r->chrome.events)
		message_warning("ticks per second are unknown: a tick is shown as a microsecond");
}

static int end(void *ctx, struct otfp_error *err)
{
	struct run *r = ctx;
	int code = conversion_pass_on(&r->conversion, chrome_end(&r->chrome), err);

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
	.wanted = conversion_wanted,
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
	conversion_init(&r->conversion, job, &o->select, o->output ? o->output : "-",
	                (o->force ? OTFP_NEWFILE_REPLACE : 0) | (is_perfetto || o->level ? OTFP_NEWFILE_BINARY : 0));
	job->read.whole = "otf-to-chrome";
	job->write.whole = 1;
	job->write.prints = !o->output;
	job->stage = &stage;
	status = conversion_run(&r->conversion, job);
	free(r);
	return status;
}

void to_chrome_release(void *own)
{
	struct to_chrome_options *o = own;

	selection_release(&o->select);
}
