/* timed.c - check timed records: order, references, calls, operations, counters. */
#include "check/inside.h"
#include "record/fileop.h"
#include "record/value.h"
#include "state/callstate.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- time ---- */

static void see_span(struct otfp_check *c, const struct otfp_record *rec)
{
	const struct otfp_header *h = c->header;

	if (h->has_span && (rec->time < h->first || rec->time > h->last))
		otfp_check_find_here(c, OTFP_RULE_HEADER_SPAN, rec,
		                     "time %" PRIu64 " is outside TS:%" PRIu64 ",%" PRIu64 " of the first line",
		                     rec->time, h->first, h->last);
	else if (h->has_events && rec->file == OTFP_FILE_EVENT &&
	         (rec->time < h->events_first || rec->time > h->events_last))
		otfp_check_find_here(c, OTFP_RULE_HEADER_SPAN, rec,
		                     "time %" PRIu64 " is outside EV:%" PRIu64 ",%" PRIu64 " of the first line",
		                     rec->time, h->events_first, h->events_last);
}

/* Check the order of a line stream; the reader checks the files of a trace. */
static void see_order(struct otfp_check *c, const struct otfp_record *rec)
{
	const uint32_t stream = otfp_master_stream(&c->streams, rec->loc);
	const unsigned file = c->inline_snaps && rec->file == OTFP_FILE_SNAP ? OTFP_FILE_EVENT : rec->file;

	if (rec->time < c->time)
		otfp_check_find_here(c, OTFP_RULE_ORDER, rec,
		                     "time goes back from %" PRIu64 " (process %" PRIu32 ", line %" PRIu32
		                     ") to %" PRIu64,
		                     c->time, c->loc, c->lineno, rec->time);
	else if (rec->time == c->time && (file < c->file || (file == c->file && stream < c->stream)))
		otfp_check_find_here(c, OTFP_RULE_STREAM_ORDER, rec,
		                     file < c->file ?
		                             "records of the %s files must come before others of the same time" :
		                             "records of the %s files at the same time must be ordered by stream",
		                     otfp_file_name(file));
	c->time = rec->time;
	c->loc = rec->loc;
	c->lineno = rec->lineno;
	c->file = file;
	c->stream = stream;
	see_span(c, rec);
}

static __attribute__((noinline, cold)) void see_range(struct otfp_check *c, const struct otfp_record *rec)
{
	otfp_check_find_here(c, OTFP_RULE_TIME_RANGE, rec,
	                     "time %" PRIu64 " is outside DefTimeRange, %" PRIu64 " to %" PRIu64, rec->time, c->from,
	                     c->to);
}

static __attribute__((noinline, cold)) void see_far(struct otfp_check *c, const struct otfp_record *rec)
{
	if (c->o.severity[OTFP_RULE_OUTLIER] != OTFP_SEVERITY_OFF)
		otfp_check_at(c, rec, c->outlier.n == 1 ? &c->first_event : &c->far_event);
}

void otfp_check_outliers(struct otfp_check *c)
{
	const struct otfp_outlier_found f = otfp_outlier_find(&c->outlier);

	if (f.n)
		otfp_check_find(c, OTFP_RULE_OUTLIER, f.is_late ? &c->far_event : &c->first_event,
		                "time %" PRIu64 ": %" PRIu64 " of %" PRIu64 " events %s a gap of %" PRIu64
		                " ticks; the others take %" PRIu64 " ticks",
		                f.first, f.n, f.n + f.others,
		                f.n == 1 ? (f.is_late ? "is after" : "is before") :
		                           (f.is_late ? "are after" : "are before"),
		                f.gap, f.span);
}

/* ---- processes ---- */

static int make_room(struct otfp_check *c, size_t index)
{
	size_t cap = c->cap ? c->cap : 16;
	struct otfp_checked *p;

	while (cap <= index)
		cap *= 2;
	p = realloc(c->processes, cap * sizeof *p);
	if (!p)
		return -1;
	memset(p + c->cap, 0, (cap - c->cap) * sizeof *p);
	c->processes = p;
	c->cap = cap;
	return 0;
}

