/* clocking-causal.c - --causal: the passes that find the clocks, and the report about them. */
#include "base/human.h"
#include "cmd/text/signals.h"
#include "cmd/remap/clocking.h"
#include "base/order.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- options ---- */

static int parse_spread(struct ratio *r, const char *text)
{
	char percent[64];
	size_t n = strlen(text);

	n -= n && text[n - 1] == '%';
	if (n >= sizeof percent)
		return message_usage("--spread: bad percent '%.200s'", text);
	memcpy(percent, text, n);
	percent[n] = 0;
	if (ratio_parse(r, percent) < 0 || (r->num % 100 && r->den > UINT64_MAX / 100))
		return message_usage("--spread: bad percent '%.200s': want a number above 0", text);
	if (r->num % 100)
		r->den *= 100;
	else
		r->num /= 100;
	return 0;
}

int clocking_parse_causal(struct clocking_work *w)
{
	struct clocking_causal *c = &w->causal;
	const struct clocking *o = w->o;
	struct otfp_error err;

	/* --min-delay is a file if it is not a time; the file is opened later */
	c->delay_is_file = o->min_delay && otfp_time_parse(&c->delay, o->min_delay, "--min-delay", &err) < 0;
	if (o->min_delay && !c->delay_is_file && clocking_parse_time(&c->delay, o->min_delay, "--min-delay"))
		return 2;
	if (o->max_shift && clocking_parse_time(&c->max_shift, o->max_shift, "--max-shift"))
		return 2;
	return o->spread ? parse_spread(&c->model.o.spread, o->spread) : 0;
}

/* ---- the passes ---- */

static int begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct clocking_work *w = ctx;
	struct clocking_causal *c = &w->causal;
	int code = 0;

	c->resolution = otfp_header_resolution(h);
	if (w->known)
		return 0; /* another pass */
	if (c->delay_is_file)
		code = delays_read(&c->delays, w->o->min_delay, h, err);
	else if (w->o->min_delay)
		code = otfp_time_bind(&c->delay, h, &c->delays.others, err);
	if (code == 0 && w->o->max_shift)
		code = otfp_time_bind(&c->max_shift, h, &c->max, err);
	w->known = code == 0;
	w->refuses = code < 0;
	return code;
}

static int fail(int code, struct otfp_error *err)
{
	if (code == -1)
		return otfp_fail_memory(err);
	return code < 0 ? otfp_fail(err, OTFP_EFAIL, "--causal: a new time would not fit in 64 bits") : 0;
}

static int record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct clocking_work *w = ctx;

	if ((*rec)->type == OTFP_DefProcess)
		delays_meet(&w->causal.delays, (uint32_t)(*rec)->f[0].u);
	return fail(causal_add(&w->causal.model, *rec), err);
}

/* In the first pass: report processes of --min-delay that the trace does not have. @return 0, or <0 with --strict */
static int report_unmet(struct clocking_work *w, struct otfp_error *err)
{
	struct delays *d = &w->causal.delays;
	const struct causal *m = &w->causal.model;
	uint32_t first = 0;
	char more[40] = "";
	size_t n;

	for (size_t i = 0; i < m->n; i++)
		delays_meet(d, m->processes[i]->process);
	n = m->passes ? 0 : delays_unmet(d, &first);
	if (n > 1)
		snprintf(more, sizeof more, " and %zu more", n - 1);
	if (n && w->pass.common->strict)
		return otfp_fail(err, OTFP_EFAIL, "--min-delay: nothing matches process %" PRIu32 "%s", first, more);
	if (n)
		message_warning("--min-delay: nothing matches process %" PRIu32 "%s", first, more);
	return 0;
}

static int end(void *ctx, struct otfp_error *err)
{
	struct clocking_work *w = ctx;
	int code = fail(causal_end(&w->causal.model), err);

	return code == 0 ? report_unmet(w, err) : code;
}

static unsigned kinds(void *ctx)
{
	(void)ctx;
	return OTFP_FILE_BIT(OTFP_FILE_EVENT) | OTFP_LOOSE;
}

static const struct otfp_stage_ops causal_stage = {.begin = begin, .record = record, .end = end, .kinds = kinds};

/* Put "1500 ticks (1.500 us)" into b. @return the text, valid until b changes */
static const char *ticks_text(struct otfp_buf *b, uint64_t ticks, uint64_t resolution)
{
	b->n = 0;
	if (otfp_buf_printf(b, "%" PRIu64 " tick%s", ticks, ticks == 1 ? "" : "s") < 0)
		return "?";
	if (resolution && (otfp_buf_puts(b, " (") < 0 || otfp_human_ticks(b, (double)ticks, resolution) < 0 ||
	                   otfp_buf_puts(b, ")") < 0))
		return "?";
	return otfp_buf_str(b) ? b->p : "?";
}

