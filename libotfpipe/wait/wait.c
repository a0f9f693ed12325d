#include "wait/wait.h"
#include "base/grow.h"
#include "base/ticks.h"
#include "wait/engine.h"
#include <stdlib.h>

/* ---- begin ---- */

void otfp_wait_bound(struct otfp_wait_options *o, const struct otfp_bounds *b)
{
	o->has_from = b->has_from;
	o->from = b->from;
	o->has_to = b->has_to;
	o->to = b->to;
	o->is_cut = b->is_cut;
}

struct otfp_wait_engine *otfp_wait_new(const struct otfp_wait_options *o, const struct otfp_header *h)
{
	struct otfp_wait_engine *w = calloc(1, sizeof *w);
	uint64_t last;

	if (!w)
		return NULL;
	w->o = *o;
	w->needs_earlier = UINT64_MAX;
	w->state.ranks.all = 1;
	w->state.keeps = OTFP_STATE_CALLS | OTFP_STATE_FUNCTIONS | OTFP_STATE_COLLECTIVES;
	w->has_base = o->has_from || otfp_header_span(h, &w->base, &last);
	w->base = o->has_from ? o->from : w->base;
	return w;
}

static void release_result(struct otfp_wait_engine *w)
{
	otfp_map_release(&w->window_index);
	free(w->windows);
	free(w->lives);
	otfp_map_release(&w->load_index);
	free(w->loads);
	otfp_map_release(&w->rest_index);
	free(w->rests);
	free(w->sums);
	otfp_interns_release(&w->called);
	free(w->called_sums);
	otfp_index_release(&w->row_index);
	free(w->rows);
	free(w->worst);
}

void otfp_wait_free(struct otfp_wait_engine *w)
{
	if (!w)
		return;
	otfp_wait_collectives_release(w);
	otfp_wait_groups_release(w);
	release_result(w);
	otfp_names_release(&w->names);
	otfp_paths_release(&w->paths);
	otfp_state_release(&w->state);
	otfp_arena_release(&w->arena);
	otfp_map_release(&w->functions);
	free(w->by_number);
	free(w->processes);
	free(w->unsettled);
	free(w->calls);
	free(w->stakes);
	otfp_halves_release(&w->halves);
	free(w->half);
	otfp_map_release(&w->inbox_index);
	free(w->inboxes);
	free(w->held);
	free(w->leavers);
	free(w->deliveries);
	otfp_map_release(&w->team_index);
	free(w->teams);
	free(w->members);
	otfp_map_release(&w->idle_index);
	free(w->idles);
	free(w);
}

/* ---- processes ---- */

static void set_root(const struct otfp_wait_engine *w, struct wait_process *p)
{
	const uint64_t *parent = otfp_map_get(&w->state.ranks.parents, p->process);

	p->is_thread = (parent && *parent) || otfp_names_is_device(&w->names, p->process);
}

struct wait_process *otfp_wait_process(struct otfp_wait_engine *w, uint32_t index, uint32_t process)
{
	while (OTFP_UNLIKELY(index >= w->nprocesses)) {
		if (otfp_grow(&w->processes, w->nprocesses, &w->processes_cap, sizeof *w->processes) < 0)
			return NULL;
		w->processes[w->nprocesses] = (struct wait_process){.process = process, .window = OTFP_NO_WINDOW};
		set_root(w, &w->processes[w->nprocesses]);
		if (OTFP_UNLIKELY(w->has_threads) &&
		    otfp_wait_idle_join(w, &w->processes[w->nprocesses], (uint32_t)w->nprocesses) < 0)
			return NULL;
		w->nprocesses++;
	}
	return &w->processes[index];
}

/* ---- definitions ---- */

static int learn(struct otfp_wait_engine *w, const struct otfp_record *rec)
{
	if (otfp_names_add(&w->names, rec) < 0 || otfp_ranks_add(&w->state.ranks, rec) < 0)
		return -1;
	otfp_wait_idle_learn(w, rec);
	if (!w->nfunctions)
		return 0;
	w->is_renamed |= rec->type == OTFP_DefFunction || otfp_control_kind(rec) == OTFP_C_SM;
	if (rec->type == OTFP_DefFunction || rec->type == OTFP_DefFunctionGroup)
		otfp_wait_judge_functions(w);
	return 0;
}

/* ---- collective operations in snapshots ---- */

