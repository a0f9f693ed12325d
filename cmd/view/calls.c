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
	int is_near;    /* only the next and those before are asked for */
	/* what of them is looked for now, among calls that begin in [since, until) */
	enum { BOTH, BACK, ON } what;
	uint64_t since, until;
	struct one_call *found; /* before: the latest come first */
	size_t nfound;
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
	if (call->begin < s->since || call->begin >= s->until)
		return;
	if (call->begin < s->from && s->what != ON)
		s->before[s->nbefore++ % s->limit] = *call;
	else if (call->begin > s->from && s->what != BACK && s->nnext < s->limit)
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
	if (!s->is_near)
		add_longest(s, &call);
	close_one(s->next, s->nnext, &call);
	close_one(s->before, s->nbefore < s->limit ? s->nbefore : s->limit, &call);
	return 0;
}

static size_t count_before(const struct search *s)
{
	return s->nbefore < s->limit ? s->nbefore : (size_t)s->limit;
}

/* Whether calls of which the end is not known are among them. */
static int has_open(const struct one_call *calls, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (calls[i].end == UINT64_MAX)
			return 1;
	return 0;
}

/* Whether nothing that comes after that instant matters: what is looked for is known, or not to be found here. */
static int is_done(const struct search *s, uint64_t time)
{
	const int has_next = s->what == BACK || s->nnext == s->limit || time >= s->until,
		  has_before = s->what == ON || time > s->from || time >= s->until;

	return s->is_near && has_next && has_before && (s->what == BACK || !has_open(s->next, s->nnext)) &&
	       (s->what == ON || !has_open(s->before, count_before(s)));
}

static int take(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct search *s = ctx;
	struct otfp_change did;

	for (size_t i = 0; i < n; i++)
		if (otfp_state_add(&s->state, recs[i], &did) < 0 || see(s, recs[i], &did) < 0)
			return otfp_fail_memory(err);
	/* markers come first, whatever their time */
	return n && otfp_is_timed(recs[n - 1]->file) ? is_done(s, recs[n - 1]->time) : 0;
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
	otfp_json_begin(j, NULL, '{');
	otfp_json_text(j, "name", s->name);
	otfp_json_number(j, "calls", !s->is_near, s->calls);
	otfp_json_begin(j, "longest", '[');
	for (size_t i = 0; i < s->nlongest; i++)
		put_call(s, j, &s->longest[i]);
	otfp_json_end(j, ']');
	otfp_json_begin(j, "next", '[');
	for (size_t i = 0; i < s->nnext; i++)
		put_call(s, j, &s->next[i]);
	otfp_json_end(j, ']');
	otfp_json_begin(j, "previous", '[');
	for (size_t i = 0; i < s->nfound; i++)
		put_call(s, j, &s->found[i]);
	otfp_json_end(j, ']');
	otfp_json_end(j, '}');
}

/* What others do changes no call of a process. */
static int is_wanted(void *ctx, uint32_t process)
{
	const struct search *s = ctx;

	return process == s->process;
}

/* Read on from a state up to `from`; with from 0 all. @return 0 or <0 */
static int search_from(struct search *s, struct request *r, uint64_t from, struct otfp_error *err)
{
	const struct window all = view_all(s->view);
	const struct reading reading = {.view = s->view,
	                                .request = r,
	                                .from = from ? from : all.from,
	                                .to = all.to,
	                                .is_whole = !from && !s->view->is_part,
	                                .take = take,
	                                .wanted = s->has_process ? is_wanted : NULL,
	                                .ctx = s};

	otfp_state_release(&s->state);
	s->state = (struct otfp_state){.keeps = OTFP_STATE_CALLS, .carriers = &s->view->defined.carriers};
	s->since = from;
	return view_read(&reading, err);
}

/* The last ones come first. */
static void take_before(struct search *s)
{
	for (size_t i = 0; i < count_before(s) && s->nfound < s->limit; i++)
		s->found[s->nfound++] = s->before[(s->nbefore - 1 - i) % s->limit];
}

