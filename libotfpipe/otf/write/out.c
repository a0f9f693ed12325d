#include "otf/write/outset.h"
#include "otf/keyvalue.h"
#include "otf/names.h"
#include "record/share.h"
#include "record/valid.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- timed records ---- */

static int find_stream(struct otfp_out *o, uint32_t process, struct otfp_out_stream **s)
{
	uint64_t *have = otfp_map_get(&o->processes, process);
	uint32_t stream;

	if (have) {
		*s = (struct otfp_out_stream *)(uintptr_t)*have;
		return 0;
	}
	if (otfp_assign_stream(&o->assign, process, &stream) < 0)
		return otfp_fail_memory(o->err);
	*s = otfp_out_stream(o, stream);
	if (!*s || otfp_map_set(&o->processes, process, (uintptr_t)*s) < 0)
		return otfp_fail_memory(o->err);
	return otfp_out_check_regroup(o, process, stream);
}

/* The file is not in the cache: find or create it. */
static __attribute__((noinline)) int put_into_new_home(struct otfp_out *o, struct otfp_out_home *home, uint64_t key,
                                                       const struct otfp_record *rec)
{
	int inline_snap = rec->file == OTFP_FILE_SNAP && (o->w.inline_snaps || o->header.inline_snaps);
	struct otfp_out_stream *s = NULL;
	int code = find_stream(o, rec->loc, &s);

	home->key = 0;
	if (code == 0)
		code = otfp_out_file(o, s->id, inline_snap ? OTFP_FILE_EVENT : rec->file, &home->to);
	if (code < 0)
		return code;
	home->key = key;
	return otfp_outfile_put(home->to, rec, &o->blanks, o->err);
}

static int refuse_time(struct otfp_out *o, const struct otfp_record *rec)
{
	return otfp_fail(o->err, OTFP_EFAIL,
	                 "%s: record %" PRIu64 ": %s at time %" PRIu64 " after %" PRIu64 ": not in time order",
	                 o->stub.p, o->count, otfp_table[rec->type].name, rec->time, o->time);
}

static inline int stays(const struct otfp_out *o, const struct otfp_record *rec)
{
	return o->w.keep >> rec->file & 1;
}

OTFP_INLINE int put_timed(struct otfp_out *o, const struct otfp_record *rec)
{
	uint64_t key = (uint64_t)rec->loc << 8 | rec->file;
	/* process tokens usually start near 1: so events and snapshots of up to 256 processes do not collide */
	struct otfp_out_home *home = &o->homes[(rec->loc + rec->file * 256u) % OTFP_OUT_HOMES];

	if (OTFP_UNLIKELY(rec->time < o->time))
		return refuse_time(o, rec);
	o->time = rec->time;
	if (OTFP_UNLIKELY(stays(o, rec)))
		return 0;
	if (OTFP_UNLIKELY(home->key != key))
		return put_into_new_home(o, home, key, rec);
	return otfp_outfile_put(home->to, rec, &o->blanks, o->err);
}

/* ---- control lines and records without a form in OTF ---- */

static int store(struct otfp_out *o, const struct otfp_record *rec)
{
	if (otfp_buf_add(&o->stored, rec->line.p, rec->line.n) < 0 || otfp_buf_puts(&o->stored, "\n") < 0)
		return otfp_fail_memory(o->err);
	return o->headed ? otfp_out_put_stored(o) : 0;
}

/* From now on snapshots go to the event files, so the cached files are wrong. */
static void take_inline_snaps(struct otfp_out *o)
{
	o->header.inline_snaps = 1;
	memset(o->homes, 0, sizeof o->homes);
}

static int take_mapping(struct otfp_out *o, const struct otfp_record *rec)
{
	const char *why;

	if (otfp_master_parse_sm(&o->assign.given, &rec->line, &why) == 0)
		return 0;
	return otfp_fail(o->err, OTFP_EFAIL, "%s: '%.*s': %s", o->stub.p, otfp_shown_bytes(rec->line.n), rec->line.p,
	                 why);
}

