#include "otf2/write/records.h"
#include "otf2/original.h"
#include "record/control.h"
#include "record/keep.h"
#include "record/share.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct otfp_otf2_writing back;

/* ---- definitions, markers and control lines in ---- */

/* Add a copy of a record to the list of those that are carried as lines. @return it, or NULL when memory is out */
static const struct otfp_record *keep(back *b, const struct otfp_record *rec)
{
	struct otfp_record *copy = otfp_arena_get(&b->arena, sizeof *copy);

	if (copy) {
		*copy = *rec;
		if (rec->type < OTFP_NTYPES)
			copy->line = (struct otfp_str){NULL, 0};
	}
	if (!copy || otfp_record_keep(copy, &b->arena) < 0 || otfp_buf_add(&b->list, &copy, sizeof copy) < 0) {
		otfp_fail_memory(b->err);
		return NULL;
	}
	return copy;
}

/* Which definitions OTF2 has a place for. */
static const uint8_t is_native[OTFP_NTYPES] = {
	[OTFP_DefinitionComment] = 1,
	[OTFP_DefTimerResolution] = 1,
	[OTFP_DefTimeRange] = 1,
	[OTFP_DefProcess] = 1,
	[OTFP_DefProcessGroup] = 1,
	[OTFP_DefFunctionGroup] = 1,
	[OTFP_DefFunction] = 1,
	[OTFP_DefCounterGroup] = 1,
	[OTFP_DefCounter] = 1,
	[OTFP_DefSclFile] = 1,
	[OTFP_DefScl] = 1,
	[OTFP_DefCounterAssignments] = 1,
	[OTFP_DefCreator] = 1,
	[OTFP_DefFile] = 1,
	[OTFP_DefKeyValue] = 1,
	[OTFP_DefFileGroup] = 1,
	[OTFP_DefMarker] = 1,
	[OTFP_Marker] = 1,
};

static void note_range(back *b, const struct otfp_record *rec)
{
	b->range[0] = rec->f[OTFP_DefTimeRange_min].u;
	b->range[1] = rec->f[OTFP_DefTimeRange_max].u;
	b->has_range = 1;
}

static int note_text(back *b, const struct otfp_record *rec)
{
	enum { LONGEST = 64 << 10 }; /* of the description; all comments are lines, too, but in a trace from OTF2 */
	const struct otfp_str *text = &rec->f[0].s;

	if (rec->type == OTFP_DefCreator && !b->creator) {
		char *creator = otfp_arena_get(&b->arena, text->n + 1);
		if (!creator)
			return otfp_fail_memory(b->err);
		if (text->n)
			memcpy(creator, text->p, text->n);
		creator[text->n] = '\0';
		b->creator = creator;
	}
	if (rec->type == OTFP_DefinitionComment && otfp_otf2_is_carrier(text)) {
		b->is_otf2 |= !b->is_plain;
		return b->is_otf2 ? otfp_otf2_restore_archive(b, text) : 0;
	}
	if (rec->type != OTFP_DefinitionComment)
		return 0;
	if (b->description.n + text->n > LONGEST)
		return otfp_buf_add(&b->unsaid, &rec, sizeof rec) < 0 ? otfp_fail_memory(b->err) : 0;
	if ((b->description.n && otfp_buf_puts(&b->description, "\n") < 0) ||
	    otfp_buf_add(&b->description, text->p, text->n) < 0)
		return otfp_fail_memory(b->err);
	return 0;
}

static int learn(back *b, const struct otfp_record *rec)
{
	const unsigned space = otfp_table[rec->type].defines;

	if (rec->type == OTFP_DefTimerResolution) {
		b->resolution = rec->f[OTFP_DefTimerResolution_ticks].u;
		b->clock = rec;
	}
	if (rec->type == OTFP_DefTimeRange)
		note_range(b, rec);
	if (rec->type == OTFP_DefinitionComment || rec->type == OTFP_DefCreator)
		return note_text(b, rec);
	if (rec->type == OTFP_DefKeyValue) {
		const int kind = otfp_otf2_restore_learn(b, rec);
		if (kind < 0 || (kind != OTFP_OTF2_KEY_NONE && kind != OTFP_OTF2_KEY_ATTRIBUTE))
			return kind < 0 ? kind : 0;
	}
	return space && space != OTFP_W_ATTRIBUTE ? otfp_otf2_write_learn(b, space, rec) : 0;
}

static int define(back *b, const struct otfp_record *rec)
{
	const struct otfp_record *kept = keep(b, rec);

	if (!is_native[rec->type] || rec->ntags)
		b->fate = b->is_plain ? OTFP_OTF2_DROPPED : OTFP_OTF2_CARRIED;
	return kept ? learn(b, kept) : OTFP_EFAIL;
}