/* The first record of a process. */
static int add_process(struct otfp_check *c, const struct otfp_process *p, const struct otfp_record *rec)
{
	struct otfp_origin origin;

	if (p->index >= c->cap && make_room(c, p->index) < 0)
		return -1;
	c->o.origin(c->o.ctx, rec, &origin);
	c->processes[p->index].seen = 1;
	c->processes[p->index].stream = c->is_on_disk ? origin.stream : otfp_master_stream(&c->streams, rec->loc);
	return otfp_check_refer(c, OTFP_W_PROCESS, c->processes[p->index].stream, rec->loc, rec, NULL);
}

static void see_life(struct otfp_check *c, struct otfp_checked *p, const struct otfp_record *rec)
{
	if (p->life & OTFP_LIFE_ENDED)
		otfp_check_find_here(c, OTFP_RULE_PROCESS_LIFE, rec, "%s after the EndProcess of the process",
		                     otfp_table[rec->type].name);
	else if (rec->type == OTFP_BeginProcess && p->life)
		otfp_check_find_here(c, OTFP_RULE_PROCESS_LIFE, rec,
		                     "BeginProcess is not the first event of the process");
	if (rec->type == OTFP_EndProcess)
		p->life |= OTFP_LIFE_ENDED;
	p->life |= OTFP_LIFE_ANY;
}

/* ---- references ---- */

/* Whether 0 means none in a field. */
static int may_be_none(const struct otfp_record *rec, unsigned what)
{
	return rec->type == OTFP_Leave ||
	       (what != OTFP_W_FUNCTION && what != OTFP_W_COLLECTIVE && what != OTFP_W_COUNTER);
}

static int refer_all(struct otfp_check *c, const struct otfp_checked *p, const struct otfp_record *rec)
{
	const struct otfp_schema *s = &otfp_table[rec->type];
	int rc = 0;

	for (unsigned i = 0; i < s->nfields && rc == 0; i++) {
		const unsigned what = s->fields[i].what;
		if (what && what <= OTFP_W_MARKER && (rec->f[i].u || !may_be_none(rec, what)))
			rc = otfp_check_refer(c, what, p->stream, (uint32_t)rec->f[i].u, rec, NULL);
	}
	return rc;
}

/* Fast path for calls, which are most records. */
static inline int refer_call(struct otfp_check *c, const struct otfp_checked *p, const struct otfp_record *rec)
{
	const uint32_t function = (uint32_t)rec->f[0].u, source = (uint32_t)rec->f[1].u;
	const int known =
		otfp_check_is_known(c, OTFP_W_FUNCTION, p->stream, function) || (!function && rec->type == OTFP_Leave);

	if (OTFP_LIKELY(known && (!source || otfp_check_is_known(c, OTFP_W_SCL, p->stream, source))))
		return 0;
	return refer_all(c, p, rec);
}

/* ---- oddities of the state ---- */

static void see_odd(struct otfp_check *c, const struct otfp_checked *p, const struct otfp_record *rec,
                    const struct otfp_change *d)
{
	static const int rules[OTFP_NODDITIES] = {
		[OTFP_ODD_COLLECTIVE] = OTFP_RULE_COLLECTIVE_END,
		[OTFP_ODD_FILEOP] = OTFP_RULE_FILE_OPERATION_END,
		[OTFP_ODD_CLOSE] = OTFP_RULE_FILE_CLOSE,
		[OTFP_ODD_BEGUN_TWICE] = OTFP_RULE_ID_IN_USE,
	};

	if (d->odd == OTFP_ODD_LEAVE)
		otfp_check_find_here(c, OTFP_RULE_LEAVE, rec, "leave of %s, but no call is open",
		                     otfp_check_word(c, OTFP_W_FUNCTION, p->stream, (uint32_t)rec->f[0].u));
	else if (d->odd == OTFP_ODD_LEAVE_OTHER)
		otfp_check_find_here(c, OTFP_RULE_LEAVE_OTHER, rec,
		                     "leave of %s, but %s is innermost, entered at %" PRIu64 "%s",
		                     otfp_check_word(c, OTFP_W_FUNCTION, p->stream, (uint32_t)rec->f[0].u),
		                     otfp_check_word(c, OTFP_W_FUNCTION, p->stream, d->call->function), d->call->time,
		                     otfp_check_line(c, d->call->mark));
	else if (d->odd != OTFP_ODD_RECEIVE)
		otfp_check_find_here(c, (unsigned)rules[d->odd], rec, "%s", otfp_oddity_name((unsigned)d->odd));
}