static int take_share(struct otfp_out *o, const struct otfp_record *rec)
{
	struct otfp_share s;

	o->is_share |= otfp_share_get(&s, &rec->line) == 0 && s.parts > 1;
	return store(o, rec);
}

static int put_control(struct otfp_out *o, const struct otfp_record *rec)
{
	switch (otfp_control_kind(rec)) {
	case OTFP_C_SM: return take_mapping(o, rec);
	case OTFP_C_IS: take_inline_snaps(o); return 0;
	case OTFP_C_CUT:
	case OTFP_C_LOST: return store(o, rec);
	case OTFP_C_PART: return take_share(o, rec);
	case OTFP_C_PG: return o->w.keep_pg ? store(o, rec) : 0;
	default: return 0;
	}
}

static int put_other(struct otfp_out *o, const struct otfp_record *rec)
{
	const char *tab = memchr(rec->line.p, '\t', rec->line.n);
	size_t n = tab ? (size_t)(tab - rec->line.p) : rec->line.n;

	if (o->w.skip_unknown) {
		o->skipped++;
		return 0;
	}
	return otfp_fail(o->err, OTFP_EFAIL,
	                 "%s: record %" PRIu64 ": unknown record type '%.*s' (--skip-unknown drops it)", o->stub.p,
	                 o->count, otfp_shown_bytes(n), rec->line.p);
}

/* Whether a reader will take the text as an unknown record again: one line that begins like a record, not a key-value.
 */
static int is_unknown_line(const struct otfp_str *s)
{
	char head[] = "\n\n\n\n";

	if (!s->n || memchr(s->p, '\n', s->n) || s->p[s->n - 1] == '\r')
		return 0;
	memcpy(head, s->p, s->n < 4 ? s->n : 4);
	return (otfp_is_letter(*head) || *head == '#') && !otfp_is_pair(head);
}

/* Count or refuse what a record contains but OTF cannot store. */
static int check_carriers(struct otfp_out *o, const struct otfp_record *rec)
{
	for (uint32_t i = 0; i < rec->ntags; i++)
		o->lost += rec->tags[i].type == OTFP_TAG_BYTES && rec->tags[i].bytes.n == 0;
	if (rec->type == OTFP_UnknownRecord && !is_unknown_line(&rec->f[1].s))
		return otfp_fail(o->err, OTFP_EFAIL,
		                 "%s: record %" PRIu64 ": the text of UnknownRecord is not a record line", o->stub.p,
		                 o->count);
	return 0;
}

static int refuse(struct otfp_out *o, const char *flaw)
{
	return otfp_fail(o->err, OTFP_EUSAGE, "%s: record %" PRIu64 ": %s", o->stub.p, o->count, flaw);
}

/* ---- the trace ---- */

/* Write a record of a known type; rec->file is right. */
static int put_known(struct otfp_out *o, const struct otfp_record *rec)
{
	int code = o->headed ? 0 : otfp_out_settle_header(o, rec);

	if (code == 0)
		code = check_carriers(o, rec);
	if (code < 0)
		return code;
	if (otfp_is_timed(rec->file))
		return put_timed(o, rec);
	if (stays(o, rec) && (rec->file == OTFP_FILE_MARKER || rec->loc))
		return 0;
	if (rec->file != OTFP_FILE_MARKER)
		return otfp_out_put_definition(o, rec);
	o->moved += rec->type == OTFP_DefMarker && rec->loc;
	return otfp_out_put_into(o, 0, rec);
}

