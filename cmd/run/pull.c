#include "cmd/run/pull.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/ticks.h"
#include "cmd/text/message.h"
#include "cmd/text/signals.h"
#include "record/control.h"
#include "trace/around.h"
#include "trace/open.h"
#include "trace/source.h"
#include <string.h>

static const char *name_of(const struct job_sources *what)
{
	if (what->nsources > 1)
		return "input";
	return what->nsources == 0 || strcmp(what->sources[0], "-") == 0 ? "stdin" : what->sources[0];
}

static void start(struct pull *p, const struct job_sources *what)
{
	p->src = NULL;
	p->what = what;
	p->progress = (struct progress){0};
	p->name = name_of(what);
	p->code = p->is_refused = 0;
}

/* ---- open ---- */

static int regroup(struct pull *p, const struct job_sources *what, const struct otfp_read_options *o)
{
	struct otfp_read_options sorted = *o;
	int code = otfp_regroup_open(&p->src, what->regroup, o, &p->err);

	p->is_refused = code < 0;
	if (code < 0 || !what->regroup_memory)
		return code;
	sorted.sort_memory = what->regroup_memory;
	return otfp_sorted_open(&p->src, "--regroup", &sorted, &p->err);
}

static int open_sources(struct pull *p, const struct job_sources *what, const struct otfp_read_options *o)
{
	int code = otfp_source_open_shared(&p->src, (const char *const *)what->sources, (unsigned)what->nsources, o,
	                                   &p->err);

	if (code == 0 && what->add) {
		code = otfp_add_open(&p->src, what->add, o->stop, &p->err);
		p->is_refused = code < 0;
	}
	if (code == 0 && what->wrap) {
		code = what->wrap(what->wrap_ctx, &p->src, o, &p->err);
		p->is_refused = code < 0 && what->wrap_refuses && *what->wrap_refuses;
	}
	return code == 0 && what->regroup ? regroup(p, what, o) : code;
}

int pull_open(struct pull *p, const struct job_sources *what, const struct otfp_read_options *o)
{
	start(p, what);
	return p->code = open_sources(p, what, o);
}

int pull_open_recording(struct pull *p, const struct job_sources *what, struct recording *r)
{
	start(p, what);
	return p->code = recording_open(&p->src, r, &p->err);
}

void pull_narrow(struct pull *p, const struct otfp_stage_ops *stage, void *ctx)
{
	if (stage && stage->wanted)
		otfp_source_wanted(p->src, stage->wanted, ctx);
	if (stage && stage->kinds)
		otfp_source_kinds(p->src, stage->kinds(ctx));
	if (stage && stage->window)
		otfp_source_ask_window(p->src, stage->window, ctx);
}

void pull_taker(struct pull *p, struct otfp_taker *taker)
{
	p->taker = taker;
	p->taken = taker->n;
	otfp_source_taker(p->src, taker);
}

/* ---- read ---- */

/* @return how many records the taker got since the last call */
static uint64_t taken(struct pull *p)
{
	const uint64_t before = p->taken;

	if (!p->taker)
		return 0;
	p->taken = p->taker->n;
	return p->taken - before;
}

/* @return 0, or OTFP_EUSAGE for a share of several if the job needs all of them */
static int refuse_share(struct pull *p, const struct otfp_record *rec)
{
	const struct job_sources *what = p->what;
	struct otfp_share s;

	if (otfp_control_kind(rec) == OTFP_C_CUT && what->uncut)
		return otfp_fail(
			&p->err, OTFP_EUSAGE,
			"%s: is a share of a part of a stream, and %s needs whole streams; make at most as many "
			"shares as there are streams",
			p->name, what->uncut);
	if (otfp_control_kind(rec) != OTFP_C_PART || !what->whole || otfp_share_get(&s, &rec->line) < 0 || s.parts < 2)
		return 0;
	if (what->part.parts)
		return otfp_fail(&p->err, OTFP_EUSAGE, "--part %u/%u: %s needs the whole trace; %s", s.part, s.parts,
		                 what->whole, what->instead ? what->instead : "leave out --part");
	return otfp_fail(&p->err, OTFP_EUSAGE, "%s: is share %u of %u, and %s needs the whole trace; %s", p->name,
	                 s.part, s.parts, what->whole,
	                 what->instead ? what->instead : "join the shares with otf-write --join");
}

int pull_next(struct pull *p, const struct otfp_record *const **recs, size_t *n)
{
	p->code = otfp_source_batch(p->src, recs, n);
	if (p->code)
		return p->code;
	if (signal_came())
		return p->code = otfp_fail(&p->err, OTFP_EINTR, "interrupted");
	if (p->what && (p->what->whole || p->what->uncut) && (*recs)[0]->type == OTFP_CONTROL &&
	    (p->code = refuse_share(p, (*recs)[0])) < 0)
		return p->code;
	OTFP_ASSERT_HOT(*n > 0);
	progress_step(&p->progress, (*recs)[*n - 1], *n + taken(p));
	return 0;
}

/* ---- how it ended ---- */

void pull_explain(const struct pull *p, struct otfp_error *shown)
{
	*shown = p->err;
	if (p->code != OTFP_EABORT)
		return;
	otfp_fail_at(shown, OTFP_EABORT, OTFP_FLAW_ABORTED, p->name, 0, "%s", p->err.text);
	shown->line = p->err.line; /* otf-check prints it */
}

void pull_report(const struct pull *p)
{
	struct otfp_error shown;

	if (p->code == OTFP_EINTR && signal_came())
		return;
	pull_explain(p, &shown);
	message_print("%s", shown.text);
}

int pull_status(const struct pull *p)
{
	return p->code < 0 ? exit_status(p->code) : otfp_source_troubles(p->src) != 0;
}

void pull_close(struct pull *p)
{
	otfp_source_close(p->src);
	p->src = NULL;
}
