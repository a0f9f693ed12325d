/* chrome.c - from records to trace events. See chrome.h. */
#include "cmd/to-chrome/chrome.h"
#include "base/error.h"
#include "cmd/to-chrome/event.h"
#include "base/hash.h"
#include <inttypes.h>
#include <stdlib.h>

int chrome_begin(struct chrome *c, int fd, const char *name, const struct otfp_header *h, struct otfp_error *err)
{
	c->err = err;
	c->header = *h;
	c->clock.resolution = h->resolution;
	c->labels.names.all = 1;
	c->labels.form = c->form->text;
	c->labels.pen = &c->pen;
	c->state.keeps = OTFP_STATE_CALLS | OTFP_STATE_MESSAGES | OTFP_STATE_COLLECTIVES | OTFP_STATE_FILES |
	                 OTFP_STATE_COUNTERS;
	if (pen_init(&c->pen, fd, name, err) < 0 || pen_pack(&c->pen, c->o.level) < 0)
		return err->code;
	return c->form->open(c);
}

void chrome_release(struct chrome *c)
{
	c->form->release(c);
	pen_release(&c->pen);
	labels_release(&c->labels);
	otfp_state_release(&c->state);
	otfp_map_release(&c->pids);
	otfp_map_release(&c->twins);
	otfp_buf_release(&c->scratch);
	free((char *)c->creator.p);
	free(c->threads);
	c->threads = NULL;
}

const char *chrome_count_name(unsigned i)
{
	static const char *const names[NCHROME] = {
		[CHROME_LEAVES] = "leaves without an enter, left out",
		[CHROME_OTHERS] = "leaves of a function that is not the innermost, which was closed",
		[CHROME_NUMBERS] = "counter values that are no finite numbers, left out",
		[CHROME_UNKNOWN] = "records of unknown type, left out",
		[CHROME_ENDS] = "ends of collective operations that did not begin, left out",
		[CHROME_RENAMED] = "functions defined again with another name, which is ignored",
		[CHROME_RECEIVES] = "receives without a send, shown without an arrow",
		[CHROME_SENDS] = "sends without a receive, shown as an arrow without an end",
		[CHROME_LOOSE] = "messages with an end outside of every call, shown without an arrow",
		[CHROME_OPEN] = "calls open at the end, closed there",
		[CHROME_RUNNING] = "operations open at the end, closed there",
		[CHROME_EARLY] = "events before the first time of the trace, shown there",
		[CHROME_ROUNDED] = "counter values above 2^63-1, rounded to real numbers",
		[CHROME_NOT_SHOWN] = "summaries and snapshots, not shown",
	};

	return names[i];
}

/* ---- args ---- */

enum { SAME_KEY_MOST = 64 }; /* previous key-values that are compared with a key */

unsigned chrome_repeats(const struct otfp_record *rec, uint32_t i)
{
	const uint32_t first = i < SAME_KEY_MOST ? 0 : i - SAME_KEY_MOST, key = rec->tags[i].key;
	unsigned n = 1;

	for (uint32_t k = first; k < i; k++)
		n += rec->tags[k].key == key;
	return n;
}

int chrome_has_arg(const struct otfp_record *rec, const struct otfp_field *f, unsigned slot)
{
	return f->type == OTFP_FIELD_STR ? rec->f[slot].s.p != NULL : f->type <= OTFP_FIELD_U64 && rec->f[slot].u;
}

/* ---- calls ---- */

/* The mark of a call: whether it is shown, and if so the definition that named its begin: DEFINED + its place. So the
 * end has the same name, even if the function was defined again in between. */
enum { NOT_SHOWN, UNDEFINED, DEFINED };

static struct chrome_name name_of(const struct otfp_call *call)
{
	return (struct chrome_name){.space = OTFP_NAMED_FUNCTION,
	                            .token = call->function,
	                            .at = call->mark >= DEFINED ? call->mark - DEFINED + 1 : 0};
}

