#include "state/state.h"
#include "base/assert.h"
#include "record/fileop.h"
#include "record/table.h"
#include "state/callstate.h"
#include "state/match.h"
#include <stdlib.h>

const char *otfp_oddity_name(unsigned odd)
{
	static const char *const names[OTFP_NODDITIES] = {
		[OTFP_ODD_LEAVE] = "leave without enter",
		[OTFP_ODD_LEAVE_OTHER] = "leave of a function other than the innermost",
		[OTFP_ODD_RECEIVE] = "receive of a message that was not sent",
		[OTFP_ODD_COLLECTIVE] = "end of a collective operation that was not begun",
		[OTFP_ODD_FILEOP] = "end of a file operation that was not begun",
		[OTFP_ODD_CLOSE] = "close of a file that is not open",
		[OTFP_ODD_BEGUN_TWICE] = "matching id or handle begun while it is in use",
	};

	return odd < OTFP_NODDITIES ? names[odd] : NULL;
}

/* ---- handlers by record type: return 0, or -1 when memory is out; set d->did if the state changed ---- */

static int odd(struct otfp_state *s, struct otfp_change *d, enum otfp_oddity what)
{
	s->odd[what]++;
	d->odd = (int)what;
	return 0;
}

static int keep_tags(const struct otfp_state *s, struct otfp_kept **k, const struct otfp_record *rec)
{
	return OTFP_UNLIKELY(rec->ntags) && s->keeps & OTFP_STATE_TAGS ? otfp_kept_make(k, rec) : 0;
}

static int open_call(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec, uint64_t time,
                     uint64_t function, uint64_t source)
{
	d->call = otfp_state_open_call(s, d->process, time, (uint32_t)function, (uint32_t)source);
	if (OTFP_UNLIKELY(!d->call))
		return -1;
	d->did = OTFP_DID_OPEN_CALL;
	return OTFP_UNLIKELY(rec->ntags) && s->keeps & OTFP_STATE_TAGS ? otfp_stack_keep(&d->process->calls, rec) : 0;
}

static int see_enter(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec)
{
	return open_call(s, d, rec, rec->time, rec->f[0].u, rec->f[1].u);
}

static int see_leave(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec)
{
	d->call = otfp_state_close_call(s, d->process, rec, &d->odd);
	d->did = d->call ? OTFP_DID_CLOSE_CALL : OTFP_DID_NOTHING;
	return 0;
}

static int see_send(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec)
{
	const uint32_t key[4] = {rec->loc, (uint32_t)rec->f[0].u, (uint32_t)rec->f[1].u, (uint32_t)rec->f[2].u};
	const struct otfp_call_stack *calls = &d->process->calls;

	if (otfp_match_send(s, d, rec->time, key) < 0)
		return -1;
	d->message->length = otfp_true_number(s->carriers, rec, 3);
	d->message->source = (uint32_t)rec->f[4].u;
	d->message->function = calls->n ? otfp_stack_at(calls, calls->n - 1)->function : 0;
	return d->early ? 0 : keep_tags(s, &d->message->kept, rec);
}

static int see_receive(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec)
{
	const uint32_t key[4] = {(uint32_t)rec->f[0].u, rec->loc, (uint32_t)rec->f[1].u, (uint32_t)rec->f[2].u};

	if (otfp_match_receive(s, d, rec->time, key) < 0)
		return -1;
	if (d->message)
		return 0;
	d->early->length = otfp_true_number(s->carriers, rec, 3);
	d->early->source = (uint32_t)rec->f[4].u;
	return odd(s, d, OTFP_ODD_RECEIVE);
}

/* The operations of the process. @return NULL when memory is out */
static struct otfp_operations *operations(const struct otfp_change *d)
{
	if (OTFP_UNLIKELY(!d->process->operations))
		d->process->operations = calloc(1, sizeof *d->process->operations);
	return d->process->operations;
}

