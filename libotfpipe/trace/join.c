/*
 * join.c - several traces as one stream. Streams of later traces get numbers after those of earlier ones. All traces
 * share one token space: a definition that two traces have is delivered once if it is equal, and an error if it
 * differs; a process in a stream of both is an error, too. --unify instead gives such tokens other numbers. Times of
 * traces with different resolutions become ticks of one length.
 *
 * Shares of one trace are that trace again: streams keep their numbers, those that were cut are whole, and what several
 * shares say is delivered once.
 */
#include "trace/join.h"
#include "base/hash.h"
#include "record/control.h"
#include "record/equal.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int is_of_phase(const struct otfp_record *rec, enum otfp_join_phase phase)
{
	switch (phase) {
	case OTFP_JOIN_CONTROLS: return rec->type == OTFP_CONTROL;
	case OTFP_JOIN_DEFINITIONS: return rec->type == OTFP_CONTROL || rec->file == OTFP_FILE_DEF;
	default: return !otfp_is_timed(rec->file);
	}
}

/* Whether the parts are shares of one trace, and not only alike. */
static int are_shares(const struct otfp_join *j)
{
	return j->shares.first.parts > 1 && !j->o.unify;
}

/* ---- stream ids ---- */

static int clash(struct otfp_join *j, unsigned a, unsigned b, const char *what, uint32_t token)
{
	return otfp_fail(j->err, OTFP_EFAIL,
	                 "%s: %s %" PRIu32 " clashes with that of %s: the traces have different token spaces",
	                 j->parts[b].name, what, token, j->parts[a].name);
}

/* The part of a stream, by its new id. */
static unsigned part_of(const struct otfp_join *j, uint32_t stream)
{
	unsigned i = j->n - 1;

	while (i && j->parts[i].shift >= stream)
		i--;
	return i;
}

/* Change the stream id of an @SM line; later parts get greater ids. */
static int map_streams(struct otfp_join *j, const struct otfp_record **rec)
{
	struct otfp_master m = {0};
	const char *why;
	uint32_t shift = j->parts[j->at].shift, id;
	int code = otfp_master_parse_sm(&m, &(*rec)->line, &why);

	if (code < 0)
		code = otfp_fail(j->err, OTFP_EFAIL, "%s: %s", j->parts[j->at].name, why);
	id = code == 0 ? m.streams[0].id + shift : 0;
	for (size_t i = 0; code == 0 && i < m.streams[0].n; i++) {
		uint32_t process = m.streams[0].procs[i];
		code = otfp_master_add(&j->master, id, process);
		if (code > 0)
			code = clash(j, part_of(j, otfp_master_stream(&j->master, process)), j->at, "process", process);
		else if (code < 0)
			code = otfp_fail_memory(j->err);
	}
	if (code == 0) {
		m.streams[0].id = id;
		j->text.n = 0;
		code = otfp_master_format_sm(&m.streams[0], &j->text) < 0 ? otfp_fail_memory(j->err) : 0;
		j->changed = **rec;
		j->changed.line = (struct otfp_str){j->text.p, j->text.n};
		*rec = &j->changed;
	}
	for (unsigned i = j->at + 1; i < j->n && id > j->parts[i].shift; i++)
		j->parts[i].shift = id;
	otfp_master_release(&m);
	return code;
}

/* Learn an @SM line of a share. */
static int learn_streams(struct otfp_join *j, const struct otfp_record *rec)
{
	const char *why;
	int code = otfp_master_parse_sm(&j->master, &rec->line, &why);

	if (code == OTFP_EDAMAGE)
		return otfp_fail(j->err, OTFP_EFAIL, "%s: %s", j->parts[j->at].name, why);
	return code < 0 ? otfp_fail_memory(j->err) : 1;
}

/* Give the @SM line of the next stream of all shares. */
static int next_stream(struct otfp_join *j, const struct otfp_record **rec)
{
	if (!are_shares(j) || j->nstreams == j->master.n)
		return OTFP_END;
	j->text.n = 0;
	if (otfp_master_format_sm(&j->master.streams[j->nstreams++], &j->text) < 0)
		return otfp_fail_memory(j->err);
	j->changed = otfp_control_record(j->text.p, j->text.n);
	*rec = &j->changed;
	return 0;
}

/* ---- definitions that are delivered already ---- */

/* Definitions that describe one trace and are wrong for the joined one. */
static int is_identity(const struct otfp_record *rec)
{
	return rec->type == OTFP_DefVersion || rec->type == OTFP_DefUniqueId || rec->type == OTFP_DefTimeRange;
}