/* The category of a call: the group of its function, if that has a name. */
static struct chrome_name group_of(const struct chrome *c, uint32_t process, const struct otfp_call *call)
{
	const struct otfp_definition *definitions = c->labels.names.definitions;
	struct chrome_name group = {0};

	if (call->mark >= DEFINED)
		group = chrome_name(c, process, OTFP_NAMED_GROUP, definitions[call->mark - DEFINED].detail);
	return group.at && definitions[group.at - 1].name.n ? group : chrome_word("function");
}

/* @param rec  has the args; NULL: there are none */
static void begin_call(struct chrome *c, uint64_t time, const struct otfp_process *p, struct otfp_call *call,
                       const struct otfp_record *rec, unsigned without)
{
	const struct chrome_thread *t = chrome_thread(c, p);
	const struct chrome_name name = chrome_name(c, p->process, OTFP_NAMED_FUNCTION, call->function);

	call->mark = name.at ? DEFINED + name.at - 1 : UNDEFINED;
	if (t)
		c->form->put(c, &(struct chrome_event){.phase = CHROME_BEGIN,
		                                       .time = time,
		                                       .thread = t,
		                                       .name = name,
		                                       .category = group_of(c, p->process, call),
		                                       .rec = rec,
		                                       .without = without});
}

/* The args of the function are in the event of its begin, so the end has only key-values. @param rec  as above */
static void end_call(struct chrome *c, uint64_t time, const struct otfp_process *p, const struct otfp_call *call,
                     const struct otfp_record *rec)
{
	const struct chrome_thread *t = chrome_thread(c, p);

	if (t)
		c->form->put(c, &(struct chrome_event){.phase = CHROME_END,
		                                       .time = time,
		                                       .thread = t,
		                                       .name = name_of(call),
		                                       .rec = rec,
		                                       .without = ~0u});
}

static void see_open_call(struct chrome *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	begin_call(c, rec->time, did->process, did->call, rec, rec->type == OTFP_Enter ? 1 : 2);
}

static void see_close_call(struct chrome *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	if (did->call->mark != NOT_SHOWN)
		end_call(c, rec->time, did->process, did->call, rec->ntags ? rec : NULL);
}

/* ---- instant events ---- */

/* The receive, which was shown, came before its send: now its end of the arrow is known. */
static void end_early(struct chrome *c, const struct otfp_message *early)
{
	const struct otfp_process *receiver = otfp_state_find(&c->state, early->receiver);
	const struct chrome_thread *t = chrome_thread(c, receiver);

	if (t)
		c->form->put(c, &(struct chrome_event){.phase = CHROME_ARROW,
		                                       .arrow = 'f',
		                                       .time = early->time,
		                                       .thread = t,
		                                       .id = early->mark});
}

/* Whether a call that is shown is open: viewers attach an end of an arrow to it, and where there is none they drop the
 * end, or attach it to a call elsewhere. */
static int is_enclosed(const struct otfp_process *p)
{
	for (size_t k = 0; k < p->calls.n; k++)
		if (otfp_stack_at(&p->calls, k)->mark != NOT_SHOWN)
			return 1;
	return 0;
}

/* The mark of a message or an early receive: 0 if it is not shown, LOOSE if this end is outside of every call, else the
 * id of the arrow. */
#define LOOSE UINT64_MAX

static void see_send(struct chrome *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	const uint64_t early = did->early ? did->early->mark : 0;
	const int is_loose = early == LOOSE || !is_enclosed(did->process);

	did->message->mark = is_loose ? LOOSE : early;
	if (!did->message->mark)
		did->message->mark = ++c->arrows;
	chrome_instant(c, rec, did->process, is_loose ? 0 : 's', did->message->mark);
	c->sends++;
	if (!early)
		return;
	c->counts[CHROME_RECEIVES]--;
	c->received++;
	if (is_loose)
		c->counts[CHROME_LOOSE]++;
	else
		end_early(c, did->early);
}