/* ---- collective operations and files ---- */

static int is_member(const struct otfp_defined *group, uint32_t process)
{
	size_t a = 0, b = group->members.n;

	while (a < b) {
		size_t mid = a + (b - a) / 2;
		if (group->members.p[mid] == process)
			return 1;
		if (group->members.p[mid] < process)
			a = mid + 1;
		else
			b = mid;
	}
	return 0;
}

int otfp_check_is_flat(const struct otfp_check *c, const struct otfp_defined *group)
{
	for (size_t i = 0; i < group->members.n; i++)
		if (!otfp_check_defined(c, OTFP_W_PROCESS, group->stream, group->members.p[i]))
			return 0;
	return group->members.n != 0;
}

static int see_collective(struct otfp_check *c, struct otfp_checked *p, const struct otfp_record *rec,
                          const struct otfp_change *d)
{
	const uint32_t group = (uint32_t)rec->f[rec->type == OTFP_CollectiveOperation ? 1 : 2].u;
	const struct otfp_defined *def;

	if (d->begun)
		d->begun->mark = rec->lineno;
	if (!group || p->member_of == group)
		return 0;
	p->member_of = group;
	def = otfp_check_defined(c, OTFP_W_PROCESSGROUP, p->stream, group);
	if (def && !is_member(def, rec->loc) && otfp_check_is_flat(c, def))
		otfp_check_find_here(c, OTFP_RULE_COLLECTIVE_MEMBER, rec, "%s is not a member of %s",
		                     otfp_check_word(c, OTFP_W_PROCESS, p->stream, rec->loc),
		                     otfp_check_word(c, OTFP_W_PROCESSGROUP, p->stream, group));
	return 0;
}

static int see_begin_file(struct otfp_check *c, struct otfp_checked *p, const struct otfp_record *rec,
                          const struct otfp_change *d)
{
	(void)c, (void)p;
	if (d->begun)
		d->begun->mark = rec->lineno;
	return 0;
}

/* Keep the line of a file that is opened. */
static int see_file(struct otfp_check *c, struct otfp_checked *p, const struct otfp_record *rec,
                    const struct otfp_change *d)
{
	const int at = rec->type == OTFP_FileOperation ? 1 : 2;
	const uint64_t operation = rec->f[at + 1].u;
	struct otfp_begun *file;

	(void)c, (void)p;
	if (operation & OTFP_FILEOP_FAILED || otfp_fileop_kind(operation) != OTFP_FILEOP_OPEN)
		return 0;
	file = otfp_begun_find(&otfp_operations_of(d->process)->files, rec->f[at].u);
	if (file)
		file->mark = rec->lineno;
	return 0;
}

/* ---- counters ---- */

/* Whether 64 bits are a value of the type in the properties. A negative value may be sign-extended to its own size only
 * or to 64 bits. */
static int fits(uint32_t properties, uint64_t bits)
{
	const unsigned type = properties & OTFP_VARTYPE_MASK, bytes = 8u >> (type >> 6);

	if (type == OTFP_VARTYPE_FLOAT)
		return bits <= UINT32_MAX;
	if (type > OTFP_VARTYPE_FLOAT || bytes == 8 || bits >> 8 * bytes == 0)
		return 1;
	return type & OTFP_VARTYPE_SIGNED && (int64_t)bits < 0 && (int64_t)bits >= -((int64_t)1 << (8 * bytes - 1));
}

/* Whether a counter that accumulates since the start (OTF specification, A.1.22) decreases. */
static int falls(uint32_t properties, uint64_t before, uint64_t now)
{
	double a, b;

	if ((properties & OTFP_COUNTER_TYPE) == OTFP_COUNTER_ABS || (properties & OTFP_SCOPE) != OTFP_SCOPE_START)
		return 0;
	switch (otfp_value_form(properties)) {
	case OTFP_FORM_SIGNED: return (int64_t)now < (int64_t)before;
	case OTFP_FORM_DOUBLE:
		memcpy(&a, &before, sizeof a);
		memcpy(&b, &now, sizeof b);
		return b < a;
	case OTFP_FORM_FLOAT: return 0; /* a sum in 24 bits is rounded, so it may decrease */
	default: return now < before;
	}
}

