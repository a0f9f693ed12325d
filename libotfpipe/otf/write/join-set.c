/*
 * join-set.c - join disjoint shares to one trace: move their stream files, merge their master files, global definitions
 * and markers, and the streams that were cut. See otfp_join.
 *
 * First all shares are read and checked and their files linked into the stage. The shares stay complete until the
 * stage commits; its journal then removes them.
 */
#include "base/options.h"
#include "base/arena.h"
#include "base/grow.h"
#include "commit/beside.h"
#include "io/there.h"
#include "otf/names.h"
#include "otf/write/join.h"
#include "otf/read/trace.h"
#include "record/equal.h"
#include "record/keep.h"
#include "record/share.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct share {
	const char *name;
	struct otfp_buf stub;
	struct stat master_file;
	struct otfp_master master;
	struct otfp_share number; /* @PART */
};

/* A record of the joined trace, or a control line stored in it. */
struct item {
	struct otfp_record rec;
	unsigned first, last; /* the first and the last share read so far that contain it */
	size_t next;          /* 1 + index of the next under the same key; 0 = none */
};

struct join {
	struct otfp_error *err;
	struct otfp_out *out;
	struct share *shares;
	unsigned n, at;
	struct otfp_shares numbers;
	struct otfp_map streams, processes; /* -> index of the share, the first one for a stream */
	struct otfp_map cut;                /* stream of several shares -> 1 + bytes of its .def; 0 = not known */
	struct otfp_map heads;              /* key of a record -> 1 + index of its first item */
	struct item *items;
	size_t nitems, cap;
	struct otfp_arena kept;
};

/* ---- records: each once, even if several shares contain it ---- */

/* Definitions that a trace has at most once. */
static int is_single(unsigned type)
{
	return type == OTFP_DefVersion || type == OTFP_DefUniqueId || type == OTFP_DefTimeRange ||
	       type == OTFP_DefTimerResolution || type == OTFP_DefCreator;
}

/* Whether two different records with one key contradict each other. */
static int defines(unsigned type)
{
	return is_single(type) || (type < OTFP_NTYPES && type != OTFP_Marker && type != OTFP_DefAuxSamplePoint &&
	                           type != OTFP_UnknownRecord && otfp_table[type].fields[0].what != OTFP_W_NONE);
}

/* A key for the item index: equal records have equal keys. It contains the token if the record defines one. */
static uint64_t key_of(const struct otfp_record *rec)
{
	uint64_t low = 0;

	if (rec->type == OTFP_CONTROL)
		low = rec->line.n;
	else if (rec->type == OTFP_Marker)
		low = rec->time;
	else if (!is_single(rec->type))
		low = otfp_table[rec->type].fields[0].type == OTFP_FIELD_STR ? rec->f[0].s.n : rec->f[0].u;
	return (uint64_t)rec->type << 32 | (uint32_t)low;
}

static int is_same(const struct otfp_record *a, const struct otfp_record *b)
{
	if (a->type == OTFP_CONTROL)
		return a->line.n == b->line.n && memcmp(a->line.p, b->line.p, a->line.n) == 0;
	return otfp_record_equal(a, b) && a->time == b->time && (a->type != OTFP_Marker || a->loc == b->loc);
}

static int clash(struct join *j, unsigned by, const struct otfp_record *rec)
{
	const char *name = otfp_table[rec->type].name, *other = j->shares[by].name;

	if (is_single(rec->type))
		return otfp_fail(j->err, OTFP_EFAIL,
		                 "%s: %s differs from that of %s: these are not shares of one trace",
		                 j->shares[j->at].name, name, other);
	return otfp_fail(j->err, OTFP_EFAIL,
	                 "%s: %s %" PRIu32 " differs from that of %s: these are not shares of one trace",
	                 j->shares[j->at].name, name, (uint32_t)rec->f[0].u, other);
}

static int add_item(struct join *j, uint64_t key, size_t next, const struct otfp_record *rec)
{
	struct item item = {*rec, j->at, j->at, next};

	if (otfp_grow(&j->items, j->nitems, &j->cap, sizeof item) < 0 || otfp_record_keep(&item.rec, &j->kept) < 0 ||
	    otfp_map_set(&j->heads, key, j->nitems + 1) < 0)
		return otfp_fail_memory(j->err);
	j->items[j->nitems++] = item;
	return otfp_out_put(j->out, rec);
}