/* @param list  NULL when memory is out */
static int begin(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec,
                 struct otfp_begun_list *list, struct otfp_begun b)
{
	if (!list)
		return -1;
	if (otfp_begun_find(list, b.id))
		odd(s, d, OTFP_ODD_BEGUN_TWICE);
	if (keep_tags(s, &b.kept, rec) < 0)
		return -1;
	d->begun = otfp_begun_add(list, &b);
	d->did = OTFP_DID_BEGIN;
	return d->begun ? 0 : -1;
}

/* @return what ended, valid until the next record; NULL if nothing with that id was open */
static struct otfp_begun *end(struct otfp_state *s, struct otfp_begun_list *list, uint64_t id)
{
	struct otfp_begun *b = list ? otfp_begun_find(list, id) : NULL;

	if (!b)
		return NULL;
	s->ended = *b;
	s->ended.kept = NULL;
	otfp_begun_end(list, b);
	return &s->ended;
}

static int count_collective(struct otfp_operations *o, uint32_t group, uint64_t time)
{
	int is_new;
	struct otfp_last *v = o ? otfp_lasts_get(&o->collcounts, group, &is_new) : NULL;

	if (!v)
		return -1;
	v->value++;
	v->time = time;
	return 0;
}

static int see_collective(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec)
{
	(void)s;
	d->did = OTFP_DID_OPERATE;
	return count_collective(operations(d), (uint32_t)rec->f[1].u, rec->time);
}

static struct otfp_begun collective_of(const struct otfp_record *rec, uint64_t time)
{
	const union otfp_value *f = rec->f;
	const int is_snap = rec->type == OTFP_BeginCollopSnapshot; /* its first field is the time */

	f += is_snap;
	return (struct otfp_begun){.time = time,
	                           .what = (uint32_t)f[0].u,
	                           .id = f[1].u,
	                           .group = (uint32_t)f[2].u,
	                           .root = (uint32_t)f[3].u,
	                           .sent = f[4].u,
	                           .received = f[5].u,
	                           .source = (uint32_t)f[6].u};
}

static int see_begin_collective(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec)
{
	struct otfp_operations *o = operations(d);

	return begin(s, d, rec, o ? &o->collectives : NULL, collective_of(rec, rec->time));
}

static int see_end_collective(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec)
{
	struct otfp_operations *o = d->process->operations;

	d->begun = end(s, o ? &o->collectives : NULL, rec->f[0].u);
	if (!d->begun)
		return odd(s, d, OTFP_ODD_COLLECTIVE);
	d->did = OTFP_DID_END;
	return count_collective(o, d->begun->group, rec->time);
}

/* ---- files ---- */

/* Open or close the file if the operation does so. */
static int operate(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec, struct otfp_begun file,
                   uint64_t operation)
{
	struct otfp_operations *o = operations(d);
	struct otfp_begun_list *files = o ? &o->files : NULL;
	struct otfp_begun *open = o ? otfp_begun_find(files, file.id) : NULL;
	const enum otfp_fileop kind = otfp_fileop_kind(operation);

	if (!o)
		return -1;
	if (operation & OTFP_FILEOP_FAILED)
		return 0;
	/* the handle of a DUP is the new one, or that which it copies; then it is open */
	if (kind == OTFP_FILEOP_OPEN || (kind == OTFP_FILEOP_DUP && !open)) {
		if (open)
			odd(s, d, OTFP_ODD_BEGUN_TWICE);
		return keep_tags(s, &file.kept, rec) < 0 || !otfp_begun_add(files, &file) ? -1 : 0;
	}
	if (kind != OTFP_FILEOP_CLOSE)
		return 0;
	if (!open)
		return odd(s, d, OTFP_ODD_CLOSE);
	otfp_begun_end(files, open);
	return 0;
}

static int see_file_operation(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec)
{
	d->did = OTFP_DID_OPERATE;
	return operate(s, d, rec,
	               (struct otfp_begun){.id = rec->f[1].u,
	                                   .time = rec->time,
	                                   .what = (uint32_t)rec->f[0].u,
	                                   .source = (uint32_t)rec->f[5].u},
	               rec->f[2].u);
}

