#include "tau/read/order.h"
#include "base/clamp.h"
#include "base/error.h"
#include "base/grow.h"
#include "io/temp.h"
#include "merge/sort.h"
#include "merge/timetree.h"
#include <stdlib.h>

enum { MEMORY = 16 << 20, ROOM_MIN = 16, ROOM_MAX = 1024 }; /* bytes of all cursors; records of one cursor */
enum { OUT_ROOM = 1024 };                                   /* records of a batch, unless more have the same time */
enum { EQUAL_MAX = 256 << 10 };                             /* records of one time that are sorted in memory */
enum { SORT_MEMORY = 24 << 20 };
enum { FEW = 32 }; /* up to so many records of one time are sorted by insertion */

struct cursor {
	struct otfp_tau_file *file;
	struct otfp_tau_piece piece; /* the part not read yet */
	struct otfp_tau_event *events;
	size_t at, n;
	uint64_t place; /* process of the last record, and its key */
	uint32_t process;
};

struct otfp_tau_order {
	struct otfp_tau *t;
	struct cursor *cursors;
	unsigned n;
	size_t room;                     /* records for each cursor */
	char *raw;                       /* room for OUT_ROOM records as in the file */
	struct otfp_tau_record *records; /* room for OUT_ROOM records */
	struct otfp_timetree merge;
	int merging;
	struct otfp_sort *sort;
	struct otfp_tau_event *out;
	size_t given, settled, nout, cap; /* indexes into out: given to the caller, in final order, read */
	int over;
};

/* ---- one piece ---- */

static uint32_t process_of(struct otfp_tau *t, struct cursor *c, const struct otfp_tau_record *r)
{
	uint64_t place = otfp_tau_place_of(c->file, r);

	if (place != c->place || c->process == OTFP_TAU_NOBODY) {
		const uint64_t *have = otfp_map_get(&t->by_place, place);
		c->process = have ? (uint32_t)*have : OTFP_TAU_NOBODY;
		c->place = place;
	}
	return c->process;
}

/* Resolve n records to `to`, without those that are not converted. @return the number of events */
static size_t resolve(struct otfp_tau *t, struct cursor *c, const struct otfp_tau_record *records, size_t n,
                      struct otfp_tau_event *to)
{
	const struct otfp_tau_ids *ids = &t->ids[c->file->ids];
	struct otfp_tau_event *start = to;

	for (const struct otfp_tau_record *r = records; r < records + n; r++) {
		uint32_t def = otfp_tau_def_of(ids, r->ev);
		if (!def || !otfp_tau_has_record(t->dict.defs[def - 1].role, r->par))
			continue;
		*to = (struct otfp_tau_event){r->ti, r->par, process_of(t, c, r), def - 1};
		to += to->process != OTFP_TAU_NOBODY; /* records added after the survey are skipped */
	}
	return (size_t)(to - start);
}

/* Read up to n records of a piece. @return 0 with *got set, OTFP_END, <0 */
static int read_piece(struct otfp_tau_order *o, struct cursor *c, struct otfp_tau_event *to, size_t n, size_t *got)
{
	int code = otfp_tau_stops(o->t);

	*got = 0;
	while (code == 0 && *got == 0) {
		uint64_t rest = c->piece.to - c->piece.from;
		ssize_t k = rest ? otfp_trc_records(&c->file->trc, o->records, o->raw, n < rest ? n : (size_t)rest,
		                                    c->piece.from) :
		                   0;
		if (k < 0)
			return (int)k;
		if (k == 0)
			return rest ? otfp_fail_at(o->t->err, OTFP_ETRUNC, OTFP_FLAW_CUT,
			                           otfp_file_path(c->file->trc.file), 0,
			                           "was truncated while it was read") :
			              OTFP_END;
		c->piece.from += (uint64_t)k;
		*got = resolve(o->t, c, o->records, (size_t)k, to);
	}
	return code;
}

/* ---- many pieces ---- */

static int refill(struct otfp_tau_order *o, struct cursor *c)
{
	c->at = 0;
	return read_piece(o, c, c->events, o->room, &c->n);
}

