/* records.c - converts records of OTF: carried ones, definitions, events. See records.h. */
#include "vtf3/write/records.h"
#include "base/error.h"
#include "line/header.h"
#include "line/parse.h"
#include "record/control.h"
#include "vtf3/plain.h"
#include "base/order.h"
#include <stdlib.h>
#include <string.h>

/* The record carries a VTF3 record that no longer matches it: somebody changed the OTF record. */
#define STALE 2

typedef struct otfp_vtf3_writing writing;

/* ---- declarations before the first event ---- */

static int by_place(const void *a, const void *b)
{
	const struct otfp_vtf3_kept *x = a, *y = b;

	return otfp_order2(x->type, y->type, x->number, y->number);
}

/* Decode one record from its bytes. @return 0, OTFP_END if they are no record, <0 */
static int read_back(writing *w, struct otfp_vtf3_scanner *s, const void *p, size_t n,
                     const struct otfp_vtf3_record **rec)
{
	int code = otfp_vtf3_scan_feed(s, p, n);

	if (code == 0)
		code = otfp_vtf3_scan_next(s, rec);
	if (code < 0)
		return otfp_vtf3_write_inner(w, code);
	return code == 0 && (*rec)->type == OTFP_VTF3_Unrecognizable ? OTFP_END : code;
}

static int skip_rest(writing *w, struct otfp_vtf3_scanner *s)
{
	const struct otfp_vtf3_record *rec;
	int code;

	while ((code = otfp_vtf3_scan_next(s, &rec)) == 0)
		;
	return code == OTFP_END ? 0 : otfp_vtf3_write_inner(w, code);
}

/* Write the VTF3 record of which there are bytes. @return 0, OTFP_VTF3_NOTHING, <0 */
static int put_bytes(writing *w, const struct otfp_vtf3_kept *k)
{
	const struct otfp_vtf3_record *native;
	int code = k->n ? read_back(w, w->binary, w->kept.p + k->at, k->n, &native) : OTFP_VTF3_NOTHING, rest;

	if (code == 0)
		code = k->rec ? otfp_vtf3_write_write(w, native, &k->rec, 1) : otfp_vtf3_write_aside(w, native);
	return code >= 0 && (rest = skip_rest(w, w->binary)) < 0 ? rest : code;
}

static int put_kept(writing *w, const struct otfp_vtf3_kept *k)
{
	int code;

	w->text.n = 0;
	code = k->is_again ? otfp_vtf3_write_define(w, k->rec) : put_bytes(w, k);
	if (code == OTFP_VTF3_NOTHING)
		code = k->rec ? otfp_vtf3_write_carry(w, k->rec) : 0;
	return code == 0 && w->drain ? w->drain(w->drain_ctx) : code;
}

static int end_head(writing *w)
{
	int code = otfp_vtf3_write_put_cpus(w);

	if (w->ndefs)
		qsort(w->defs, w->ndefs, sizeof *w->defs, by_place);
	w->has_events = 1;
	for (size_t i = 0; i < w->ndefs && code == 0; i++)
		code = put_kept(w, &w->defs[i]);
	otfp_buf_release(&w->kept);
	return code;
}

/* ---- records that carry a VTF3 record ---- */

/* The slot with the name of a declaration; 0 if the OTF name comes from elsewhere. */
static unsigned name_slot(unsigned type)
{
	switch (type) {
	case OTFP_VTF3_Defsamp: return 8;
	case OTFP_VTF3_Defcpugrp: return 3;
	case OTFP_VTF3_Defiofile: return 2;
	default: return 0;
	}
}

static int matches_name(const struct otfp_vtf3_record *native, const struct otfp_record *rec)
{
	unsigned slot = name_slot(native->type);

	return !slot ||
	       (native->v[slot].s.n == rec->f[1].s.n && memcmp(native->v[slot].s.p, rec->f[1].s.p, rec->f[1].s.n) == 0);
}

