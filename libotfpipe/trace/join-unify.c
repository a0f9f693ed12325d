/* join-unify.c - --unify: one token space for all that is joined. */
#include "base/grow.h"
#include "line/parse.h"
#include "trace/join.h"
#include "trace/remap-stage.h"
#include "record/keep.h"
#include <inttypes.h>
#include <stdlib.h>

/* ---- before the first record ---- */

/* Control lines and definitions. A record of unknown name is one of them if it has no time. */
static int is_of_head(const struct otfp_record *rec)
{
	struct otfp_record other = *rec;

	if (rec->type == OTFP_OTHER)
		return otfp_parse_place(&other) && !otfp_is_timed(other.file);
	return rec->type == OTFP_CONTROL || rec->file == OTFP_FILE_DEF;
}

static int keep(struct otfp_join *j, struct otfp_join_part *p)
{
	struct otfp_record *copy = otfp_arena_copy(&j->heads, p->rec, sizeof *copy);

	if (!copy || otfp_record_keep(copy, &j->heads) < 0 ||
	    otfp_grow(&p->head, p->nhead, &p->head_cap, sizeof *p->head) < 0)
		return otfp_fail_memory(j->err);
	p->head[p->nhead++] = copy;
	p->rec = NULL;
	return 0;
}

static int read_head(struct otfp_join *j, unsigned i)
{
	struct otfp_join_part *p = &j->parts[i];
	int code;

	while ((code = otfp_join_peek(p)) == 0 && p->rec && is_of_head(p->rec)) {
		if (p->rec->type == OTFP_CONTROL)
			code = otfp_unify_streams(&j->unify, i, p->rec);
		if (code == 0)
			code = keep(j, p);
		if (code < 0)
			break;
		p->head_at = p->nhead; /* do not deliver it yet */
	}
	p->head_at = 0;
	p->ahead = p->rec;
	p->rec = NULL;
	return code;
}

/* Report processes that get another number, because another trace has the same one. */
static void report_processes(struct otfp_join *j)
{
	for (unsigned i = 0; i < j->n && j->o.report; i++) {
		const struct otfp_tokenmap *m = &j->unify.parts[i].map;
		for (size_t k = 0; k < m->n; k++) {
			if (m->all[k].space != OTFP_W_PROCESS || m->all[k].from == m->all[k].to)
				continue;
			otfp_fail(j->err, OTFP_END, "%s: process %" PRIu32 " becomes %" PRIu32, j->parts[i].name,
			          m->all[k].from, m->all[k].to);
			j->o.report(j->o.ctx, j->err);
		}
	}
}

static int plan(struct otfp_join *j, const char **names, struct otfp_unify_head *heads)
{
	int code;

	for (unsigned i = 0; i < j->n; i++)
		names[i] = j->parts[i].name;
	code = otfp_unify_begin(&j->unify, names, j->n, j->err);
	for (unsigned i = 0; i < j->n && code == 0; i++) {
		code = read_head(j, i);
		heads[i] = (struct otfp_unify_head){j->parts[i].head, j->parts[i].nhead};
	}
	if (code == 0)
		code = otfp_unify_plan(&j->unify, heads);
	if (code == 0)
		report_processes(j);
	return code;
}

int otfp_join_plan(struct otfp_join *j)
{
	const char **names = calloc(j->n, sizeof *names);
	struct otfp_unify_head *heads = calloc(j->n, sizeof *heads);
	int code = names && heads ? plan(j, names, heads) : otfp_fail_memory(j->err);

	free(names);
	free(heads);
	return code;
}

void otfp_join_unify_release(struct otfp_join *j)
{
	for (unsigned i = 0; i < j->n; i++)
		free(j->parts[i].head);
	otfp_unify_release(&j->unify);
	otfp_arena_release(&j->heads);
	otfp_arena_release(&j->given.arena);
	free(j->given.recs);
	free(j->given.copies);
}

/* ---- the map ---- */

static int write_map(const char *name, const struct otfp_tokenmap *map, unsigned flags, otfp_stop_fn *stop,
                     struct otfp_error *err)
{
	struct otfp_newfile f;
	int code = otfp_newfile_open(&f, name, flags, stop, err);

	if (code == 0)
		code = otfp_map_write(&f, map, err);
	if (code == 0)
		code = otfp_newfile_end(&f, err);
	otfp_newfile_release(&f);
	return code;
}

