/* calls.c - the answer "calls": of one name the longest, the next after an instant, and those before it. */
#include "base/order.h"
#include "cmd/picture/panel.h"
#include "cmd/view/view.h"
#include "record/table.h"
#include "state/state.h"
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 10, LIMIT_MOST = 10000 };

struct one_call {
	uint64_t begin, end; /* end UINT64_MAX: it is not known */
	uint32_t process, function;
};

struct search {
	struct view *view;
	struct otfp_str name;
	uint64_t from, limit;
	int has_process;
	uint32_t process;
	struct otfp_state state;
	struct otfp_map known; /* process << 32 | function -> whether it has the name */
	/* so many each: `before` is a ring; the longest come first */
	struct one_call *longest, *next, *before;
	size_t nlongest, nnext, nbefore;
	uint64_t calls; /* that ended */
};

/* @return 1, 0, or -1 when memory is out */
static int is_named(struct search *s, uint32_t process, uint32_t function)
{
	const uint64_t key = (uint64_t)process << 32 | function, *known = otfp_map_get(&s->known, key);
	const struct otfp_names *names = &s->view->defined;
	const struct otfp_definition *d;
	int is;

	if (known)
		return (int)*known;
	d = otfp_names_find(names, OTFP_NAMED_FUNCTION, otfp_names_ref(names, OTFP_NAMED_FUNCTION, process, function));
	is = d && d->name.n == s->name.n && memcmp(d->name.p, s->name.p, s->name.n) == 0;
	return otfp_map_set(&s->known, key, (uint64_t)is) < 0 ? -1 : is;
}

/* ---- the longest: in the order of otf-stat --longest ---- */

static int compare(const struct one_call *a, const struct one_call *b)
{
	if (a->end - a->begin != b->end - b->begin)
		return otfp_order(b->end - b->begin, a->end - a->begin);
	return otfp_order2(a->begin, a->process, b->begin, b->process);
}

static void add_longest(struct search *s, const struct one_call *call)
{
	size_t i = s->nlongest;

	s->calls++;
	if (i == s->limit && (i == 0 || compare(call, &s->longest[i - 1]) >= 0))
		return;
	i = i < s->limit ? s->nlongest++ : i - 1;
	for (; i > 0 && compare(call, &s->longest[i - 1]) < 0; i--)
		s->longest[i] = s->longest[i - 1];
	s->longest[i] = *call;
}

/* ---- next and before ---- */

static void open_call(struct search *s, const struct one_call *call)
{
	if (call->begin < s->from)
		s->before[s->nbefore++ % s->limit] = *call;
	else if (call->begin > s->from && s->nnext < s->limit)
		s->next[s->nnext++] = *call;
}

static void close_one(struct one_call *calls, size_t n, const struct one_call *call)
{
	for (size_t i = n; i > 0; i--)
		if (calls[i - 1].end == UINT64_MAX && calls[i - 1].begin == call->begin &&
		    calls[i - 1].process == call->process && calls[i - 1].function == call->function) {
			calls[i - 1].end = call->end;
			return;
		}
}

static int see(struct search *s, const struct otfp_record *rec, const struct otfp_change *did)
{
	struct one_call call = {.end = UINT64_MAX};
	int is;

	if (did->did != OTFP_DID_OPEN_CALL && did->did != OTFP_DID_CLOSE_CALL)
		return 0;
	if (rec->time < s->view->all.from || !(s->has_process ? rec->loc == s->process : view_has(s->view, rec->loc)))
		return 0;
	is = is_named(s, rec->loc, did->call->function);
	if (is <= 0)
		return is;
	call.begin = did->call->time;
	call.process = rec->loc;
	call.function = did->call->function;
	if (did->did == OTFP_DID_OPEN_CALL) {
		open_call(s, &call);
		return 0;
	}
	call.end = rec->time;
	add_longest(s, &call);
	close_one(s->next, s->nnext, &call);
	close_one(s->before, s->nbefore < s->limit ? s->nbefore : s->limit, &call);
	return 0;
}