static int leave_out(struct otfp_join *j, const struct otfp_record *rec)
{
	struct otfp_join_part *p = &j->parts[j->at];

	if (j->n == 1 || are_shares(j) || (rec->type != OTFP_DefTimeRange && j->at == 0))
		return 0;
	if (!p->reported++ && j->o.report) {
		otfp_fail(j->err, OTFP_OK, "%s: %s is left out of the joined trace", p->name,
		          otfp_table[rec->type].name);
		j->o.report(j->o.ctx, j->err);
	}
	return 1;
}

/* Whether a record defines a global token, or something that a trace has only once. */
static int is_definition(const struct otfp_record *rec)
{
	return rec->type < OTFP_NTYPES && otfp_table[rec->type].nfields &&
	       (otfp_table[rec->type].fields[0].what != OTFP_W_NONE) && rec->type != OTFP_DefAuxSamplePoint &&
	       rec->type != OTFP_Marker && rec->loc == 0;
}

/* Whether an earlier share has told the same. @return 1, 0, or <0 */
static int is_told(struct otfp_join *j, const struct otfp_record *rec)
{
	uint64_t key;
	const uint64_t *by;

	if (!are_shares(j) || rec->type >= OTFP_NTYPES)
		return 0;
	key = otfp_hash_add(otfp_hash_add(otfp_record_hash(rec), rec->loc), rec->time);
	by = otfp_map_get(&j->told, key);
	if (by)
		return *by != j->at;
	return otfp_map_set(&j->told, key, j->at) < 0 ? otfp_fail_memory(j->err) : 0;
}

/* @return 1 to leave the definition out, 0 to deliver it, <0 on a clash */
static int take_definition(struct otfp_join *j, const struct otfp_record *rec)
{
	uint64_t key = (uint64_t)rec->type << 32 | (uint32_t)rec->f[0].u, hash = otfp_record_hash(rec);
	const uint64_t *have, *by = otfp_map_get(&j->defined_by, key);

	if (is_identity(rec))
		return leave_out(j, rec);
	if (rec->type == OTFP_DefTimerResolution)
		return j->n > 1 && j->told_resolution++;
	if (!is_definition(rec) || (by && *by == j->at))
		return 0;
	have = otfp_map_get(&j->defined, key);
	if (have)
		return *have == hash ? 1 : clash(j, (unsigned)*by, j->at, otfp_table[rec->type].name, (uint32_t)key);
	if (otfp_map_set(&j->defined, key, hash) < 0 || otfp_map_set(&j->defined_by, key, j->at) < 0)
		return otfp_fail_memory(j->err);
	return 0;
}

/* With --unify tokens decide, except for definitions that describe the whole trace. */
static int take_unified(struct otfp_join *j, const struct otfp_record **rec)
{
	const struct otfp_record *was = *rec;

	if (was->type < OTFP_NTYPES && is_identity(was) && leave_out(j, was))
		return 1;
	if (was->type == OTFP_DefTimerResolution && j->n > 1 && j->told_resolution++)
		return 1;
	return otfp_join_unify(j, rec, &j->changed);
}

/* Shares that are read together must be all of a trace: which messages are pending, for example, depends on them. */
static int take_share(struct otfp_join *j, const struct otfp_record *rec)
{
	struct otfp_share s;

	if (otfp_share_get(&s, &rec->line) < 0 || s.parts < 2)
		return 1;
	return otfp_shares_add(&j->shares, &s, j->parts[j->at].name, j->err) < 0 ? OTFP_EFAIL : 1;
}

/* Take a record that is not timed. @return 0 with *rec set, 1 to leave it out, <0 */
static int take_early(struct otfp_join *j, const struct otfp_record **rec)
{
	int code = 0;

	if ((*rec)->type == OTFP_CONTROL) {
		if (j->n > 1 && otfp_control_kind(*rec) == OTFP_C_CUT)
			return 1;
		if (j->n > 1 && otfp_control_kind(*rec) == OTFP_C_PART)
			return take_share(j, *rec); /* the joined trace is another whole */
		if (are_shares(j) && otfp_control_kind(*rec) == OTFP_C_SM)
			return learn_streams(j, *rec);
		code = j->o.unify ? otfp_join_unify(j, rec, &j->changed) : 0;
		return code < 0 || otfp_control_kind(*rec) != OTFP_C_SM ? code : map_streams(j, rec);
	}
	if ((code = is_told(j, *rec)) != 0)
		return code;
	if (j->n > 1 && otfp_is_window(*rec))
		return 1; /* the parts have other windows */
	if (j->o.unify)
		return take_unified(j, rec);
	if ((*rec)->type == OTFP_OTHER)
		return 0;
	if ((*rec)->loc && (*rec)->file == OTFP_FILE_DEF) {
		j->changed = **rec;
		j->changed.loc += j->parts[j->at].shift;
		j->changed.line = (struct otfp_str){NULL, 0};
		*rec = &j->changed;
		return 0;
	}
	return take_definition(j, *rec);
}