static int matches_token(const struct otfp_vtf3_record *native, const struct otfp_record *rec)
{
	switch (native->type) {
	case OTFP_VTF3_Defsamp:
	case OTFP_VTF3_Defiofile: return native->v[0].i == otfp_vtf3_plain_token(rec->f[0].u);
	case OTFP_VTF3_Defscl: return native->v[0].u == rec->f[0].u;
	case OTFP_VTF3_Defcpugrp: return (native->v[0].u | OTFP_VTF3_CPUGRP_MASK) == rec->f[0].u;
	case OTFP_VTF3_Defcommunicator: return native->v[0].i == otfp_vtf3_plain_communicator(rec->f[0].u);
	case OTFP_VTF3_Sendmsg:
	case OTFP_VTF3_Recvmsg: return native->v[1].u == otfp_vtf3_plain_cpu(rec->f[0].u);
	case OTFP_VTF3_Globalop: return native->v[0].i == otfp_vtf3_plain_token(rec->f[0].u);
	default: return 1;
	}
}

/* Whether both are about the same process: the first cpu argument is that of the event. */
static int matches_process(const struct otfp_vtf3_record *native, const struct otfp_record *rec)
{
	const struct otfp_vtf3_row *row = &otfp_vtf3_rows[native->type];

	if ((row->kind == OTFP_VTF3_EVENT) != otfp_is_timed(rec->file))
		return 0;
	for (unsigned k = 0; k < row->nargs && row->kind == OTFP_VTF3_EVENT; k++)
		if (row->args[k].type == OTFP_VTF3_A_CPU || row->args[k].type == OTFP_VTF3_A_ANYCPU)
			return native->v[k].u == otfp_vtf3_plain_cpu(rec->loc);
	return 1;
}

/* read/records.h never carries old records: it converts them to new ones that mean the same. */
static int is_old(const struct otfp_vtf3_record *native)
{
	return native->type == OTFP_VTF3_Defact_obsol || native->type == OTFP_VTF3_Defstate_obsol ||
	       native->type == OTFP_VTF3_Exchange_obsol || native->type == OTFP_VTF3_Exchange ||
	       native->flags & OTFP_VTF3_HAS_SRC;
}

/* Write the carried record if it still matches rec. @return 0, OTFP_VTF3_NOTHING, STALE, <0 */
static int give_carried(writing *w, struct otfp_vtf3_scanner *s, struct otfp_str bytes, const struct otfp_record *rec,
                        int is_comment)
{
	const struct otfp_vtf3_record *carried;
	struct otfp_vtf3_record copy;
	int code = read_back(w, s, bytes.p, bytes.n, &carried), rest;

	if (code == OTFP_END || (code == 0 && is_old(carried)))
		code = STALE;
	if (code == 0) {
		copy = *carried;
		if (otfp_vtf3_rows[copy.type].kind == OTFP_VTF3_EVENT)
			copy.time = otfp_is_timed(rec->file) ? otfp_vtf3_double_of(rec->time) : w->now;
		if (!is_comment &&
		    (!matches_process(&copy, rec) || !matches_token(&copy, rec) || !matches_name(&copy, rec)))
			code = STALE;
		else
			code = otfp_vtf3_write_put(w, &copy, rec);
	}
	return code >= 0 && (rest = skip_rest(w, s)) < 0 ? rest : code;
}

static int is_prefixed(const struct otfp_record *rec)
{
	return (rec->type == OTFP_DefinitionComment || rec->type == OTFP_EventComment) &&
	       otfp_vtf3_is_prefixed(&rec->f[0].s);
}