static int see_begin_file_operation(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec)
{
	struct otfp_operations *o = operations(d);

	return begin(s, d, rec, o ? &o->fileops : NULL,
	             (struct otfp_begun){.id = rec->f[0].u, .time = rec->time, .source = (uint32_t)rec->f[1].u});
}

static int see_end_file_operation(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec)
{
	d->begun = end(s, d->process->operations ? &d->process->operations->fileops : NULL, rec->f[1].u);
	d->did = d->begun ? OTFP_DID_END : OTFP_DID_OPERATE;
	if (!d->begun)
		odd(s, d, OTFP_ODD_FILEOP);
	return operate(s, d, rec,
	               (struct otfp_begun){.id = rec->f[2].u,
	                                   .time = rec->time,
	                                   .what = (uint32_t)rec->f[0].u,
	                                   .source = (uint32_t)rec->f[5].u},
	               rec->f[3].u);
}

/* ---- counters ---- */

static int count(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec, uint32_t counter,
                 struct otfp_last now)
{
	int is_new;
	struct otfp_last *v = otfp_lasts_get(&d->process->counters, counter, &is_new);

	if (!v)
		return -1;
	s->before = *v;
	free(v->kept);
	v->kept = s->before.kept = NULL;
	v->time = now.time;
	v->value = now.value;
	v->form = rec->form;
	d->last = is_new ? NULL : &s->before;
	d->did = OTFP_DID_COUNT;
	return keep_tags(s, &v->kept, rec);
}

static int see_counter(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec)
{
	return count(s, d, rec, (uint32_t)rec->f[0].u, (struct otfp_last){.time = rec->time, .value = rec->f[1].u});
}

/* ---- snapshots ---- */

static int snap_enter(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec)
{
	return open_call(s, d, rec, rec->f[0].u, rec->f[1].u, rec->f[2].u);
}

static int snap_send(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec)
{
	const uint32_t key[4] = {rec->loc, (uint32_t)rec->f[1].u, (uint32_t)rec->f[2].u, (uint32_t)rec->f[3].u};

	/* the messages of a snapshot are those that no receive before it took */
	if (otfp_match_snapshot(s, d, rec->f[0].u, key) < 0)
		return -1;
	d->message->length = otfp_true_number(s->carriers, rec, 4);
	d->message->source = (uint32_t)rec->f[5].u;
	return keep_tags(s, &d->message->kept, rec);
}

static int snap_file(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec)
{
	struct otfp_operations *o = operations(d);

	return begin(s, d, rec, o ? &o->files : NULL,
	             (struct otfp_begun){.id = rec->f[2].u,
	                                 .time = rec->f[0].u,
	                                 .what = (uint32_t)rec->f[1].u,
	                                 .source = (uint32_t)rec->f[3].u});
}

static int snap_collective(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec)
{
	struct otfp_operations *o = operations(d);

	return begin(s, d, rec, o ? &o->collectives : NULL, collective_of(rec, rec->f[0].u));
}

static int snap_file_operation(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec)
{
	struct otfp_operations *o = operations(d);

	return begin(s, d, rec, o ? &o->fileops : NULL,
	             (struct otfp_begun){.id = rec->f[1].u, .time = rec->f[0].u, .source = (uint32_t)rec->f[2].u});
}

static int snap_collcount(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec)
{
	int is_new;
	struct otfp_operations *o = operations(d);
	struct otfp_last *v = o ? otfp_lasts_get(&o->collcounts, (uint32_t)rec->f[0].u, &is_new) : NULL;

	if (!v)
		return -1;
	v->value = rec->f[1].u;
	free(v->kept);
	v->kept = NULL;
	return keep_tags(s, &v->kept, rec);
}

static int snap_counter(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec)
{
	return count(s, d, rec, (uint32_t)rec->f[1].u, (struct otfp_last){.time = rec->f[0].u, .value = rec->f[2].u});
}

