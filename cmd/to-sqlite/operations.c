/* operations.c - the tables of collective and of file operations. */
#include "base/error.h"
#include "base/span.h"
#include "cmd/to-sqlite/convert.h"

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
static int put_elsewhere(struct convert *c, const struct row *r, uint64_t instance)
{
	struct db_table *t = &c->tables[DB_ELSEWHERE];
	const uint32_t p = r->process->process;

	convert_show(c, instance != 0);
	if (row_begin(&c->db, t) < 0)
		return c->db.code;
	convert_token(c, t, OTFP_NAMED_COLLECTIVE, p, r->what.what);
	convert_token(c, t, OTFP_NAMED_COMMUNICATOR, p, r->what.group);
	cell_unsigned(&c->db, t, instance);
	cell_maybe(&c->db, t, r->has_start, r->start);
	cell_maybe(&c->db, t, r->has_end, r->end);
	row_end(&c->db, t);
	return c->db.code;
}

static int put_collective(struct convert *c, const struct row *r, uint64_t id)
{
	struct db_table *t = &c->tables[DB_COLLECTIVES];
	const struct otfp_begun *b = &r->what;
	const uint32_t p = r->process->process;
	const uint64_t instance = convert_instance(c, r->instance, id);

	if (!convert_shows_any(c, OTFP_CollectiveOperation, p))
		return put_elsewhere(c, r, instance);
	if (row_begin(&c->db, t) < 0)
		return c->db.code;
	cell_unsigned(&c->db, t, id);
	convert_process(c, t, p);
	convert_token(c, t, OTFP_NAMED_COLLECTIVE, p, b->what);
	convert_token(c, t, OTFP_NAMED_COMMUNICATOR, p, b->group);
	cell_maybe(&c->db, t, instance != 0, instance);
	convert_token(c, t, OTFP_NAMED_PROCESS, p, b->root);
	cell_maybe(&c->db, t, r->has_start, b->sent);
	cell_maybe(&c->db, t, r->has_start, b->received);
	cell_maybe(&c->db, t, r->has_start, r->start);
	cell_maybe(&c->db, t, r->has_end, r->end);
	cell_maybe(&c->db, t, r->has_matching, b->id);
	convert_token(c, t, OTFP_NAMED_SCL, p, b->source);
	convert_call_id(c, t, p, r->call);
	row_end(&c->db, t);
	return c->db.code;
}

/* ---- file operations ---- */

static int put_file_operation(struct convert *c, const struct row *r, uint64_t id)
{
	struct db_table *t = &c->tables[DB_FILE_OPERATIONS];
	const uint32_t p = r->process->process;

	if (row_begin(&c->db, t) < 0)
		return c->db.code;
	cell_unsigned(&c->db, t, id);
	convert_process(c, t, p);
	convert_token(c, t, OTFP_NAMED_FILE, p, r->file);
	cell_maybe(&c->db, t, r->has_end, r->handle);
	cell_maybe(&c->db, t, r->has_end, r->operation);
	cell_maybe(&c->db, t, r->has_end, r->bytes);
	cell_maybe(&c->db, t, r->has_start, r->start);
	cell_maybe(&c->db, t, r->has_end, r->end);
	cell_maybe(&c->db, t, r->has_matching, r->what.id);
	convert_token(c, t, OTFP_NAMED_SCL, p, r->what.source);
	convert_call_id(c, t, p, r->call);
	row_end(&c->db, t);
	return c->db.code;
}

/* ---- records ---- */

static int is_of_collectives(const struct otfp_record *rec)
{
	return rec->type == OTFP_CollectiveOperation || rec->type == OTFP_BeginCollectiveOperation ||
	       rec->type == OTFP_EndCollectiveOperation || rec->type == OTFP_BeginCollopSnapshot;
}

static void show(struct convert *c, const struct otfp_record *rec)
{
	const unsigned type = is_of_collectives(rec) ? OTFP_CollectiveOperation : OTFP_FileOperation;

	convert_show(c, convert_shows_any(c, type, rec->loc));
}

/* A record of a whole operation. */
static struct row whole_collective(struct convert *c, const struct otfp_record *rec, const struct otfp_process *p)
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
	                    .call = convert_call(c, p),
	                    .instance = c->instance};
}

