#include "otf2/write/records.h"
#include "otf2/original.h"
#include "record/control.h"
#include "record/keep.h"
#include "record/share.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct otfp_otf2_writing writing;

/* ---- definitions, markers and control lines in ---- */

/* Add a copy of a record to the list of those that are carried as lines. @return it, or NULL when memory is out */
static const struct otfp_record *keep(writing *w, const struct otfp_record *rec)
{
	struct otfp_record *copy = otfp_arena_get(&w->arena, sizeof *copy);

	if (copy) {
		*copy = *rec;
		if (rec->type < OTFP_NTYPES)
			copy->line = (struct otfp_str){NULL, 0};
	}
	if (!copy || otfp_record_keep(copy, &w->arena) < 0 || otfp_buf_add(&w->list, &copy, sizeof copy) < 0) {
		otfp_fail_memory(w->err);
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

static void note_range(writing *w, const struct otfp_record *rec)
{
	w->range[0] = rec->f[OTFP_DefTimeRange_min].u;
	w->range[1] = rec->f[OTFP_DefTimeRange_max].u;
	w->has_range = 1;
}

static int note_text(writing *w, const struct otfp_record *rec)
{
	enum { LONGEST = 64 << 10 }; /* of the description; all comments are lines, too, but in a trace from OTF2 */
	const struct otfp_str *text = &rec->f[0].s;

	if (rec->type == OTFP_DefCreator && !w->creator) {
		char *creator = otfp_arena_get(&w->arena, text->n + 1);
		if (!creator)
			return otfp_fail_memory(w->err);
		if (text->n)
			memcpy(creator, text->p, text->n);
		creator[text->n] = '\0';
		w->creator = creator;
	}
	if (rec->type == OTFP_DefinitionComment && otfp_otf2_is_carrier(text)) {
		w->is_otf2 |= !w->is_plain;
		return w->is_otf2 ? otfp_otf2_restore_archive(w, text) : 0;
	}
	if (rec->type != OTFP_DefinitionComment)
		return 0;
	if (w->description.n + text->n > LONGEST)
		return otfp_buf_add(&w->unsaid, &rec, sizeof rec) < 0 ? otfp_fail_memory(w->err) : 0;
	if ((w->description.n && otfp_buf_puts(&w->description, "\n") < 0) ||
	    otfp_buf_add(&w->description, text->p, text->n) < 0)
		return otfp_fail_memory(w->err);
	return 0;
}

static int learn(writing *w, const struct otfp_record *rec)
{
	const unsigned space = otfp_table[rec->type].defines;

	if (rec->type == OTFP_DefTimerResolution) {
		w->resolution = rec->f[OTFP_DefTimerResolution_ticks].u;
		w->clock = rec;
	}
	if (rec->type == OTFP_DefTimeRange)
		note_range(w, rec);
	if (rec->type == OTFP_DefinitionComment || rec->type == OTFP_DefCreator)
		return note_text(w, rec);
	if (rec->type == OTFP_DefKeyValue) {
		const int kind = otfp_otf2_restore_learn(w, rec);
		if (kind < 0 || (kind != OTFP_OTF2_KEY_NONE && kind != OTFP_OTF2_KEY_ATTRIBUTE))
			return kind < 0 ? kind : 0;
	}
	return space && space != OTFP_W_ATTRIBUTE ? otfp_otf2_write_learn(w, space, rec) : 0;
}

static int define(writing *w, const struct otfp_record *rec)
{
	const struct otfp_record *kept = keep(w, rec);

	if (!is_native[rec->type] || rec->ntags)
		w->fate = w->is_plain ? OTFP_OTF2_DROPPED : OTFP_OTF2_CARRIED;
	return kept ? learn(w, kept) : OTFP_EFAIL;
}

/* A marker with key-values is a line, too: OTF2 has none for it. */
static int mark(writing *w, const struct otfp_record *rec)
{
	const struct otfp_str *text = &rec->f[OTFP_Marker_text].s;
	const int is_line = text->n && memchr(text->p, 0, text->n);
	const struct otfp_otf2_token *marker;
	struct otfp_otf2_frame *frame;

	if (w->is_otf2)
		return keep(w, rec) ? 0 : OTFP_EFAIL;
	if (rec->ntags || is_line)
		w->fate = w->is_plain ? OTFP_OTF2_DROPPED : OTFP_OTF2_CARRIED;
	if ((rec->ntags || is_line) && !keep(w, rec))
		return OTFP_EFAIL;
	if (is_line)
		return 0;
	marker = otfp_otf2_write_token(w, OTFP_W_MARKER, rec->loc, (uint32_t)rec->f[OTFP_Marker_marker].u);
	if (!marker || otfp_otf2_write_process(w, rec->loc) == SIZE_MAX)
		return otfp_fail_memory(w->err);
	frame = otfp_otf2_write_frame(w, OTFP_OTF2_Marker, 0);
	OTFP_OTF2_F(frame, Marker, timestamp) = rec->time;
	OTFP_OTF2_F(frame, Marker, marker) = marker->ref;
	OTFP_OTF2_F(frame, Marker, scope) = OTFP_OTF2_MARKER_SCOPE_LOCATION;
	OTFP_OTF2_F(frame, Marker, scopeRef) = rec->loc;
	OTFP_OTF2_F(frame, Marker, text) = text->n;
	if (otfp_otf2_write_contents(w, text->p, text->n) < 0)
		return OTFP_EFAIL;
	w->part = OTFP_OTF2_PART_MARKERS;
	return otfp_otf2_write_definition(w);
}

/* Shares are joined by their lines; one of one is the whole. @return 0 or <0 */
static int take_share(writing *w, const struct otfp_record *rec)
{
	struct otfp_share s;

	if (otfp_share_get(&s, &rec->line) < 0 || s.parts < 2)
		return 0;
	w->is_share = 1;
	if (w->is_plain)
		return otfp_fail(w->err, OTFP_EUSAGE, "share %u of %u: an archive without carriers cannot be joined",
		                 s.part, s.parts);
	return keep(w, rec) ? 0 : OTFP_EFAIL;
}

static int take_control(writing *w, const struct otfp_record *rec)
{
	const enum otfp_control kind = otfp_control_kind(rec);

	if (kind == OTFP_C_PART)
		return take_share(w, rec);
	if (kind != OTFP_C_SM && kind != OTFP_C_LOST && kind != OTFP_C_CUT && kind != OTFP_C_OTHER)
		return 0;
	if (kind == OTFP_C_SM && otfp_sm_map(&w->streams, &rec->line) < 0)
		return otfp_fail_memory(w->err);
	return keep(w, rec) ? 0 : OTFP_EFAIL;
}

/* A record of unknown name. Without a time it is a line like a definition. */
static int take_unknown(writing *w, const struct otfp_record *rec)
{
	w->fate = w->is_plain || otfp_is_timed(rec->file) ? OTFP_OTF2_DROPPED : OTFP_OTF2_CARRIED;
	return w->fate == OTFP_OTF2_DROPPED || keep(w, rec) ? 0 : OTFP_EFAIL;
}

/* ---- records in ---- */

static int take(writing *w, const struct otfp_record *rec)
{
	if (OTFP_UNLIKELY(rec->type >= OTFP_NTYPES))
		return take_unknown(w, rec);
	if (OTFP_LIKELY(otfp_is_timed(rec->file)))
		return otfp_otf2_write_timed(w, rec);
	return rec->type == OTFP_Marker ? mark(w, rec) : define(w, rec);
}

static void count(writing *w, unsigned kind)
{
	struct otfp_otf2_counts *k = &w->report.kinds[kind];

	if (w->fate == OTFP_OTF2_DROPPED)
		k->dropped++;
	else if (w->fate == OTFP_OTF2_CARRIED)
		k->carried++;
	else
		k->native++;
}

int otfp_otf2_write_record(struct otfp_otf2_writing *w, const struct otfp_record *rec)
{
	int code;

	if (OTFP_UNLIKELY(rec->type == OTFP_CONTROL))
		return take_control(w, rec);
	w->fate = OTFP_OTF2_NATIVE;
	code = take(w, rec);
	if (code == 0)
		count(w, rec->type < OTFP_NTYPES ? rec->type : 0);
	return code;
}

int otfp_otf2_write_end(struct otfp_otf2_writing *w)
{
	int code = w->is_otf2 && !w->restored.is_resolved ? otfp_otf2_restore_resolve(w) : 0;

	for (size_t i = 0; i < w->nplaces && code == 0; i++) {
		code = otfp_otf2_restore_flush(w, i);
		if (code == 0)
			code = otfp_otf2_write_flush(w, i, UINT64_MAX);
		if (code == 0)
			code = otfp_otf2_write_flush_snaps(w, i);
		if (code == 0)
			code = otfp_otf2_write_pass_all(w, i);
	}
	return code == 0 ? otfp_otf2_write_define(w) : code;
}

int otfp_otf2_write_defined(struct otfp_otf2_writing *w, struct otfp_otf2_defined *at, const uint64_t **p,
                            size_t *words)
{
	for (; at->part < OTFP_OTF2_NPARTS; *at = (struct otfp_otf2_defined){at->part + 1, {0}}) {
		const int code = otfp_otf2_spool_next(&w->defined, at->part, &at->place, p, words);
		if (code <= 0)
			return code;
	}
	return 1;
}

/* ---- begin and end ---- */

void otfp_otf2_write_header(struct otfp_otf2_writing *w, const struct otfp_header *h)
{
	w->resolution = h->resolution;
}

static void report_reasons(struct otfp_otf2_report *r)
{
	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		if (otfp_table[type].file == OTFP_FILE_STAT)
			r->kinds[type].why = "OTF2 has no statistics; otf-stat computes them again";
}

int otfp_otf2_write_init(struct otfp_otf2_writing *w, int plain, struct otfp_error *err)
{
	*w = (struct otfp_otf2_writing){.err = err, .is_plain = plain, .report.of_otf = 1, .next_id = 1};
	otfp_otf2_spool_init(&w->spool, err);
	otfp_otf2_spool_init(&w->defined, err);
	report_reasons(&w->report);
	for (unsigned type = 1; type < OTFP_NTYPES; type++) {
		const int slot = otfp_field_by_name(type, "source");
		w->source_slot[type] = slot > 0 && otfp_is_timed(otfp_table[type].file) ? (uint8_t)slot : 0;
	}
	if (otfp_buf_reserve(&w->frame, (OTFP_OTF2_HEAD_WORDS + OTFP_OTF2_MAX_FIELDS) * sizeof(uint64_t)) < 0)
		return otfp_fail_memory(err);
	/* the first string is the empty one */
	return otfp_otf2_write_string(w, "", 0) == OTFP_OTF2_NO_REF ? OTFP_EFAIL : 0;
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

static void release_tables(writing *w)
{
	for (size_t i = 0; i < w->nplaces; i++)
		release_place(&w->places[i]);
	free(w->places);
	for (size_t i = 0; i < w->ncomms; i++) {
		otfp_buf_release(&w->comms[i].members);
		otfp_map_release(&w->comms[i].ranks);
	}
	free(w->comms);
	for (unsigned i = 0; i < sizeof w->spaces / sizeof *w->spaces; i++) {
		otfp_map_release(&w->spaces[i].index.map);
		free(w->spaces[i].rows);
	}
}

void otfp_otf2_write_release(struct otfp_otf2_writing *w)
{
	struct otfp_buf *bufs[] = {&w->list,  &w->lines, &w->description, &w->unsaid,
	                           &w->frame, &w->tags,  &w->windows,     &w->text};

	release_tables(w);
	for (size_t i = 0; i < sizeof bufs / sizeof *bufs; i++)
		otfp_buf_release(bufs[i]);
	for (unsigned i = 0; i < OTFP_OTF2_NSPACES; i++)
		otfp_map_release(&w->restored.refs[i]);
	otfp_map_release(&w->restored.key_index);
	otfp_map_release(&w->restored.seen);
	otfp_buf_release(&w->restored.names);
	otfp_map_release(&w->restored.lost);
	otfp_buf_release(&w->restored.values);
	free(w->restored.keys);
	free(w->texts);
	free(w->handles);
	free(w->attributes);
	free(w->parameters);
	otfp_map_release(&w->strings);
	otfp_map_release(&w->streams);
	otfp_map_release(&w->handle_index);
	otfp_arena_release(&w->arena);
	otfp_otf2_spool_release(&w->spool);
	otfp_otf2_spool_release(&w->defined);
}
