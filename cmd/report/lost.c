/* lost.c - the models of what a run loses, fed together. See lost.h. */
#include "cmd/report/lost.h"
#include "base/error.h"
#include "cmd/text/signals.h"
#include "cmd/words/words.h"
#include "io/temp.h"

/* Why a model stopped. @return <0 */
static int cannot(const struct lost *l, struct otfp_error *err)
{
	if ((l->roots && otfp_roots_error(l->roots, err)) || (l->transfers && otfp_transfers_error(l->transfers, err)))
		return err->code;
	return l->trail && otfp_trail_error(l->trail, err) ? err->code : otfp_fail_memory(err);
}

/* ---- the first pass ---- */

static int put(void *ctx, const struct otfp_wait_found *f)
{
	struct lost *l = ctx;
	struct otfp_wait_found found = *f;
	const uint64_t *number = otfp_map_get(&l->functions, f->function);
	const int code = otfp_trail_put(l->trail, f);

	found.path = (uint32_t)(number ? *number : l->functions.n + 1);
	if (!number && otfp_map_set(&l->functions, f->function, found.path) < 0)
		return OTFP_EFAIL; /* no model has an error: memory is out */
	return code == 0 ? otfp_roots_put(l->roots, &found) : code;
}

static int begin_transfers(struct lost *l, struct otfp_error *err)
{
	const struct otfp_sort_options o = {.memory = LOST_MEMORY / 4, .dir = otfp_temp_dir(), .stop = signal_came};
	const int code = otfp_transfers_new(&l->transfers, &o, err);

	if (code == 0) {
		otfp_transfers_bound(l->transfers, o.memory);
		otfp_wait_report_transfers(l->w, otfp_transfers_put, l->transfers);
	}
	return code;
}

static int begin_second(struct lost *l, const struct otfp_wait_options *o, struct otfp_error *err)
{
	const struct otfp_roots_options roots = {
		.wait = *o, .by_place = 1, .memory = LOST_MEMORY / 2, .dir = otfp_temp_dir(), .stop = signal_came};
	const struct otfp_trail_options trail = {.path = 1,
	                                         .by = 1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_FUNCTION,
	                                         .has_from = o->has_from,
	                                         .from = o->from,
	                                         .has_to = o->has_to,
	                                         .to = o->to,
	                                         .memory = LOST_MEMORY / 2,
	                                         .dir = otfp_temp_dir(),
	                                         .stop = signal_came};
	int code = otfp_roots_new(&l->roots, &roots, err);

	if (code == 0)
		otfp_roots_follow(l->roots, l->w);
	if (code == 0)
		code = begin_transfers(l, err);
	if (code == 0)
		code = otfp_trail_new(&l->trail, &trail, err);
	if (code == 0)
		otfp_wait_report(l->w, put, l);
	return code;
}

int lost_begin(struct lost *l, const struct otfp_wait_options *what, const struct otfp_header *h,
               struct otfp_error *err)
{
	struct otfp_wait_options o = *what;

	o.clocks = o.load = o.each = o.states = o.rest = o.idle = 1;
	o.by = 1u << OTFP_WAIT_FUNCTION;
	l->o = o;
	l->header = *h;
	l->w = otfp_wait_new(&o, h);
	return l->w ? begin_second(l, &o, err) : otfp_fail_memory(err);
}

int lost_add(struct lost *l, const struct otfp_record *rec, struct otfp_error *err)
{
	otfp_wait_number(l->w, ++l->number);
	return otfp_wait_add(l->w, rec) < 0 ? cannot(l, err) : 0;
}

int lost_add_all(struct lost *l, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	const uint64_t number = l->number + 1;

	l->number += n;
	return otfp_wait_add_all(l->w, recs, n, number) < 0 ? cannot(l, err) : 0;
}

/* The repair that the sentences are about, if there is one. */
static int begin_gain(struct lost *l)
{
	const struct words_of of = {.w = l->w,
	                            .roots = l->roots,
	                            .transfers = l->transfers,
	                            .names = otfp_wait_names(l->w),
	                            .is_part = l->o.is_reported != NULL};
	struct otfp_gain *g = otfp_gain_new(l->w, &l->o);
	int has = g ? words_repair(&of, g) : -1;

	if (has > 0 && otfp_gain_begin(g, &l->header) < 0)
		has = -1;
	if (has > 0)
		l->gain = g;
	else
		otfp_gain_free(g);
	return has < 0 ? -1 : 0;
}

int lost_end(struct lost *l, struct otfp_error *err)
{
	if (!l->w)
		return 0;
	if (otfp_wait_end(l->w) < 0 || otfp_roots_end(l->roots) < 0 || otfp_trail_walk(l->trail, l->w) < 0 ||
	    otfp_transfers_end(l->transfers) < 0)
		return cannot(l, err);
	return begin_gain(l) < 0 ? otfp_fail_memory(err) : 0;
}

/* ---- the second pass ---- */

int lost_follow(struct lost *l, const struct otfp_record *rec, struct otfp_error *err)
{
	if (l->gain && otfp_gain_record(l->gain, rec) < 0)
		return otfp_fail_memory(err);
	return l->trail && otfp_trail_record(l->trail, rec) < 0 ? cannot(l, err) : 0;
}

int lost_finish(struct lost *l, struct otfp_error *err)
{
	if (l->gain && otfp_gain_end(l->gain) < 0)
		return otfp_fail_memory(err);
	return l->trail && otfp_trail_end(l->trail) < 0 ? cannot(l, err) : 0;
}

const struct otfp_root_place *lost_root(const struct lost *l, unsigned kind, otfp_ref function)
{
	const uint64_t *number = otfp_map_get(&l->functions, function);

	if (!l->roots || !number)
		return NULL;
	return otfp_roots_place(l->roots, kind, (uint32_t)*number);
}

void lost_release(struct lost *l)
{
	otfp_roots_free(l->roots);
	otfp_trail_free(l->trail);
	otfp_gain_free(l->gain);
	otfp_transfers_free(l->transfers);
	otfp_wait_free(l->w);
	otfp_map_release(&l->functions);
	*l = (struct lost){0};
}