/* A marker with key-values is a line, too: OTF2 has none for it. */
static int mark(back *b, const struct otfp_record *rec)
{
	const struct otfp_str *text = &rec->f[OTFP_Marker_text].s;
	const int is_line = text->n && memchr(text->p, 0, text->n);
	const struct otfp_otf2_token *marker;
	struct otfp_otf2_frame *frame;

	if (b->is_otf2)
		return keep(b, rec) ? 0 : OTFP_EFAIL;
	if (rec->ntags || is_line)
		b->fate = b->is_plain ? OTFP_OTF2_DROPPED : OTFP_OTF2_CARRIED;
	if ((rec->ntags || is_line) && !keep(b, rec))
		return OTFP_EFAIL;
	if (is_line)
		return 0;
	marker = otfp_otf2_write_token(b, OTFP_W_MARKER, rec->loc, (uint32_t)rec->f[OTFP_Marker_marker].u);
	if (!marker || otfp_otf2_write_process(b, rec->loc) == SIZE_MAX)
		return otfp_fail_memory(b->err);
	frame = otfp_otf2_write_frame(b, OTFP_OTF2_Marker, 0);
	OTFP_OTF2_F(frame, Marker, timestamp) = rec->time;
	OTFP_OTF2_F(frame, Marker, marker) = marker->ref;
	OTFP_OTF2_F(frame, Marker, scope) = OTFP_OTF2_MARKER_SCOPE_LOCATION;
	OTFP_OTF2_F(frame, Marker, scopeRef) = rec->loc;
	OTFP_OTF2_F(frame, Marker, text) = text->n;
	if (otfp_otf2_write_contents(b, text->p, text->n) < 0)
		return OTFP_EFAIL;
	return otfp_otf2_write_put_part(b, OTFP_OTF2_PART_MARKERS);
}

/* Shares are joined by their lines; one of one is the whole. @return 0 or <0 */
static int take_share(back *b, const struct otfp_record *rec)
{
	struct otfp_share s;

	if (otfp_share_get(&s, &rec->line) < 0 || s.parts < 2)
		return 0;
	b->is_share = 1;
	if (b->is_plain)
		return otfp_fail(b->err, OTFP_EUSAGE, "share %u of %u: an archive without carriers cannot be joined",
		                 s.part, s.parts);
	return keep(b, rec) ? 0 : OTFP_EFAIL;
}

static int take_control(back *b, const struct otfp_record *rec)
{
	const enum otfp_control kind = otfp_control_kind(rec);

	if (kind == OTFP_C_PART)
		return take_share(b, rec);
	if (kind != OTFP_C_SM && kind != OTFP_C_LOST && kind != OTFP_C_CUT && kind != OTFP_C_OTHER)
		return 0;
	if (kind == OTFP_C_SM && otfp_sm_map(&b->streams, &rec->line) < 0)
		return otfp_fail_memory(b->err);
	return keep(b, rec) ? 0 : OTFP_EFAIL;
}

/* A record of unknown name. Without a time it is a line like a definition. */
static int take_unknown(back *b, const struct otfp_record *rec)
{
	b->fate = b->is_plain || otfp_is_timed(rec->file) ? OTFP_OTF2_DROPPED : OTFP_OTF2_CARRIED;
	return b->fate == OTFP_OTF2_DROPPED || keep(b, rec) ? 0 : OTFP_EFAIL;
}

/* ---- records in ---- */

static int take(back *b, const struct otfp_record *rec)
{
	if (OTFP_UNLIKELY(rec->type >= OTFP_NTYPES))
		return take_unknown(b, rec);
	if (OTFP_LIKELY(otfp_is_timed(rec->file)))
		return otfp_otf2_write_timed(b, rec);
	return rec->type == OTFP_Marker ? mark(b, rec) : define(b, rec);
}

static void count(back *b, unsigned kind)
{
	struct otfp_otf2_counts *k = &b->report.kinds[kind];

	if (b->fate == OTFP_OTF2_DROPPED)
		k->dropped++;
	else if (b->fate == OTFP_OTF2_CARRIED)
		k->carried++;
	else
		k->native++;
}

int otfp_otf2_write_record(struct otfp_otf2_writing *b, const struct otfp_record *rec)
{
	int code;

	if (OTFP_UNLIKELY(rec->type == OTFP_CONTROL))
		return take_control(b, rec);
	b->fate = OTFP_OTF2_NATIVE;
	code = take(b, rec);
	if (code == 0)
		count(b, rec->type < OTFP_NTYPES ? rec->type : 0);
	return code;
}

