#include "otf2/read/chunks.h"
#include "base/grow.h"
#include "otf2/values.h"
#include "record/table.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	SURE = 32, /* bytes that a mark, a timestamp, a record without length, or the id and length of others need */
	MOST_TAGS = UINT16_MAX,
	BYTES_OF_TAG = 15, /* of an attribute at most, as libotf2 counts them */
	BYTES_OF_COUNT = 5,
};

/* ---- what is made of records.def ---- */

void otfp_otf2_shape_init(struct otfp_otf2_shape *s)
{
	for (unsigned kind = 0; kind <= OTFP_OTF2_MARKER; kind++)
		otfp_otf2_rows_of_ids(kind, s->rows[kind]);
	for (unsigned id = 0; id < 256; id++)
		otfp_otf2_brief_init(&s->quick[id], &s->brief[id], s->rows[OTFP_OTF2_EVENT][id]);
}

int otfp_otf2_timed_open(struct otfp_otf2_timed *t, struct otfp_files *files, const char *path,
                         const struct otfp_otf2_shape *shape, unsigned kind, struct otfp_otf2_locals *locals,
                         struct otfp_error *err)
{
	int code = otfp_otf2_file_open(&t->file, files, path, shape->event_chunk, shape->block, err);

	t->shape = shape;
	t->rows = shape->rows[kind];
	t->quick = kind == OTFP_OTF2_EVENT ? shape->quick : NULL;
	t->locals = locals;
	return code;
}

void otfp_otf2_timed_close(struct otfp_otf2_timed *t)
{
	otfp_otf2_file_close(&t->file);
	free(t->tags);
	free(t->frames);
	t->tags = NULL;
	t->frames = NULL;
}

/* ---- room for frames ---- */

/* At first; small files, of which there may be thousands, need little. */
static size_t first_room(const struct otfp_otf2_timed *t)
{
	enum { LEAST = 64, WORDS_A_BYTE = 2 };
	const size_t most = t->shape->words;

	return LEAST + (t->file.size < most / WORDS_A_BYTE ? (size_t)t->file.size * WORDS_A_BYTE : most);
}

static int grow(struct otfp_otf2_timed *t, size_t words)
{
	size_t room = t->room ? t->room : first_room(t);
	uint64_t *frames;

	while (room - t->used < words)
		room *= 2;
	frames = realloc(t->frames, room * sizeof *frames);
	if (!frames)
		return otfp_fail_memory(t->file.err);
	t->frames = frames;
	t->room = room;
	return 0;
}

static struct otfp_otf2_frame *begin_frame(struct otfp_otf2_timed *t, unsigned row, uint64_t length)
{
	const size_t words = otfp_otf2_words_at_most(length) + 2 * t->ntags;
	struct otfp_otf2_frame *frame;

	if (words > t->room - t->used && grow(t, words) < 0)
		return NULL;
	frame = (void *)(t->frames + t->used);
	*frame = (struct otfp_otf2_frame){.row = (uint16_t)row, .words = OTFP_OTF2_HEAD_WORDS, .time = t->corrected};
	return frame;
}

/* Add the attributes that came before. */
static void end_frame(struct otfp_otf2_timed *t, struct otfp_otf2_frame *frame)
{
	if (t->ntags) {
		memcpy((uint64_t *)(void *)frame + frame->words, t->tags, t->ntags * sizeof *t->tags);
		frame->ntags = (uint16_t)t->ntags;
		frame->words += (uint32_t)(2 * t->ntags);
		t->ntags = 0;
	}
	t->used += frame->words;
	t->done++;
	t->in_chunk++;
}

/* ---- the global time ---- */

static inline void correct(struct otfp_otf2_timed *t)
{
	t->corrected = t->locals ? otfp_otf2_locals_correct(t->locals, t->time) : t->time;
}

/* ---- records ---- */

static int read_record(struct otfp_otf2_timed *t, unsigned row)
{
	const char *name = row == OTFP_OTF2_NROWS ? "an unknown record" : otfp_otf2_rows[row].name;
	struct otfp_otf2_bytes record;
	struct otfp_otf2_frame *frame;
	int code = otfp_otf2_file_record(&t->file, &record, name);

	if (code < 0)
		return code;
	if (row == OTFP_OTF2_NROWS) {
		row = OTFP_OTF2_Unknown;
		record.p = record.end;
	}
	frame = begin_frame(t, row, (uint64_t)(record.end - record.p));
	if (!frame)
		return OTFP_EFAIL;
	otfp_otf2_decode_fields(frame, &record, t->locals);
	if (!record.flaw && record.p < record.end && !t->shape->is_newer)
		otfp_otf2_flaw(&record, "has more bytes than fields");
	if (record.flaw)
		return otfp_otf2_file_damaged(&t->file, OTFP_FLAW_LINE, "%s %s", name, record.flaw);
	end_frame(t, frame);
	if (row == OTFP_OTF2_BufferFlush) /* its time may have moved the clock on */
		correct(t);
	return 0;
}