/* If a share contains a record several times, the joined trace has it as often as the share with most copies. */
static int take_record(struct join *j, const struct otfp_record *rec)
{
	uint64_t key = key_of(rec);
	const uint64_t *head = otfp_map_get(&j->heads, key);
	size_t first = head ? (size_t)*head : 0;

	for (size_t i = first; i; i = j->items[i - 1].next) {
		struct item *item = &j->items[i - 1];
		if (item->last != j->at && is_same(&item->rec, rec)) {
			item->last = j->at;
			return 0;
		}
	}
	for (size_t i = first; i && defines(rec->type); i = j->items[i - 1].next)
		if (j->items[i - 1].first != j->at)
			return clash(j, j->items[i - 1].first, rec);
	return add_item(j, key, first, rec);
}

/* ---- streams and processes of the shares ---- */

/* Claim a stream or process for the current share. @return 0, or <0 if an earlier share has it */
static int claim(struct join *j, struct otfp_map *of, const char *what, uint32_t id)
{
	const uint64_t *by = otfp_map_get(of, id);

	if (by && *by != j->at)
		return otfp_fail(j->err, OTFP_EFAIL, "%s: %s %" PRIu32 " is also in %s: shares must be disjoint",
		                 j->shares[j->at].name, what, id, j->shares[*by].name);
	return otfp_map_set(of, id, j->at) < 0 ? otfp_fail_memory(j->err) : 0;
}

/* Numbered shares may have parts of one stream. */
static int claim_stream(struct join *j, uint32_t id)
{
	const uint64_t *by = otfp_map_get(&j->streams, id);

	if (!by || *by == j->at || !j->shares[j->at].number.parts)
		return claim(j, &j->streams, "stream", id);
	return otfp_map_set(&j->cut, id, 0) < 0 ? otfp_fail_memory(j->err) : 0;
}

static int claim_all(struct join *j, const struct otfp_members *m)
{
	int code = claim_stream(j, m->id);

	for (size_t i = 0; i < m->n && code == 0; i++) {
		code = claim(j, &j->processes, "process", m->procs[i]);
		if (code == 0 && otfp_master_add(&j->out->assign.given, m->id, m->procs[i]) < 0)
			code = otfp_fail_memory(j->err);
	}
	return code;
}

static int take_control(struct join *j, const struct otfp_record *rec)
{
	struct share *s = &j->shares[j->at];
	const char *why;

	switch (otfp_control_kind(rec)) {
	case OTFP_C_IS:
	case OTFP_C_CUT: return 0;
	case OTFP_C_PART: otfp_share_get(&s->number, &rec->line); return 0; /* the whole is not a share */
	case OTFP_C_SM:
		if (otfp_master_parse_sm(&s->master, &rec->line, &why) < 0)
			return otfp_fail(j->err, OTFP_EFAIL, "%s: %s", s->name, why);
		return 0;
	default: return take_record(j, rec);
	}
}

/* ---- reading a share up to its timed records ---- */

/* Take a record of the share; local definitions stay in their files. @return 0, OTFP_END at the first timed record, <0
 */
static int take(struct join *j, const struct otfp_record *rec)
{
	if (rec->type == OTFP_CONTROL)
		return take_control(j, rec);
	if (otfp_is_timed(rec->file))
		return OTFP_END;
	return rec->file == OTFP_FILE_DEF && rec->loc ? 0 : take_record(j, rec);
}

static int take_all(struct join *j, void *t)
{
	const struct otfp_record *const *recs;
	size_t n;
	int code;

	while ((code = otfp_trace_batch(t, &recs, &n)) == 0)
		for (size_t i = 0; i < n; i++)
			if ((code = take(j, recs[i])))
				return code < 0 ? code : 0;
	return code < 0 ? code : 0;
}

static int take_trace(struct join *j, struct share *s, void *t)
{
	int code = j->at == 0 ? otfp_out_begin(j->out, otfp_trace_header(t)) : 0;

	if (code == 0)
		code = take_all(j, t);
	if (code == 0)
		code = otfp_shares_add(&j->numbers, &s->number, s->name, j->err);
	for (size_t i = 0; i < s->master.n && code == 0; i++)
		code = claim_all(j, &s->master.streams[i]);
	if (code == 0 && otfp_trace_troubles(t))
		code = otfp_fail(j->err, OTFP_EFAIL, "%s: damaged, so nothing was joined", s->name);
	return code;
}

static int read_share(struct join *j, const struct otfp_read_options *o)
{
	struct share *s = &j->shares[j->at];
	const char *const name = s->name;
	struct otfp_inputs in;
	void *t = NULL;
	int code = otfp_inputs_init(&in, &name, 1, j->err);

	if (code == 0)
		code = otfp_trace_open(&t, &in, 0, 1, o, j->err);
	if (code == 0)
		code = take_trace(j, s, t);
	otfp_trace_close(t);
	otfp_inputs_release(&in);
	return code;
}

