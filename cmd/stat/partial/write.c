/* write.c - a profile as sorted lines. */
#include "base/order.h"
#include "cmd/stat/partial/line.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct writer {
	const struct otfp_profile *p;
	struct partial_out out;
	struct otfp_error *err;
	uint32_t *ranks; /* by path: its number in the file */
	uint8_t *needed; /* by definition: something refers to it */
};

static int put(struct writer *w, const struct partial_line *line)
{
	return partial_out_put(&w->out, line);
}

/* ---- definitions ---- */

static void need(struct writer *w, unsigned space, otfp_ref ref)
{
	const struct otfp_definition *d = otfp_names_find(&w->p->names, space, ref);

	if (d)
		w->needed[d - w->p->names.definitions] = 1;
}

static void need_function(struct writer *w, otfp_ref function)
{
	const struct otfp_definition *d = otfp_names_find(&w->p->names, OTFP_NAMED_FUNCTION, function);

	if (!d)
		return;
	w->needed[d - w->p->names.definitions] = 1;
	need(w, OTFP_NAMED_GROUP, otfp_names_local(&w->p->names, OTFP_NAMED_GROUP, d->stream, d->detail));
}

static void need_process(struct writer *w, uint32_t process)
{
	need(w, OTFP_NAMED_PROCESS, otfp_names_ref(&w->p->names, OTFP_NAMED_PROCESS, process, process));
}

static void need_row(struct writer *w, const struct otfp_row *row)
{
	const unsigned table = row->key.table;

	for (unsigned i = 0; i < w->p->nkinds[table]; i++) {
		const unsigned kind = w->p->kinds[table][i];
		if (kind == OTFP_KEY_FUNCTION)
			need_function(w, row->key.part[i]);
		else if (otfp_key_kinds[kind].space >= 0)
			need(w, (unsigned)otfp_key_kinds[kind].space, row->key.part[i]);
	}
}

static int by_definition(const void *a, const void *b)
{
	const struct otfp_definition *x = *(const struct otfp_definition *const *)a,
				     *y = *(const struct otfp_definition *const *)b;

	return x->space != y->space ? otfp_order(x->space, y->space) :
	                              otfp_order2(x->stream, y->stream, x->token, y->token);
}

static int write_definitions(struct writer *w)
{
	const struct otfp_names *names = &w->p->names;
	const struct otfp_definition **list = calloc(names->n + 1, sizeof *list);
	size_t n = 0;
	int code = 0;

	if (!list)
		return otfp_fail_memory(w->err);
	for (size_t i = 0; i < names->n; i++)
		if (w->needed[i])
			list[n++] = &names->definitions[i];
	qsort(list, n, sizeof *list, by_definition);
	for (size_t i = 0; i < n && code == 0; i++) {
		const struct partial_line line = {.key = {PARTIAL_DEFINE}, .definition = *list[i]};
		code = put(w, &line);
	}
	free(list);
	return code;
}

/* ---- processes ---- */

/* Append the keys of a map. */
static size_t add_keys(const struct otfp_map *m, uint64_t *list, size_t n)
{
	for (struct otfp_map_at at = {0}; otfp_map_next(m, &at);)
		list[n++] = at.key;
	return n;
}

/* The processes of the share, sorted: those that were counted, and those of its streams. @return NULL when memory is
 * out */
static uint64_t *list_processes(const struct writer *w, size_t *n)
{
	const struct otfp_map *counted = &w->p->processes, *streams = &w->p->names.streams;
	uint64_t *list = malloc((counted->n + streams->n + 1) * sizeof *list);
	size_t all;

	if (!list)
		return NULL;
	all = add_keys(streams, list, add_keys(counted, list, 0));
	qsort(list, all, sizeof *list, otfp_by_u64);
	*n = 0;
	for (size_t i = 0; i < all; i++)
		if (*n == 0 || list[*n - 1] != list[i])
			list[(*n)++] = list[i];
	return list;
}

static int by_process(const void *a, const void *b)
{
	return otfp_order(((const struct otfp_load *)a)->process, ((const struct otfp_load *)b)->process);
}

