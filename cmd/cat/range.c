/* range.c - --num A:B as a stage. */
#include "cmd/cat/range.h"
#include "base/num.h"
#include "cmd/run/run.h"
#include <inttypes.h>

/* Parse a decimal at *p and move *p after it. @return 0, or -1 if there is none or it does not fit into 64 bits */
static int get_count(const char **p, uint64_t *v)
{
	const char *from = *p;
	int over = 0;

	*p = otfp_get_dec(from, v, &over);
	return *p == from || over ? -1 : 0;
}

int range_parse(struct record_range *r, const char *text)
{
	const char *p = text;
	int bad = 0;

	r->from = 1;
	r->to = UINT64_MAX;
	if (*p != ':')
		bad = get_count(&p, &r->from);
	bad = bad || *p++ != ':';
	if (!bad && *p)
		bad = get_count(&p, &r->to);
	if (bad || *p)
		return message_usage("--num: bad range '%.200s': expected A:B", text);
	if (r->from == 0 || r->to == 0)
		return message_usage("--num: records are counted from 1: '%.200s'", text);
	if (r->from > r->to)
		return message_usage("--num: the range ends before it begins: '%.200s'", text);
	return 0;
}

static int range_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct record_range *r = ctx;

	return r->inner && r->inner->begin ? r->inner->begin(r->ctx, h, err) : 0;
}

static int range_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	struct record_range *r = ctx;

	return r->inner && r->inner->window && r->inner->window(r->ctx, from, to, has_to);
}

static int range_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct record_range *r = ctx;
	int verdict = r->inner ? r->inner->record(r->ctx, rec, err) : OTFP_PUT;

	if (verdict <= 0 || (*rec)->type == OTFP_CONTROL)
		return verdict;
	r->at++;
	verdict = r->at >= r->from && r->at < r->to ? OTFP_PUT : OTFP_DROP;
	r->met |= verdict == OTFP_PUT;
	return r->at + 1 >= r->to ? verdict | OTFP_LAST : verdict;
}

static int range_end(void *ctx, struct otfp_error *err)
{
	struct record_range *r = ctx;
	int code = r->inner && r->inner->end ? r->inner->end(r->ctx, err) : 0;

	if (code < 0 || r->met)
		return code;
	code = otfp_fail(err, OTFP_EFAIL, "--num: no record is in the range %s", r->text);
	if (!r->strict)
		message_warning("%s", err->text);
	return r->strict ? code : 0;
}

const struct otfp_stage_ops range_stage = {
	.begin = range_begin,
	.window = range_window,
	.record = range_record,
	.end = range_end,
};

int range_ticks(uint64_t *ticks, const char *text)
{
	int over = 0;
	const char *end = otfp_get_dec(text, ticks, &over);

	return end == text || *end || over || !*ticks ? -1 : 0;
}
