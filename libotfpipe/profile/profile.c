/* profile.c - the interval and windows of a profile; dispatch of records to account-*.c. */
#include "profile/profile.h"
#include "base/assert.h"
#include "base/grow.h"
#include "base/ticks.h"
#include "profile/account.h"
#include "profile/fold.h"
#include <stdlib.h>
#include <string.h>

typedef int account_fn(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_change *change);

/* The account function and the tables of each record type except Enter and Leave. */
static const struct {
	account_fn *account;
	unsigned tables;
} rows[OTFP_NTYPES] = {
#define MESSAGES (1u << OTFP_STAT_MESSAGE | 1u << OTFP_STAT_MATRIX | 1u << OTFP_STAT_LENGTH)
#define ROW(type, f, table) [OTFP_##type] = {otfp_account_##f, table}
	ROW(EnterSnapshot, call, 1u << OTFP_STAT_FUNCTION),
	ROW(SendMsg, message, MESSAGES),
	ROW(RecvMsg, message, MESSAGES),
	ROW(SendSnapshot, message, MESSAGES),
	ROW(CollectiveOperation, operation, 1u << OTFP_STAT_COLLECTIVE),
	ROW(EndCollectiveOperation, operation, 1u << OTFP_STAT_COLLECTIVE),
	ROW(FileOperation, operation, 1u << OTFP_STAT_FILE),
	ROW(EndFileOperation, operation, 1u << OTFP_STAT_FILE),
	ROW(RMAPut, operation, 1u << OTFP_STAT_RMA),
	ROW(RMAPutRemoteEnd, operation, 1u << OTFP_STAT_RMA),
	ROW(RMAGet, operation, 1u << OTFP_STAT_RMA),
	ROW(Counter, counter, 1u << OTFP_STAT_COUNTER),
	ROW(CounterSnapshot, counter, 1u << OTFP_STAT_COUNTER),
#undef ROW
};

static unsigned keeps(const struct otfp_profile *p)
{
	return (otfp_wants(p, OTFP_STAT_FUNCTION) ? OTFP_STATE_CALLS | OTFP_STATE_CHILDREN | OTFP_STATE_BELOW : 0u) |
	       (otfp_wants(p, OTFP_STAT_COLLECTIVE) ? OTFP_STATE_COLLECTIVES : 0u) |
	       (otfp_wants(p, OTFP_STAT_FILE) ? OTFP_STATE_FILES : 0u);
}

/* How a record of a type is accounted with others at once. Those of a file other than event files are never plain. */
static unsigned plain_of(const struct otfp_profile *p, unsigned type)
{
	const int is_call = type == OTFP_Enter || type == OTFP_Leave,
		  is_counted = (rows[type].tables & p->o.tables) != 0;

	if (otfp_table[type].file != OTFP_FILE_EVENT)
		return OTFP_PLAIN_NOT;
	if (is_call)
		return otfp_state_cares(&p->state, type) ? OTFP_PLAIN_CALL : OTFP_PLAIN_NOTHING;
	if (is_counted && rows[type].account == otfp_account_counter)
		return OTFP_PLAIN_COUNTER;
	if (is_counted && rows[type].account == otfp_account_message)
		return OTFP_PLAIN_MESSAGE;
	return is_counted || otfp_state_cares(&p->state, type) ? OTFP_PLAIN_OTHER : OTFP_PLAIN_NOTHING;
}

