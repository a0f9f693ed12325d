#include "trace/remap-stage.h"
#include "base/grow.h"
#include "line/parse.h"
#include "record/keep.h"
#include "base/order.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Records per call of the sink. */
enum { BATCH = 256 };

void otfp_remapper_release(struct otfp_remapper *m)
{
	otfp_rename_release(&m->rename);
	otfp_claims_release(&m->claims);
	otfp_arena_release(&m->head);
	otfp_arena_release(&m->arena);
	free(m->heads);
	free(m->made);
	free(m->copies);
	free(m->batch);
	memset(m, 0, sizeof *m);
}

/* ---- begin and end ---- */

static int stage_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct otfp_remapper *m = ctx;

	m->err = err;
	m->header = *h;
	if (m->write_map && otfp_newfile_open(&m->map_file, m->write_map, m->replaces, m->stop, err) < 0)
		return err->code;
	if (m->anonymous)
		m->header.other = (struct otfp_str){NULL, 0};
	m->copies = calloc(BATCH, sizeof *m->copies);
	m->batch = calloc(BATCH, sizeof *m->batch);
	if (!m->copies || !m->batch)
		return otfp_fail_memory(err);
	if (!m->renames) {
		m->past_head = 1;
		return 0;
	}
	m->rename.claims = &m->claims;
	m->rename.err = err;
	m->rename.name = "--map";
	return otfp_rename_begin(&m->rename);
}

static const struct otfp_header *stage_header(void *ctx)
{
	return &((struct otfp_remapper *)ctx)->header;
}

static int stage_attach(void *ctx, struct otfp_sink *out)
{
	((struct otfp_remapper *)ctx)->out = out;
	return 1;
}

int otfp_map_write(struct otfp_newfile *f, const struct otfp_tokenmap *map, struct otfp_error *err)
{
	struct otfp_buf text = OTFP_BUF_INIT;
	int code = otfp_tokenmap_format(map, &text) < 0 ? otfp_fail_memory(err) : 0;

	if (code == 0)
		code = otfp_newfile_put(f, text.p, text.n, err);
	otfp_buf_release(&text);
	return code;
}

/* ---- definitions at the head: all are needed, since local ones of later streams decide what a token means ---- */

/* Definitions, and records of unknown type without a time. */
static int is_of_head(const struct otfp_record *rec)
{
	struct otfp_record other = *rec;

	if (rec->type == OTFP_OTHER)
		return otfp_parse_place(&other) && !otfp_is_timed(other.file);
	return rec->file == OTFP_FILE_DEF;
}

static int keep(struct otfp_remapper *m, const struct otfp_record *rec)
{
	struct otfp_record *copy = otfp_arena_copy(&m->head, rec, sizeof *copy);

	if (!copy || otfp_record_keep(copy, &m->head) < 0 ||
	    otfp_grow(&m->heads, m->nheads, &m->heads_cap, sizeof *m->heads) < 0)
		return otfp_fail_memory(m->err);
	m->heads[m->nheads++] = copy;
	return 0;
}

static int make(void *ctx, const struct otfp_record *rec)
{
	struct otfp_remapper *m = ctx;
	struct otfp_record *copy = otfp_arena_copy(&m->head, rec, sizeof *copy);

	if (!copy || otfp_grow(&m->made, m->nmade, &m->made_cap, sizeof *m->made) < 0)
		return otfp_fail_memory(m->err);
	m->made[m->nmade] = (struct otfp_made){copy, m->nmade};
	m->nmade++;
	return 0;
}

static int by_stream(const void *a, const void *b)
{
	const struct otfp_made *x = a, *y = b;

	return otfp_order2(x->rec->loc, y->rec->loc, x->at, y->at);
}

/* Whether the map makes local tokens global or global ones local. */
static int moves_some(const struct otfp_remapper *m)
{
	for (size_t i = 0; i < m->rename.map.n; i++)
		if (m->rename.map.all[i].kind != OTFP_STAYS_THERE)
			return 1;
	return 0;
}

static int put_name(void *ctx, const struct otfp_record *rec)
{
	struct otfp_remapper *m = ctx;
	struct otfp_record copy;
	int code = m->anonymous ? otfp_anonymous_record(m->anonymous, &rec, &copy, &m->arena) : 1;

	if (code < 0)
		return otfp_fail_memory(m->err);
	code = code ? otfp_sink_put(m->out, rec) : 0;
	otfp_arena_clear(&m->arena);
	return code;
}

/* Global definitions come first, so if some become global or local, make all before the first is put. */
static int rename_head(struct otfp_remapper *m)
{
	int moves = moves_some(m), code = 0;
	int (*const put)(void *, const struct otfp_record *) = moves ? make : put_name;
	struct otfp_arena *a = moves ? &m->head : &m->arena;

	for (size_t i = 0; i < m->nheads && code >= 0; i++) {
		struct otfp_record copy;
		const struct otfp_record *rec = m->heads[i];
		code = otfp_rename_definition(&m->rename, &rec, &copy, a);
		if (code > 0)
			code = put(m, rec);
		if (code == 0)
			code = otfp_rename_copies(&m->rename, m->heads[i], a, put, m);
	}
	if (m->nmade)
		qsort(m->made, m->nmade, sizeof *m->made, by_stream);
	for (size_t i = 0; i < m->nmade && code >= 0; i++)
		code = put_name(m, m->made[i].rec);
	return code;
}

