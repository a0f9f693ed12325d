/*
 * resume.c - windows of a part of the run, without what came long before and after it: begin at a state, end when
 * nothing that comes can change them.
 *
 * Waits that were over before the interval are none of it, so that the state need not have what they were made of:
 * calls that were left, halves of messages that were received, members that ended an operation. Where one of these
 * matters after all, since it was under way both at the state and in the interval, the windows need an earlier state.
 */
#include "state/words.h"
#include "wait/engine.h"

/* ---- what the state has no record for ---- */

/* A process that lived before. */
static int give_life(struct otfp_wait_engine *w, uint32_t process)
{
	struct otfp_process *state = otfp_state_process(&w->state, process);
	struct wait_process *p = state ? otfp_wait_process(w, state->index, process) : NULL;

	return p ? otfp_wait_advance_to(w, p, &state->calls, w->resumed) : -1;
}

/* The process without a parent that a process belongs to: their operations have one order. */
static uint32_t root_of(const struct otfp_wait_engine *w, uint32_t process)
{
	const uint64_t *parent;

	for (size_t i = 0; i <= w->nprocesses; i++) { /* no circle */
		parent = otfp_map_get(&w->state.ranks.parents, process);
		if (!parent || !*parent)
			break;
		process = (uint32_t)*parent;
	}
	return process;
}

/* What is under way since before an operation ended: how many of them began between is not known. */
static void judge_life(struct otfp_wait_engine *w, uint32_t process, uint64_t ended, const struct otfp_map *last)
{
	const struct otfp_process *state = otfp_state_find(&w->state, process);
	const struct otfp_begun_list *begun = &otfp_operations_of(state)->collectives;
	const struct wait_process *p = &w->processes[state->index];
	const uint64_t *of_root = otfp_map_get(last, root_of(w, process));

	if (p->call && w->calls[p->call - 1].enter <= ended)
		w->calls[p->call - 1].is_old = 1;
	for (const struct otfp_begun *b = otfp_begun_next(begun, NULL); b; b = otfp_begun_next(begun, b))
		if (of_root && b->time <= *of_root)
			otfp_wait_doubt(w, b->time);
}

/* @return 0, or -1 when memory is out */
static int judge_lives(struct otfp_wait_engine *w, const uint64_t *words, size_t n)
{
	struct otfp_map last = {0}; /* root -> time at which its last operation ended */
	uint32_t process;
	uint64_t ended;
	size_t life;
	int rc = 0;

	for (size_t at = 0; rc == 0 && (life = otfp_words_life(words + at, n - at, &process, &ended)); at += life) {
		const uint32_t root = root_of(w, process);
		const uint64_t *before = otfp_map_get(&last, root);
		if (ended && (!before || *before < ended))
			rc = otfp_map_set(&last, root, ended);
	}
	for (size_t at = 0; rc == 0 && (life = otfp_words_life(words + at, n - at, &process, &ended)); at += life)
		judge_life(w, process, ended, &last);
	otfp_map_release(&last);
	return rc;
}

/* ---- the state ---- */

static int put(void *ctx, const struct otfp_record *rec)
{
	return otfp_wait_add(ctx, rec);
}

/* Messages in transit, in the order of the run: those to one receiver matter in it. @return 0, or -1 when memory is out
 */
static int give_records(struct otfp_wait_engine *w, const uint64_t *words, size_t n)
{
	uint64_t doubt;
	int rc = otfp_words_give(words, n, w->resumed, put, w, &doubt);

	if (doubt != UINT64_MAX)
		otfp_wait_doubt(w, doubt);
	return rc;
}

int otfp_wait_resume(struct otfp_wait_engine *w, uint64_t time, const uint64_t *words, size_t n)
{
	uint64_t ended, odd[OTFP_NODDITIES] = {0};
	size_t lives = 0, life, records;
	uint32_t process;

	if (!otfp_words_are_good(words, n) || time >= w->o.from || w->o.inside || w->o.idle || w->o.load)
		return 1;
	w->resumed = time;
	for (; (life = otfp_words_life(words + lives, n - lives, &process, &ended)); lives += life)
		if (give_life(w, process) < 0)
			return -1;
	if (!lives) /* who lived is not known */
		otfp_wait_doubt(w, 0);
	w->is_resuming = 1;
	records = lives + otfp_words_odd(words + lives, n - lives, odd);
	if (give_records(w, words + records, n - records) < 0 || otfp_wait_settle(w) < 0)
		return -1;
	w->is_resuming = 0;
	w->is_resumed = 1;
	return judge_lives(w, words, lives);
}

int otfp_wait_needs_earlier(const struct otfp_wait_engine *w, uint64_t *before)
{
	*before = w->needs_earlier;
	return w->needs_earlier != UINT64_MAX;
}

/* ---- the end ---- */

/* Whether the lives of all are over in the interval. */
static int are_lives_settled(const struct otfp_wait_engine *w)
{
	for (size_t i = 0; i < w->nprocesses; i++)
		if (w->processes[i].begun &&
		    (w->processes[i].window != OTFP_NO_WINDOW || w->processes[i].edge != UINT64_MAX))
			return 0;
	return 1;
}

/* Whether calls that were entered before its end have all that they waited for. */
static int are_calls_settled(const struct otfp_wait_engine *w)
{
	for (size_t i = 0; i < w->ncalls; i++)
		if (w->calls[i].refs && w->calls[i].enter < w->o.to)
			return 0;
	for (size_t i = 0; i < w->nhalf; i++)
		if (w->half[i].is_pending && w->half[i].window != OTFP_NO_WINDOW)
			return 0;
	for (size_t i = 0; i < w->ninstances; i++)
		if (w->instances[i].used && (w->instances[i].window != OTFP_NO_WINDOW || w->instances[i].nearly))
			return 0;
	return 1;
}

int otfp_wait_is_settled(const struct otfp_wait_engine *w)
{
	const int has_others = w->watch || w->clock_watch || w->report || w->report_transfer || w->report_member;

	return !has_others && !w->o.inside && !w->o.idle && !w->o.load && w->o.has_to && w->tick >= w->o.to &&
	       !w->nheld && !w->nleavers && !w->ndue && !w->nunsettled && are_lives_settled(w) && are_calls_settled(w);
}
