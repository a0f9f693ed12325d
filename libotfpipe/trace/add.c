/*
 * add.c - insert the records of files into a stream: a source that wraps another one. An added record comes after all
 * records of the trace with the same place in the order: same kind of file, same stream, same time.
 */
#include "record/streams.h"
#include "trace/added.h"
#include "trace/around.h"
#include "trace/source.h"
#include "base/order.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum phase { DEFINITIONS, MARKERS, TIMED };

/* A place in the order of otfpipe-stream(5), as numbers. */
struct place {
	enum phase phase;
	uint64_t major, minor;
};

struct add {
	struct otfp_error *err;
	struct otfp_source *src; /* of the trace */
	struct otfp_header header;
	struct otfp_added added;
	const struct otfp_added_record **order; /* added.records in order; those from `at` on are to come */
	size_t at;
	int sorted;                    /* `order` is sorted, which needs the streams */
	struct otfp_master master;     /* of the trace, from @SM */
	struct otfp_map processes;     /* defined so far */
	const struct otfp_record *rec; /* of the trace: read and not delivered */
	int ended;                     /* the trace has no more records */
};

/* ---- the order ---- */

static struct place place_of(const struct add *a, unsigned file, uint64_t time, uint32_t loc)
{
	uint32_t stream;

	if (file == OTFP_FILE_DEF)
		return (struct place){DEFINITIONS, loc, 0};
	if (file == OTFP_FILE_MARKER)
		return (struct place){MARKERS, 0, 0};
	if (file == OTFP_FILE_SNAP && a->header.inline_snaps)
		file = OTFP_FILE_EVENT;
	stream = otfp_master_stream(&a->master, loc);
	return (struct place){TIMED, time, (uint64_t)file << 32 | (stream ? stream : UINT32_MAX)};
}

/* Markers have no order in a trace: added ones come last, after the definitions that they refer to. */
static struct place place_of_added(const struct add *a, const struct otfp_added_record *r)
{
	struct place p = place_of(a, r->file, r->time, r->loc);

	if (p.phase == MARKERS)
		p.major = r->type == OTFP_DefMarker ? 1 : 2;
	return p;
}

static int compare(const struct place *p, const struct place *q)
{
	if (p->phase != q->phase)
		return p->phase < q->phase ? -1 : 1;
	return otfp_order2(p->major, q->major, p->minor, q->minor);
}

static int by_place(const void *p, const void *q, void *ctx)
{
	const struct otfp_added_record *r = *(const struct otfp_added_record *const *)p;
	const struct otfp_added_record *s = *(const struct otfp_added_record *const *)q;
	struct place at = place_of_added(ctx, r), other = place_of_added(ctx, s);
	int order = compare(&at, &other);

	return order ? order : (r > s) - (r < s);
}

static void sort(struct add *a)
{
	qsort_r(a->order + a->at, a->added.n - a->at, sizeof *a->order, by_place, a);
	a->sorted = 1;
}

/* Whether the next added record comes before that of the trace. */
static int is_due(struct add *a)
{
	struct place next, here;

	if (a->at == a->added.n || (!a->ended && a->rec->type >= OTFP_CONTROL))
		return 0;
	if (!a->sorted)
		sort(a);
	if (a->ended)
		return 1;
	next = place_of_added(a, a->order[a->at]);
	here = place_of(a, a->rec->file, a->rec->time, a->rec->loc);
	return compare(&next, &here) < 0;
}

/* ---- reading the trace ---- */

static int learn_control(struct add *a, const struct otfp_record *rec)
{
	enum otfp_control kind = otfp_control_kind(rec);
	const char *why;

	a->sorted = 0;
	if (kind == OTFP_C_IS)
		a->header.inline_snaps = 1;
	if (kind != OTFP_C_SM || otfp_master_parse_sm(&a->master, &rec->line, &why) == 0)
		return 0;
	return otfp_fail(a->err, OTFP_EFAIL, "'%.*s': %s", otfp_shown_bytes(rec->line.n), rec->line.p, why);
}

static int learn_process(struct add *a, const struct otfp_record *rec)
{
	if (rec->type != OTFP_DefProcess)
		return 0;
	return otfp_map_set(&a->processes, (uint32_t)rec->f[0].u, 1) < 0 ? otfp_fail_memory(a->err) : 0;
}

static int read_ahead(struct add *a)
{
	int code = otfp_source_next(a->src, &a->rec);

	if (code) {
		a->rec = NULL;
		a->ended = code == OTFP_END;
		return code < 0 ? code : 0;
	}
	if (a->rec->type == OTFP_CONTROL)
		return learn_control(a, a->rec);
	if (a->rec->type == OTFP_OTHER || otfp_is_timed(a->rec->file))
		return 0;
	code = learn_process(a, a->rec);
	return code < 0 ? code : otfp_added_compare(&a->added, a->rec);
}