/* ---- streams that are cut ---- */

static int by_number(const void *a, const void *b)
{
	const struct share *const *x = a, *const *y = b;

	return ((*x)->number.part > (*y)->number.part) - ((*x)->number.part < (*y)->number.part);
}

/* Merge a stream. @param all  the shares by number. @param names  room for their names */
static int merge_stream(struct join *j, uint32_t stream, struct share *const *all, const char **names,
                        const struct otfp_read_options *o)
{
	unsigned n = 0;

	for (unsigned i = 0; i < j->n; i++)
		if (otfp_master_find(&all[i]->master, stream))
			names[n++] = all[i]->name;
	return otfp_join_cut_stream(j->out, stream, names, n, o);
}

static int merge_cut(struct join *j, const struct otfp_read_options *o)
{
	const struct otfp_master *m = &j->out->assign.given;
	struct share **all = calloc(j->n, sizeof *all);
	const char **names = calloc(j->n, sizeof *names);
	int code = all && names ? 0 : otfp_fail_memory(j->err);

	for (unsigned i = 0; i < j->n && code == 0; i++)
		all[i] = &j->shares[i];
	if (code == 0)
		qsort(all, j->n, sizeof *all, by_number);
	for (size_t i = 0; i < m->n && code == 0; i++)
		if (otfp_map_get(&j->cut, m->streams[i].id))
			code = merge_stream(j, m->streams[i].id, all, names, o);
	free(all);
	free(names);
	return code;
}

/* ---- the files of a share ---- */

struct files {
	struct join *j;
	struct otfp_buf path;
	int code;
};

static int set_path(struct files *f, const struct share *s, const char *suffix)
{
	f->path.n = 0;
	if (otfp_buf_puts(&f->path, s->stub.p) == 0 && otfp_buf_puts(&f->path, suffix) == 0 && otfp_buf_str(&f->path))
		return 0;
	return f->code = otfp_fail_memory(f->j->err);
}

/* Whether a file is moved: files of a stream are, all others were merged or can be derived. */
static int is_moved(const char *suffix, uint32_t *stream)
{
	char *end;

	*stream = (uint32_t)strtoul(suffix + 1, &end, 16);
	return *end == '.' && *stream && strncmp(end, ".marker", 7);
}

/* A file of a cut stream: its records are merged already, but for the local definitions, which all its shares have. */
static int take_cut(struct files *f, uint64_t *known, const char *suffix, const struct stat *st)
{
	const uint64_t bytes = 1 + (uint64_t)st->st_size, had = *known;

	if (!strstr(suffix, ".def"))
		return 0;
	*known = bytes;
	if (had && had != bytes)
		return otfp_fail(f->j->err, OTFP_EFAIL,
		                 "%s: differs from that of another share: these are not shares of one trace",
		                 f->path.p);
	return had ? 0 : otfp_staging_adopt(f->j->out->stage, f->path.p, suffix);
}

static int move_file(struct files *f, uint32_t stream, const char *suffix, const struct stat *st)
{
	const struct share *s = &f->j->shares[f->j->at];
	uint64_t *cut = otfp_map_get(&f->j->cut, stream);

	if (!otfp_master_find(&s->master, stream))
		return otfp_fail(f->j->err, OTFP_EFAIL, "%s: belongs to a stream that %s.otf does not name", f->path.p,
		                 s->stub.p);
	return cut ? take_cut(f, cut, suffix, st) : otfp_out_adopt(f->j->out, stream, f->path.p, suffix);
}

static int take_file(void *ctx, const char *suffix)
{
	struct files *f = ctx;
	struct join *j = f->j;
	const struct share *s = &j->shares[j->at];
	struct stat st;
	uint32_t stream;

	if (!otfp_is_part(suffix) || !strcmp(suffix, ".otf"))
		return 0;
	if (set_path(f, s, suffix) < 0)
		return f->code;
	f->code = otfp_name_is_there(f->path.p, &st, j->err);
	if (f->code <= 0)
		return f->code = f->code < 0 ? f->code : otfp_fail_errno(j->err, "%s", f->path.p);
	f->code = 0;
	if (!S_ISREG(st.st_mode))
		return f->code = otfp_fail(j->err, OTFP_EFAIL, "%s: is not a regular file, so it cannot be moved",
		                           f->path.p);
	if (is_moved(suffix, &stream))
		f->code = move_file(f, stream, suffix, &st);
	if (f->code == 0)
		f->code = otfp_staging_drop(j->out->stage, f->path.p);
	return f->code;
}

