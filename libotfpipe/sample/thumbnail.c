/* thumbnail.c - write a thumbnail; see thumbnail.h. */
#include "sample/thumbnail.h"
#include "base/num.h"
#include "base/ticks.h"
#include "base/order.h"
#include "base/wide.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct otfp_thumbnail_row {
	struct otfp_buf text;
	uint64_t at, due; /* samples so far; time of the next one, UINT64_MAX = none */
	uint32_t process, function;
};

int otfp_thumbnail_parse(struct otfp_thumbnail *t, const char *text, struct otfp_error *err)
{
	int over = 0, good = 1;
	const char *p = text;

	t->procs = OTFP_THUMBNAIL_PROCS;
	t->samples = OTFP_THUMBNAIL_SAMPLES;
	if (*p && *p != ',') {
		p = otfp_get_dec(text, &t->procs, &over);
		good = p > text && t->procs > 0;
	}
	if (*p == ',') {
		const char *samples = ++p;
		p = otfp_get_dec(samples, &t->samples, &over);
		good &= p > samples && t->samples > 0;
	}
	if (good && !over && !*p && t->samples <= UINT32_MAX)
		return 0;
	return otfp_fail(err, OTFP_EUSAGE, "--thumbnail: expected PROCS,SAMPLES, not '%.200s'", text);
}

void otfp_thumbnail_release(struct otfp_thumbnail *t)
{
	for (size_t i = 0; i < t->n; i++)
		otfp_buf_release(&t->rows[i].text);
	free(t->rows);
	otfp_buf_release(&t->defined);
	otfp_map_release(&t->rows_of);
	memset(t, 0, sizeof *t);
}

/* ---- choosing the processes ---- */

static int define(struct otfp_thumbnail *t, uint32_t process)
{
	if (otfp_map_get(&t->rows_of, process))
		return 0;
	if (otfp_map_set(&t->rows_of, process, 0) < 0)
		return -1;
	return otfp_buf_add(&t->defined, &process, sizeof process);
}

/* Choose `want` of n processes as the reference library does: with the same random numbers in each run. */
static int choose(uint32_t *process, size_t n, size_t want)
{
	char memory[128] = {0}; /* this size selects the generator of rand(3) */
	struct random_data state = {0};
	int32_t r;

	if (initstate_r(1, memory, sizeof memory, &state) < 0)
		return -1;
	for (size_t i = 0; i < want; i++) {
		random_r(&state, &r);
		size_t j = i + (size_t)(r / (double)RAND_MAX * (double)(n - 1 - i) + 0.5);
		uint32_t other = process[j];
		process[j] = process[i];
		process[i] = other;
	}
	return 0;
}

/* At the first call: choose the processes and make their rows. @return 0, or -1 when memory is out */
static int begin(struct otfp_thumbnail *t)
{
	uint32_t *process = (uint32_t *)(void *)t->defined.p;
	size_t n = t->defined.n / sizeof *process, want = t->procs < n ? (size_t)t->procs : n;
	uint64_t last;

	t->begun = 1;
	if (want < n && choose(process, n, want) < 0)
		return -1;
	if (want)
		qsort(process, want, sizeof *process, otfp_by_u32);
	t->rows = calloc(want + 1, sizeof *t->rows);
	if (!t->rows)
		return -1;
	if (otfp_header_span(t->header, &t->first, &last))
		t->span = last - t->first;
	if (t->samples > t->span)
		t->samples = t->span;
	otfp_map_release(&t->rows_of);
	for (t->n = 0; t->n < want; t->n++) {
		t->rows[t->n] = (struct otfp_thumbnail_row){
			.process = process[t->n],
			.due = t->samples ? t->first : UINT64_MAX,
		};
		if (otfp_map_set(&t->rows_of, process[t->n], t->n) < 0)
			return -1;
	}
	return 0;
}

/* ---- samples ---- */

/* Append the current function for all samples before index `to`. @return 0, or -1 when memory is out */
static int fill(const struct otfp_thumbnail *t, struct otfp_thumbnail_row *row, uint64_t to)
{
	char text[OTFP_HEX_MAX + 1], *end;

	if (to > t->samples)
		to = t->samples;
	end = otfp_put_hex(text, row->function);
	*end++ = ',';
	for (; row->at < to; row->at++)
		if (otfp_buf_add(&row->text, text, (size_t)(end - text)) < 0)
			return -1;
	row->due = row->at < t->samples ? t->first + (uint64_t)((otfp_wide)row->at * t->span / t->samples) : UINT64_MAX;
	return 0;
}

/* The function changes at `time`: first append the samples before it. */
static int change(const struct otfp_thumbnail *t, struct otfp_thumbnail_row *row, uint64_t time, uint32_t function)
{
	int code = 0;

	if (time > row->due) {
		otfp_wide offset = time - t->first;
		code = fill(t, row, (uint64_t)((offset * t->samples + t->span - 1) / t->span));
	}
	row->function = function;
	return code;
}

int otfp_thumbnail_see(void *self, const struct otfp_record *rec, const struct otfp_change *did)
{
	struct otfp_thumbnail *t = self;
	const struct otfp_call_stack *calls;
	const uint64_t *row;

	if (rec->type == OTFP_DefProcess && !t->begun)
		return define(t, (uint32_t)rec->f[0].u);
	if (did->did != OTFP_DID_OPEN_CALL && did->did != OTFP_DID_CLOSE_CALL)
		return 0;
	if (!t->begun && begin(t) < 0)
		return -1;
	row = otfp_map_get(&t->rows_of, rec->loc);
	calls = &did->process->calls;
	return row ? change(t, &t->rows[*row], rec->time, calls->n ? calls->calls[calls->n - 1].function : 0) : 0;
}

static int format(struct otfp_thumbnail *t, struct otfp_buf *b)
{
	if (!t->begun && begin(t) < 0)
		return -1;
	if (otfp_buf_printf(b, "0:%" PRIx64 ",%zx\n", t->samples, t->n) < 0)
		return -1;
	for (size_t i = 0; i < t->n; i++) {
		struct otfp_thumbnail_row *row = &t->rows[i];
		if (fill(t, row, t->samples) < 0 || otfp_buf_printf(b, "%" PRIx32 ":", row->process) < 0 ||
		    otfp_buf_add(b, row->text.p, row->text.n) < 0 || otfp_buf_puts(b, "\n") < 0)
			return -1;
		otfp_buf_release(&row->text);
		row->text = (struct otfp_buf)OTFP_BUF_INIT;
	}
	return 0;
}

int otfp_thumbnail_put(void *self, struct otfp_sink *out)
{
	struct otfp_thumbnail *t = self;
	struct otfp_buf b = OTFP_BUF_INIT;
	int code = format(t, &b) < 0 ? otfp_fail_memory(t->err) : otfp_sink_thumbnail(out, b.p, b.n);

	otfp_buf_release(&b);
	return code;
}