/* ---- dispatch ---- */

static const struct {
	int (*see)(struct otfp_state *s, struct otfp_change *d, const struct otfp_record *rec);
	unsigned keeps;
} rows[OTFP_NTYPES] = {
	[OTFP_Enter] = {see_enter, OTFP_STATE_CALLS},
	[OTFP_Leave] = {see_leave, OTFP_STATE_CALLS},
	[OTFP_SendMsg] = {see_send, OTFP_STATE_MESSAGES},
	[OTFP_RecvMsg] = {see_receive, OTFP_STATE_MESSAGES},
	[OTFP_CollectiveOperation] = {see_collective, OTFP_STATE_COLLECTIVES},
	[OTFP_BeginCollectiveOperation] = {see_begin_collective, OTFP_STATE_COLLECTIVES},
	[OTFP_EndCollectiveOperation] = {see_end_collective, OTFP_STATE_COLLECTIVES},
	[OTFP_FileOperation] = {see_file_operation, OTFP_STATE_FILES},
	[OTFP_BeginFileOperation] = {see_begin_file_operation, OTFP_STATE_FILES},
	[OTFP_EndFileOperation] = {see_end_file_operation, OTFP_STATE_FILES},
	[OTFP_Counter] = {see_counter, OTFP_STATE_COUNTERS},
	[OTFP_EnterSnapshot] = {snap_enter, OTFP_STATE_CALLS},
	[OTFP_SendSnapshot] = {snap_send, OTFP_STATE_MESSAGES},
	[OTFP_OpenFileSnapshot] = {snap_file, OTFP_STATE_FILES},
	[OTFP_BeginCollopSnapshot] = {snap_collective, OTFP_STATE_COLLECTIVES},
	[OTFP_BeginFileOpSnapshot] = {snap_file_operation, OTFP_STATE_FILES},
	[OTFP_CollopCountSnapshot] = {snap_collcount, OTFP_STATE_COLLECTIVES},
	[OTFP_CounterSnapshot] = {snap_counter, OTFP_STATE_COUNTERS},
};

int otfp_state_cares(const struct otfp_state *s, unsigned type)
{
	return type < OTFP_NTYPES && rows[type].keeps & s->keeps;
}

/* Whether a snapshot record adds to the state; see state.h. */
static int is_news(struct otfp_process *p, uint64_t time)
{
	if (p->known == OTFP_KNOWN_NOTHING) {
		p->known = OTFP_KNOWN_SNAPSHOT;
		p->snap_time = time;
	}
	return p->known == OTFP_KNOWN_SNAPSHOT && p->snap_time == time;
}

int otfp_state_add(struct otfp_state *s, const struct otfp_record *rec, struct otfp_change *d)
{
	unsigned file = rec->type < OTFP_NTYPES ? otfp_table[rec->type].file : OTFP_FILE_DEF;

	*d = (struct otfp_change){.odd = -1};
	if (!otfp_is_timed(file))
		return s->keeps & (OTFP_STATE_MESSAGES | OTFP_STATE_RANKS) ? otfp_ranks_add(&s->ranks, rec) : 0;
	d->process = otfp_state_near(s, rec->loc);
	if (OTFP_UNLIKELY(!d->process) && !(d->process = otfp_state_process(s, rec->loc)))
		return -1;
	if (OTFP_LIKELY(file == OTFP_FILE_EVENT))
		d->process->known = OTFP_KNOWN_EVENTS;
	else if (file != OTFP_FILE_SNAP || !is_news(d->process, rec->time))
		return 0;
	if (!(rows[rec->type].keeps & s->keeps))
		return 0;
	OTFP_ASSERT_HOT(rows[rec->type].see);
	if (OTFP_LIKELY(rec->type == OTFP_Enter))
		return see_enter(s, d, rec);
	return rec->type == OTFP_Leave ? see_leave(s, d, rec) : rows[rec->type].see(s, d, rec);
}