/* Take the files of a share. The master file is dropped first: then a half-removed share is no trace any more. */
static int take_files(struct join *j)
{
	const struct share *s = &j->shares[j->at];
	struct files f = {.j = j};

	if (set_path(&f, s, ".otf") == 0)
		f.code = otfp_staging_drop(j->out->stage, f.path.p);
	if (f.code == 0 && otfp_beside_each(s->stub.p, take_file, &f) < 0 && f.code == 0)
		f.code = otfp_fail_errno(j->err, "%s.otf", s->stub.p);
	otfp_buf_release(&f.path);
	return f.code;
}

/* ---- otfp_join ---- */

static int is_same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Check that a share exists, is named once, and is not the joined trace. */
static int name_share(struct join *j, const char *name)
{
	struct share *s = &j->shares[j->at];
	struct stat whole;
	int code;

	s->name = name;
	if (otfp_otf_stub(&s->stub, name) < 0)
		return otfp_fail_memory(j->err);
	code = otfp_join_find_master(s->stub.p, &s->master_file, j->err);
	if (code <= 0)
		return code < 0 ? code : otfp_fail(j->err, OTFP_EFAIL, "%s.otf: no such share", s->stub.p);
	for (unsigned i = 0; i < j->at && code > 0; i++)
		if (is_same_file(&s->master_file, &j->shares[i].master_file))
			code = otfp_fail(j->err, OTFP_EFAIL, "%s: named twice", name);
	if (code < 0 || (code = otfp_join_find_master(j->out->stub.p, &whole, j->err)) <= 0)
		return code;
	return is_same_file(&s->master_file, &whole) ?
	               otfp_fail(j->err, OTFP_EFAIL, "%s: is the trace to be written; name only its shares", name) :
	               0;
}

static int join_all(struct join *j, const char *const *names, const struct otfp_write_options *w)
{
	struct otfp_read_options o = {.max_files = w->max_files, .report = w->report, .ctx = w->ctx};
	int code = 0;

	for (j->at = 0; j->at < j->n && code == 0; j->at++)
		code = name_share(j, names[j->at]);
	for (j->at = 0; j->at < j->n && code == 0; j->at++)
		code = read_share(j, &o);
	if (code == 0)
		code = otfp_shares_check(&j->numbers, j->err);
	if (code == 0)
		code = merge_cut(j, &o);
	for (j->at = 0; j->at < j->n && code == 0; j->at++)
		code = take_files(j);
	if (code == 0)
		code = otfp_out_finish(j->out);
	return code < 0 ? code : otfp_out_end(j->out);
}

static void release(struct join *j)
{
	for (unsigned i = 0; j->shares && i < j->n; i++) {
		otfp_buf_release(&j->shares[i].stub);
		otfp_master_release(&j->shares[i].master);
	}
	free(j->shares);
	otfp_shares_release(&j->numbers);
	otfp_map_release(&j->streams);
	otfp_map_release(&j->processes);
	otfp_map_release(&j->cut);
	otfp_map_release(&j->heads);
	free(j->items);
	otfp_arena_release(&j->kept);
	otfp_out_close(j->out);
}

static int has_null(const char *const *shares, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (!shares[i])
			return 1;
	return 0;
}

int otfp_join(const char *name, const char *const *shares, unsigned n, const struct otfp_write_options *o,
              struct otfp_error *err)
{
	struct otfp_error unseen = {0};
	struct join j = {.err = err ? err : &unseen, .n = n, .shares = calloc(n ? n : 1, sizeof *j.shares)};
	struct otfp_write_options w;
	int code = j.shares ? 0 : otfp_fail_memory(j.err);
	void *out = NULL;

	otfp_write_options_init(&w);
	if (code == 0 && (!name || !shares || has_null(shares, n)))
		code = otfp_fail(j.err, OTFP_EUSAGE, "a trace that shares are joined to needs a name, and shares");
	if (code == 0)
		code = otfp_options_copy(&w, sizeof w, o, "otfp_write_options", j.err);
	w.streams = -1;
	w.keep_pg = 1; /* keep the @PG lines stored in the shares */
	if (code == 0)
		code = otfp_join_is_done(name, shares, n, &w, j.err);
	if (code == 0)
		code = otfp_out_open(&out, name, &w, NULL, j.err);
	j.out = out;
	if (code == 0)
		code = join_all(&j, shares, &w);
	code = code > 0 ? 0 : code;
	release(&j);
	return code;
}