void otfp_profile_begin(struct otfp_profile *p, const struct otfp_profile_options *o, const struct otfp_header *h)
{
	p->o = *o;
	p->names.scales = 1;
	for (unsigned t = 0; t < OTFP_NSTATS; t++) {
		/* sums of reals depend on the order, so counters always have a row per process */
		unsigned by = t == OTFP_STAT_COUNTER ? 1u << OTFP_KEY_PROCESS : o->by;
		p->nkinds[t] = otfp_stat_keys(t, by, p->kinds[t]);
		if (!otfp_stat_applies(t, o->by))
			p->o.tables &= ~(1u << t);
	}
	p->by_processes = (p->o.by >> OTFP_KEY_PROCESS & 1) != 0;
	p->by_paths = (p->o.by >> OTFP_KEY_PATH & 1) != 0;
	p->is_tree = p->by_paths && !p->by_processes && !(p->o.by >> OTFP_KEY_GROUP & 1) && !p->o.every;
	p->resolution = otfp_header_resolution(h);
	p->has_span = otfp_header_span(h, &p->first, &p->last);
	p->state.keeps = keeps(p);
	for (unsigned type = 0; type < OTFP_NTYPES; type++)
		p->plain[type] = (uint8_t)plain_of(p, type);
	if (o->has_from)
		p->base = o->from;
	else
		p->base = p->has_span ? p->first : 0;
	p->epoch = 1;
	p->nowhere.counted = &p->nowhere_counted;
}

/* Free what only records need, before the last rows are made. */
static void release_working(struct otfp_profile *p)
{
	otfp_state_release(&p->state);
	otfp_map_release(&p->cell_of);
	otfp_map_release(&p->shared_cells);
	if (p->is_tree)
		otfp_tree_release(p);
	free(p->cells);
	p->cells = NULL;
	p->ncells = p->cells_cap = 0;
	otfp_map_release(&p->counters);
	free(p->counter_cells);
	p->counter_cells = NULL;
	p->ncounters = p->counters_cap = 0;
	otfp_arena_release(&p->arena);
	for (size_t i = 0; i < p->nby_process; i++)
		otfp_stat_process_release(&p->by_process[i]);
	free(p->by_process);
	p->by_process = NULL;
	p->nby_process = p->by_process_cap = 0;
}

void otfp_profile_release(struct otfp_profile *p)
{
	release_working(p);
	otfp_names_release(&p->names);
	otfp_paths_release(&p->paths);
	otfp_rows_release(&p->rows);
	otfp_halves_release(&p->halves);
	otfp_pairs_release(&p->pairs);
	otfp_map_release(&p->processes);
	otfp_map_release(&p->threads);
	otfp_dist_release(&p->nowhere.dist);
	free(p->lengths);
	free(p->recents);
	free(p->loads.p);
	memset(p, 0, sizeof *p);
}

/* ---- windows ---- */

static void set_edge(struct otfp_profile *p, int has, uint64_t edge)
{
	p->has_edge = has;
	p->edge = has ? edge : UINT64_MAX;
	p->plain_until = p->inside ? p->edge : 0;
}

/* Start the window that contains `time`. */
static void begin_window(struct otfp_profile *p, uint64_t time)
{
	uint64_t end;
	int over;

	p->epoch++;
	p->inside = otfp_profile_window(p, time, &p->window);
	if (!p->inside) { /* after the interval */
		set_edge(p, 0, 0);
		return;
	}
	p->window_start = p->o.every ? otfp_profile_window_start(p, p->window) : p->base;
	over = !p->o.every || __builtin_add_overflow(p->window_start, p->o.every, &end);
	if (p->o.has_to && (over || end > p->o.to))
		set_edge(p, 1, p->o.to);
	else
		set_edge(p, !over, end);
}

/* Account what is open only from `time` on. */
static void forget_before(struct otfp_profile *p, uint64_t time)
{
	otfp_account_calls_from(p, time);
	for (size_t i = 0; i < p->ncounters; i++)
		p->counter_cells[i].since = time;
}

static int account_up_to(struct otfp_profile *p, uint64_t time)
{
	return otfp_account_open_calls(p, time) < 0 || otfp_account_held(p, time) < 0 ? -1 : 0;
}

void otfp_account_start(struct otfp_profile *p, uint64_t time)
{
	p->started = 1;
	if (otfp_wants(p, OTFP_STAT_LENGTH))
		p->derived = 1u << OTFP_STAT_MESSAGE;
	if (!p->has_span)
		p->first = time;
	if (!p->has_span && !p->o.has_from)
		p->base = time;
	if (p->o.has_from && time < p->o.from)
		set_edge(p, 1, p->o.from);
	else
		begin_window(p, time);
}