static int note_unsettled(struct otfp_wait_engine *w, struct wait_process *p, uint32_t index)
{
	if (p->unsettled)
		return 0;
	if (otfp_grow(&w->unsettled, w->nunsettled, &w->unsettled_cap, sizeof *w->unsettled) < 0)
		return -1;
	w->unsettled[w->nunsettled++] = index;
	p->unsettled = 1;
	return 0;
}

static int settle_counts(struct otfp_wait_engine *w, uint32_t index)
{
	const struct otfp_lasts *counts = &otfp_operations_of(&w->state.processes[index])->collcounts;

	const struct otfp_last *v;

	for (struct otfp_lasts_at at = {0}; (v = otfp_lasts_next(counts, &at));)
		if (otfp_wait_counted(w, &w->processes[index], v->token, v->value) < 0)
			return -1;
	return 0;
}

static int settle_begins(struct otfp_wait_engine *w, uint32_t index)
{
	const struct otfp_begun_list *begun = &otfp_operations_of(&w->state.processes[index])->collectives;
	const uint64_t number = w->number;

	for (struct otfp_begun *b = otfp_begun_next(begun, NULL); b; b = otfp_begun_next(begun, b)) {
		w->number = b->mark;
		if (otfp_wait_begin(w, &w->processes[index], b, &b->mark) < 0)
			return -1;
	}
	w->number = number;
	return 0;
}

/* What snapshots say is known when the next event comes: first the operations that ended, also of threads that stand
 * for the same member, then those that began. */
int otfp_wait_settle(struct otfp_wait_engine *w)
{
	for (size_t i = 0; i < w->nunsettled; i++)
		if (settle_counts(w, w->unsettled[i]) < 0)
			return -1;
	if (w->is_resuming && otfp_wait_keep_over(w) < 0)
		return -1;
	for (size_t i = 0; i < w->nunsettled; i++)
		if (settle_begins(w, w->unsettled[i]) < 0)
			return -1;
	w->nunsettled = 0;
	return 0;
}

/* ---- timed records ---- */

/* Whether an event must be looked at before it is taken: it, or what its process did before, may wait for others. */
static int may_wait(const struct wait_process *p, const struct otfp_record *rec)
{
	return p->nheld || p->due || rec->type == OTFP_RecvMsg || rec->type == OTFP_EndCollectiveOperation;
}

static int see_event(struct otfp_wait_engine *w, const struct otfp_record *rec)
{
	struct otfp_process *state = otfp_state_near(&w->state, rec->loc);
	struct wait_process *p;
	int rc = 0;

	if (OTFP_UNLIKELY(!state))
		state = otfp_state_process(&w->state, rec->loc);
	p = state ? otfp_wait_process(w, state->index, rec->loc) : NULL;
	if (OTFP_UNLIKELY(!p))
		return -1;
	if (OTFP_UNLIKELY(may_wait(p, rec)))
		rc = otfp_wait_hold(w, p, state->index, rec);
	if (rc)
		return rc < 0 ? -1 : 0;
	if (otfp_wait_event(w, p, state->index, rec) < 0)
		return -1;
	return OTFP_UNLIKELY(w->nheld) ? otfp_wait_release(w) : 0;
}

/* A snapshot counts if nothing is known of its process. */
static int see_snapshot(struct otfp_wait_engine *w, const struct otfp_record *rec)
{
	struct otfp_change did;
	struct wait_process *p;

	if (otfp_state_add(&w->state, rec, &did) < 0)
		return -1;
	p = otfp_wait_process(w, did.process->index, rec->loc);
	if (!p)
		return -1;
	if (did.process->known != OTFP_KNOWN_SNAPSHOT || did.process->snap_time != rec->time)
		return 0;
	if (!p->begun && otfp_wait_advance_to(w, p, &did.process->calls, rec->time) < 0)
		return -1;
	if (did.did == OTFP_DID_BEGIN)
		did.begun->mark = w->number; /* until settle_begins */
	if (rec->type == OTFP_BeginCollopSnapshot || rec->type == OTFP_CollopCountSnapshot)
		return note_unsettled(w, p, did.process->index);
	if (rec->type == OTFP_SendSnapshot)
		return otfp_wait_message(w, p, rec);
	return did.did == OTFP_DID_OPEN_CALL ? otfp_wait_open_call(w, p, did.process, did.call) : 0;
}

