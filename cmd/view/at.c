/* at.c - the answer "at": what a process does at an instant: its calls, counters, messages under way. */
#include "cmd/picture/panel.h"
#include "cmd/view/view.h"
#include "record/tag.h"
#include "record/table.h"
#include "record/value.h"
#include "state/state.h"
#include <math.h>
#include <string.h>

struct instant {
	struct view *view;
	uint32_t process;
	uint64_t time;
	struct otfp_state state;
};

static int is_wanted(void *ctx, uint32_t process)
{
	(void)ctx;
	(void)process;
	return 1; /* messages that it sent are received by others */
}

/* Events at the instant count. */
static int take(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct instant *at = ctx;
	struct otfp_change did;

	for (size_t i = 0; i < n; i++) {
		const unsigned type = recs[i]->type, file = type < OTFP_NTYPES ? otfp_table[type].file : OTFP_FILE_DEF;
		if (otfp_is_timed(file) && recs[i]->time > at->time)
			return 1;
		if (otfp_state_add(&at->state, recs[i], &did) < 0)
			return otfp_fail_memory(err);
	}
	return 0;
}

/* ---- its JSON ---- */

static const struct otfp_definition *definition(const struct view *v, unsigned space, uint32_t process, uint32_t token)
{
	return otfp_names_find(&v->defined, space, otfp_names_ref(&v->defined, space, process, token));
}

static struct otfp_str name_of(const struct otfp_definition *d)
{
	return d ? d->name : (struct otfp_str){NULL, 0};
}

/* Where the call was made if the trace says so, else where the function is. */
static void put_source(const struct view *v, struct otfp_json *j, uint32_t process, uint32_t source)
{
	const struct otfp_definition *scl = source ? definition(v, OTFP_NAMED_SCL, process, source) : NULL;
	const struct otfp_definition *file = scl ? definition(v, OTFP_NAMED_SCLFILE, process, scl->more) : NULL;

	otfp_json_text(j, "file", name_of(file));
	otfp_json_number(j, "line", scl != NULL, scl ? scl->line : 0);
}

/* The key-values of its Enter record. */
static const struct otfp_kept *arguments(const struct otfp_call_stack *stack, uint32_t depth)
{
	const struct otfp_stack_more *more = stack->more;

	for (uint32_t i = 0; more && i < more->nkept; i++)
		if (more->kept[i].depth == depth)
			return more->kept[i].kept;
	return NULL;
}

/* Values as otf-print has them. @return 0, or -1 when memory is out */
static int put_arguments(const struct view *v, struct otfp_json *j, uint32_t process, const struct otfp_kept *kept)
{
	struct otfp_buf text = OTFP_BUF_INIT;
	int rc = 0;

	otfp_json_begin(j, "arguments", '[');
	for (uint32_t i = 0; kept && i < kept->n && rc == 0; i++) {
		const struct otfp_tag *tag = &kept->tags[i];
		text.n = 0;
		rc = otfp_buf_reserve(&text, otfp_tag_room(tag));
		if (rc < 0)
			break;
		text.n = (size_t)(otfp_tag_put_value(text.p, tag) - text.p);
		otfp_json_begin(j, NULL, '{');
		otfp_json_number(j, "key", 1, tag->key);
		otfp_json_text(j, "name", name_of(definition(v, OTFP_NAMED_KEY, process, tag->key)));
		otfp_json_text(j, "value", (struct otfp_str){text.p, text.n});
		otfp_json_end(j, '}');
	}
	otfp_json_end(j, ']');
	otfp_buf_release(&text);
	return rc;
}

/* @return 0, or -1 when memory is out */
static int put_calls(const struct view *v, struct otfp_json *j, const struct otfp_process *p)
{
	int rc = 0;

	otfp_json_begin(j, "calls", '[');
	for (uint32_t i = 0; p && i < p->calls.n && rc == 0; i++) {
		const struct otfp_call *call = otfp_stack_at(&p->calls, i);
		const struct otfp_definition *d = definition(v, OTFP_NAMED_FUNCTION, p->process, call->function);
		const struct otfp_definition *group =
			d ? otfp_names_find(&v->defined, OTFP_NAMED_GROUP,
		                            otfp_names_local(&v->defined, OTFP_NAMED_GROUP, d->stream, d->detail)) :
			    NULL;
		otfp_json_begin(j, NULL, '{');
		otfp_json_number(j, "function", 1, call->function);
		otfp_json_text(j, "name", name_of(d));
		otfp_json_text(j, "group", name_of(group));
		otfp_json_number(j, "begin", 1, call->time);
		put_source(v, j, p->process, call->source || !d ? call->source : d->more);
		rc = put_arguments(v, j, p->process, arguments(&p->calls, i));
		otfp_json_end(j, '}');
	}
	otfp_json_end(j, ']');
	return rc;
}