static void see_receive(struct chrome *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	const uint64_t sent = did->message ? did->message->mark : 0;
	const int is_loose = sent == LOOSE || !is_enclosed(did->process);

	if (did->early)
		did->early->mark = is_loose ? LOOSE : ++c->arrows;
	chrome_instant(c, rec, did->process,
	               is_loose   ? 0 :
	               did->early ? 'w' :
	               sent       ? 'f' :
	                            0,
	               did->early ? did->early->mark : sent);
	c->received += sent != 0;
	c->counts[CHROME_LOOSE] += sent && is_loose;
}

static int is_wanted(const struct chrome *c, uint32_t process)
{
	return !c->o.wanted || c->o.wanted(c->o.ctx, process);
}

/* Whether a marker is outside the interval or its process is not selected. Process 0 means all processes. */
static int is_outside(const struct chrome *c, const struct otfp_record *marker)
{
	return (c->o.has_from && marker->time < c->o.from) || (c->o.has_to && marker->time >= c->o.to) ||
	       (marker->loc && !is_wanted(c, marker->loc));
}

/* Markers come before all timed records, in any order of times. */
static void see_marker(struct chrome *c, const struct otfp_record *rec)
{
	const struct otfp_process *p;
	const struct chrome_thread *t;

	if (is_outside(c, rec))
		return;
	p = otfp_state_process(&c->state, rec->loc);
	t = p ? chrome_thread(c, p) : NULL;
	if (!t) {
		pen_fail(&c->pen);
		return;
	}
	c->form->put(c,
	             &(struct chrome_event){.phase = CHROME_INSTANT,
	                                    .scope = rec->loc ? 'p' : 'g',
	                                    .time = rec->time,
	                                    .thread = t,
	                                    .name = chrome_name(c, rec->loc, OTFP_NAMED_MARKER, (uint32_t)rec->f[0].u),
	                                    .category = chrome_word("marker"),
	                                    .rec = rec,
	                                    .without = 1});
}

/* ---- counters ---- */

static void see_counter(struct chrome *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	const uint8_t slot = rec->type == OTFP_CounterSnapshot;
	const struct chrome_thread *t = chrome_thread(c, did->process);
	const uint32_t counter = (uint32_t)rec->f[slot].u;

	if (t)
		c->form->put(c, &(struct chrome_event){.phase = CHROME_COUNT,
		                                       .time = rec->time,
		                                       .thread = t,
		                                       .name = chrome_name(c, rec->loc, OTFP_NAMED_COUNTER, counter),
		                                       .rec = rec,
		                                       .slot = slot});
}

/* ---- all ---- */

static void see_did(struct chrome *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	static void (*const see[])(struct chrome * c, const struct otfp_record *rec, const struct otfp_change *did) = {
		[OTFP_DID_OPEN_CALL] = see_open_call,
		[OTFP_DID_CLOSE_CALL] = see_close_call,
		[OTFP_DID_SEND] = see_send,
		[OTFP_DID_RECEIVE] = see_receive,
		[OTFP_DID_END] = chrome_end_operation,
		[OTFP_DID_OPERATE] = chrome_operate,
		[OTFP_DID_COUNT] = see_counter,
		[OTFP_DID_BEGIN] = chrome_begin_operation,
	};
	const unsigned file = otfp_table[rec->type].file;

	if (did->did != OTFP_DID_NOTHING) {
		see[did->did](c, rec, did);
	} else if (rec->type == OTFP_RecvMsg) {
		see_receive(c, rec, did);
	} else if (rec->type == OTFP_UnknownRecord) {
		c->counts[CHROME_UNKNOWN]++;
	} else if (chrome_is_instant(rec->type) && (file == OTFP_FILE_EVENT || rec->type == OTFP_SnapshotComment)) {
		chrome_instant(c, rec, did->process, 0, 0);
	} else if (file != OTFP_FILE_EVENT) {
		c->counts[CHROME_NOT_SHOWN]++;
	}
}