/* Write a map for each part, as FILE.1, FILE.2, ... if there are several. */
int otfp_join_write_maps(struct otfp_join *j)
{
	struct otfp_buf name = OTFP_BUF_INIT;
	int code = 0;

	for (unsigned i = 0; i < j->n && code == 0; i++) {
		name.n = 0;
		if (otfp_buf_puts(&name, j->o.unify_map) < 0 ||
		    (j->n > 1 && otfp_buf_printf(&name, ".%u", i + 1) < 0) || !otfp_buf_str(&name))
			code = otfp_fail_memory(j->err);
		else
			code = write_map(name.p, &j->unify.parts[i].map, j->o.keep_unify_map ? 0 : OTFP_NEWFILE_REPLACE,
			                 j->o.stop, j->err);
	}
	otfp_buf_release(&name);
	return code;
}

void otfp_join_report_unseen(struct otfp_join *j)
{
	for (unsigned i = 0; i < j->n; i++) {
		if (!j->unify.parts[i].unseen || !j->o.report)
			continue;
		otfp_fail(j->err, OTFP_OK,
		          "%s: %" PRIu64 " records of unknown type are not changed: they keep the old tokens",
		          j->parts[i].name, j->unify.parts[i].unseen);
		j->o.report(j->o.ctx, j->err);
	}
}

/* ---- records ---- */

/* A definition after the head is learned only now. @return 0, 1 to leave it out, <0 */
static int unify_definition(struct otfp_join *j, const struct otfp_record **rec, struct otfp_record *copy)
{
	struct otfp_rename *r = &j->unify.parts[j->at];
	int code = 0;

	if (j->phase > OTFP_JOIN_DEFINITIONS)
		code = otfp_rename_learn(r, *rec);
	if (code == 0 && j->phase > OTFP_JOIN_DEFINITIONS)
		code = otfp_unify_define(&j->unify, j->at, *rec);
	if (code == 0)
		code = otfp_rename_definition(r, rec, copy, &j->given.arena);
	return code < 0 ? code : !code;
}

static int unify(struct otfp_join *j, const struct otfp_record **rec, struct otfp_record *copy)
{
	struct otfp_rename *r = &j->unify.parts[j->at];

	if ((*rec)->type == OTFP_CONTROL)
		return otfp_rename_control(r, rec, copy, &j->given.arena);
	if (otfp_is_timed((*rec)->file) || (*rec)->type == OTFP_Marker)
		return otfp_rename_record(r, rec, copy, &j->given.arena);
	return unify_definition(j, rec, copy);
}

int otfp_join_unify(struct otfp_join *j, const struct otfp_record **rec, struct otfp_record *copy)
{
	if (j->given.arena.blocks && !j->given.n)
		otfp_arena_clear(&j->given.arena);
	return unify(j, rec, copy);
}

static int make_room(struct otfp_join_copies *c, size_t n)
{
	if (n <= c->cap)
		return 0;
	free(c->recs);
	free(c->copies);
	c->recs = calloc(n, sizeof *c->recs);
	c->copies = calloc(n, sizeof *c->copies);
	c->cap = c->recs && c->copies ? n : 0;
	return c->cap ? 0 : -1;
}

/* Unify the records of a batch and keep those that are not left out. */
static int unify_all(struct otfp_join *j, const struct otfp_record *const *recs, size_t n,
                     int (*take)(struct otfp_join *j, const struct otfp_record **rec))
{
	struct otfp_join_copies *c = &j->given;

	otfp_arena_clear(&c->arena);
	c->n = 0;
	if (make_room(c, n) < 0)
		return otfp_fail_memory(j->err);
	for (size_t i = 0; i < n; i++) {
		const struct otfp_record *rec = recs[i];
		int timed = otfp_is_timed(rec->file) && rec->type < OTFP_NTYPES;
		int code = timed ? otfp_rename_record(j->unify.parts, &rec, &c->copies[i], &c->arena) : take(j, &rec);
		if (code < 0)
			return code;
		if (code)
			continue;
		if (rec == &j->changed) {
			c->copies[i] = j->changed;
			rec = &c->copies[i];
		}
		c->recs[c->n++] = rec;
	}
	return 0;
}

int otfp_join_unify_batch(struct otfp_join *j, const struct otfp_record *const **recs, size_t *n,
                          int (*take)(struct otfp_join *j, const struct otfp_record **rec))
{
	const struct otfp_record *const *in;
	size_t k;
	int code;

	do {
		code = otfp_source_batch(j->parts->src, &in, &k);
		if (code == 0)
			code = unify_all(j, in, k, take);
	} while (code == 0 && j->given.n == 0);
	*recs = j->given.recs;
	*n = j->given.n;
	return code;
}