int otfp_otf2_write_end(struct otfp_otf2_writing *b)
{
	int code = b->is_otf2 && !b->again.is_resolved ? otfp_otf2_restore_resolve(b) : 0;

	for (size_t i = 0; i < b->nplaces && code == 0; i++) {
		code = otfp_otf2_restore_flush(b, i);
		if (code == 0)
			code = otfp_otf2_write_flush(b, i, UINT64_MAX);
		if (code == 0)
			code = otfp_otf2_write_flush_snaps(b, i);
		if (code == 0)
			code = otfp_otf2_write_pass_all(b, i);
	}
	return code == 0 ? otfp_otf2_write_define(b) : code;
}

int otfp_otf2_write_defined(struct otfp_otf2_writing *b, struct otfp_otf2_defined *at, const uint64_t **p,
                            size_t *words)
{
	for (; at->part < OTFP_OTF2_NPARTS; *at = (struct otfp_otf2_defined){at->part + 1, {0}}) {
		const int code = otfp_otf2_spool_next(&b->defined, at->part, &at->place, p, words);
		if (code <= 0)
			return code;
	}
	return 1;
}

/* ---- begin and end ---- */

void otfp_otf2_write_header(struct otfp_otf2_writing *b, const struct otfp_header *h)
{
	b->resolution = h->resolution;
}

static void report_reasons(struct otfp_otf2_report *r)
{
	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		if (otfp_table[type].file == OTFP_FILE_STAT)
			r->kinds[type].why = "OTF2 has no statistics; otf-stat computes them again";
}

int otfp_otf2_write_init(struct otfp_otf2_writing *b, int plain, struct otfp_error *err)
{
	*b = (struct otfp_otf2_writing){.err = err, .is_plain = plain, .report.of_otf = 1, .next_id = 1};
	otfp_otf2_spool_init(&b->spool, err);
	otfp_otf2_spool_init(&b->defined, err);
	report_reasons(&b->report);
	for (unsigned type = 1; type < OTFP_NTYPES; type++) {
		const int slot = otfp_field_by_name(type, "source");
		b->source_slot[type] = slot > 0 && otfp_is_timed(otfp_table[type].file) ? (uint8_t)slot : 0;
	}
	if (otfp_buf_reserve(&b->frame, (OTFP_OTF2_HEAD_WORDS + OTFP_OTF2_MAX_FIELDS) * sizeof(uint64_t)) < 0)
		return otfp_fail_memory(err);
	/* the first string is the empty one */
	return otfp_otf2_write_string(b, "", 0) == OTFP_OTF2_NO_REF ? OTFP_EFAIL : 0;
}

static void release_place(struct otfp_otf2_place *p)
{
	for (size_t i = 0; i < p->nlater; i++)
		free(p->later[i].words);
	free(p->later);
	free(p->calls);
	free(p->open.rows);
	otfp_otf2_pending_release(&p->open.index[0]);
	otfp_otf2_pending_release(&p->open.index[1]);
	otfp_otf2_pending_release(&p->transfers);
	otfp_buf_release(&p->snaps);
	otfp_buf_release(&p->metric);
	otfp_buf_release(&p->metric_tags);
}

static void release_tables(back *b)
{
	for (size_t i = 0; i < b->nplaces; i++)
		release_place(&b->places[i]);
	free(b->places);
	for (size_t i = 0; i < b->ncomms; i++) {
		otfp_buf_release(&b->comms[i].members);
		otfp_map_release(&b->comms[i].ranks);
	}
	free(b->comms);
	for (unsigned i = 0; i < sizeof b->spaces / sizeof *b->spaces; i++) {
		otfp_map_release(&b->spaces[i].index.map);
		free(b->spaces[i].rows);
	}
}

void otfp_otf2_write_release(struct otfp_otf2_writing *b)
{
	struct otfp_buf *bufs[] = {&b->list,  &b->lines, &b->description, &b->unsaid,
	                           &b->frame, &b->tags,  &b->windows,     &b->text};

	release_tables(b);
	for (size_t i = 0; i < sizeof bufs / sizeof *bufs; i++)
		otfp_buf_release(bufs[i]);
	for (unsigned i = 0; i < OTFP_OTF2_NSPACES; i++)
		otfp_map_release(&b->again.refs[i]);
	otfp_map_release(&b->again.key_index);
	otfp_map_release(&b->again.seen);
	otfp_buf_release(&b->again.names);
	otfp_map_release(&b->again.lost);
	otfp_buf_release(&b->again.values);
	free(b->again.keys);
	free(b->texts);
	free(b->handles);
	free(b->attributes);
	free(b->parameters);
	otfp_map_release(&b->strings);
	otfp_map_release(&b->streams);
	otfp_map_release(&b->handle_index);
	otfp_arena_release(&b->arena);
	otfp_otf2_spool_release(&b->spool);
	otfp_otf2_spool_release(&b->defined);
}