static int search_all(struct search *s, struct request *r, struct otfp_error *err)
{
	int rc;

	s->what = BOTH;
	s->until = UINT64_MAX;
	rc = search_from(s, r, 0, err);
	if (rc == 0)
		take_before(s);
	return rc;
}

/* ---- the next ones and those before, in parts of the trace that have some ---- */

/* Read parts [first, end), for those before. The latest come first in `found`. @return 0 or <0 */
static int search_parts(struct search *s, struct request *r, size_t first, size_t end, struct otfp_error *err)
{
	const struct view_entries *e = &s->view->entries;
	int rc;

	s->nbefore = 0;
	s->until = e->p[end - 1].until;
	rc = search_from(s, r, first ? e->p[first - 1].until : 0, err);
	if (rc == 0)
		take_before(s);
	return rc;
}

/* From the part of `from` on backward, so many at once as there were before. */
static int search_back(struct search *s, struct request *r, const struct view_entered *of, struct otfp_error *err)
{
	const struct view_entries *e = &s->view->entries;
	size_t end = view_entered_at(e, s->from) + 1, n = 1;
	int rc = 0;

	for (s->what = BACK; end && rc == 0 && s->nfound < s->limit; n *= 2) {
		size_t first;
		while (end && !view_entered_has(&e->p[end - 1], of))
			end--;
		first = end > n ? end - n : 0;
		while (first < end && !view_entered_has(&e->p[first], of))
			first++;
		rc = first < end ? search_parts(s, r, first, end, err) : 0;
		end = first < end ? first : 0;
	}
	return rc;
}

/* From the part of `from` on forward, over those without any. */
static int search_on(struct search *s, struct request *r, const struct view_entered *of, struct otfp_error *err)
{
	const struct view_entries *e = &s->view->entries;
	size_t at = view_entered_at(e, s->from);
	int rc = 0;

	s->what = ON;
	while (at < e->n && rc == 0 && s->nnext < s->limit) {
		size_t end = at;
		while (end < e->n && view_entered_has(&e->p[end], of))
			end++;
		s->until = end > at ? e->p[end - 1].until : 0;
		rc = end > at ? search_from(s, r, at ? e->p[at - 1].until : 0, err) : 0;
		at = end > at ? end : at + 1;
	}
	return rc;
}

static int search_near(struct search *s, struct request *r, struct otfp_error *err)
{
	struct view_entered of;
	int rc;

	view_entered_named(&s->view->defined, s->name, &of);
	rc = search_back(s, r, &of, err);
	return rc == 0 ? search_on(s, r, &of, err) : rc;
}

static int knows_parts(const struct search *s)
{
	return s->is_near && view_is_complete(s->view) && !s->view->has_late_definitions && s->view->entries.n;
}

static int search(struct search *s, struct request *r)
{
	struct otfp_error err;

	s->longest = calloc((size_t)s->limit, sizeof *s->longest);
	s->next = calloc((size_t)s->limit, sizeof *s->next);
	s->before = calloc((size_t)s->limit, sizeof *s->before);
	s->found = calloc((size_t)s->limit, sizeof *s->found);
	if (!s->longest || !s->next || !s->before || !s->found) {
		request_fail(r, 500, "out of memory");
		return -1;
	}
	if ((knows_parts(s) ? search_near(s, r, &err) : search_all(s, r, &err)) == 0)
		return 0;
	view_fail(r, &err);
	return -1;
}

void answer_calls(struct view *v, struct request *r)
{
	const char *name = request_word(r, "name");
	struct search s = {.view = v, .from = v->all.from, .limit = LIMIT};
	uint64_t row = UINT64_MAX, near = 0;

	if (!name || request_number(r, "from", UINT64_MAX, &s.from) < 0 ||
	    request_number(r, "limit", LIMIT_MOST, &s.limit) < 0 || request_number(r, "near", 1, &near) < 0 ||
	    request_number(r, "row", v->nprocesses ? v->nprocesses - 1 : 0, &row) < 0)
		return;
	s.name = (struct otfp_str){name, strlen(name)};
	s.limit = s.limit ? s.limit : 1;
	s.is_near = near != 0;
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
	free(s.found);
}