/* @return as give_carried; STALE if rec carries no VTF3 const struct otfp_record */
static int take_carried(writing *w, const struct otfp_record *rec)
{
	const struct otfp_tag *tag = rec->ntags ? otfp_vtf3_write_tag(w, rec, OTFP_KEY_record) : NULL;
	const size_t n = sizeof OTFP_VTF3_PREFIX - 1;
	struct otfp_str line;

	if (tag)
		return give_carried(w, w->binary, tag->bytes, rec, 0);
	if (!is_prefixed(rec))
		return STALE;
	w->is_vtf3 = 1;
	line = otfp_vtf3_write_text(w, (struct otfp_str){rec->f[0].s.p + n, rec->f[0].s.n - n});
	if (!line.p)
		return OTFP_EFAIL;
	w->text.p[line.n] = '\n';
	return give_carried(w, w->fast, (struct otfp_str){line.p, line.n + 1}, rec, 1);
}

/* ---- records in ---- */

static int is_comment(const struct otfp_record *rec)
{
	return rec->type == OTFP_DefinitionComment || rec->type == OTFP_EventComment;
}

/* @return 0, OTFP_VTF3_NOTHING, <0 */
static int make(writing *w, const struct otfp_record *rec)
{
	int code = STALE;

	if (rec->type == OTFP_DefCounter && otfp_map_set(&w->properties, rec->f[0].u, rec->f[2].u) < 0)
		return otfp_fail_memory(w->err);
	if (rec->file == OTFP_FILE_DEF && otfp_vtf3_write_learn(w, rec) < 0)
		return otfp_fail_memory(w->err);
	w->text.n = 0;
	if (OTFP_UNLIKELY(rec->ntags || is_comment(rec)))
		code = take_carried(w, rec);
	if (code != STALE)
		return code;
	w->text.n = 0;
	return otfp_is_timed(rec->file) ? otfp_vtf3_write_event(w, rec) : otfp_vtf3_write_define(w, rec);
}

/* Drop @PG lines: they describe the pipeline, not the trace. */
static int take_control(writing *w, const struct otfp_record *rec)
{
	return otfp_control_kind(rec) == OTFP_C_PG ? 0 : otfp_vtf3_write_carry(w, rec);
}

/* Unknown records cannot be sorted among the declarations. Without time and loc they are dropped. */
static int take_unknown(writing *w, const struct otfp_record *rec)
{
	struct otfp_record placed = *rec;
	int code = 0;

	if (!otfp_parse_place(&placed)) {
		w->dropped[OTFP_NONE]++;
		return 0;
	}
	if (otfp_is_timed(placed.file) && !w->has_events)
		code = end_head(w);
	return code < 0 ? code : otfp_vtf3_write_carry(w, &placed);
}

int otfp_vtf3_write_record(struct otfp_vtf3_writing *w, const struct otfp_record *rec)
{
	int code = 0;

	if (OTFP_UNLIKELY(w->group.n != 0) && !otfp_vtf3_write_belongs(w, rec))
		code = otfp_vtf3_write_group(w);
	if (OTFP_UNLIKELY(code < 0))
		return code;
	if (OTFP_UNLIKELY(rec->type >= OTFP_NTYPES))
		return rec->type == OTFP_CONTROL ? take_control(w, rec) : take_unknown(w, rec);
	if (OTFP_UNLIKELY(!w->has_events) && otfp_is_timed(rec->file))
		code = end_head(w);
	if (code == 0)
		code = make(w, rec);
	if (OTFP_LIKELY(code != OTFP_VTF3_NOTHING))
		return code;
	return w->has_events ? otfp_vtf3_write_carry(w, rec) : otfp_vtf3_write_keep(w, NULL, rec, 0);
}

int otfp_vtf3_write_end(struct otfp_vtf3_writing *w)
{
	int code = w->group.n ? otfp_vtf3_write_group(w) : 0;

	if (code == 0 && !w->has_events)
		code = end_head(w);
	return code == 0 ? otfp_vtf3_write_verify_end(w) : code;
}

