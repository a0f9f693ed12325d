#include "tau/write/sink.h"
#include "base/error.h"
#include "record/table.h"
#include "tau/write/records.h"
#include <inttypes.h>
#include <stdlib.h>

enum { LIST_MAX = 880 }; /* bytes: one more entry still goes into the text of an error */

struct sink {
	struct otfp_error *err;
	void (*report)(void *ctx, const struct otfp_error *e);
	void *ctx;
	struct otfp_to_tau_state state;
};

static int begin(void *handle, const struct otfp_header *h)
{
	struct sink *s = handle;

	return otfp_to_tau_begin(&s->state, h, s->err);
}

static int put(void *handle, const struct otfp_record *rec)
{
	struct sink *s = handle;

	return otfp_to_tau_add(&s->state, rec, s->err);
}

/* ---- what is lost ---- */

static const struct {
	const char *text;
	int fails;
} losses[OTFP_NLOSSES] = {
	[OTFP_LOST_TAGS] = {"key-values dropped", 1},
	[OTFP_LOST_OTHER] = {"lines of unknown records dropped", 1},
	[OTFP_LOST_EVENTS] = {"@LOST lines (events that an earlier program lost) dropped", 1},
	[OTFP_LOST_LEAVE] = {"Leave records without an open call dropped", 1},
	[OTFP_LOST_TAG] = {"message tags cut to 16 bits", 1},
	[OTFP_LOST_LENGTH] = {"message lengths reduced to 67108863, the maximum of TAU", 1},
	[OTFP_LOST_COMM] = {"messages moved to the first communicator, because TAU has at most 64", 1},
	[OTFP_LOST_FRACTION] = {"counter values cut to whole numbers", 1},
	[OTFP_LOST_VALUE] = {"counter values reduced to the maximum of 64 bits", 1},
	[OTFP_LOST_TIME] = {"times rounded to microseconds", 0},
	[OTFP_LOST_NAME] = {"names changed: they had a quote or a line end, or were not unique", 0},
};

static uint64_t lost(const void *handle)
{
	const struct otfp_to_tau_state *s = &((const struct sink *)handle)->state;
	uint64_t n = 0;

	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		n += s->dropped[type];
	for (unsigned i = 0; i < OTFP_NLOSSES; i++)
		n += losses[i].fails ? s->lost[i] : 0;
	return n;
}

/* A list of records by their types, which is empty then. @return 0 or <0 */
static int report_list(struct sink *s, struct otfp_buf *list)
{
	if (!list->n)
		return 0;
	if (!otfp_buf_str(list))
		return otfp_fail_memory(s->err);
	otfp_fail(s->err, OTFP_OK, "dropped records that a TAU trace cannot contain: %s", list->p);
	s->report(s->ctx, s->err);
	list->n = 0;
	return 0;
}

static int report_dropped(struct sink *s)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	int code = 0;

	for (unsigned type = 1; type < OTFP_NTYPES && code == 0; type++) {
		if (!s->state.dropped[type])
			continue;
		if (otfp_buf_printf(&b, "%s%s %" PRIu64, b.n ? ", " : "", otfp_table[type].name,
		                    s->state.dropped[type]) < 0)
			code = otfp_fail_memory(s->err);
		else if (b.n > LIST_MAX)
			code = report_list(s, &b);
	}
	if (code == 0)
		code = report_list(s, &b);
	otfp_buf_release(&b);
	return code;
}

static int report_losses(struct sink *s)
{
	int code = report_dropped(s);

	for (unsigned i = 0; i < OTFP_NLOSSES && code == 0; i++)
		if (s->state.lost[i]) {
			otfp_fail(s->err, OTFP_OK, "%s: %" PRIu64, losses[i].text, s->state.lost[i]);
			s->report(s->ctx, s->err);
		}
	return code;
}

/* ---- the end ---- */

static int finish(void *handle)
{
	struct sink *s = handle;
	int code = otfp_to_tau_define(&s->state, s->err);

	if (code == 0)
		code = otfp_to_tau_end(&s->state, s->err);
	return code == 0 && s->report ? report_losses(s) : code;
}

static int end(void *handle)
{
	struct sink *s = handle;

	return otfp_tau_out_commit(s->state.out, &s->state.defs);
}

static void close_sink(void *handle)
{
	struct sink *s = handle;

	otfp_tau_out_close(s->state.out);
	otfp_to_tau_release(&s->state);
	free(s);
}

const struct otfp_sink_ops otfp_tau_sink_ops = {
	.begin = begin,
	.put = put,
	.finish = finish,
	.end = end,
	.lost = lost,
	.close = close_sink,
};

int otfp_tau_sink_open(void **handle, const char *name, const struct otfp_write_options *o, const void *own,
                       struct otfp_error *err)
{
	const struct otfp_tau_write_options *tau = own;
	const struct otfp_tau_out_options out = {.is_run = tau && tau->is_run,
	                                         .force = o->force,
	                                         .max_files = o->max_files,
	                                         .report = o->report,
	                                         .ctx = o->ctx};
	struct sink *s = calloc(1, sizeof *s);
	int code;

	if (!s)
		return otfp_fail_memory(err);
	s->err = err;
	s->report = o->report;
	s->ctx = o->ctx;
	code = otfp_tau_out_open(&s->state.out, name, &out, err);
	if (code < 0)
		close_sink(s);
	else
		*handle = s;
	return code;
}