static int take(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct search *s = ctx;
	struct otfp_change did;

	for (size_t i = 0; i < n; i++)
		if (otfp_state_add(&s->state, recs[i], &did) < 0 || see(s, recs[i], &did) < 0)
			return otfp_fail_memory(err);
	return 0;
}

/* ---- its JSON ---- */

static void put_call(const struct search *s, struct otfp_json *j, const struct one_call *call)
{
	const int has_end = call->end != UINT64_MAX;
	const uint64_t *place = otfp_map_get(&s->view->place, call->process);
	char text[32];

	otfp_json_begin(j, NULL, '{');
	otfp_json_number(j, "process", 1, call->process);
	otfp_json_text(j, "process_name", process_label(&s->view->defined, call->process, text, sizeof text));
	otfp_json_number(j, "row", place != NULL, place ? *place : 0);
	otfp_json_number(j, "function", 1, call->function);
	otfp_json_number(j, "begin", 1, call->begin);
	otfp_json_number(j, "end", has_end, call->end);
	otfp_json_number(j, "duration", has_end, call->end - call->begin);
	otfp_json_end(j, '}');
}

static void put(const struct search *s, struct otfp_json *j)
{
	const size_t before = s->nbefore < s->limit ? s->nbefore : s->limit;

	otfp_json_begin(j, NULL, '{');
	otfp_json_text(j, "name", s->name);
	otfp_json_number(j, "calls", 1, s->calls);
	otfp_json_begin(j, "longest", '[');
	for (size_t i = 0; i < s->nlongest; i++)
		put_call(s, j, &s->longest[i]);
	otfp_json_end(j, ']');
	otfp_json_begin(j, "next", '[');
	for (size_t i = 0; i < s->nnext; i++)
		put_call(s, j, &s->next[i]);
	otfp_json_end(j, ']');
	otfp_json_begin(j, "previous", '[');
	for (size_t i = 0; i < before; i++) /* the latest first */
		put_call(s, j, &s->before[(s->nbefore - 1 - i) % s->limit]);
	otfp_json_end(j, ']');
	otfp_json_end(j, '}');
}

static int search(struct search *s, struct request *r)
{
	const struct window all = view_all(s->view);
	const struct reading reading = {.view = s->view,
	                                .request = r,
	                                .from = all.from,
	                                .to = all.to,
	                                .is_whole = !s->view->is_part,
	                                .take = take,
	                                .ctx = s};
	struct otfp_error err;

	s->longest = calloc((size_t)s->limit, sizeof *s->longest);
	s->next = calloc((size_t)s->limit, sizeof *s->next);
	s->before = calloc((size_t)s->limit, sizeof *s->before);
	if (!s->longest || !s->next || !s->before) {
		request_fail(r, 500, "out of memory");
		return -1;
	}
	if (view_read(&reading, &err) == 0)
		return 0;
	view_fail(r, &err);
	return -1;
}

void answer_calls(struct view *v, struct request *r)
{
	const char *name = request_word(r, "name");
	struct search s = {.view = v,
	                   .from = v->all.from,
	                   .limit = LIMIT,
	                   .state.keeps = OTFP_STATE_CALLS,
	                   .state.carriers = &v->defined.carriers};
	uint64_t row = UINT64_MAX;

	if (!name || request_number(r, "from", UINT64_MAX, &s.from) < 0 ||
	    request_number(r, "limit", LIMIT_MOST, &s.limit) < 0 ||
	    request_number(r, "row", v->nprocesses ? v->nprocesses - 1 : 0, &row) < 0)
		return;
	s.name = (struct otfp_str){name, strlen(name)};
	s.limit = s.limit ? s.limit : 1;
	s.has_process = row < v->nprocesses;
	s.process = s.has_process ? v->processes[row] : 0;
	if (view_enter(v, r) < 0)
		return;
	if (search(&s, r) == 0)
		put(&s, &r->json);
	view_leave(v);
	otfp_state_release(&s.state);
	otfp_map_release(&s.known);
	free(s.longest);
	free(s.next);
	free(s.before);
}
