/* tabulation.c - the stage that makes rows of records. See tabulation.h. */
#include "cmd/select/tabulation.h"
#include "base/error.h"
#include "cmd/text/roots.h"
#include "cmd/text/signals.h"
#include "io/temp.h"
#include "record/control.h"
#include "record/table.h"

enum { ROOTS = 32 << 20 }; /* bytes for root causes */

static int shows(void *ctx, unsigned type, uint32_t process)
{
	struct show *s = &((struct tabulation *)ctx)->conversion.show;

	return show_has(s, type) && show_wanted(s, process);
}

/* With a selection, nanoseconds are still since the first event of the whole. Of a window, which is all that is there,
 * they are since its begin. Markers come before all events. */
static void take_interval(struct tabulation *t, const struct otfp_header *h)
{
	struct otfp_tables_options *o = &t->options;
	const struct show *s = &t->conversion.show;

	o->from = s->bounds.from;
	otfp_wait_bound(&o->waits, &s->bounds);
	o->waits.is_cut |= o->waits.has_to && h->has_span && h->last >= o->waits.to; /* no later record is read */
	o->shows = s->selects ? shows : NULL;
	o->shows_ctx = t;
	o->waits.is_reported = s->selects ? conversion_wanted : NULL;
	o->waits.is_reported_ctx = &t->conversion;
	o->has_first = (h->has_span || h->has_start) && (conversion_is_part(&t->conversion) || !h->has_window);
	o->first = h->has_span ? h->first : h->start;
}

/* Whether a record that is not selected matters: definitions have the names of what is, and what other processes did,
 * or was done before the interval, decides on messages, operations and waits. */
static int matters(const struct show *s, const struct otfp_record *rec)
{
	uint64_t from, to;
	int has_to;

	if (rec->type >= OTFP_NTYPES || otfp_table[rec->type].file == OTFP_FILE_DEF)
		return rec->type != OTFP_OTHER;
	return otfp_is_timed(rec->file) && !(show_interval(s, &from, &to, &has_to) && has_to && rec->time >= to);
}

/* ---- root causes ---- */

/* Only calls have waits. */
static int has_calls(const struct show *s)
{
	return !s->selects || show_has(s, OTFP_Enter) || show_has(s, OTFP_Leave);
}

static int begin_roots(struct tabulation *t, struct otfp_error *err)
{
	const struct otfp_roots_options o = {
		.wait = t->options.waits, .by_kind = 1, .memory = ROOTS, .dir = otfp_temp_dir(), .stop = signal_came};
	const int code = t->has_causes && has_calls(&t->conversion.show) ? otfp_roots_new(&t->roots, &o, err) : 0;

	t->options.roots = t->roots;
	return code;
}

/* ---- the stage ---- */

static int tabulation_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct tabulation *t = ctx;
	struct otfp_table_sink to;

	if (show_begin(&t->conversion.show, h, err) < 0 || t->open(t, h, &to, err) < 0)
		return err->code;
	take_interval(t, h);
	if (begin_roots(t, err) < 0)
		return err->code;
	t->model = otfp_tables_new(&t->options, h, &to, &t->conversion.err);
	return t->model ? 0 : conversion_pass_on(&t->conversion, t->conversion.err.code, err);
}

static int tabulation_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct tabulation *t = ctx;
	const int shown = show_keep(&t->conversion.show, *rec, err);

	if (otfp_control_kind(*rec) == OTFP_C_PART)
		otfp_share_get(&t->share, &(*rec)->line);
	if (shown < 0 || (!shown && !matters(&t->conversion.show, *rec)))
		return shown < 0 ? shown : OTFP_DROP;
	return conversion_pass_on(&t->conversion, otfp_tables_add(t->model, *rec), err) < 0 ? err->code : OTFP_DROP;
}

static int tabulation_records(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct tabulation *t = ctx;
	int code = 0;

	for (size_t i = 0; i < n && code >= 0; i++) {
		const struct otfp_record *rec = recs[i];
		code = t->conversion.show.selects ?
		               tabulation_record(ctx, &rec, err) :
		               conversion_pass_on(&t->conversion, otfp_tables_add(t->model, rec), err);
	}
	return code;
}

/* What is open at the edges of a selection is no reason for a warning. */
static int is_edge(unsigned i)
{
	return i == OTFP_TABLES_OPEN || i == OTFP_TABLES_SENDS || i == OTFP_TABLES_RECEIVES || i == OTFP_TABLES_NO_END;
}

static int tabulation_end(void *ctx, struct otfp_error *err)
{
	struct tabulation *t = ctx;
	const int is_part = conversion_is_part(&t->conversion);
	int code = otfp_tables_end(t->model);

	if (code == 0 && t->roots)
		roots_warn(t->roots, "");
	if (code == 0)
		code = t->finish(t);
	for (unsigned i = 0; i < OTFP_TABLES_NCOUNTS && code == 0; i++)
		conversion_count(&t->conversion, otfp_tables_count_name(i), otfp_tables_count(t->model, i),
		                 is_part && is_edge(i) ? CONVERSION_NOTE : CONVERSION_ODD);
	return conversion_pass_on(&t->conversion, code, err);
}

static int tabulation_commit(void *ctx, struct otfp_error *err)
{
	struct tabulation *t = ctx;

	return t->commit ? conversion_pass_on(&t->conversion, t->commit(t), err) : 0;
}

static void tabulation_close(void *ctx)
{
	struct tabulation *t = ctx;

	otfp_tables_free(t->model);
	t->model = NULL;
	otfp_roots_free(t->roots);
	t->roots = NULL;
	t->release(t);
}

static const struct otfp_stage_ops stage = {
	.begin = tabulation_begin,
	.window = conversion_window,
	.record = tabulation_record,
	.records = tabulation_records,
	.end = tabulation_end,
	.commit = tabulation_commit,
	.close = tabulation_close,
};

void tabulation_init(struct tabulation *t, struct job *job, struct otfp_set *comm)
{
	t->options.waits = (struct otfp_wait_options){.clocks = 1, .each = 1, .states = 1, .comm = comm};
	job->stage = &stage;
}

int tabulation_run(struct tabulation *t, struct job *job, int has_causes)
{
	t->has_causes = has_causes;
	return conversion_status(&t->conversion, job, run_job(job));
}
