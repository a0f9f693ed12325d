#include "cmd/run/recording.h"
#include "base/error.h"
#include "trace/source.h"
#include "record/table.h"
#include <stdlib.h>
#include <string.h>

enum { BYTES_MAX = 8 << 20 };

struct recorded {
	struct recording r;
	int given; /* the caller has the first of r.records */
	int asked; /* window() was called, once, as any source does */
	int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to);
	void *ctx;
};

void recording_release(struct recording *r)
{
	otfp_queue_release(&r->records);
	otfp_buf_release(&r->other);
	memset(r, 0, sizeof *r);
}

void recording_begin(struct recording *r, const struct otfp_header *h)
{
	recording_release(r);
	r->header = *h;
	r->incomplete = otfp_buf_add(&r->other, h->other.p, h->other.n) < 0;
	r->header.other = (struct otfp_str){r->other.p, r->other.n};
}

void recording_add(struct recording *r, const struct otfp_record *rec)
{
	const struct otfp_queued *q = r->incomplete ? NULL : otfp_queue_put(&r->records, rec);

	r->bytes += q ? q->size : 0;
	if (q && r->bytes <= BYTES_MAX)
		return;
	otfp_queue_release(&r->records);
	r->incomplete = 1;
}

/* ---- the source ---- */

static const struct otfp_header *recorded_header(const void *handle)
{
	return &((const struct recorded *)handle)->r.header;
}

static void recorded_window(void *handle, int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to),
                            void *ctx)
{
	struct recorded *m = handle;

	m->window = window;
	m->ctx = ctx;
}

/* The recording contains only records of the window; call window() all the same, since its owner may rely on the call.
 */
static void ask(struct recorded *m)
{
	uint64_t from, to;
	int has_to;

	m->asked = 1;
	if (m->window)
		m->window(m->ctx, &from, &to, &has_to);
}

static int recorded_next(void *handle, const struct otfp_record **rec)
{
	struct recorded *m = handle;
	const struct otfp_queued *q;

	if (m->given)
		otfp_queue_pop(&m->r.records);
	q = otfp_queue_first(&m->r.records);
	m->given = q != NULL;
	if (!m->asked && (!q || (q->rec.type < OTFP_NTYPES && otfp_is_timed(q->rec.file))))
		ask(m);
	if (!q)
		return OTFP_END;
	*rec = &q->rec;
	return 0;
}

static void recorded_close(void *handle)
{
	struct recorded *m = handle;

	recording_release(&m->r);
	free(m);
}

static const struct otfp_source_ops ops = {
	.header = recorded_header,
	.window = recorded_window,
	.next = recorded_next,
	.close = recorded_close,
};

int recording_open(struct otfp_source **src, struct recording *r, struct otfp_error *err)
{
	struct recorded *m = calloc(1, sizeof *m);

	if (!m)
		return otfp_fail_memory(err);
	m->r = *r;
	memset(r, 0, sizeof *r);
	return otfp_source_make(src, &ops, m, err);
}