static int check_largest(struct clocking_work *w)
{
	const struct causal_process *p = causal_largest(&w->causal.model);
	struct otfp_buf text = OTFP_BUF_INIT, allowed = OTFP_BUF_INIT;
	int code = 0;

	if (w->o->max_shift && p && p->later > w->causal.max)
		code = otfp_fail(&w->failed, OTFP_EFAIL,
		                 "--max-shift: process %" PRIu32 " would be moved by %s from %" PRIu64
		                 " on, more than %s",
		                 p->process, ticks_text(&text, p->later, w->causal.resolution), p->jumps[p->n - 1].time,
		                 ticks_text(&allowed, w->causal.max, w->causal.resolution));
	otfp_buf_release(&text);
	otfp_buf_release(&allowed);
	return code;
}

int clocking_write(struct clocking_work *w, struct otfp_error *err)
{
	struct otfp_buf text = OTFP_BUF_INIT;
	int code = otfp_newfile_open(&w->file, w->o->write_clocks, w->replaces, signal_came, err);

	if (code == 0 && clocks_format(&w->clocks, &text) < 0)
		code = otfp_fail_memory(err);
	if (code == 0)
		code = otfp_newfile_put(&w->file, text.p, text.n, err);
	otfp_buf_release(&text);
	return code;
}

int clocking_run_causal(struct clocking_work *w)
{
	struct causal *model = &w->causal.model;
	int code;

	model->o.delays = &w->causal.delays;
	model->o.pairs = w->pass.common->verbose > 0;
	w->pass.stage = &causal_stage;
	w->pass.ctx = w;
	do {
		code = twice_pass(&w->twice, &w->failed);
		if (code == 0)
			code = causal_again(model);
		if (code < 0 && !w->failed.code)
			fail(code, &w->failed);
	} while (code > 0);
	if (code == 0)
		code = check_largest(w);
	if (code == 0)
		code = fail(causal_clocks(model, &w->clocks), &w->failed);
	return code;
}

/* ---- the report ---- */

static int by_processes(const void *a, const void *b)
{
	const struct causal_pair *x = a, *y = b;

	return otfp_order2(x->sender, y->sender, x->receiver, y->receiver);
}

static void report_pairs(const struct causal *m)
{
	if (m->npairs)
		qsort(m->pairs, m->npairs, sizeof *m->pairs, by_processes);
	for (size_t i = 0; i < m->npairs; i++) {
		const struct causal_pair *p = &m->pairs[i];
		message_note(1,
		             "process %" PRIu32 " to %" PRIu32 ": %" PRIu64 " of %" PRIu64
		             " messages received too early, by %" PRIu64 " ticks at most, %.1f on average",
		             p->sender, p->receiver, p->early, p->messages, p->largest,
		             p->early ? (double)p->sum / (double)p->early : 0.0);
	}
	message_note(1, "%" PRIu64 " receives without a send", m->given_up);
}

static void report_largest(const struct clocking_work *w)
{
	const struct causal *m = &w->causal.model;
	const struct causal_process *p = causal_largest(m);
	struct otfp_buf text = OTFP_BUF_INIT;

	if (p)
		message_warning("largest correction: process %" PRIu32 " by %s from %" PRIu64 " on; %" PRIu64
		                " of %" PRIu64 " messages were received too early",
		                p->process, ticks_text(&text, p->later, w->causal.resolution), p->jumps[p->n - 1].time,
		                m->early, m->messages);
	else
		message_note(1, "none of %" PRIu64 " messages was received too early", m->messages);
	if (m->early_ends)
		message_warning("%" PRIu64 " collective operation%s ended too early", m->early_ends,
		                m->early_ends == 1 ? "" : "s");
	message_note(1, "%u passes", m->passes);
	if (w->o->spread && m->steep)
		message_warning("--spread: %" PRIu64 " jumps could not be spread, the largest is %s", m->steep,
		                ticks_text(&text, m->steepest, w->causal.resolution));
	otfp_buf_release(&text);
}

int clocking_report_causal(const struct clocking_work *w)
{
	const struct causal *m = &w->causal.model;

	report_pairs(m);
	report_largest(w);
	if (m->left)
		message_print("--causal: %" PRIu64 " messages or collective operations still end too early", m->left);
	return m->left > 0;
}

void clocking_release_causal(struct clocking_work *w)
{
	causal_release(&w->causal.model);
	delays_release(&w->causal.delays);
}