/* The file of a timed record; no file of any record = it is not timed, or its own fields say where it lives. */
static const uint16_t timed_files[OTFP_NTYPES] = {
	[OTFP_NONE] = UINT16_MAX,
#define R(name, id, number, file, ...)                                                                        \
	[OTFP_##name] = OTFP_FILE_##file < OTFP_FILE_SNAP || OTFP_##name == OTFP_UnknownRecord ? UINT16_MAX : \
	                                                                                         OTFP_FILE_##file,
#define O(...)
#define F(...)
#define H(...)
#include "record/records.def"
#undef R
#undef O
#undef F
#undef H
};

/* Write any record; put itself handles timed records without tags. */
static __attribute__((noinline)) int put_special(struct otfp_out *o, const struct otfp_record *rec)
{
	const char *flaw = otfp_record_flaw(rec);
	struct otfp_record moved;

	o->count += rec->type != OTFP_CONTROL;
	if (flaw)
		return refuse(o, flaw);
	if (rec->type == OTFP_CONTROL)
		return put_control(o, rec);
	if (rec->type == OTFP_OTHER)
		return put_other(o, rec);
	if (rec->file == timed_files[rec->type] || rec->file == otfp_file_of(rec))
		return put_known(o, rec);
	moved = *rec;
	moved.file = (uint8_t)otfp_file_of(rec);
	return put_known(o, &moved);
}

OTFP_INLINE int put(struct otfp_out *o, const struct otfp_record *rec)
{
	if (OTFP_UNLIKELY(rec->type >= OTFP_NTYPES || rec->file != timed_files[rec->type] || rec->ntags || !o->headed))
		return put_special(o, rec);
	o->count++;
	return put_timed(o, rec);
}

int otfp_out_put(void *handle, const struct otfp_record *rec)
{
	return put(handle, rec);
}

static int put_all(void *handle, const struct otfp_record *const *recs, size_t n)
{
	int code = 0;

	for (size_t i = 0; i < n && code == 0; i++)
		code = put(handle, recs[i]);
	return code;
}

int otfp_out_begin(void *handle, const struct otfp_header *h)
{
	struct otfp_out *o = handle;

	o->header = *h;
	o->header.other = (struct otfp_str){NULL, 0};
	return 0;
}

static int open_out(struct otfp_out *o, const char *name, const struct otfp_beside *beside)
{
	const struct otfp_staging_options so = {
		.replace = o->w.force,
		.stays = o->w.keep ? otfp_out_stays : NULL,
		.stays_ctx = o,
		.beside = beside,
		.pool = o->w.pool,
		.report = o->w.report,
		.ctx = o->w.ctx,
	};
	int code = otfp_otf_target(&o->stub, name, o->err);

	if (code == 0)
		code = otfp_files_new(&o->files, o->w.max_files, o->err);
	return code == 0 ? otfp_staging_open(&o->stage, o->stub.p, &so, o->err) : code;
}

int otfp_out_open(void **out, const char *name, const struct otfp_write_options *w, const void *beside,
                  struct otfp_error *err)
{
	struct otfp_out *o = calloc(1, sizeof *o);
	int code;

	if (!o)
		return otfp_fail_memory(err);
	o->err = err;
	o->w = *w;
	o->assign.streams = w->streams;
	o->limit = OTFP_OUT_BLOCK_MAX;
	code = open_out(o, name, beside);
	if (code < 0) {
		otfp_out_close(o);
		return code;
	}
	*out = o;
	return 0;
}

static uint64_t lost(const void *handle)
{
	return ((const struct otfp_out *)handle)->lost;
}

void otfp_out_close(void *handle)
{
	struct otfp_out *o = handle;

	if (!o)
		return;
	for (struct otfp_map_at at = {0}; otfp_map_next(&o->streams, &at);)
		otfp_out_stream_free((struct otfp_out_stream *)(uintptr_t)*at.value);
	otfp_map_release(&o->streams);
	otfp_map_release(&o->processes);
	otfp_map_release(&o->locals);
	otfp_assign_release(&o->assign);
	otfp_staging_close(o->stage);
	if (o->files)
		otfp_files_free(o->files);
	otfp_buf_release(&o->stub);
	otfp_buf_release(&o->stored);
	otfp_buf_release(&o->defined);
	free(o);
}

const struct otfp_sink_ops otfp_out_ops = {
	.begin = otfp_out_begin,
	.put = otfp_out_put,
	.put_all = put_all,
	.thumbnail = otfp_out_thumbnail,
	.finish = otfp_out_finish,
	.end = otfp_out_end,
	.lost = lost,
	.close = otfp_out_close,
};