static int add_any(struct otfp_wait_engine *w, const struct otfp_record *rec)
{
	const unsigned file = rec->type < OTFP_NTYPES ? otfp_table[rec->type].file : OTFP_FILE_DEF;

	if (OTFP_UNLIKELY(!otfp_is_timed(file)))
		return learn(w, rec);
	if (OTFP_UNLIKELY(w->is_resumed) && (file != OTFP_FILE_EVENT || rec->time < w->resumed))
		return 0; /* the state has it */
	w->order++;
	if (OTFP_UNLIKELY(w->nunsettled) && file == OTFP_FILE_EVENT && otfp_wait_settle(w) < 0)
		return -1;
	if (OTFP_UNLIKELY(w->nheld || w->nleavers) && rec->time > w->tick && otfp_wait_end_tick(w) < 0)
		return -1;
	w->tick = rec->time;
	if (OTFP_UNLIKELY(w->ndue) && otfp_wait_due(w, rec->time) < 0)
		return -1;
	if (OTFP_LIKELY(file == OTFP_FILE_EVENT))
		return see_event(w, rec);
	return file == OTFP_FILE_SNAP ? see_snapshot(w, rec) : 0;
}

/* Whether a record waits for nothing, and nothing for it, as most do. */
static inline int is_plain(const struct otfp_wait_engine *w, const struct otfp_record *rec)
{
	return (rec->type == OTFP_Enter || rec->type == OTFP_Leave || rec->type == OTFP_Counter ||
	        rec->type == OTFP_SendMsg) &&
	       !(w->nunsettled | w->nheld | w->nleavers | w->ndue) && !w->is_resumed;
}

/* What add_any does with those. */
static inline int add(struct otfp_wait_engine *w, const struct otfp_record *rec)
{
	const struct otfp_process *state = is_plain(w, rec) ? otfp_state_near(&w->state, rec->loc) : NULL;
	struct wait_process *p;

	if (OTFP_UNLIKELY(!state || state->index >= w->nprocesses))
		return add_any(w, rec);
	p = &w->processes[state->index];
	if (OTFP_UNLIKELY(p->due))
		return add_any(w, rec);
	w->order++;
	w->tick = rec->time;
	return otfp_wait_event(w, p, state->index, rec);
}

int otfp_wait_add(struct otfp_wait_engine *w, const struct otfp_record *rec)
{
	return add(w, rec);
}

int otfp_wait_add_all(struct otfp_wait_engine *w, const struct otfp_record *const *recs, size_t n, uint64_t number)
{
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++) {
		w->number = number + i;
		rc = add(w, recs[i]);
	}
	return rc;
}

int otfp_wait_live(struct otfp_wait_engine *w, uint32_t process, uint64_t time)
{
	struct otfp_process *state = otfp_state_process(&w->state, process);
	struct wait_process *p = state ? otfp_wait_process(w, state->index, process) : NULL;

	if (!p || otfp_wait_settle(w) < 0 || otfp_wait_end_tick(w) < 0 || otfp_wait_due(w, time) < 0)
		return -1;
	return time < p->last ? 0 : otfp_wait_advance_to(w, p, &state->calls, time);
}

/* ---- end ---- */

int otfp_wait_end(struct otfp_wait_engine *w)
{
	if (otfp_wait_settle(w) < 0 || otfp_wait_end_tick(w) < 0)
		return -1;
	w->watch = NULL; /* nothing happens any more */
	if (otfp_wait_due_all(w) < 0 || otfp_wait_collectives_end(w) < 0 || otfp_wait_messages_end(w) < 0 ||
	    otfp_wait_calls_end(w) < 0 || otfp_wait_clocks_end(w) < 0 || (w->has_threads && otfp_wait_idle_end(w) < 0))
		return -1;
	otfp_wait_rows_end(w);
	otfp_ranks_forget_members(&w->state.ranks);
	return 0;
}

int otfp_wait_too_many(const struct otfp_wait_engine *w)
{
	return w->too_many;
}

void otfp_wait_report(struct otfp_wait_engine *w, int (*fn)(void *ctx, const struct otfp_wait_found *f), void *ctx)
{
	w->report = fn;
	w->report_ctx = ctx;
}

void otfp_wait_report_transfers(struct otfp_wait_engine *w, int (*fn)(void *ctx, const struct otfp_wait_transfer *t),
                                void *ctx)
{
	w->report_transfer = fn;
	w->transfer_ctx = ctx;
}