/* The row of FileOperation, or of EndFileOperation: their fields but the duration are the same, from slot `at` on. */
static struct row end_of_file_operation(const struct convert *c, const struct otfp_record *rec,
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
	                    .call = convert_call(c, p)};
}

int convert_operate(struct convert *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	struct row r;

	show(c, rec);
	if (rec->type == OTFP_CollectiveOperation) {
		r = whole_collective(c, rec, did->process);
		convert_tags(c, rec, &c->tables[DB_COLLECTIVES], ++c->ncollectives, "start");
		return put_collective(c, &r, c->ncollectives);
	}
	r = end_of_file_operation(c, rec, did->process, rec->type == OTFP_FileOperation ? 1 : 2);
	convert_tags(c, rec, &c->tables[DB_FILE_OPERATIONS], ++c->nfile_operations, "start");
	if (rec->type == OTFP_FileOperation) {
		r.has_start = 1;
		r.start = rec->time;
		r.end = otfp_ticks_after(rec->time, rec->f[4].u);
	} else { /* an end without a begin */
		r.has_matching = 1;
		r.what.id = rec->f[1].u;
		c->counts[DB_NO_BEGIN] += !c->db.is_hidden;
	}
	return put_file_operation(c, &r, c->nfile_operations);
}

int convert_begin_operation(struct convert *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	const int is_collective = is_of_collectives(rec);
	struct db_first first = {.call = convert_call(c, did->process)};

	if (rec->type == OTFP_OpenFileSnapshot)
		return 0;
	first.id = is_collective ? ++c->ncollectives : ++c->nfile_operations;
	if (is_collective)
		first.instance = c->instance;
	if (otfp_table[rec->type].file == OTFP_FILE_SNAP)
		first.call = 0;
	did->begun->mark = convert_keep(c, &first);
	show(c, rec);
	convert_tags(c, rec, &c->tables[is_collective ? DB_COLLECTIVES : DB_FILE_OPERATIONS], first.id, "start");
	return c->db.code;
}

/* The row of what began, with what its begin says. */
static struct row begun_row(const struct otfp_process *p, const struct otfp_begun *b, const struct db_first *first)
{
	return (struct row){.process = p,
	                    .what = *b,
	                    .start = b->time,
	                    .call = first->call,
	                    .instance = first->instance,
	                    .has_start = 1,
	                    .has_matching = 1};
}

int convert_end_operation(struct convert *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	const struct db_first first = convert_give_back(c, did->begun->mark);
	struct row r = begun_row(did->process, did->begun, &first);

	show(c, rec);
	if (rec->type == OTFP_EndCollectiveOperation) {
		r.end = rec->time;
		r.has_end = 1;
		convert_tags(c, rec, &c->tables[DB_COLLECTIVES], first.id, "end");
		return put_collective(c, &r, first.id);
	}
	r = end_of_file_operation(c, rec, did->process, 2);
	r.start = did->begun->time;
	r.has_start = r.has_matching = 1;
	r.what.id = did->begun->id;
	r.call = first.call;
	convert_tags(c, rec, &c->tables[DB_FILE_OPERATIONS], first.id, "end");
	return put_file_operation(c, &r, first.id);
}

/* ---- the end ---- */

static int end_list(struct convert *c, const struct otfp_process *p, const struct otfp_begun_list *l, unsigned type,
                    int (*put)(struct convert *c, const struct row *r, uint64_t id))
{
	const int is_shown = convert_shows_any(c, type, p->process);

	for (const struct otfp_begun *b = otfp_begun_next(l, NULL); b && c->db.code == 0; b = otfp_begun_next(l, b)) {
		const struct db_first first = convert_give_back(c, b->mark);
		const struct row r = begun_row(p, b, &first);
		convert_show(c, is_shown);
		c->counts[DB_NO_END] += (uint64_t)is_shown;
		put(c, &r, first.id);
	}
	return c->db.code;
}

int convert_operations_end(struct convert *c)
{
	for (size_t i = 0; i < c->state.n && c->db.code == 0; i++) {
		const struct otfp_process *p = &c->state.processes[i];
		if (end_list(c, p, &otfp_operations_of(p)->collectives, OTFP_CollectiveOperation, put_collective) == 0)
			end_list(c, p, &otfp_operations_of(p)->fileops, OTFP_FileOperation, put_file_operation);
	}
	return c->db.code;
}
