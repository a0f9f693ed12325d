/* thumbnail.c - write a thumbnail; see thumbnail.h. */
#include "sample/thumbnail.h"
#include "base/num.h"
#include "base/order.h"
#include "base/ticks.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct otfp_thumbnail_row {
	struct otfp_raster_row raster;
	uint32_t process;
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
		otfp_buf_release(&t->rows[i].raster.text);
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
	if (otfp_header_span(t->header, &t->raster.first, &last))
		t->raster.span = last - t->raster.first;
	t->raster.samples = t->samples < t->raster.span ? t->samples : t->raster.span;
	otfp_map_release(&t->rows_of);
	for (t->n = 0; t->n < want; t->n++) {
		t->rows[t->n].process = process[t->n];
		otfp_raster_start(&t->raster, &t->rows[t->n].raster);
		if (otfp_map_set(&t->rows_of, process[t->n], t->n) < 0)
			return -1;
	}
	return 0;
}

/* ---- samples ---- */

int otfp_thumbnail_add(void *self, const struct otfp_record *rec, const struct otfp_change *did)
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
	if (!row)
		return 0;
	return otfp_raster_change(&t->raster, &t->rows[*row].raster, rec->time,
	                          calls->n ? otfp_stack_at(calls, calls->n - 1)->function : 0);
}

static int format(struct otfp_thumbnail *t, struct otfp_buf *b)
{
	if (!t->begun && begin(t) < 0)
		return -1;
	if (otfp_buf_printf(b, "0:%" PRIx64 ",%zx\n", t->raster.samples, t->n) < 0)
		return -1;
	for (size_t i = 0; i < t->n; i++) {
		struct otfp_thumbnail_row *row = &t->rows[i];
		if (otfp_raster_put(&t->raster, &row->raster, row->process, b) < 0)
			return -1;
		otfp_buf_release(&row->raster.text);
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