void otfp_wait_watch(struct otfp_wait_engine *w, const struct wait_watch *watch)
{
	w->watch = watch;
}

void otfp_wait_watch_clocks(struct otfp_wait_engine *w, const struct wait_clock_watch *watch)
{
	w->clock_watch = watch;
}

void otfp_wait_number(struct otfp_wait_engine *w, uint64_t number)
{
	w->number = number;
}

void otfp_wait_report_member(struct otfp_wait_engine *w, int (*fn)(void *ctx, uint64_t number, uint64_t instance))
{
	w->report_member = fn;
}

/* ---- the result ---- */

const struct otfp_names *otfp_wait_names(const struct otfp_wait_engine *w)
{
	return &w->names;
}

const struct otfp_paths *otfp_wait_paths(const struct otfp_wait_engine *w)
{
	return &w->paths;
}

const struct otfp_wait_window *otfp_wait_windows(const struct otfp_wait_engine *w, size_t *n)
{
	*n = w->nwindows;
	return w->windows;
}

const struct otfp_wait_life *otfp_wait_lives(const struct otfp_wait_engine *w, size_t *n)
{
	*n = w->nlives;
	return w->lives;
}

uint64_t otfp_wait_open_calls(const struct otfp_wait_engine *w)
{
	uint64_t n = 0;

	for (size_t i = 0; i < w->state.n; i++)
		n += w->state.processes[i].calls.n;
	return n;
}

const struct otfp_wait_load *otfp_wait_loads(const struct otfp_wait_engine *w, size_t *n)
{
	*n = w->nloads;
	return w->loads;
}

const struct otfp_wait_rest *otfp_wait_rests(const struct otfp_wait_engine *w, size_t *n)
{
	*n = w->nrests;
	return w->rests;
}

const struct otfp_wait_idle *otfp_wait_idles(const struct otfp_wait_engine *w, size_t *n)
{
	*n = w->nidles;
	return w->idles;
}

otfp_wide otfp_wait_rest_of(const struct otfp_wait_rest *r)
{
	const otfp_wide known = r->waits + r->completions;

	return r->ticks > known ? r->ticks - known : 0; /* a window that begins in a call has the whole wait */
}

const struct otfp_wait_row *otfp_wait_rows(const struct otfp_wait_engine *w, size_t *n)
{
	*n = w->nrows;
	return w->rows;
}

const struct otfp_wait_found *otfp_wait_worst(const struct otfp_wait_engine *w, size_t *n)
{
	*n = w->nworst;
	return w->worst;
}

const char *otfp_wait_kind_name(unsigned kind)
{
	static const char *const names[OTFP_NWAITS] = {
		[OTFP_LATE_SENDER] = "late_sender",
		[OTFP_WRONG_ORDER] = "wrong_order",
		[OTFP_LATE_RECEIVER] = "late_receiver",
		[OTFP_BARRIER_WAIT] = "barrier_wait",
		[OTFP_BARRIER_COMPLETION] = "barrier_completion",
		[OTFP_NXN_WAIT] = "nxn_wait",
		[OTFP_NXN_COMPLETION] = "nxn_completion",
		[OTFP_LATE_BROADCAST] = "late_broadcast",
		[OTFP_EARLY_REDUCE] = "early_reduce",
		[OTFP_REDUCE_SPREAD] = "reduce_spread",
		[OTFP_EARLY_SCAN] = "early_scan",
		[OTFP_INIT_WAIT] = "init_wait",
		[OTFP_FINALIZE_WAIT] = "finalize_wait",
	};

	return kind < OTFP_NWAITS ? names[kind] : NULL;
}

const char *otfp_wait_count_name(unsigned count)
{
	static const char *const names[OTFP_WAIT_NCOUNTS] = {
		[OTFP_WAIT_UNRECEIVED] = "unreceived", [OTFP_WAIT_UNSENT] = "unsent",
		[OTFP_WAIT_SKEWED] = "skewed",         [OTFP_WAIT_OUTSIDE] = "outside",
		[OTFP_WAIT_UNKNOWN] = "unknown",       [OTFP_WAIT_INCOMPLETE] = "incomplete",
		[OTFP_WAIT_UNTYPED] = "untyped",
	};

	return count < OTFP_WAIT_NCOUNTS ? names[count] : NULL;
}