/* ---- delivering ---- */

static int next_early(struct otfp_join *j, const struct otfp_record **rec)
{
	for (; j->at < j->n; j->at++) {
		struct otfp_join_part *p = &j->parts[j->at];
		int code;
		while ((code = otfp_join_peek(p)) == 0 && p->rec && is_of_phase(p->rec, j->phase)) {
			*rec = p->rec;
			p->rec = NULL;
			code = take_early(j, rec);
			if (code == 0)
				code = otfp_join_scale(j, rec);
			if (code <= 0)
				return code;
		}
		if (code < 0)
			return code;
	}
	return OTFP_END;
}

/* The order at equal times: snapshots come before events, then that of the parts; of shares that of the streams. */
static uint64_t rank_of(const struct otfp_join *j, const struct otfp_record *rec, unsigned part)
{
	enum { PART = 20 }; /* bits: OTFP_SHARES_MAX needs them */
	const uint64_t stream = are_shares(j) ? otfp_master_stream(&j->master, rec->loc) : 0;

	return ((uint64_t)rec->file << 32 | stream) << PART | part;
}

/* Read the next record of a part and make its key; records that are not timed come first. */
static int read_key(struct otfp_join *j, unsigned i, struct otfp_key *key)
{
	struct otfp_join_part *p = &j->parts[i];
	int code = otfp_join_peek(p);
	uint64_t time;

	*key = OTFP_KEY_END;
	if (code < 0 || !p->rec)
		return code;
	*key = (struct otfp_key){0, i};
	if (!otfp_is_timed(p->rec->file) || p->rec->type == OTFP_CONTROL)
		return 0;
	code = otfp_join_time(j, i, p->rec, &time);
	*key = (struct otfp_key){time, rank_of(j, p->rec, i)};
	return code;
}

static int start_merge(struct otfp_join *j)
{
	int code = 0;

	if (otfp_loser_init(&j->merge, j->n) < 0)
		return otfp_fail_memory(j->err);
	for (unsigned i = 0; i < j->n && code == 0; i++)
		code = read_key(j, i, &j->merge.keys[i]);
	otfp_loser_build(&j->merge);
	j->merging = 1;
	return code;
}

/* The first record of all parts in order, or OTFP_END. */
static int next_merged(struct otfp_join *j, const struct otfp_record **rec)
{
	struct otfp_key key;
	int code = j->merging ? 0 : start_merge(j);

	if (code < 0)
		return code;
	if (!j->parts[j->merge.winner].rec) {
		code = read_key(j, j->merge.winner, &key);
		if (code < 0)
			return code;
		otfp_loser_advance(&j->merge, key);
	}
	j->at = j->merge.winner;
	*rec = j->parts[j->at].rec;
	if (!*rec)
		return OTFP_END;
	j->parts[j->at].rec = NULL;
	return 0;
}

static int next_timed(struct otfp_join *j, const struct otfp_record **rec)
{
	int code;

	do {
		code = next_merged(j, rec);
		if (code)
			return code;
		if (!otfp_is_timed((*rec)->file) || (*rec)->type == OTFP_CONTROL)
			code = take_early(j, rec);
		else if (j->o.unify)
			code = otfp_join_unify(j, rec, &j->changed);
		if (code == 0)
			code = otfp_join_scale(j, rec);
	} while (code > 0);
	return code;
}

/* With --unify, definitions are read before they are delivered, and processes have other numbers: the window and the
 * wanted processes are not known in time, so everything is read. */
static void join_window(void *handle, int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to), void *ctx)
{
	struct otfp_join *j = handle;

	if (j->o.unify)
		return;
	for (unsigned i = 0; i < j->n; i++)
		otfp_join_ask_window(&j->parts[i], window, ctx);
}