static int start_merge(struct otfp_tau_order *o)
{
	if (otfp_timetree_init(&o->merge, o->n) < 0)
		return otfp_fail_memory(o->t->err);
	for (unsigned i = 0; i < o->n; i++) {
		int code = refill(o, &o->cursors[i]);
		if (code < 0)
			return code;
		if (code == 0)
			otfp_timetree_set(&o->merge, i, o->cursors[i].events[0].time);
	}
	otfp_timetree_build(&o->merge);
	o->merging = 1;
	return 0;
}

static int merge(struct otfp_tau_order *o, size_t n)
{
	int code = o->merging ? 0 : start_merge(o);

	if (code < 0)
		return code;
	for (; n && !otfp_timetree_is_over(&o->merge); n--) {
		struct cursor *c = &o->cursors[otfp_timetree_winner(&o->merge)];
		o->out[o->nout++] = c->events[c->at++];
		code = c->at == c->n ? refill(o, c) : 0;
		if (code < 0)
			return code;
		if (code == OTFP_END)
			otfp_timetree_end(&o->merge);
		else
			otfp_timetree_advance(&o->merge, c->events[c->at].time);
	}
	o->over = otfp_timetree_is_over(&o->merge);
	return 0;
}

/* ---- too many pieces ---- */

static int sort_piece(struct otfp_tau_order *o, struct cursor *c)
{
	size_t n;
	int code;

	while ((code = read_piece(o, c, o->out, OUT_ROOM, &n)) == 0)
		for (const struct otfp_tau_event *e = o->out; e < o->out + n; e++) {
			struct otfp_key key = {e->time, e->process};
			code = otfp_sort_put(o->sort, key, (const char *)e, sizeof *e);
			if (code < 0)
				return code;
		}
	return code;
}

static int sort_all(struct otfp_tau_order *o)
{
	const struct otfp_sort_options so = {SORT_MEMORY, otfp_temp_dir(), o->t->o.stop};
	int code = otfp_sort_new(&o->sort, &so, o->t->err);

	for (unsigned i = 0; i < o->n && code >= 0; i++)
		code = sort_piece(o, &o->cursors[i]);
	return code < 0 ? code : otfp_sort_end(o->sort);
}

static int take_sorted(struct otfp_tau_order *o, size_t n)
{
	struct otfp_sorted r;
	int code = 0;

	for (; n && (code = otfp_sort_next(o->sort, &r)) == 0; n--)
		memcpy(&o->out[o->nout++], r.p, sizeof *o->out);
	o->over = code == OTFP_END;
	return code < 0 ? code : 0;
}

/* ---- records of one time ---- */

static void insert_all(struct otfp_tau_event *e, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct otfp_tau_event one = e[i];
		size_t k = i;
		for (; k && e[k - 1].process > one.process; k--)
			e[k] = e[k - 1];
		e[k] = one;
	}
}

static int sort_many(struct otfp_tau_event *e, size_t n)
{
	struct otfp_item *items = malloc(2 * n * sizeof *items);
	struct otfp_tau_event *copy = malloc(n * sizeof *copy);

	if (items && copy) {
		for (size_t i = 0; i < n; i++)
			items[i] = (struct otfp_item){{0, e[i].process}, i};
		memcpy(copy, e, n * sizeof *e);
		otfp_radix_sort(items, items + n, n);
		for (size_t i = 0; i < n; i++)
			e[i] = copy[items[i].at];
	}
	free(items);
	free(copy);
	return items && copy ? 0 : -1;
}

/* Sort records of one time by process. The last ones wait for more records of their time, except at the end. */
static int settle(struct otfp_tau_order *o)
{
	size_t i = o->settled, k;

	while (i < o->nout) {
		for (k = i + 1; k < o->nout && o->out[k].time == o->out[i].time;)
			k++;
		if (k == o->nout && !o->over)
			break;
		if (k - i > 1 && k - i <= FEW)
			insert_all(&o->out[i], k - i);
		else if (k - i > 1 && sort_many(&o->out[i], k - i) < 0)
			return otfp_fail_memory(o->t->err);
		i = k;
	}
	o->settled = i;
	return 0;
}