static void count_odd(struct chrome *c, const struct otfp_change *did)
{
	static const uint8_t counts[OTFP_NODDITIES] = {
		[OTFP_ODD_LEAVE] = 1 + CHROME_LEAVES,
		[OTFP_ODD_LEAVE_OTHER] = 1 + CHROME_OTHERS,
		[OTFP_ODD_COLLECTIVE] = 1 + CHROME_ENDS,
		[OTFP_ODD_RECEIVE] = 1 + CHROME_RECEIVES,
	};

	if (did->odd >= 0 && counts[did->odd])
		c->counts[counts[did->odd] - 1]++;
}

static void enter_process(struct chrome *c, const struct otfp_process *p)
{
	for (size_t k = 0; k < p->calls.n; k++)
		begin_call(c, c->o.from, p, otfp_stack_at(&p->calls, k), NULL, 0);
}

/* The interval starts: begin the calls that are open there. */
static void enter(struct chrome *c)
{
	c->is_inside = 1;
	for (size_t i = 0; i < c->state.n && !c->o.no_calls; i++)
		if (is_wanted(c, c->state.processes[i].process))
			enter_process(c, &c->state.processes[i]);
}

/* Find counters that have the name of an earlier one, to give them tracks of their own. Names are identified by a
 * 64-bit hash; a collision only adds an id. */
static int find_twins(struct chrome *c)
{
	const struct otfp_names *names = &c->labels.names;
	struct otfp_map by_name = {0};
	int rc = 0;

	for (size_t i = 0; i < names->n && rc == 0; i++) {
		const struct otfp_definition *d = &names->definitions[i];
		uint64_t hash = otfp_hash_bytes(OTFP_HASH_INIT, d->name.p, d->name.n), *first;
		if (d->space != OTFP_NAMED_COUNTER)
			continue;
		first = otfp_map_get(&by_name, hash);
		if (!first)
			rc = otfp_map_set(&by_name, hash, d->token);
		else if (*first != d->token) /* with the same token they are local definitions of different processes */
			rc = otfp_map_set(&c->twins, (uint64_t)d->stream << 32 | d->token, 1);
	}
	otfp_map_release(&by_name);
	return rc < 0 ? otfp_fail_memory(c->err) : 0;
}

static int settle(struct chrome *c, const struct otfp_record *rec)
{
	clock_settle(&c->clock, &c->header, rec, c->o.absolute, 1000000);
	if (!c->clock.resolution) /* show a tick as a microsecond */
		otfp_decimal_init(&c->clock.decimal, 1000000, 1000000);
	c->is_begun = 1;
	c->form->head(c);
	return find_twins(c);
}

/* Whether a definition gives another name to a function that may be open; such a definition is ignored. */
static int is_renamed(const struct chrome *c, const struct otfp_record *rec)
{
	const struct otfp_definition *old;

	if (!c->is_begun || rec->type != OTFP_DefFunction)
		return 0;
	old = otfp_names_find(&c->labels.names, OTFP_NAMED_FUNCTION, (otfp_ref)rec->loc << 32 | (uint32_t)rec->f[0].u);
	return old && (old->name.n != rec->f[1].s.n || memcmp(old->name.p, rec->f[1].s.p, old->name.n) != 0);
}

static int learn_creator(struct chrome *c, struct otfp_str s)
{
	c->creator.p = strndup(s.p, s.n);
	if (!c->creator.p)
		return otfp_fail_memory(c->err);
	c->creator.n = strlen(c->creator.p);
	return 0;
}

static int learn(struct chrome *c, const struct otfp_record *rec)
{
	clock_learn(&c->clock, rec);
	if (rec->type == OTFP_DefCreator && !c->creator.p && rec->f[0].s.p && learn_creator(c, rec->f[0].s) < 0)
		return c->err->code;
	if (is_renamed(c, rec)) {
		c->counts[CHROME_RENAMED]++;
		return 0;
	}
	return otfp_ranks_add(&c->state.ranks, rec) < 0 || otfp_names_add(&c->labels.names, rec) < 0 ?
	               otfp_fail_memory(c->err) :
	               0;
}

