/* calls.c - the table of calls: a row is put when the call ends, with the id that it got at its begin. */
#include "base/error.h"
#include "base/span.h"
#include "tables/inside.h"
#include <stdlib.h>
#include <string.h>

/* A row. Times, depth and the like are NULL where their `has` is 0. */
struct row {
	uint64_t id, start, end, exclusive, depth, parent, path;
	uint32_t process, function, source, end_source;
	int has_start, has_end;
};

static int put_row(struct otfp_tables *m, const struct row *r)
{
	struct otfp_table *t = &m->tables[OTFP_TABLE_CALLS];
	struct otfp_table_cell *at = t->row;

	if (!otfp_row_begins(m, t))
		return m->code;
	at = otfp_cell_unsigned(at, r->id);
	at = otfp_cell_process(m, at, r->process);
	at = otfp_cell_token(m, at, OTFP_NAMED_FUNCTION, r->process, r->function);
	at = otfp_cell_maybe(at, r->has_start, r->start);
	at = otfp_cell_maybe(at, r->has_end, r->end);
	at = otfp_cell_maybe(at, r->has_start && r->has_end, r->exclusive);
	at = otfp_cell_maybe(at, r->has_start, r->depth);
	at = otfp_cell_maybe(at, r->parent != 0, r->parent);
	at = otfp_cell_token(m, at, OTFP_NAMED_SCL, r->process, r->source);
	at = otfp_cell_token(m, at, OTFP_NAMED_SCL, r->process, r->end_source);
	if (m->sink.is_for == OTFP_FOR_PARQUET)
		at = otfp_cell_maybe(at, r->has_start, r->path);
	return otfp_row_end(m, t, at);
}

/* ---- stacks ---- */

/* Have room for the calls of a process. @return its stack, NULL when memory is out */
static struct otfp_table_stack *stack_of(struct otfp_tables *m, const struct otfp_process *p)
{
	struct otfp_table_stack *s;

	if (OTFP_UNLIKELY(p->index >= m->nstacks)) {
		s = realloc(m->stacks, m->state.cap * sizeof *s);
		if (!s)
			return NULL;
		memset(s + m->nstacks, 0, (m->state.cap - m->nstacks) * sizeof *s);
		m->stacks = s;
		m->nstacks = m->state.cap;
	}
	s = &m->stacks[p->index];
	if (OTFP_UNLIKELY(p->calls.n > s->cap)) {
		const size_t cap = 2 * p->calls.n + 14;
		struct otfp_table_call *calls = realloc(s->calls, cap * sizeof *calls);
		if (!calls)
			return NULL;
		s->calls = calls;
		s->cap = cap;
	}
	return s;
}

uint64_t otfp_tables_call(const struct otfp_tables *m, const struct otfp_process *p)
{
	return p->calls.n ? m->stacks[p->index].calls[p->calls.n - 1].id : 0;
}

/* ---- paths ---- */

/* The hash of the name of a function; of one without definition that of its token. */
static int name_hash(struct otfp_tables *m, const struct otfp_record *rec, uint32_t function, uint64_t *hash)
{
	const otfp_ref ref = otfp_names_ref(&m->names, OTFP_NAMED_FUNCTION, rec->loc, function);
	const uint64_t *known = otfp_map_get(&m->name_hashes, ref);
	const struct otfp_definition *d;

	if (OTFP_LIKELY(known != NULL)) {
		*hash = *known;
		return 0;
	}
	d = otfp_names_find(&m->names, OTFP_NAMED_FUNCTION, ref);
	*hash = d ? otfp_hash_bytes(OTFP_HASH_INIT, d->name.p, d->name.n) : otfp_hash_add(OTFP_HASH_INIT, function);
	return otfp_map_set(&m->name_hashes, ref, *hash);
}

/* Set the path of the innermost call: equal names from the outermost call on have equal hashes, in every trace. */
static int set_path(struct otfp_tables *m, const struct otfp_record *rec, const struct otfp_change *did)
{
	const size_t depth = did->process->calls.n - 1;
	struct otfp_table_call *call = &m->stacks[did->process->index].calls[depth];
	uint64_t hash;

	if (name_hash(m, rec, did->call->function, &hash) < 0)
		return otfp_fail_memory(m->err);
	call->path = otfp_hash_add(depth ? call[-1].path : OTFP_HASH_INIT, hash);
	return 0;
}