static int read_bare(struct otfp_otf2_timed *t, unsigned row)
{
	struct otfp_otf2_bytes *b = &t->file.b;
	struct otfp_otf2_frame *frame = begin_frame(t, row, 0);
	const unsigned char *start = b->p;

	if (!frame)
		return OTFP_EFAIL;
	b->p++;
	otfp_otf2_decode_fields(frame, b, t->locals);
	if (b->flaw && t->file.chunk_end == t->file.size && (size_t)(b->end - start) < SURE)
		return otfp_otf2_file_ended(&t->file, otfp_otf2_rows[row].name);
	if (b->flaw)
		return otfp_otf2_file_damaged(&t->file, OTFP_FLAW_LINE, "%s %s", otfp_otf2_rows[row].name, b->flaw);
	end_frame(t, frame);
	return 0;
}

/* ---- attributes ---- */

static int by_attribute(const void *a, const void *b)
{
	const struct otfp_otf2_tag *x = *(const struct otfp_otf2_tag *const *)a,
				   *y = *(const struct otfp_otf2_tag *const *)b;

	return (x->attribute > y->attribute) - (x->attribute < y->attribute);
}

/* @return 1 if two of many attributes are the same; -1 when memory is out */
static int is_twice_of_many(const struct otfp_otf2_tag *tags, size_t n)
{
	const struct otfp_otf2_tag **sorted = malloc(n * sizeof *sorted);
	int is_twice = 0;

	if (!sorted)
		return -1;
	for (size_t i = 0; i < n; i++)
		sorted[i] = &tags[i];
	qsort(sorted, n, sizeof *sorted, by_attribute);
	for (size_t i = 1; i < n && !is_twice; i++)
		is_twice = sorted[i]->attribute == sorted[i - 1]->attribute;
	free(sorted);
	return is_twice;
}

static int is_twice(const struct otfp_otf2_tag *tags, size_t n)
{
	enum { FEW = 16 };

	if (n > FEW)
		return is_twice_of_many(tags, n);
	for (size_t i = 1; i < n; i++)
		for (size_t k = 0; k < i; k++)
			if (tags[i].attribute == tags[k].attribute)
				return 1;
	return 0;
}

static int take_tag(struct otfp_otf2_timed *t, struct otfp_otf2_bytes *list)
{
	struct otfp_otf2_tag *tag;
	unsigned table;

	if (otfp_grow(&t->tags, t->ntags, &t->tags_cap, sizeof *t->tags) < 0)
		return otfp_fail_memory(t->file.err);
	tag = &t->tags[t->ntags++];
	tag->attribute = (uint32_t)otfp_otf2_get_c32(list);
	tag->type = (uint32_t)otfp_otf2_get_u8(list);
	tag->value = otfp_otf2_decode_value(list, tag->type);
	table = otfp_otf2_stored_table(tag->type);
	if (!t->locals)
		return 0;
	tag->attribute =
		(uint32_t)otfp_otf2_global(t->locals, otfp_otf2_stored_table(OTFP_OTF2_TYPE_ATTRIBUTE), tag->attribute);
	if (table) {
		tag->value = otfp_otf2_global(t->locals, table, tag->value);
		if (tag->type != OTFP_OTF2_TYPE_LOCATION)
			tag->value = (uint32_t)tag->value;
	}
	return 0;
}

static int read_tags(struct otfp_otf2_timed *t)
{
	static const char what[] = "a list of attributes";
	struct otfp_otf2_bytes list;
	uint64_t n, length;
	int code = otfp_otf2_file_record(&t->file, &list, what);

	if (code < 0)
		return code;
	length = (uint64_t)(list.end - list.p);
	n = otfp_otf2_get_c32(&list);
	if (!list.flaw && (n > length || length > n * BYTES_OF_TAG + BYTES_OF_COUNT || t->ntags + n > MOST_TAGS))
		otfp_otf2_flaw(&list, "has a number that is not that of its attributes");
	while (!list.flaw && n-- > 0 && code == 0)
		code = take_tag(t, &list);
	if (code < 0)
		return code;
	if (!list.flaw && list.p < list.end && !t->shape->is_newer)
		otfp_otf2_flaw(&list, "has more bytes than attributes");
	if (!list.flaw)
		code = is_twice(t->tags, t->ntags);
	if (code < 0)
		return otfp_fail_memory(t->file.err);
	if (code)
		otfp_otf2_flaw(&list, "has an attribute twice");
	return list.flaw ? otfp_otf2_file_damaged(&t->file, OTFP_FLAW_LINE, "%s %s", what, list.flaw) : 0;
}

/* ---- chunks ---- */

/* The numbers of the records of a chunk follow those of the chunk before. */
static int enter_chunk(struct otfp_otf2_timed *t)
{
	const struct otfp_otf2_chunk *c = &t->file.chunk;
	int code = otfp_otf2_file_chunk(&t->file);

	if (code < 0)
		return code;
	t->in_chunk = 0;
	if (c->first == t->done + 1 && c->last >= t->done)
		return 0;
	return otfp_otf2_file_damaged(&t->file, OTFP_FLAW_CHUNK,
	                              "the chunk has the records %" PRIu64 " to %" PRIu64 " after record %" PRIu64,
	                              c->first, c->last, t->done);
}