/* ---- delivering ---- */

/* Definitions that describe the whole trace: an added one must be equal to that of the trace. */
static int is_identity(unsigned type)
{
	return type == OTFP_DefVersion || type == OTFP_DefUniqueId || type == OTFP_DefTimeRange ||
	       type == OTFP_DefTimerResolution;
}

static int has_process(const struct add *a, uint32_t process)
{
	return otfp_master_stream(&a->master, process) || otfp_map_get(&a->processes, process);
}

static int check(struct add *a, const struct otfp_added_record *r)
{
	const char *name = otfp_table[r->type].name;

	if (otfp_is_timed(r->file) || r->type == OTFP_Marker) {
		if (has_process(a, r->loc))
			return 0;
		return otfp_added_fail(&a->added, r, "%s: the trace has no process %" PRIu32, name, r->loc);
	}
	if (r->loc && !otfp_master_find(&a->master, r->loc))
		return otfp_added_fail(&a->added, r, "%s: the trace has no stream %" PRIu32, name, r->loc);
	if (is_identity(r->type))
		return otfp_added_fail(&a->added, r, "%s: not in the trace, and cannot be added", name);
	return 0;
}

static int deliver(struct add *a, const struct otfp_record **rec)
{
	const struct otfp_added_record *r = a->order[a->at++];
	int code = check(a, r);

	*rec = otfp_added_get(&a->added, r);
	return code < 0 ? code : learn_process(a, *rec);
}

static int add_next(void *handle, const struct otfp_record **rec)
{
	struct add *a = handle;
	int code = a->rec || a->ended ? 0 : read_ahead(a);

	if (code < 0)
		return code;
	while (is_due(a)) {
		if (!a->order[a->at]->duplicate)
			return deliver(a, rec);
		a->at++;
	}
	*rec = a->rec;
	a->rec = NULL;
	return a->ended ? OTFP_END : 0;
}

/* ---- the source ---- */

static const struct otfp_header *add_header(const void *handle)
{
	return &((const struct add *)handle)->header;
}

static void add_window(void *handle, int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to), void *ctx)
{
	otfp_source_ask_window(((struct add *)handle)->src, window, ctx);
}

/* Those to be added have their places among those of the source. */
static void add_kinds(void *handle, unsigned kinds)
{
	otfp_source_kinds(((struct add *)handle)->src, kinds & ~OTFP_LOOSE);
}

static void add_wanted(void *handle, int (*wanted)(void *ctx, uint32_t process), void *ctx)
{
	otfp_source_wanted(((struct add *)handle)->src, wanted, ctx);
}

static uint64_t add_troubles(const void *handle)
{
	return otfp_source_troubles(((const struct add *)handle)->src);
}

static void add_close(void *handle)
{
	struct add *a = handle;

	otfp_source_close(a->src);
	otfp_added_release(&a->added);
	otfp_master_release(&a->master);
	otfp_map_release(&a->processes);
	free(a->order);
	free(a);
}

static const struct otfp_source_ops add_ops = {
	.header = add_header,
	.window = add_window,
	.wanted = add_wanted,
	.kinds = add_kinds,
	.next = add_next,
	.troubles = add_troubles,
	.close = add_close,
};

/* The time span of the whole. */
static void widen(struct otfp_header *h, const struct otfp_added_record *r)
{
	if (!h->has_span || !otfp_is_timed(r->file))
		return;
	h->first = r->time < h->first ? r->time : h->first;
	h->last = r->time > h->last ? r->time : h->last;
	if (!h->has_events || r->file != OTFP_FILE_EVENT)
		return;
	h->events_first = r->time < h->events_first ? r->time : h->events_first;
	h->events_last = r->time > h->events_last ? r->time : h->events_last;
}

static int load(struct add *a, const char *const *files, otfp_stop_fn *stop)
{
	int code = otfp_added_load(&a->added, files, stop, a->err);

	if (code < 0)
		return code;
	a->order = calloc(a->added.n + 1, sizeof *a->order);
	if (!a->order)
		return otfp_fail_memory(a->err);
	for (size_t i = 0; i < a->added.n; i++) {
		a->order[i] = &a->added.records[i];
		widen(&a->header, a->order[i]);
	}
	return 0;
}

int otfp_add_open(struct otfp_source **src, const char *const *files, otfp_stop_fn *stop, struct otfp_error *err)
{
	struct add *a = calloc(1, sizeof *a);
	int code;

	if (!a) {
		otfp_source_close(*src);
		*src = NULL;
		return otfp_fail_memory(err);
	}
	a->err = err;
	a->src = *src;
	a->header = *otfp_source_header(*src);
	*src = NULL;
	code = load(a, files, stop);
	if (code < 0) {
		add_close(a);
		return code;
	}
	return otfp_source_make(src, &add_ops, a, err);
}