/* Whether nothing is open, so that windows without records have no rows. */
static int is_idle(const struct otfp_profile *p)
{
	for (size_t i = 0; i < p->nby_process; i++)
		if (p->state.processes[i].calls.n)
			return 0;
	return p->ncounters == 0;
}

/* Whether the window of `time`, or the last one of the interval, is beyond the allowed number. One damaged time must
 * not make a row in each of a million windows for each open call. */
static int needs_too_many(const struct otfp_profile *p, uint64_t time)
{
	if (p->o.has_to && time >= p->o.to)
		time = p->o.to - (p->o.to > 0);
	return p->o.most && otfp_ticks_between(p->base, time) / p->o.every >= p->o.most;
}

/* Advance over all edges up to `time`. @return 0, or -1 when memory is out, or with p->too_many set */
static int cross(struct otfp_profile *p, uint64_t time)
{
	p->too_many = needs_too_many(p, time);
	if (p->too_many)
		return -1;
	while (p->has_edge && time >= p->edge) {
		uint64_t edge = p->edge;
		if (p->inside && account_up_to(p, edge) < 0)
			return -1;
		if (!p->inside)
			forget_before(p, edge);
		begin_window(p, p->inside && is_idle(p) ? time : edge);
		if (otfp_profile_fold(p) < 0)
			return -1;
	}
	return 0;
}

/* ---- records ---- */

int otfp_profile_learn(struct otfp_profile *p, const struct otfp_record *rec)
{
	return otfp_names_add(&p->names, rec);
}

int otfp_account_process(struct otfp_profile *p, const struct otfp_process *process, uint64_t time)
{
	while (p->nby_process <= process->index) {
		if (otfp_grow(&p->by_process, p->nby_process, &p->by_process_cap, sizeof *p->by_process) < 0)
			return -1;
		p->by_process[p->nby_process++] = (struct otfp_stat_process){.first = time, .last = time};
	}
	return otfp_map_set(&p->processes, process->process, 0);
}

/* Update the state, and account a timed record within the interval. */
static int account(struct otfp_profile *p, const struct otfp_record *rec, struct otfp_change *change)
{
	if (otfp_state_add(&p->state, rec, change) < 0)
		return -1;
	if (OTFP_UNLIKELY(change->process->index >= p->nby_process) &&
	    otfp_account_process(p, change->process, rec->time) < 0)
		return -1;
	if (OTFP_LIKELY(rec->type == OTFP_Enter || rec->type == OTFP_Leave))
		return change->call ? otfp_account_call(p, rec, change) : 0;
	if (rows[rec->type].tables & p->o.tables) {
		OTFP_ASSERT_HOT(rows[rec->type].account);
		return rows[rec->type].account(p, rec, change);
	}
	return 0;
}

int otfp_account_event(struct otfp_profile *p, const struct otfp_record *rec)
{
	struct otfp_change change;

	return account(p, rec, &change);
}

static int see_timed(struct otfp_profile *p, const struct otfp_record *rec)
{
	const int is_event = otfp_table[rec->type].file == OTFP_FILE_EVENT;
	struct otfp_change change;

	if (OTFP_UNLIKELY(!p->started))
		otfp_account_start(p, rec->time);
	if (OTFP_UNLIKELY(rec->time >= p->edge) && cross(p, rec->time) < 0)
		return -1;
	if (OTFP_LIKELY(is_event)) /* snapshots may come after the last event */
		p->seen_last = rec->time > p->seen_last ? rec->time : p->seen_last;
	if (OTFP_UNLIKELY(p->o.has_to && rec->time >= p->o.to))
		return 0;
	p->events += (uint64_t)(is_event && p->inside);
	if (account(p, rec, &change) < 0)
		return -1;
	if (is_event && rec->type != OTFP_Enter)
		p->by_process[change.process->index].last = rec->time;
	return 0;
}