static int leave_chunk(struct otfp_otf2_timed *t)
{
	const struct otfp_otf2_chunk *c = &t->file.chunk;

	if (t->done == c->last)
		return 0;
	return otfp_otf2_file_damaged(&t->file, OTFP_FLAW_COUNT,
	                              "the chunk ends after %" PRIu64 " records, but its head counts %" PRIu64,
	                              t->in_chunk, c->last + 1 - c->first);
}

/* ---- all that is in a file ---- */

static int read_timestamp(struct otfp_otf2_timed *t)
{
	struct otfp_otf2_bytes *b = &t->file.b;

	if (b->end - b->p < 9)
		return otfp_otf2_file_ended(&t->file, "a timestamp");
	t->time = otfp_otf2_load(b->p + 1, 8, b->is_big);
	b->p += 9;
	if (b->p == b->end || *b->p != OTFP_OTF2_TIMESTAMP) /* of several the last one counts */
		correct(t);
	return 0;
}

static int end_chunk(struct otfp_otf2_timed *t)
{
	int code = leave_chunk(t);

	t->file.b.p++;
	if (code == 0)
		code = otfp_otf2_file_padding(&t->file);
	return code < 0 ? code : enter_chunk(t);
}

static int end_file(struct otfp_otf2_timed *t)
{
	int code = leave_chunk(t);

	if (code == 0 && t->ntags)
		code = otfp_otf2_file_damaged(&t->file, OTFP_FLAW_LINE, "attributes without an event");
	t->file.b.p++;
	if (code == 0)
		code = otfp_otf2_file_end(&t->file);
	return code < 0 ? code : OTFP_END;
}

/* Most of a file is calls and brief records, each with a timestamp: read them as long as nothing is unusual and the
 * window surely has the next one. What is unusual is left to read_one. */
static void read_usual(struct otfp_otf2_timed *t)
{
	/* copies: what is stored here might change the originals, as far as a compiler knows */
	const struct otfp_otf2_bytes b = t->file.b;
	struct otfp_otf2_locals *const locals = t->locals;
	const struct otfp_otf2_shape *const shape = t->shape;
	const size_t words = shape->words < t->room ? shape->words : t->room;
	uint64_t *at = t->frames + t->used, *most = t->frames + words, time = t->corrected, n = 0;
	const unsigned char *p = b.p;

	while (b.end - p >= SURE && most - at >= OTFP_OTF2_QUICK_WORDS) {
		const unsigned char *after;
		struct otfp_otf2_frame *frame = (void *)at;
		if (*p == OTFP_OTF2_TIMESTAMP) {
			t->time = otfp_otf2_load(p + 1, 8, b.is_big);
			p += 9;
			if (*p == OTFP_OTF2_TIMESTAMP)
				continue;
			time = otfp_otf2_locals_correct(locals, t->time);
		}
		after = shape->quick[*p].width ? otfp_otf2_read_quick(shape->quick[*p], &b, locals, p, at) :
		                                 otfp_otf2_read_brief(&shape->brief[*p], &b, locals, p, at, most);
		if (!after)
			break;
		frame->time = time;
		at += frame->words;
		p = after;
		n++;
	}
	t->file.b.p = p;
	t->corrected = time;
	t->used = (size_t)(at - t->frames);
	t->done += n;
	t->in_chunk += n;
}

static int read_one(struct otfp_otf2_timed *t)
{
	struct otfp_otf2_file *f = &t->file;
	int code = otfp_otf2_file_need(f, SURE);
	unsigned row;

	if (code < 0)
		return code;
	f->record = otfp_otf2_file_at(f);
	if (f->b.p == f->b.end)
		return otfp_otf2_file_ended(f, NULL);
	switch (*f->b.p) {
	case OTFP_OTF2_TIMESTAMP: return read_timestamp(t);
	case OTFP_OTF2_TAGS: return read_tags(t);
	case OTFP_OTF2_END_OF_CHUNK: return end_chunk(t);
	case OTFP_OTF2_END_OF_FILE: return end_file(t);
	}
	row = t->rows[*f->b.p];
	return row != OTFP_OTF2_NROWS && otfp_otf2_stored_rows[row].is_bare ? read_bare(t, row) : read_record(t, row);
}

/* ---- all ---- */

static int go_on_later(struct otfp_otf2_timed *t)
{
	t->file.nchunk = t->later;
	t->done += t->skipped;
	t->later = t->skipped = 0;
	t->ntags = 0;
	return enter_chunk(t);
}

int otfp_otf2_timed_read(struct otfp_otf2_timed *t)
{
	int code = 0;

	t->used = 0;
	if (t->later)
		code = go_on_later(t);
	else if (!t->file.nchunk)
		code = enter_chunk(t);
	while (code == 0 && t->used < t->shape->words) {
		if (t->quick && t->room && !t->ntags)
			read_usual(t);
		code = read_one(t);
	}
	if (code == OTFP_EDAMAGE)
		otfp_otf2_chunks_after_damage(t);
	return code;
}