/* @param loads  those that are left, sorted; *n of them */
static int write_process(struct writer *w, uint32_t process, const struct otfp_load **loads, size_t *n)
{
	struct partial_line line = {.key = {PARTIAL_PROCESS, process}};
	const uint64_t *stream = otfp_map_get(&w->p->names.streams, process);

	line.process.stream = stream ? *stream : PARTIAL_NO_STREAM;
	line.process.counted = otfp_map_get(&w->p->processes, process) != NULL;
	line.process.has_load = *n && (*loads)->process == process;
	if (line.process.has_load) {
		line.process.load = *(*loads)++;
		--*n;
	}
	return put(w, &line);
}

static int write_processes(struct writer *w, const uint64_t *list, size_t n)
{
	size_t nloads = w->p->loads.n;
	struct otfp_load *loads = malloc((nloads + 1) * sizeof *loads);
	const struct otfp_load *at = loads;
	int code = 0;

	if (!loads)
		return otfp_fail_memory(w->err);
	if (nloads)
		memcpy(loads, w->p->loads.p, nloads * sizeof *loads);
	qsort(loads, nloads, sizeof *loads, by_process);
	for (size_t i = 0; i < n && code == 0; i++)
		code = write_process(w, (uint32_t)list[i], &at, &nloads);
	free(loads);
	return code;
}

/* ---- paths ---- */

static int write_paths(struct writer *w)
{
	const struct otfp_paths *paths = &w->p->paths;
	uint32_t *list = malloc((paths->n + 1) * sizeof *list);
	int code = 0;

	if (!list)
		return otfp_fail_memory(w->err);
	for (size_t i = 1; i <= paths->n; i++)
		list[w->ranks[i]] = (uint32_t)i;
	for (size_t i = 1; i <= paths->n && code == 0; i++) {
		const struct otfp_path *path = &paths->paths[list[i] - 1];
		const struct partial_line line = {.key = {PARTIAL_PATH},
		                                  .depth = path->depth,
		                                  .function = path->function};
		code = put(w, &line);
	}
	free(list);
	return code;
}

/* ---- halves ---- */

static int by_key(const void *a, const void *b)
{
	const struct otfp_half_queue *x = *(const struct otfp_half_queue *const *)a,
				     *y = *(const struct otfp_half_queue *const *)b;

	for (unsigned i = 0; i < 4; i++)
		if (x->key[i] != y->key[i])
			return otfp_order(x->key[i], y->key[i]);
	return 0; /* not reached: all keys differ */
}

static int write_queue(struct writer *w, const struct otfp_half_queue *q)
{
	const struct otfp_half *halves = w->p->halves.halves;
	struct otfp_half list[PARTIAL_HALVES];
	struct partial_line line = {.key = {PARTIAL_HALF, q->key[0], q->key[1], q->key[2], q->key[3], q->kind},
	                            .halves = list};
	uint32_t at = q->first;
	int code = 0;

	if (q->kind == OTFP_HALF_RECEIVED)
		line.stream =
			(uint32_t)(otfp_names_ref(&w->p->names, OTFP_NAMED_COMMUNICATOR, q->key[1], q->key[2]) >> 32);
	while (at && code == 0) {
		for (line.nhalves = 0; at && line.nhalves < PARTIAL_HALVES; at = halves[at - 1].next)
			list[line.nhalves++] = halves[at - 1];
		code = put(w, &line);
	}
	return code;
}

static int write_halves(struct writer *w)
{
	const struct otfp_halves *h = &w->p->halves;
	const struct otfp_half_queue **list = malloc((h->n + 1) * sizeof *list);
	size_t n = 0;
	int code = 0;

	if (!list)
		return otfp_fail_memory(w->err);
	for (size_t i = 0; i < h->cap; i++)
		if (h->queues[i].first)
			list[n++] = &h->queues[i];
	qsort(list, n, sizeof *list, by_key);
	for (size_t i = 0; i < n && code == 0; i++)
		code = write_queue(w, list[i]);
	free(list);
	return code;
}

/* ---- rows ---- */

static void row_key(const struct writer *w, const struct otfp_row *row, uint64_t key[PARTIAL_KEY])
{
	const unsigned table = row->key.table;

	partial_row_key(key, &row->key);
	for (unsigned i = 0; i < w->p->nkinds[table]; i++)
		if (w->p->kinds[table][i] == OTFP_KEY_PATH)
			key[3 + i] = w->ranks[key[3 + i]];
}