static void join_kinds(void *handle, unsigned kinds)
{
	struct otfp_join *j = handle;

	for (unsigned i = 0; i < j->n; i++)
		otfp_source_kinds(j->parts[i].src, kinds & ~OTFP_LOOSE);
}

static void join_wanted(void *handle, int (*wanted)(void *ctx, uint32_t process), void *ctx)
{
	struct otfp_join *j = handle;

	if (j->o.unify)
		return;
	for (unsigned i = 0; i < j->n; i++)
		otfp_source_wanted(j->parts[i].src, wanted, ctx);
}

/* Reports and maps after the last record. @return 0 or <0 */
static int join_end(struct otfp_join *j)
{
	if (j->o.unify)
		otfp_join_report_unseen(j);
	return j->o.unify && j->o.unify_map ? otfp_join_write_maps(j) : 0;
}

static int join_next(void *handle, const struct otfp_record **rec)
{
	struct otfp_join *j = handle;

	if (j->o.unify && !j->planned) {
		int code = otfp_join_plan(j);
		if (code < 0)
			return code;
		j->planned = 1;
	}
	while (j->phase != OTFP_JOIN_DONE) {
		int code = j->phase == OTFP_JOIN_STREAMS ? next_stream(j, rec) :
		           j->phase < OTFP_JOIN_TIMED    ? next_early(j, rec) :
		                                           next_timed(j, rec);
		if (code != OTFP_END)
			return code;
		j->phase++;
		j->at = 0;
		code = j->phase == OTFP_JOIN_STREAMS ? otfp_shares_check(&j->shares, j->err) :
		       j->phase == OTFP_JOIN_DONE    ? join_end(j) :
		                                       0;
		if (code < 0)
			return code;
	}
	return OTFP_END;
}

/* A single trace gives its timed records in batches, without a merge. */
static int join_batch(void *handle, const struct otfp_record *const **recs, size_t *n)
{
	struct otfp_join *j = handle;
	int code;

	if (j->n == 1 && j->phase == OTFP_JOIN_TIMED && j->merging && !j->parts->rec && !j->parts->ended) {
		code = otfp_join_unify_batch(j, recs, n, take_early);
		if (code != OTFP_END)
			return code;
		j->parts->ended = 1;
	}
	code = join_next(j, &j->one);
	*recs = &j->one;
	*n = code == 0;
	return code;
}

static const struct otfp_header *join_header(const void *handle)
{
	return &((const struct otfp_join *)handle)->header;
}

static uint64_t join_troubles(const void *handle)
{
	const struct otfp_join *j = handle;
	uint64_t n = 0;

	for (unsigned i = 0; i < j->n; i++)
		n += otfp_source_troubles(j->parts[i].src);
	return n;
}

static void join_close(void *handle)
{
	struct otfp_join *j = handle;

	for (unsigned i = 0; i < j->n; i++)
		otfp_source_close(j->parts[i].src);
	otfp_join_unify_release(j);
	free(j->parts);
	otfp_loser_release(&j->merge);
	otfp_master_release(&j->master);
	otfp_map_release(&j->defined);
	otfp_map_release(&j->defined_by);
	otfp_shares_release(&j->shares);
	otfp_map_release(&j->told);
	otfp_buf_release(&j->text);
	free(j);
}

static const struct otfp_source_ops join_ops = {
	.header = join_header,
	.window = join_window,
	.wanted = join_wanted,
	.kinds = join_kinds,
	.batch = join_batch,
	.troubles = join_troubles,
	.close = join_close,
};

/* ---- opening ---- */

int otfp_join_open(struct otfp_source **src, const struct otfp_joined *parts, unsigned n,
                   const struct otfp_read_options *o, struct otfp_error *err)
{
	struct otfp_join *j = calloc(1, sizeof *j);
	int code;

	if (!j || !(j->parts = calloc(n, sizeof *j->parts))) {
		for (unsigned i = 0; i < n; i++)
			otfp_source_close(parts[i].src);
		free(j);
		return otfp_fail_memory(err);
	}
	j->err = err;
	j->o = *o;
	for (; j->n < n; j->n++)
		j->parts[j->n] = (struct otfp_join_part){.name = parts[j->n].name,
		                                         .src = parts[j->n].src,
		                                         .factor = 1,
		                                         .divisor = 1};
	code = otfp_join_headers(j);
	if (code < 0) {
		join_close(j);
		return code;
	}
	return otfp_source_make(src, &join_ops, j, err);
}