int otfp_profile_add(struct otfp_profile *p, const struct otfp_record *rec)
{
	const unsigned file = rec->type < OTFP_NTYPES ? otfp_table[rec->type].file : OTFP_FILE_DEF;

	if (file == OTFP_FILE_STAT)
		return 0;
	if (otfp_is_timed(file))
		return otfp_profile_fold(p) < 0 ? -1 : see_timed(p, rec);
	return otfp_ranks_add(&p->state.ranks, rec) < 0 ? -1 : otfp_names_add(&p->names, rec);
}

int otfp_profile_partner(struct otfp_profile *p, const struct otfp_record *rec)
{
	if (!(rows[rec->type].tables & p->o.tables) || (p->o.has_to && rec->time >= p->o.to))
		return 0;
	if (!p->started && p->o.every)
		otfp_account_start(p, rec->time);
	p->too_many = p->o.every && needs_too_many(p, rec->time);
	p->has_partners = 1;
	return p->too_many ? -1 : otfp_account_partner(p, rec);
}

/* ---- the end ---- */

static void count_open(struct otfp_profile *p)
{
	memcpy(p->odd, p->state.odd, sizeof p->state.odd);
	if (p->o.has_to) /* at the end of an interval something is normally open */
		return;
	for (size_t i = 0; i < p->state.n; i++) {
		p->odd[OTFP_PODD_CALL] += p->state.processes[i].calls.n;
		p->odd[OTFP_PODD_COLLECTIVE] += otfp_operations_of(&p->state.processes[i])->collectives.n;
		p->odd[OTFP_PODD_FILEOP] += otfp_operations_of(&p->state.processes[i])->fileops.n;
	}
}

static int settle_rows(struct otfp_profile *p)
{
	int rc = 0;

	for (size_t i = 0; i < p->rows.n && rc == 0; i++)
		rc = otfp_dist_settle(&p->rows.rows[i]->dist);
	return rc;
}

int otfp_profile_end(struct otfp_profile *p)
{
	uint64_t end = p->has_span && p->last > p->seen_last ? p->last : p->seen_last;

	if (!p->started)
		return 0;
	if (!p->has_span)
		p->last = p->seen_last;
	if (p->o.has_to && end > p->o.to)
		end = p->o.to;
	if (cross(p, end) < 0 || (p->inside && account_up_to(p, end) < 0))
		return -1;
	p->inside = 0;
	for (size_t i = 0; i < p->nby_process; i++)
		p->goes_on |= p->state.processes[i].calls.n > 0;
	if (p->is_tree ? otfp_profile_fold_last(p) < 0 || otfp_tree_end(p) < 0 : (otfp_account_cells(p), 0))
		return -1;
	if (otfp_account_loads(p, end) < 0)
		return -1;
	count_open(p);
	otfp_state_release(&p->state);
	if (otfp_account_counters_end(p) < 0)
		return -1;
	release_working(p);
	if (otfp_account_messages_end(p) < 0)
		return -1;
	return settle_rows(p);
}

const char *otfp_profile_oddity_name(unsigned odd)
{
	static const char *const names[] = {
		"message sent and not received",  "message received and not sent", "call not ended",
		"collective operation not ended", "file operation not ended",
	};

	OTFP_ASSERT(odd < OTFP_NPODDITIES);
	return odd < OTFP_NODDITIES ? otfp_oddity_name(odd) : names[odd - OTFP_NODDITIES];
}

uint64_t otfp_profile_odd(const struct otfp_profile *p, unsigned odd)
{
	if (odd == OTFP_PODD_SEND)
		return p->o.has_to ? 0 : p->halves.number[OTFP_HALF_SENT];
	return odd == OTFP_PODD_RECEIVE ? p->halves.number[OTFP_HALF_RECEIVED] : p->odd[odd];
}