static void put_value(char *text, uint64_t bits, uint32_t properties)
{
	*otfp_value_put(text, bits, otfp_value_form(properties)) = '\0';
}

static int see_counter(struct otfp_check *c, struct otfp_checked *p, const struct otfp_record *rec,
                       const struct otfp_change *d)
{
	const int slot = rec->type == OTFP_CounterSnapshot;
	const uint32_t counter = (uint32_t)rec->f[slot].u;
	const struct otfp_defined *def = otfp_check_defined(c, OTFP_W_COUNTER, p->stream, counter);
	char now[OTFP_VALUE_ROOM + 1], before[OTFP_VALUE_ROOM + 1];

	if (!def)
		return 0;
	if (!fits(def->detail, rec->f[slot + 1].u)) {
		otfp_check_find_here(c, OTFP_RULE_COUNTER_TYPE, rec, "%s: %" PRIu64 " does not fit its type",
		                     otfp_check_word(c, OTFP_W_COUNTER, p->stream, counter), rec->f[slot + 1].u);
	} else if (d->last && falls(def->detail, d->last->value, rec->f[slot + 1].u)) {
		put_value(before, d->last->value, def->detail);
		put_value(now, rec->f[slot + 1].u, def->detail);
		otfp_check_find_here(c, OTFP_RULE_COUNTER_FALLS, rec, "%s falls from %s to %s",
		                     otfp_check_word(c, OTFP_W_COUNTER, p->stream, counter), before, now);
	}
	return 0;
}

/* ---- dispatch ---- */

static int see_send(struct otfp_check *c, struct otfp_checked *p, const struct otfp_record *rec,
                    const struct otfp_change *d)
{
	(void)p;
	otfp_check_send(c, rec, d);
	return 0;
}

static int see_receive(struct otfp_check *c, struct otfp_checked *p, const struct otfp_record *rec,
                       const struct otfp_change *d)
{
	(void)p;
	otfp_check_receive(c, rec, d);
	return 0;
}

static int (*const see_more[OTFP_NTYPES])(struct otfp_check *c, struct otfp_checked *p, const struct otfp_record *rec,
                                          const struct otfp_change *d) = {
	[OTFP_SendMsg] = see_send,
	[OTFP_RecvMsg] = see_receive,
	[OTFP_Counter] = see_counter,
	[OTFP_CollectiveOperation] = see_collective,
	[OTFP_BeginCollectiveOperation] = see_collective,
	[OTFP_BeginFileOperation] = see_begin_file,
	[OTFP_FileOperation] = see_file,
	[OTFP_EndFileOperation] = see_file,
};

static int see_process(struct otfp_check *c, const struct otfp_record *rec, const struct otfp_change *d)
{
	struct otfp_checked *p;
	int rc = 0;

	if (OTFP_UNLIKELY(d->process->index >= c->cap || !c->processes[d->process->index].seen))
		rc = add_process(c, d->process, rec);
	if (OTFP_UNLIKELY(rc < 0))
		return rc;
	p = &c->processes[d->process->index];
	if (OTFP_UNLIKELY(d->odd >= 0))
		see_odd(c, p, rec, d);
	if (OTFP_UNLIKELY(rec->ntags) && otfp_check_tags(c, p->stream, rec) < 0)
		return -1;
	if (OTFP_LIKELY(rec->type == OTFP_Enter || rec->type == OTFP_Leave)) {
		if (d->did == OTFP_DID_OPEN_CALL)
			d->call->mark = rec->lineno;
		rc = refer_call(c, p, rec);
	} else {
		rc = refer_all(c, p, rec);
		if (rc == 0 && see_more[rec->type])
			rc = see_more[rec->type](c, p, rec, d);
	}
	if (rec->file == OTFP_FILE_EVENT && otfp_table[rec->type].file == OTFP_FILE_EVENT &&
	    OTFP_UNLIKELY(p->life != OTFP_LIFE_ANY || rec->type == OTFP_BeginProcess || rec->type == OTFP_EndProcess))
		see_life(c, p, rec);
	return rc;
}

