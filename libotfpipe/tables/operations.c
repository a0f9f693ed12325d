/* operations.c - the tables of collective and of file operations. */
#include "base/error.h"
#include "base/span.h"
#include "tables/inside.h"

/* What a row of either table has. */
struct row {
	const struct otfp_process *process;
	struct otfp_begun what; /* its time and mark do not count */
	uint64_t start, end, call, instance;
	int has_start, has_end, has_matching;
	/* of file operations */
	uint32_t file, operation;
	uint64_t handle, bytes;
};

/* ---- collective operations ---- */

/* A member whose row is not put: its times are those of the instance, too. */
static int put_elsewhere(struct otfp_tables *m, const struct row *r, uint64_t instance)
{
	struct otfp_table *t = &m->tables[OTFP_TABLE_ELSEWHERE];
	struct otfp_table_cell *at = t->row;
	const uint32_t p = r->process->process;

	otfp_tables_show(m, instance != 0);
	if (!otfp_row_begins(m, t))
		return m->code;
	at = otfp_cell_token(m, at, OTFP_NAMED_COLLECTIVE, p, r->what.what);
	at = otfp_cell_token(m, at, OTFP_NAMED_COMMUNICATOR, p, r->what.group);
	at = otfp_cell_unsigned(at, instance);
	at = otfp_cell_maybe(at, r->has_start, r->start);
	at = otfp_cell_maybe(at, r->has_end, r->end);
	return otfp_row_end(m, t, at);
}

static int put_collective(struct otfp_tables *m, const struct row *r, uint64_t id)
{
	struct otfp_table *t = &m->tables[OTFP_TABLE_COLLECTIVES];
	struct otfp_table_cell *at = t->row;
	const struct otfp_begun *b = &r->what;
	const uint32_t p = r->process->process;
	const uint64_t instance = otfp_tables_instance(m, r->instance, id);

	if (!otfp_tables_shows_any(m, OTFP_CollectiveOperation, p))
		return put_elsewhere(m, r, instance);
	if (!otfp_row_begins(m, t))
		return m->code;
	at = otfp_cell_unsigned(at, id);
	at = otfp_cell_process(m, at, p);
	at = otfp_cell_token(m, at, OTFP_NAMED_COLLECTIVE, p, b->what);
	at = otfp_cell_token(m, at, OTFP_NAMED_COMMUNICATOR, p, b->group);
	at = otfp_cell_maybe(at, instance != 0, instance);
	at = otfp_cell_token(m, at, OTFP_NAMED_PROCESS, p, b->root);
	at = otfp_cell_maybe(at, r->has_start, b->sent);
	at = otfp_cell_maybe(at, r->has_start, b->received);
	at = otfp_cell_maybe(at, r->has_start, r->start);
	at = otfp_cell_maybe(at, r->has_end, r->end);
	at = otfp_cell_maybe(at, r->has_matching, b->id);
	at = otfp_cell_token(m, at, OTFP_NAMED_SCL, p, b->source);
	at = otfp_cell_call(m, at, p, r->call);
	return otfp_row_end(m, t, at);
}

/* ---- file operations ---- */

static int put_file_operation(struct otfp_tables *m, const struct row *r, uint64_t id)
{
	struct otfp_table *t = &m->tables[OTFP_TABLE_FILE_OPERATIONS];
	struct otfp_table_cell *at = t->row;
	const uint32_t p = r->process->process;

	if (!otfp_row_begins(m, t))
		return m->code;
	at = otfp_cell_unsigned(at, id);
	at = otfp_cell_process(m, at, p);
	at = otfp_cell_token(m, at, OTFP_NAMED_FILE, p, r->file);
	at = otfp_cell_maybe(at, r->has_end, r->handle);
	at = otfp_cell_maybe(at, r->has_end, r->operation);
	at = otfp_cell_maybe(at, r->has_end, r->bytes);
	at = otfp_cell_maybe(at, r->has_start, r->start);
	at = otfp_cell_maybe(at, r->has_end, r->end);
	at = otfp_cell_maybe(at, r->has_matching, r->what.id);
	at = otfp_cell_token(m, at, OTFP_NAMED_SCL, p, r->what.source);
	at = otfp_cell_call(m, at, p, r->call);
	return otfp_row_end(m, t, at);
}