static int by_row(const void *a, const void *b, void *ctx)
{
	uint64_t x[PARTIAL_KEY], y[PARTIAL_KEY];

	row_key(ctx, *(struct otfp_row *const *)a, x);
	row_key(ctx, *(struct otfp_row *const *)b, y);
	return partial_compare(x, y, PARTIAL_KEY);
}

static int write_rows(struct writer *w)
{
	const size_t n = w->p->rows.n;
	struct otfp_row **list = malloc((n + 1) * sizeof *list);
	int code = 0;

	if (!list)
		return otfp_fail_memory(w->err);
	if (n)
		memcpy(list, w->p->rows.rows, n * sizeof *list);
	qsort_r(list, n, sizeof *list, by_row, w);
	for (size_t i = 0; i < n && code == 0; i++) {
		struct partial_line line = {.row = list[i]};
		row_key(w, list[i], line.key);
		code = put(w, &line);
	}
	free(list);
	return code;
}

/* ---- all ---- */

static void make_head(const struct otfp_profile *p, struct partial_head *h)
{
	*h = (struct partial_head){
		.header = {.resolution = p->resolution, .first = p->first, .last = p->last},
		.o = p->o,
		.has_base = p->processes.n > 0,
		.base = p->base,
		.events = p->events,
		.folded = p->folded,
	};
	h->header.has_span = (uint8_t)p->has_span;
	if (!p->has_span && p->goes_on && !(p->o.has_to && p->o.to <= p->last))
		h->ends = PARTIAL_GOES_ON;
	memcpy(h->odd, p->odd, sizeof h->odd);
}

static int write_all(struct writer *w)
{
	size_t n;
	uint64_t *processes = list_processes(w, &n);
	int code;

	if (!processes)
		return otfp_fail_memory(w->err);
	for (size_t i = 0; i < n; i++)
		need_process(w, (uint32_t)processes[i]);
	for (size_t i = 0; i < w->p->rows.n; i++)
		need_row(w, w->p->rows.rows[i]);
	for (size_t i = 0; i < w->p->paths.n; i++)
		need_function(w, w->p->paths.paths[i].function);
	code = write_definitions(w);
	if (code == 0)
		code = write_processes(w, processes, n);
	free(processes);
	if (code == 0)
		code = write_paths(w);
	if (code == 0)
		code = write_halves(w);
	return code == 0 ? write_rows(w) : code;
}

/* Which message of a process is which, only its share knows that has all of them: also those of its threads. */
static int check_threads(const struct otfp_profile *p, struct otfp_error *err)
{
	struct otfp_map_at at = {0};

	while (otfp_map_next(&p->threads, &at))
		if (!otfp_map_get(&p->processes, *at.value) && !otfp_map_get(&p->names.streams, *at.value))
			return otfp_fail(err, OTFP_EFAIL,
			                 "process %" PRIu64 " sends or receives for process %" PRIu64
			                 ", which is in another share: use the whole trace, or leave out the messages "
			                 "by --table",
			                 at.key, *at.value);
	return 0;
}

int partial_write(const struct otfp_profile *p, const struct otfp_shares *shares, int fd, struct otfp_error *err)
{
	struct writer w = {.p = p, .err = err};
	struct partial_head head;
	int code = shares->first.parts > 1 ? check_threads(p, err) : 0;

	if (code < 0)
		return code;
	make_head(p, &head);
	w.ranks = malloc((p->paths.n + 1) * sizeof *w.ranks);
	w.needed = calloc(p->names.n + 1, 1);
	if (!w.ranks || !w.needed || otfp_paths_rank(&p->paths, w.ranks) < 0)
		code = otfp_fail_memory(err);
	else
		code = partial_out_open(&w.out, fd, "stdout", &head, shares, p, err);
	if (code == 0)
		code = write_all(&w);
	if (code == 0)
		code = partial_out_end(&w.out);
	partial_out_release(&w.out);
	free(w.ranks);
	free(w.needed);
	return code;
}