static int see_timed(struct chrome *c, const struct otfp_record *rec, int shown)
{
	struct otfp_change did;

	if (OTFP_UNLIKELY(c->o.has_to && rec->time >= c->o.to)) {
		c->goes_on = 1;
		return 0;
	}
	if (OTFP_UNLIKELY(c->o.has_from && !c->is_inside && rec->time >= c->o.from))
		enter(c);
	c->last = rec->time;
	if (!is_wanted(c, rec->loc)) /* a trace on disk is read without it: here its messages match nothing, either */
		return 0;
	if (OTFP_UNLIKELY(!c->has_first))
		c->first = rec->time;
	c->has_first = 1;
	if (otfp_state_add(&c->state, rec, &did) < 0)
		return otfp_fail_memory(c->err);
	if (!shown && did.did == OTFP_DID_CLOSE_CALL) /* its begin may be shown, so its end must be */
		see_close_call(c, rec, &did);
	if (shown) {
		count_odd(c, &did);
		see_did(c, rec, &did);
	}
	return c->pen.code;
}

int chrome_record(struct chrome *c, const struct otfp_record *rec, int shown)
{
	const struct otfp_schema *s = rec->type < OTFP_NTYPES ? &otfp_table[rec->type] : NULL;

	if (OTFP_UNLIKELY(!s || s->file == OTFP_FILE_DEF || rec->type == OTFP_DefMarker)) {
		c->counts[CHROME_UNKNOWN] += rec->type == OTFP_OTHER && shown;
		return learn(c, rec);
	}
	if (OTFP_UNLIKELY(!c->is_begun) && settle(c, rec) < 0)
		return c->err->code;
	if (OTFP_LIKELY(otfp_is_timed(s->file) && otfp_is_timed(rec->file)))
		return see_timed(c, rec, shown);
	if (rec->type == OTFP_Marker && shown)
		see_marker(c, rec);
	c->counts[CHROME_UNKNOWN] += rec->type == OTFP_UnknownRecord && shown;
	return c->pen.code;
}

/* ---- the end ---- */

static void close_calls(struct chrome *c, const struct otfp_process *p, uint64_t end)
{
	for (size_t k = p->calls.n; k-- > 0;)
		if (otfp_stack_at(&p->calls, k)->mark != NOT_SHOWN) {
			end_call(c, end, p, otfp_stack_at(&p->calls, k), NULL);
			c->counts[CHROME_OPEN]++;
		}
}

static void close_process(struct chrome *c, const struct otfp_process *p, uint64_t end)
{
	close_calls(c, p, end);
	chrome_close_operations(c, p, &otfp_operations_of(p)->collectives, end, NULL);
	chrome_close_operations(c, p, &otfp_operations_of(p)->fileops, end, "file operation");
}

/* The time that ends open calls and operations: the end of the interval if the trace continues after it, else that of
 * the trace, of which a source on disk gives the selected processes only. */
static uint64_t end_time(const struct chrome *c)
{
	const uint64_t last = c->clock.has_span && c->clock.last > c->last ? c->clock.last : c->last;

	return c->o.has_to && (c->goes_on || last >= c->o.to) ? c->o.to : last;
}

int chrome_end(struct chrome *c)
{
	if (!c->is_begun && settle(c, NULL) < 0)
		return c->err->code;
	c->last = end_time(c);
	if (c->o.has_from && !c->is_inside && c->o.from <= c->last)
		enter(c);
	for (size_t i = 0; i < c->state.n; i++)
		close_process(c, &c->state.processes[i], c->last);
	c->counts[CHROME_SENDS] = c->sends - c->received;
	c->form->end(c);
	return pen_finish(&c->pen);
}
