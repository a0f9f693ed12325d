#include "cmd/wait/reduce.h"
#include "base/grow.h"
#include "wait/engine.h"
#include <stdlib.h>

/* A process. */
struct reduced {
	uint64_t last;   /* time of the last event that did not stay, if nothing stayed since */
	uint32_t comm;   /* open communication calls */
	uint32_t openmp; /* the same, of OpenMP */
	uint8_t begun;   /* a record of it stayed */
	uint8_t has_last;
};

struct wait_reduce {
	struct otfp_wait_engine *w; /* its definitions, functions and state; `mark` of an open call: it stays */
	struct reduced *processes;  /* by index of struct otfp_process */
	size_t n, cap;
	int (*put)(void *ctx, const struct otfp_record *rec);
	void *ctx;
};

struct wait_reduce *wait_reduce_new(struct otfp_set *comm, struct otfp_set *inside,
                                    int (*put)(void *ctx, const struct otfp_record *rec), void *ctx)
{
	const struct otfp_wait_options o = {.comm = comm, .inside = inside};
	const struct otfp_header none = {0};
	struct wait_reduce *r = calloc(1, sizeof *r);

	if (r)
		r->w = otfp_wait_new(&o, &none);
	if (!r || !r->w) {
		free(r);
		return NULL;
	}
	r->put = put;
	r->ctx = ctx;
	return r;
}

void wait_reduce_free(struct wait_reduce *r)
{
	if (!r)
		return;
	otfp_wait_free(r->w);
	free(r->processes);
	free(r);
}

static struct reduced *reduced_of(struct wait_reduce *r, uint32_t index)
{
	while (index >= r->n) {
		if (otfp_grow(&r->processes, r->n, &r->cap, sizeof *r->processes) < 0)
			return NULL;
		if (!otfp_wait_process(r->w, (uint32_t)r->n, r->w->state.processes[r->n].process))
			return NULL;
		r->processes[r->n++] = (struct reduced){0};
	}
	return &r->processes[index];
}

/* ---- calls ---- */

/* Put the Enters of the calls that did not stay, below the innermost one. */
static int put_callers(struct wait_reduce *r, const struct otfp_process *p, uint64_t time)
{
	const struct otfp_call_stack *s = &p->calls;
	size_t at = s->n - 1;
	int rc = 0;

	while (at && !otfp_stack_at(s, at - 1)->mark) /* those that stay are the outer ones */
		at--;
	for (; at + 1 < s->n && rc == 0; at++) {
		struct otfp_record enter;
		otfp_record_init(&enter, OTFP_Enter);
		enter.time = time;
		enter.loc = p->process;
		enter.f[0].u = otfp_stack_at(s, at)->function;
		otfp_stack_at(s, at)->mark = 1;
		rc = r->put(r->ctx, &enter);
	}
	return rc;
}

static int open_call(struct wait_reduce *r, struct reduced *p, struct otfp_process *state, struct otfp_call *call)
{
	const struct wait_cell *cell = call->callee->user;
	int stays;

	if (!cell)
		cell = otfp_wait_cell(r->w, &r->w->processes[state->index], call->callee);
	if (!cell)
		return -1;
	stays = state->calls.n == 1 || (cell->is_comm && !p->comm) || cell->is_inside ||
	        (cell->function->is_openmp && !p->openmp);
	p->comm += cell->is_comm;
	p->openmp += cell->function->is_openmp;
	call->mark = (uint32_t)stays;
	return stays;
}

static int close_call(struct reduced *p, const struct otfp_call *call)
{
	const struct wait_cell *cell = call->callee->user;

	p->comm -= cell->is_comm;
	p->openmp -= cell->function->is_openmp;
	return call->mark != 0;
}

/* ---- records ---- */

static int always_stays(unsigned type)
{
	switch (type) {
	case OTFP_SendMsg:
	case OTFP_RecvMsg:
	case OTFP_CollectiveOperation:
	case OTFP_BeginCollectiveOperation:
	case OTFP_EndCollectiveOperation:
	case OTFP_BeginProcess:
	case OTFP_EndProcess: return 1;
	default: return 0;
	}
}

static int see_event(struct wait_reduce *r, struct reduced *p, const struct otfp_record *rec,
                     const struct otfp_change *did)
{
	int stays = always_stays(rec->type), rc = 0;

	if (did->did == OTFP_DID_OPEN_CALL)
		stays = open_call(r, p, did->process, did->call);
	else if (did->did == OTFP_DID_CLOSE_CALL)
		stays = close_call(p, did->call);
	if (stays > 0 && did->did == OTFP_DID_OPEN_CALL)
		rc = put_callers(r, did->process, rec->time);
	if (stays == 0 && !p->begun) /* its life begins here; this is no call below another one */
		stays = 1;
	return rc < 0 ? rc : stays;
}

/* As the engine does: a snapshot counts if nothing is known of its process. */
static int see_snapshot(struct wait_reduce *r, struct reduced *p, const struct otfp_record *rec,
                        const struct otfp_change *did)
{
	if (did->process->known != OTFP_KNOWN_SNAPSHOT || did->process->snap_time != rec->time)
		return 0;
	if (did->did == OTFP_DID_OPEN_CALL) {
		if (open_call(r, p, did->process, did->call) < 0)
			return -1;
		did->call->mark = 1;
	}
	return 1;
}

static int see_timed(struct wait_reduce *r, const struct otfp_record *rec, unsigned file)
{
	struct otfp_change did;
	struct reduced *p;
	int stays;

	if (otfp_state_add(&r->w->state, rec, &did) < 0 || !(p = reduced_of(r, did.process->index)))
		return -1;
	stays = file == OTFP_FILE_SNAP ? see_snapshot(r, p, rec, &did) : see_event(r, p, rec, &did);
	if (stays < 0)
		return stays;
	p->begun |= stays;
	if (stays || file == OTFP_FILE_EVENT) {
		p->has_last = (uint8_t)!stays;
		p->last = rec->time;
	}
	return stays;
}

int wait_reduce_add(struct wait_reduce *r, const struct otfp_record *rec)
{
	unsigned file;

	if (rec->type >= OTFP_NTYPES || !otfp_is_timed(otfp_table[rec->type].file)) {
		if (otfp_wait_add(r->w, rec) < 0)
			return -1;
		return rec->type != OTFP_OTHER && rec->type != OTFP_Marker;
	}
	file = otfp_table[rec->type].file;
	return file == OTFP_FILE_STAT ? 0 : see_timed(r, rec, file);
}

int wait_reduce_ends(const struct wait_reduce *r, int (*fn)(void *ctx, uint32_t process, uint64_t time), void *ctx)
{
	int rc = 0;

	for (size_t i = 0; i < r->n && rc == 0; i++)
		if (r->processes[i].has_last)
			rc = fn(ctx, r->w->state.processes[i].process, r->processes[i].last);
	return rc;
}
