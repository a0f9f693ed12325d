/* clocking-match.c - --match-messages: the pass that finds the receive of each send. */
#include "io/temp.h"
#include "cmd/remap/clocking.h"
#include "cmd/text/signals.h"

static int begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct clocking_work *w = ctx;
	size_t memory = w->o->buffer ? w->o->buffer : OTFP_SORT_BUFFER;
	/* the records themselves may be sorted at the same time, in memory of their own */
	const struct otfp_sort_options so = {memory / 4 > OTFP_SORT_ROOM_LEAST ? memory / 4 : OTFP_SORT_ROOM_LEAST,
	                                     otfp_temp_dir(), signal_came};

	(void)h;
	return otfp_sort_new(&w->matches, &so, err);
}

static int record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct clocking_work *w = ctx;
	struct matched_send match;
	int code = matching_add(&w->matching, *rec, &match);

	if (code < 0)
		return otfp_fail_memory(err);
	return code ? otfp_sort_put(w->matches, (struct otfp_key){match.number, 0}, (const char *)&match,
	                            sizeof match) :
	              0;
}

static int end(void *ctx, struct otfp_error *err)
{
	struct clocking_work *w = ctx;

	if (matching_choose_keys(&w->matching) < 0)
		return otfp_fail(err, OTFP_EFAIL, "--match-messages: no token is free for a key");
	return otfp_sort_end(w->matches);
}

static const struct otfp_stage_ops match_stage = {.begin = begin, .record = record, .end = end};

int clocking_run_match(struct clocking_work *w)
{
	w->pass.stage = &match_stage;
	w->pass.ctx = w;
	return twice_pass(&w->twice, &w->failed);
}

void clocking_report_match(const struct clocking_work *w)
{
	const struct otfp_halves *h = &w->matching.halves;

	message_note(1, "%llu sends without a receive, %llu receives without a send",
	             (unsigned long long)h->number[OTFP_HALF_SENT], (unsigned long long)h->number[OTFP_HALF_RECEIVED]);
}
