#include "cmd/draw/excess.h"
#include "base/error.h"
#include "cmd/text/signals.h"
#include "io/temp.h"

enum { MEMORY = 64 << 20 }; /* bytes for the times of messages, above which they are in a file */

static int put(void *ctx, const struct otfp_wait_transfer *one)
{
	struct excess *e = ctx;

	if (one->operation == OTFP_NO_REF && one->is_reported &&
	    (otfp_map_set(&e->processes, one->sender, 1) < 0 || otfp_map_set(&e->processes, one->receiver, 1) < 0))
		return -1;
	return otfp_transfers_put(e->transfers, one);
}

static void forward(void *ctx, uint32_t sender, uint32_t receiver, uint64_t excess)
{
	const struct excess *e = ctx;

	e->each(e->each_ctx, sender, receiver, excess);
}

int excess_begin(struct excess *e, const struct otfp_wait_options *o, const struct otfp_header *h,
                 struct otfp_error *err)
{
	const struct otfp_sort_options sort = {.memory = MEMORY, .dir = otfp_temp_dir(), .stop = signal_came};
	struct otfp_wait_options own = *o;
	int code;

	own.states = 1;
	e->waits = otfp_wait_new(&own, h);
	if (!e->waits)
		return otfp_fail_memory(err);
	code = otfp_transfers_new(&e->transfers, &sort, err);
	if (code < 0)
		return code;
	otfp_transfers_each(e->transfers, forward, e);
	otfp_wait_report_transfers(e->waits, put, e);
	return 0;
}

static int check(const struct excess *e, int rc, struct otfp_error *err)
{
	int code;

	if (rc >= 0)
		return 0;
	code = otfp_transfers_error(e->transfers, err);
	return code ? code : otfp_fail_memory(err);
}

int excess_add(struct excess *e, const struct otfp_record *rec, struct otfp_error *err)
{
	return check(e, otfp_wait_add(e->waits, rec), err);
}

int excess_end(struct excess *e, struct otfp_error *err)
{
	return check(e, otfp_wait_end(e->waits), err);
}

int excess_each(struct excess *e, otfp_transfer_excess_fn *each, void *ctx, struct otfp_error *err)
{
	e->each = each;
	e->each_ctx = ctx;
	return check(e, otfp_transfers_end(e->transfers), err);
}

void excess_release(struct excess *e)
{
	otfp_wait_free(e->waits);
	otfp_transfers_free(e->transfers);
	otfp_map_release(&e->processes);
}