/* The next event of a process ends its snapshot that is being compared. */
static void end_snapshot(struct otfp_check *c, const struct otfp_record *rec)
{
	const struct otfp_process *p = otfp_state_find(&c->state, rec->loc);

	if (p && otfp_checked_of(c, p)->snapping &&
	    (otfp_table[rec->type].file == OTFP_FILE_EVENT || rec->time != otfp_checked_of(c, p)->snap_time))
		otfp_check_snapshot_end(c, p);
}

/* Report a snapshot or summary at a time that is not announced, once per time. */
static void see_point(struct otfp_check *c, const struct otfp_record *rec, unsigned file)
{
	if (c->point_seen[file] == rec->time)
		return;
	c->point_seen[file] = rec->time;
	if (otfp_map_get(&c->points, rec->time))
		return;
	otfp_check_find_here(c, OTFP_RULE_SAMPLE_POINT, rec, "%s at %" PRIu64 ", which no DefAuxSamplePoint announces",
	                     otfp_table[rec->type].name, rec->time);
}

static int see_sample(struct otfp_check *c, const struct otfp_record *rec, unsigned file)
{
	see_point(c, rec, file);
	if (file == OTFP_FILE_STAT)
		return otfp_check_summary(c, rec);
	return otfp_check_repeats(c, rec) ? otfp_check_snapshot(c, rec) : 0;
}

/* Fast path for most records: a call of a known process in a trace on disk. @return 1 if done, 0 if the record is not
 * such a call, -1 when memory is out */
static inline int see_usual_call(struct otfp_check *c, const struct otfp_record *rec)
{
	struct otfp_process *p = otfp_state_near(&c->state, rec->loc);
	struct otfp_change d = {.odd = -1, .process = p};
	const struct otfp_checked *s;

	if (OTFP_UNLIKELY(!p || !c->is_on_disk || c->nsnapping || rec->ntags || p->known != OTFP_KNOWN_EVENTS ||
	                  rec->time < c->from || rec->time > c->to))
		return 0;
	s = otfp_checked_of(c, p);
	if (OTFP_UNLIKELY(s->life != OTFP_LIFE_ANY))
		return 0;
	if (rec->type == OTFP_Enter) {
		d.call = otfp_state_open_call(&c->state, p, rec->time, (uint32_t)rec->f[0].u, (uint32_t)rec->f[1].u);
		if (OTFP_UNLIKELY(!d.call))
			return -1;
		d.call->mark = rec->lineno;
	} else {
		d.call = otfp_state_close_call(&c->state, p, rec, &d.odd);
		if (OTFP_UNLIKELY(d.odd >= 0))
			see_odd(c, s, rec, &d);
	}
	return refer_call(c, s, rec) < 0 ? -1 : 1;
}

int otfp_check_timed(struct otfp_check *c, const struct otfp_record *rec)
{
	const unsigned file = otfp_table[rec->type].file;
	struct otfp_change d;
	int rc;

	if (OTFP_LIKELY(rec->file == OTFP_FILE_EVENT && file == OTFP_FILE_EVENT) &&
	    OTFP_UNLIKELY(otfp_outlier_add(&c->outlier, rec->time) || c->outlier.n == 1))
		see_far(c, rec);
	if (OTFP_LIKELY(rec->type == OTFP_Enter || rec->type == OTFP_Leave) && (rc = see_usual_call(c, rec)) != 0)
		return rc < 0 ? rc : 0;
	if (!c->is_on_disk)
		see_order(c, rec);
	/* only events: the last summaries are one tick after the end, as otfaux writes them */
	if (OTFP_UNLIKELY(rec->time < c->from || rec->time > c->to) && file == OTFP_FILE_EVENT)
		see_range(c, rec);
	if (OTFP_UNLIKELY(c->nsnapping))
		end_snapshot(c, rec);
	if (OTFP_UNLIKELY(file != OTFP_FILE_EVENT) && see_sample(c, rec, file) < 0)
		return -1;
	if (OTFP_UNLIKELY(otfp_state_add(&c->state, rec, &d) < 0))
		return -1;
	return see_process(c, rec, &d);
}