/* A number as otf-print --json has it, or its text. */
static void put_value(struct otfp_json *j, const struct otfp_last *last)
{
	char text[OTFP_VALUE_ROOM];
	const size_t n = (size_t)(otfp_value_put(text, last->value, last->form) - text);

	otfp_json_text(j, "value", (struct otfp_str){text, n});
}

static void put_counters(const struct view *v, struct otfp_json *j, const struct otfp_process *p)
{
	struct otfp_lasts_at at = {0};

	otfp_json_begin(j, "counters", '[');
	for (const struct otfp_last *last; p && (last = otfp_lasts_next(&p->counters, &at));) {
		const struct otfp_definition *d = definition(v, OTFP_NAMED_COUNTER, p->process, last->token);
		otfp_json_begin(j, NULL, '{');
		otfp_json_number(j, "counter", 1, last->token);
		otfp_json_text(j, "name", name_of(d));
		otfp_json_text(j, "unit", d ? d->unit : (struct otfp_str){NULL, 0});
		put_value(j, last);
		otfp_json_number(j, "time", 1, last->time);
		otfp_json_end(j, '}');
	}
	otfp_json_end(j, ']');
}

static void put_messages(const struct view *v, struct otfp_json *j, const struct otfp_process *p)
{
	char text[32];

	otfp_json_begin(j, "messages", '[');
	for (const struct otfp_message *m = p ? p->sends.first : NULL; m; m = m->after) {
		otfp_json_begin(j, NULL, '{');
		otfp_json_number(j, "sent", 1, m->time);
		otfp_json_number(j, "receiver", 1, m->receiver);
		otfp_json_text(j, "receiver_name", process_label(&v->defined, m->receiver, text, sizeof text));
		otfp_json_number(j, "length", 1, m->length);
		otfp_json_number(j, "tag", 1, m->tag);
		otfp_json_end(j, '}');
	}
	otfp_json_end(j, ']');
}

/* @return 0, or -1 when memory is out */
static int put(const struct instant *at, struct otfp_json *j)
{
	const struct otfp_process *p = otfp_state_find(&at->state, at->process);
	char text[32];
	int rc;

	otfp_json_begin(j, NULL, '{');
	otfp_json_number(j, "process", 1, at->process);
	otfp_json_text(j, "name", process_label(&at->view->defined, at->process, text, sizeof text));
	otfp_json_number(j, "time", 1, at->time);
	rc = put_calls(at->view, j, p);
	put_counters(at->view, j, p);
	put_messages(at->view, j, p);
	otfp_json_end(j, '}');
	return rc;
}

void answer_at(struct view *v, struct request *r)
{
	struct instant at = {.view = v,
	                     .time = v->all.from,
	                     .state.carriers = &v->defined.carriers,
	                     .state.keeps = OTFP_STATE_CALLS | OTFP_STATE_MESSAGES | OTFP_STATE_COUNTERS |
	                                    OTFP_STATE_SOURCES | OTFP_STATE_TAGS};
	struct reading reading = {.view = v, .request = r, .take = take, .wanted = is_wanted, .ctx = &at};
	uint64_t row = 0;
	struct otfp_error err;

	if (!request_word(r, "row") || request_number(r, "row", v->nprocesses ? v->nprocesses - 1 : 0, &row) < 0 ||
	    request_number(r, "t", UINT64_MAX - 1, &at.time) < 0 || view_enter(v, r) < 0)
		return;
	at.process = v->nprocesses ? v->processes[row] : 0;
	reading.needs_trace = v->has_more || v->selects_processes; /* states have messages of those that are selected */
	reading.from = at.time;
	reading.to = at.time + 1;
	if (view_read(&reading, &err) < 0)
		view_fail(r, &err);
	else if (put(&at, &r->json) < 0)
		request_fail(r, 500, "out of memory");
	view_leave(v);
	otfp_state_release(&at.state);
}
