/* calls.c - the table of calls: a row is put when the call ends, with the id that it got at its begin. */
#include "base/error.h"
#include "base/span.h"
#include "cmd/to-sqlite/convert.h"
#include <stdlib.h>
#include <string.h>

/* A row. Times, depth and the like are NULL where their `has` is 0. */
struct row {
	uint64_t id, start, end, exclusive, depth, parent;
	uint32_t process, function, source, end_source;
	int has_start, has_end;
};

static int put_row(struct convert *c, const struct row *r)
{
	struct db_table *t = &c->tables[DB_CALLS];

	if (row_begin(&c->db, t) < 0)
		return c->db.code;
	cell_unsigned(&c->db, t, r->id);
	convert_process(c, t, r->process);
	convert_token(c, t, OTFP_NAMED_FUNCTION, r->process, r->function);
	cell_maybe(&c->db, t, r->has_start, r->start);
	cell_maybe(&c->db, t, r->has_end, r->end);
	cell_maybe(&c->db, t, r->has_start && r->has_end, r->exclusive);
	cell_maybe(&c->db, t, r->has_start, r->depth);
	cell_maybe(&c->db, t, r->parent != 0, r->parent);
	convert_token(c, t, OTFP_NAMED_SCL, r->process, r->source);
	convert_token(c, t, OTFP_NAMED_SCL, r->process, r->end_source);
	row_end(&c->db, t);
	return c->db.code;
}

/* ---- stacks ---- */

/* Have room for the calls of a process. @return its stack, NULL when memory is out */
static struct db_stack *stack_of(struct convert *c, const struct otfp_process *p)
{
	struct db_stack *s;

	if (OTFP_UNLIKELY(p->index >= c->nstacks)) {
		s = realloc(c->stacks, c->state.cap * sizeof *s);
		if (!s)
			return NULL;
		memset(s + c->nstacks, 0, (c->state.cap - c->nstacks) * sizeof *s);
		c->stacks = s;
		c->nstacks = c->state.cap;
	}
	s = &c->stacks[p->index];
	if (OTFP_UNLIKELY(p->calls.n > s->cap)) {
		const size_t cap = 2 * p->calls.n + 14;
		struct db_call *calls = realloc(s->calls, cap * sizeof *calls);
		if (!calls)
			return NULL;
		s->calls = calls;
		s->cap = cap;
	}
	return s;
}

uint64_t convert_call(const struct convert *c, const struct otfp_process *p)
{
	return p->calls.n ? c->stacks[p->index].calls[p->calls.n - 1].id : 0;
}

int convert_open_call(struct convert *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	struct db_stack *s = stack_of(c, did->process);

	if (OTFP_UNLIKELY(!s))
		return otfp_fail_memory(c->err);
	convert_show(c, convert_shows_any(c, OTFP_Enter, rec->loc));
	s->calls[did->process->calls.n - 1] =
		(struct db_call){.id = ++c->ncalls, .before = otfp_ticks_between(did->call->time, rec->time)};
	convert_tags(c, rec, &c->tables[DB_CALLS], c->ncalls, "start");
	return c->db.code;
}

/* The row of a call that was at a depth of the stack of p. */
static struct row row_of(const struct convert *c, const struct otfp_process *p, const struct otfp_call *call,
                         size_t depth)
{
	const struct db_call *calls = c->stacks[p->index].calls;

	return (struct row){.id = calls[depth].id,
	                    .start = call->time,
	                    .depth = depth,
	                    .parent = depth ? calls[depth - 1].id : 0,
	                    .process = p->process,
	                    .function = call->function,
	                    .source = call->source,
	                    .has_start = 1};
}

int convert_close_call(struct convert *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	const size_t depth = did->process->calls.n; /* it is closed already */
	struct db_call *calls = c->stacks[did->process->index].calls;
	const uint64_t took = rec->time - did->call->time - calls[depth].before;
	struct row r = row_of(c, did->process, did->call, depth);

	convert_show(c, convert_shows_any(c, OTFP_Enter, rec->loc));
	r.end = rec->time;
	r.has_end = 1;
	r.exclusive = took - calls[depth].inner;
	r.end_source = (uint32_t)rec->f[1].u;
	if (depth)
		calls[depth - 1].inner += took;
	c->counts[DB_OTHER_LEAVES] += did->odd == OTFP_ODD_LEAVE_OTHER && !c->db.is_hidden;
	if (OTFP_UNLIKELY(rec->ntags))
		convert_tags(c, rec, &c->tables[DB_CALLS], r.id, "end");
	return put_row(c, &r);
}

int convert_leave(struct convert *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	const struct row r = {.id = ++c->ncalls,
	                      .process = did->process->process,
	                      .function = (uint32_t)rec->f[0].u,
	                      .end = rec->time,
	                      .end_source = (uint32_t)rec->f[1].u,
	                      .has_end = 1};

	convert_show(c, convert_shows_any(c, OTFP_Enter, rec->loc));
	c->counts[DB_LEAVES] += !c->db.is_hidden;
	convert_tags(c, rec, &c->tables[DB_CALLS], r.id, "end");
	return put_row(c, &r);
}

int convert_calls_end(struct convert *c)
{
	for (size_t i = 0; i < c->state.n; i++) {
		const struct otfp_process *p = &c->state.processes[i];
		convert_show(c, convert_shows_any(c, OTFP_Enter, p->process));
		for (size_t depth = p->calls.n; depth-- > 0;) {
			const struct row r = row_of(c, p, otfp_stack_at(&p->calls, depth), depth);
			c->counts[DB_OPEN] += !c->db.is_hidden;
			if (put_row(c, &r) < 0)
				return c->db.code;
		}
	}
	return c->db.code;
}