/* ---- records ---- */

static int is_of_collectives(const struct otfp_record *rec)
{
	return rec->type == OTFP_CollectiveOperation || rec->type == OTFP_BeginCollectiveOperation ||
	       rec->type == OTFP_EndCollectiveOperation || rec->type == OTFP_BeginCollopSnapshot;
}

static void show(struct otfp_tables *m, const struct otfp_record *rec)
{
	const unsigned type = is_of_collectives(rec) ? OTFP_CollectiveOperation : OTFP_FileOperation;

	otfp_tables_show(m, otfp_tables_shows_any(m, type, rec->loc));
}

/* A record of a whole operation. */
static struct row whole_collective(struct otfp_tables *m, const struct otfp_record *rec, const struct otfp_process *p)
{
	const union otfp_value *f = rec->f;

	return (struct row){.process = p,
	                    .what = {.what = (uint32_t)f[0].u,
	                             .group = (uint32_t)f[1].u,
	                             .root = (uint32_t)f[2].u,
	                             .sent = f[3].u,
	                             .received = f[4].u,
	                             .source = (uint32_t)f[6].u},
	                    .start = rec->time,
	                    .end = otfp_ticks_after(rec->time, f[5].u),
	                    .has_start = 1,
	                    .has_end = 1,
	                    .call = otfp_tables_call(m, p),
	                    .instance = m->instance};
}

/* The row of FileOperation, or of EndFileOperation: their fields but the duration are the same, from slot `at` on. */
static struct row end_of_file_operation(const struct otfp_tables *m, const struct otfp_record *rec,
                                        const struct otfp_process *p, unsigned at)
{
	const union otfp_value *f = rec->f + at;

	return (struct row){.process = p,
	                    .file = (uint32_t)rec->f[0].u,
	                    .handle = f[0].u,
	                    .operation = (uint32_t)f[1].u,
	                    .bytes = f[2].u,
	                    .what = {.source = (uint32_t)rec->f[5].u},
	                    .end = rec->time,
	                    .has_end = 1,
	                    .call = otfp_tables_call(m, p)};
}

int otfp_tables_operate(struct otfp_tables *m, const struct otfp_record *rec, const struct otfp_change *did)
{
	struct row r;

	show(m, rec);
	if (rec->type == OTFP_CollectiveOperation) {
		r = whole_collective(m, rec, did->process);
		otfp_tables_tags(m, rec, &m->tables[OTFP_TABLE_COLLECTIVES], ++m->ncollectives, "start");
		return put_collective(m, &r, m->ncollectives);
	}
	r = end_of_file_operation(m, rec, did->process, rec->type == OTFP_FileOperation ? 1 : 2);
	otfp_tables_tags(m, rec, &m->tables[OTFP_TABLE_FILE_OPERATIONS], ++m->nfile_operations, "start");
	if (rec->type == OTFP_FileOperation) {
		r.has_start = 1;
		r.start = rec->time;
		r.end = otfp_ticks_after(rec->time, rec->f[4].u);
	} else { /* an end without a begin */
		r.has_matching = 1;
		r.what.id = rec->f[1].u;
		m->counts[OTFP_TABLES_NO_BEGIN] += !m->is_hidden;
	}
	return put_file_operation(m, &r, m->nfile_operations);
}

int otfp_tables_begin_operation(struct otfp_tables *m, const struct otfp_record *rec, const struct otfp_change *did)
{
	const int is_collective = is_of_collectives(rec);
	struct otfp_first_end first = {.call = otfp_tables_call(m, did->process)};

	if (rec->type == OTFP_OpenFileSnapshot)
		return 0;
	first.id = is_collective ? ++m->ncollectives : ++m->nfile_operations;
	if (is_collective)
		first.instance = m->instance;
	if (otfp_table[rec->type].file == OTFP_FILE_SNAP)
		first.call = 0;
	did->begun->mark = otfp_tables_keep(m, &first);
	show(m, rec);
	otfp_tables_tags(m, rec, &m->tables[is_collective ? OTFP_TABLE_COLLECTIVES : OTFP_TABLE_FILE_OPERATIONS],
	                 first.id, "start");
	return m->code;
}