int otfp_tables_open_call(struct otfp_tables *m, const struct otfp_record *rec, const struct otfp_change *did)
{
	struct otfp_table_stack *s = stack_of(m, did->process);

	if (OTFP_UNLIKELY(!s))
		return otfp_fail_memory(m->err);
	otfp_tables_show(m, otfp_tables_shows_any(m, OTFP_Enter, rec->loc));
	s->calls[did->process->calls.n - 1] =
		(struct otfp_table_call){.id = ++m->ncalls, .before = otfp_ticks_between(did->call->time, rec->time)};
	if (m->sink.is_for == OTFP_FOR_PARQUET && set_path(m, rec, did) < 0)
		return m->err->code;
	otfp_tables_tags(m, rec, &m->tables[OTFP_TABLE_CALLS], m->ncalls, "start");
	return m->code;
}

/* The row of a call that was at a depth of the stack of p. */
static struct row row_of(const struct otfp_tables *m, const struct otfp_process *p, const struct otfp_call *call,
                         size_t depth)
{
	const struct otfp_table_call *calls = m->stacks[p->index].calls;

	return (struct row){.id = calls[depth].id,
	                    .start = call->time,
	                    .depth = depth,
	                    .parent = depth ? calls[depth - 1].id : 0,
	                    .path = calls[depth].path,
	                    .process = p->process,
	                    .function = call->function,
	                    .source = call->source,
	                    .has_start = 1};
}

int otfp_tables_close_call(struct otfp_tables *m, const struct otfp_record *rec, const struct otfp_change *did)
{
	const size_t depth = did->process->calls.n; /* it is closed already */
	struct otfp_table_call *calls = m->stacks[did->process->index].calls;
	const uint64_t took = rec->time - did->call->time - calls[depth].before;
	struct row r = row_of(m, did->process, did->call, depth);

	otfp_tables_show(m, otfp_tables_shows_any(m, OTFP_Enter, rec->loc));
	r.end = rec->time;
	r.has_end = 1;
	r.exclusive = took - calls[depth].inner;
	r.end_source = (uint32_t)rec->f[1].u;
	if (depth)
		calls[depth - 1].inner += took;
	m->counts[OTFP_TABLES_OTHER_LEAVES] += did->odd == OTFP_ODD_LEAVE_OTHER && !m->is_hidden;
	if (OTFP_UNLIKELY(rec->ntags))
		otfp_tables_tags(m, rec, &m->tables[OTFP_TABLE_CALLS], r.id, "end");
	return put_row(m, &r);
}

int otfp_tables_leave(struct otfp_tables *m, const struct otfp_record *rec, const struct otfp_change *did)
{
	const struct row r = {.id = ++m->ncalls,
	                      .process = did->process->process,
	                      .function = (uint32_t)rec->f[0].u,
	                      .end = rec->time,
	                      .end_source = (uint32_t)rec->f[1].u,
	                      .has_end = 1};

	otfp_tables_show(m, otfp_tables_shows_any(m, OTFP_Enter, rec->loc));
	m->counts[OTFP_TABLES_LEAVES] += !m->is_hidden;
	otfp_tables_tags(m, rec, &m->tables[OTFP_TABLE_CALLS], r.id, "end");
	return put_row(m, &r);
}

int otfp_tables_calls_end(struct otfp_tables *m)
{
	for (size_t i = 0; i < m->state.n; i++) {
		const struct otfp_process *p = &m->state.processes[i];
		otfp_tables_show(m, otfp_tables_shows_any(m, OTFP_Enter, p->process));
		for (size_t depth = p->calls.n; depth-- > 0;) {
			const struct row r = row_of(m, p, otfp_stack_at(&p->calls, depth), depth);
			m->counts[OTFP_TABLES_OPEN] += !m->is_hidden;
			if (put_row(m, &r) < 0)
				return m->code;
		}
	}
	return m->code;
}