/* Make room for a block after the records that wait. */
static int make_room(struct otfp_tau_order *o)
{
	size_t waits = o->nout - o->settled;

	memmove(o->out, o->out + o->settled, waits * sizeof *o->out);
	o->nout = waits;
	o->given = o->settled = 0;
	if (o->cap - waits < OUT_ROOM) {
		struct otfp_tau_event *out = realloc(o->out, 2 * o->cap * sizeof *out);
		if (!out)
			return otfp_fail_memory(o->t->err);
		o->out = out;
		o->cap *= 2;
	}
	return 0;
}

static int fill(struct otfp_tau_order *o)
{
	size_t n;
	int code;

	if (o->sort)
		return take_sorted(o, OUT_ROOM);
	if (o->n != 1)
		return o->n ? merge(o, OUT_ROOM) : (o->over = 1, 0);
	code = read_piece(o, &o->cursors[0], o->out + o->nout, OUT_ROOM, &n);
	o->nout += n;
	o->over = code == OTFP_END;
	return code < 0 ? code : 0;
}

int otfp_tau_order_next(struct otfp_tau_order *o, const struct otfp_tau_event **events, size_t *n)
{
	int code = 0;

	while (code == 0 && o->given == o->settled) {
		if (o->over)
			return OTFP_END;
		code = make_room(o);
		if (code == 0)
			code = fill(o);
		if (code == 0 && o->t->is_mixed && !o->sort)
			code = settle(o);
		else
			o->settled = o->nout;
	}
	*events = o->out + o->given;
	*n = o->settled - o->given;
	o->given = o->settled;
	return code;
}

/* ---- opening ---- */

/* Whether more records wait than memory is planned for. */
static int is_too_much(const struct otfp_tau *t)
{
	return t->is_shuffled || (t->is_mixed && t->most_equal > EQUAL_MAX);
}

static int open_cursors(struct otfp_tau_order *o)
{
	struct otfp_tau *t = o->t;
	size_t each = sizeof(struct otfp_tau_event);

	o->n = (unsigned)t->npieces;
	o->room = MEMORY / each / (t->npieces + 1);
	o->room = otfp_clamp(o->room, ROOM_MIN, ROOM_MAX);
	o->cap = 2 * OUT_ROOM;
	o->cursors = calloc(o->n + 1, sizeof *o->cursors);
	o->raw = malloc(OUT_ROOM * OTFP_TAU_SIZE_MAX);
	o->records = malloc(OUT_ROOM * sizeof *o->records);
	o->out = malloc(o->cap * each);
	if (!o->cursors || !o->raw || !o->records || !o->out)
		return otfp_fail_memory(t->err);
	for (unsigned i = 0; i < o->n; i++) {
		struct cursor *c = &o->cursors[i];
		*c = (struct cursor){.file = &t->files[t->pieces[i].file],
		                     .piece = t->pieces[i],
		                     .process = OTFP_TAU_NOBODY};
		if (o->n == 1 || is_too_much(t))
			continue; /* read directly to `out` */
		c->events = malloc(o->room * each);
		if (!c->events)
			return otfp_fail_memory(t->err);
	}
	return 0;
}

int otfp_tau_order_open(struct otfp_tau_order **out, struct otfp_tau *t)
{
	struct otfp_tau_order *o = calloc(1, sizeof *o);
	int code;

	if (!o)
		return otfp_fail_memory(t->err);
	o->t = t;
	code = open_cursors(o);
	if (code == 0 && is_too_much(t))
		code = sort_all(o);
	if (code < 0) {
		otfp_tau_order_close(o);
		return code;
	}
	*out = o;
	return 0;
}

void otfp_tau_order_close(struct otfp_tau_order *o)
{
	if (!o)
		return;
	for (unsigned i = 0; o->cursors && i < o->n; i++)
		free(o->cursors[i].events);
	free(o->cursors);
	free(o->raw);
	free(o->records);
	free(o->out);
	otfp_timetree_release(&o->merge);
	otfp_sort_free(o->sort);
	free(o);
}