/* An end of a collective operation that did not begin: only its time and matching id are known. */
int otfp_tables_odd_end(struct otfp_tables *m, const struct otfp_record *rec)
{
	struct otfp_table *t = &m->tables[OTFP_TABLE_COLLECTIVES];
	struct otfp_table_cell *at = t->row;

	otfp_tables_show(m, otfp_tables_shows_any(m, OTFP_CollectiveOperation, rec->loc));
	m->counts[OTFP_TABLES_NO_BEGIN] += !m->is_hidden;
	otfp_tables_tags(m, rec, t, ++m->ncollectives, "end");
	if (!otfp_row_begins(m, t))
		return m->code;
	at = otfp_cell_unsigned(at, m->ncollectives);
	at = otfp_cell_process(m, at, rec->loc);
	for (unsigned i = 0; i < 7; i++)
		at = otfp_cell_null(at);
	at = otfp_cell_unsigned(at, rec->time);
	at = otfp_cell_unsigned(at, rec->f[0].u);
	at = otfp_cell_null(at);
	at = otfp_cell_null(at);
	return otfp_row_end(m, t, at);
}

/* The row of what began, with what its begin says. */
static struct row begun_row(const struct otfp_process *p, const struct otfp_begun *b,
                            const struct otfp_first_end *first)
{
	return (struct row){.process = p,
	                    .what = *b,
	                    .start = b->time,
	                    .call = first->call,
	                    .instance = first->instance,
	                    .has_start = 1,
	                    .has_matching = 1};
}

int otfp_tables_end_operation(struct otfp_tables *m, const struct otfp_record *rec, const struct otfp_change *did)
{
	const struct otfp_first_end first = otfp_tables_give_back(m, did->begun->mark);
	struct row r = begun_row(did->process, did->begun, &first);

	show(m, rec);
	if (rec->type == OTFP_EndCollectiveOperation) {
		r.end = rec->time;
		r.has_end = 1;
		otfp_tables_tags(m, rec, &m->tables[OTFP_TABLE_COLLECTIVES], first.id, "end");
		return put_collective(m, &r, first.id);
	}
	r = end_of_file_operation(m, rec, did->process, 2);
	r.start = did->begun->time;
	r.has_start = r.has_matching = 1;
	r.what.id = did->begun->id;
	r.call = first.call;
	otfp_tables_tags(m, rec, &m->tables[OTFP_TABLE_FILE_OPERATIONS], first.id, "end");
	return put_file_operation(m, &r, first.id);
}

/* ---- the end ---- */

static int end_list(struct otfp_tables *m, const struct otfp_process *p, const struct otfp_begun_list *l, unsigned type,
                    int (*put)(struct otfp_tables *m, const struct row *r, uint64_t id))
{
	const int is_shown = otfp_tables_shows_any(m, type, p->process);

	for (const struct otfp_begun *b = otfp_begun_next(l, NULL); b && m->code == 0; b = otfp_begun_next(l, b)) {
		const struct otfp_first_end first = otfp_tables_give_back(m, b->mark);
		const struct row r = begun_row(p, b, &first);
		otfp_tables_show(m, is_shown);
		m->counts[OTFP_TABLES_NO_END] += (uint64_t)is_shown;
		put(m, &r, first.id);
	}
	return m->code;
}

int otfp_tables_operations_end(struct otfp_tables *m)
{
	for (size_t i = 0; i < m->state.n && m->code == 0; i++) {
		const struct otfp_process *p = &m->state.processes[i];
		if (end_list(m, p, &otfp_operations_of(p)->collectives, OTFP_CollectiveOperation, put_collective) == 0)
			end_list(m, p, &otfp_operations_of(p)->fileops, OTFP_FileOperation, put_file_operation);
	}
	return m->code;
}