int otfp_vtf3_write_header(struct otfp_vtf3_writing *w, const struct otfp_header *h)
{
	const struct otfp_header of_files = {.form = h->form,
	                                     .inline_snaps = h->inline_snaps,
	                                     .no_trailer = h->no_trailer,
	                                     .other = h->other};
	struct otfp_record line;
	struct otfp_buf text = OTFP_BUF_INIT;
	int code;

	if (!w->carries || (!h->form && !h->inline_snaps && !h->no_trailer && !h->other.n))
		return 0;
	code = otfp_header_format(&of_files, &text) < 0 ? otfp_fail_memory(w->err) : 0;
	if (code == 0) {
		line = otfp_control_record(text.p, text.n - 1);
		code = otfp_vtf3_write_carry(w, &line);
	}
	otfp_buf_release(&text);
	return code;
}

/* ---- begin and end ---- */

static void note_odd(writing *w)
{
	for (unsigned type = 0; type < OTFP_VTF3_NTYPES; type++) {
		const struct otfp_vtf3_row *row = &otfp_vtf3_rows[type];
		w->is_odd[type] = type == OTFP_VTF3_Defclkperiod;
		for (unsigned k = 0; k < row->nargs; k++)
			w->is_odd[type] |= row->args[k].type == OTFP_VTF3_A_DUR || row->args[k].type == OTFP_VTF3_A_STR;
	}
}

int otfp_vtf3_write_init(struct otfp_vtf3_writing *w, const struct otfp_vtf3_write_options *o, struct otfp_error *err)
{
	enum otfp_vtf3_profile profile = o->modern ? OTFP_VTF3_PLAIN : o->profile;
	const char *head;
	size_t n;
	int code;

	*w = (struct otfp_vtf3_writing){.err = err, .carries = o->profile == OTFP_VTF3_FULL, .is_modern = o->modern};
	note_odd(w);
	code = otfp_vtf3_read_init(&w->reader, &w->inner);
	w->reader.is_unsorted = 1; /* keep the order of the input */
	if (code == 0)
		code = otfp_vtf3_legacy_new(&w->legacy, &w->inner);
	if (code == 0)
		code = otfp_vtf3_writer_new(&w->to, o->format, profile, &w->inner);
	if (code == 0)
		code = otfp_vtf3_writer_new(&w->plain, OTFP_VTF3_STD_BINARY, OTFP_VTF3_FULL, &w->inner);
	if (code == 0)
		code = otfp_vtf3_scan_open_memory(&w->binary, OTFP_VTF3_STD_BINARY, &w->inner);
	if (code == 0)
		code = otfp_vtf3_scan_open_memory(&w->fast, OTFP_VTF3_FST_ASCII, &w->inner);
	head = otfp_vtf3_header(o->format, &n);
	if (code < 0 || otfp_buf_add(&w->out, head, n) < 0)
		return otfp_fail_memory(err);
	return 0;
}

void otfp_vtf3_write_release(struct otfp_vtf3_writing *w)
{
	struct otfp_buf *bufs[] = {&w->out,  &w->text,         &w->kept,        &w->line,        &w->aside,
	                           &w->cpus, &w->group.tokens, &w->group.types, &w->group.values};

	for (size_t i = 0; i < sizeof bufs / sizeof *bufs; i++)
		otfp_buf_release(bufs[i]);
	free(w->defs);
	free(w->implied);
	free(w->group.recs);
	otfp_arena_release(&w->arena);
	otfp_arena_release(&w->group.arena);
	otfp_map_release(&w->properties);
	otfp_map_release(&w->used[OTFP_VTF3_FUNCTIONS]);
	otfp_map_release(&w->used[OTFP_VTF3_FUNCTION_GROUPS]);
	otfp_map_release(&w->implied_by_token);
	otfp_vtf3_read_release(&w->reader);
	otfp_vtf3_legacy_free(w->legacy);
	otfp_vtf3_writer_free(w->to);
	otfp_vtf3_writer_free(w->plain);
	otfp_vtf3_scan_close(w->binary);
	otfp_vtf3_scan_close(w->fast);
}