static int put_head(struct otfp_remapper *m)
{
	int code = 0;

	m->past_head = 1;
	for (size_t i = 0; i < m->nheads && code == 0; i++)
		code = otfp_rename_learn(&m->rename, m->heads[i]);
	for (size_t i = 0; i < m->nheads && code == 0; i++)
		code = otfp_rename_claim(&m->rename, m->heads[i]);
	if (code >= 0)
		code = rename_head(m);
	otfp_arena_release(&m->head);
	return code < 0 ? code : 0;
}

/* ---- records after the head ---- */

static int rename_any(struct otfp_remapper *m, const struct otfp_record **rec, struct otfp_record *copy)
{
	int code;

	if (otfp_is_timed((*rec)->file) || (*rec)->type == OTFP_Marker || (*rec)->type >= OTFP_NTYPES) {
		code = otfp_rename_record(&m->rename, rec, copy, &m->arena);
		return code < 0 ? code : 1;
	}
	code = otfp_rename_learn(&m->rename, *rec);
	return code < 0 ? code : otfp_rename_definition(&m->rename, rec, copy, &m->arena);
}

/* @return 1 to keep it, 0 to drop it, <0 */
static int change(struct otfp_remapper *m, const struct otfp_record **rec, struct otfp_record *copy)
{
	int code = m->renames ? rename_any(m, rec, copy) : 1;

	if (code <= 0 || !m->anonymous)
		return code;
	code = otfp_anonymous_record(m->anonymous, rec, copy, &m->arena);
	return code < 0 ? otfp_fail_memory(m->err) : code;
}

static int flush(struct otfp_remapper *m)
{
	int code = otfp_sink_put_all(m->out, m->batch, m->nbatch);

	m->nbatch = 0;
	if (m->arena.blocks)
		otfp_arena_clear(&m->arena);
	return code;
}

static int stage_records(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct otfp_remapper *m = ctx;
	int code = 0;

	(void)err;
	for (size_t i = 0; i < n && code >= 0; i++) {
		const struct otfp_record *rec = recs[i];
		if (!m->past_head && is_of_head(rec)) {
			code = keep(m, rec);
			continue;
		}
		if (!m->past_head)
			code = put_head(m);
		if (code >= 0)
			code = change(m, &rec, &m->copies[m->nbatch]);
		if (code > 0)
			m->batch[m->nbatch++] = rec;
		if (code >= 0 && m->nbatch == BATCH)
			code = flush(m);
	}
	return code < 0 ? code : flush(m);
}

static int take_control(struct otfp_remapper *m, const struct otfp_record *rec)
{
	struct otfp_record copy;
	int code = m->renames ? otfp_rename_control(&m->rename, &rec, &copy, &m->arena) : 0;

	return code < 0 ? code : put_name(m, rec);
}

static int stage_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct otfp_remapper *m = ctx;

	if ((*rec)->type == OTFP_CONTROL)
		return take_control(m, *rec);
	return stage_records(m, rec, 1, err);
}

static void report_unseen(const struct otfp_remapper *m)
{
	struct otfp_error e;

	otfp_fail(&e, OTFP_EDAMAGE, "%" PRIu64 " records of unknown type are not changed: they keep the old tokens",
	          m->rename.unseen);
	m->report(NULL, &e);
}

/* Report tokens of the map that the trace does not have. @return 0, or <0 with `strict` */
static int report_unused(const struct otfp_remapper *m, struct otfp_error *err)
{
	const struct otfp_renaming *first = NULL;
	char more[40] = "";
	size_t n = 0;

	for (size_t i = m->rename.map.n; i--;)
		if (!m->rename.map.all[i].used) {
			first = &m->rename.map.all[i];
			n++;
		}
	if (!first)
		return 0;
	if (n > 1)
		snprintf(more, sizeof more, " and %zu more", n - 1);
	otfp_fail(err, OTFP_EFAIL, "--map: nothing matches %s %" PRIu32 "%s", otfp_what_name(first->space), first->from,
	          more);
	if (!m->strict)
		m->report(NULL, err);
	return m->strict ? OTFP_EFAIL : 0;
}

static int stage_end(void *ctx, struct otfp_error *err)
{
	struct otfp_remapper *m = ctx;
	int code = m->past_head ? 0 : put_head(m);

	if (code == 0 && m->lossless && m->anonymous && m->anonymous->dropped)
		code = otfp_fail(err, OTFP_EFAIL,
		                 "--hash-names: %" PRIu64
		                 " records of unknown type may contain names and would be lost; --lossy accepts that",
		                 m->anonymous->dropped);
	if (code == 0 && m->renames && m->report)
		code = report_unused(m, err);
	if (code == 0 && m->write_map)
		code = otfp_map_write(&m->map_file, &m->rename.map, err);
	if (code == 0 && m->rename.unseen && m->report)
		report_unseen(m);
	return code;
}

const struct otfp_stage_ops otfp_remap_stage = {
	.begin = stage_begin,
	.header = stage_header,
	.attach = stage_attach,
	.record = stage_record,
	.records = stage_records,
	.end = stage_end,
};
