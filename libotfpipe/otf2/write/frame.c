/* frame.c - makes frames, and puts events and snapshots into the order of their location. See records.h. */
#include "base/assert.h"
#include "base/grow.h"
#include "otf2/write/records.h"
#include "otf2/original.h"
#include "record/tag.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct otfp_otf2_writing back;

enum { WORD = sizeof(uint64_t) };

/* ---- a frame ---- */

struct otfp_otf2_frame *otfp_otf2_write_frame(struct otfp_otf2_writing *b, unsigned row, uint64_t time)
{
	const size_t n = (OTFP_OTF2_HEAD_WORDS + otfp_otf2_rows[row].nfields) * WORD;
	struct otfp_otf2_frame *frame;

	b->frame.n = 0;
	if (otfp_buf_reserve(&b->frame, n) < 0)
		return otfp_fail_memory(b->err), NULL;
	memset(b->frame.p, 0, n);
	b->frame.n = n;
	frame = (struct otfp_otf2_frame *)(void *)b->frame.p;
	frame->row = (uint16_t)row;
	frame->time = time;
	return frame;
}

int otfp_otf2_write_contents(struct otfp_otf2_writing *b, const void *p, size_t n)
{
	static const char zeros[WORD];
	const size_t rest = n % WORD ? WORD - n % WORD : 0;

	if (otfp_buf_add(&b->frame, p, n) < 0 || otfp_buf_add(&b->frame, zeros, rest) < 0)
		return otfp_fail_memory(b->err);
	return 0;
}

int otfp_otf2_write_tag(struct otfp_otf2_writing *b, uint32_t attribute, uint32_t type, uint64_t value)
{
	const struct otfp_otf2_tag tag = {attribute, type, value};

	if (attribute == OTFP_OTF2_NO_REF)
		return OTFP_EFAIL;
	return otfp_buf_add(&b->tags, &tag, sizeof tag) < 0 ? otfp_fail_memory(b->err) : 0;
}

/* Add the attributes and the size. @return the frame, or NULL when memory is out */
static struct otfp_otf2_frame *complete(back *b)
{
	struct otfp_otf2_frame *frame;

	if (b->lacks_reference) /* the cause is reported */
		return NULL;
	if (b->tags.n && otfp_buf_add(&b->frame, b->tags.p, b->tags.n) < 0)
		return otfp_fail_memory(b->err), NULL;
	frame = (struct otfp_otf2_frame *)(void *)b->frame.p;
	frame->ntags = (uint16_t)(b->tags.n / sizeof(struct otfp_otf2_tag));
	frame->words = (uint32_t)(b->frame.n / WORD);
	b->tags.n = 0;
	return frame;
}

int otfp_otf2_write_put_part(struct otfp_otf2_writing *b, enum otfp_otf2_part part)
{
	const struct otfp_otf2_frame *frame = complete(b);

	if (!frame)
		return OTFP_EFAIL;
	b->longest = frame->words > b->longest ? frame->words : b->longest;
	return otfp_otf2_spool_put(&b->defined, part, frame, frame->words, NULL);
}

/* ---- events of a location ---- */

int otfp_otf2_write_put_event(struct otfp_otf2_writing *b, size_t location, const struct otfp_otf2_frame *frame,
                              uint64_t *place)
{
	struct otfp_otf2_place *p = &b->places[location];
	const uint64_t time = frame->time;

	if (!p->events++)
		p->first = time;
	p->last = time;
	if (OTFP_LIKELY(b->o.frame && !p->changing && !place))
		return b->o.frame(b->o.ctx, location, frame);
	return otfp_otf2_write_pass(b, location, 0, frame, frame->words, place);
}

int otfp_otf2_write_event(struct otfp_otf2_writing *b, size_t location, uint64_t *place)
{
	const struct otfp_otf2_frame *frame = complete(b);
	int code;

	if (!frame)
		return OTFP_EFAIL;
	code = OTFP_UNLIKELY(b->places[location].nlater != 0) ? otfp_otf2_write_flush(b, location, frame->time) : 0;
	if (code < 0)
		return code;
	if (OTFP_UNLIKELY(frame->time < b->places[location].last)) {
		b->fate = OTFP_OTF2_DROPPED;
		if (place)
			*place = OTFP_OTF2_NO_PLACE;
		return 0;
	}
	return otfp_otf2_write_put_event(b, location, frame, place);
}

/* ---- events that come later: a heap by time ---- */

static int is_before(const struct otfp_otf2_later *a, const struct otfp_otf2_later *b)
{
	return a->time != b->time ? a->time < b->time : a->order < b->order;
}

static void swap(struct otfp_otf2_later *a, struct otfp_otf2_later *b)
{
	const struct otfp_otf2_later t = *a;

	*a = *b;
	*b = t;
}

static void lift(struct otfp_otf2_later *heap, size_t i)
{
	for (; i && is_before(&heap[i], &heap[(i - 1) / 2]); i = (i - 1) / 2)
		swap(&heap[i], &heap[(i - 1) / 2]);
}

static void sink(struct otfp_otf2_later *heap, size_t n)
{
	for (size_t i = 0, k; (k = 2 * i + 1) < n; i = k) {
		if (k + 1 < n && is_before(&heap[k + 1], &heap[k]))
			k++;
		if (!is_before(&heap[k], &heap[i]))
			return;
		swap(&heap[i], &heap[k]);
	}
}

int otfp_otf2_write_later(struct otfp_otf2_writing *b, size_t location, int is_collective)
{
	struct otfp_otf2_place *p = &b->places[location];
	const struct otfp_otf2_frame *frame = complete(b);
	struct otfp_otf2_later later = {.order = b->order++, .is_collective = is_collective};

	if (!frame)
		return OTFP_EFAIL;
	later.time = frame->time;
	later.n = frame->words;
	later.words = malloc(later.n * WORD);
	if (!later.words || otfp_grow(&p->later, p->nlater, &p->later_cap, sizeof later) < 0) {
		free(later.words);
		return otfp_fail_memory(b->err);
	}
	memcpy(later.words, frame, later.n * WORD);
	p->blocking += is_collective != 0;
	p->later[p->nlater] = later;
	lift(p->later, p->nlater++);
	return 0;
}

int otfp_otf2_write_flush(struct otfp_otf2_writing *b, size_t location, uint64_t until)
{
	struct otfp_otf2_place *p = &b->places[location];
	int code = 0;

	while (code == 0 && p->nlater && p->later[0].time <= until) {
		const struct otfp_otf2_later first = p->later[0];

		p->later[0] = p->later[--p->nlater];
		sink(p->later, p->nlater);
		p->blocking -= first.is_collective != 0;
		code = otfp_otf2_write_put_event(b, location, (const struct otfp_otf2_frame *)(const void *)first.words,
		                                 NULL);
		free(first.words);
	}
	return code;
}

/* ---- snapshots of a location ---- */

int otfp_otf2_write_snap(struct otfp_otf2_writing *b, size_t location)
{
	struct otfp_otf2_place *p = &b->places[location];
	const struct otfp_otf2_frame *frame = complete(b);

	if (!frame)
		return OTFP_EFAIL;
	if (otfp_buf_add(&p->snaps, frame, frame->words * WORD) < 0)
		return otfp_fail_memory(b->err);
	b->has_snaps = 1;
	p->snap_time = frame->time;
	p->nsnaps++;
	return 0;
}

int otfp_otf2_write_snap_as_it_is(struct otfp_otf2_writing *b, size_t location)
{
	const struct otfp_otf2_frame *frame = complete(b);

	b->has_snaps = 1;
	return frame ? otfp_otf2_write_pass(b, location, 1, frame, frame->words, NULL) : OTFP_EFAIL;
}

static int put_snap(back *b, size_t location, unsigned row, uint64_t value)
{
	struct otfp_otf2_frame *frame = otfp_otf2_write_frame(b, row, b->places[location].snap_time);

	if (!frame)
		return OTFP_EFAIL;
	frame->f[0] = value;
	frame = complete(b);
	return frame ? otfp_otf2_write_pass(b, location, 1, frame, frame->words, NULL) : OTFP_EFAIL;
}

int otfp_otf2_write_flush_snaps(struct otfp_otf2_writing *b, size_t location)
{
	struct otfp_otf2_place *p = &b->places[location];
	int code;

	if (!p->nsnaps)
		return 0;
	code = put_snap(b, location, OTFP_OTF2_SnapSnapshotStart, p->nsnaps);
	if (code == 0)
		code = otfp_otf2_write_pass(b, location, 1, p->snaps.p, p->snaps.n / WORD, NULL);
	if (code == 0)
		code = put_snap(b, location, OTFP_OTF2_SnapSnapshotEnd, p->events);
	p->snaps.n = 0;
	p->nsnaps = 0;
	return code;
}

/* ---- attributes ---- */

/* The type of the values of an attribute, by the definition of its key. */
uint32_t otfp_otf2_write_type(const struct otfp_record *def)
{
	return def ? otfp_otf2_type_of_otf(def->f[OTFP_DefKeyValue_type].u) : OTFP_OTF2_TYPE_NONE;
}

/* Whether the event has an attribute already: libotf2 takes each once. */
static int has_tag(const back *b, uint32_t attribute)
{
	const struct otfp_otf2_tag *tags = (const struct otfp_otf2_tag *)(const void *)b->tags.p;

	for (size_t i = 0; i < b->tags.n / sizeof *tags; i++)
		if (tags[i].attribute == attribute)
			return 1;
	return 0;
}

int otfp_otf2_write_key_value(struct otfp_otf2_writing *b, uint32_t process, const struct otfp_tag *tag)
{
	const unsigned kind = otfp_otf2_restore_key(b, tag->key)->kind;
	const struct otfp_otf2_token *key;
	uint64_t value = tag->bits;
	int is_exact;

	if (kind != OTFP_OTF2_KEY_NONE && kind != OTFP_OTF2_KEY_ATTRIBUTE)
		return 0;
	key = otfp_otf2_write_token(b, OTFP_W_KEY, process, tag->key);
	if (!key || tag->type >= OTFP_NTAGTYPES)
		return key ? 0 : otfp_fail_memory(b->err);
	is_exact = tag->type != OTFP_TAG_CHAR && key->def && key->def->f[1].u == tag->type;
	if (otfp_otf2_type_of_otf(tag->type) != otfp_otf2_write_type(key->def))
		return 0;
	if (has_tag(b, key->ref))
		return 0;
	if (tag->type == OTFP_TAG_BYTES) {
		const uint32_t ref = key->ref;
		if (tag->bytes.n && memchr(tag->bytes.p, 0, tag->bytes.n))
			return 0;
		value = otfp_otf2_write_string(b, tag->bytes.p, tag->bytes.n);
		return value == OTFP_OTF2_NO_REF || otfp_otf2_write_tag(b, ref, OTFP_OTF2_TYPE_STRING, value) < 0 ?
		               OTFP_EFAIL :
		               is_exact;
	}
	return otfp_otf2_write_tag(b, key->ref, otfp_otf2_type_of_otf(tag->type), value) < 0 ? OTFP_EFAIL : is_exact;
}

/* All key-values as one string. */
static int put_all_tags(back *b, const struct otfp_record *rec)
{
	uint32_t ref, attribute = otfp_otf2_write_attribute(b, OTFP_OTF2_TAGS, OTFP_OTF2_TYPE_STRING);

	b->lines.n = 0;
	for (uint32_t i = 0; i < rec->ntags; i++) {
		if (otfp_buf_reserve(&b->lines, otfp_tag_room(&rec->tags[i]) + 1) < 0)
			return otfp_fail_memory(b->err);
		if (i)
			b->lines.p[b->lines.n++] = '\t';
		b->lines.n = (size_t)(otfp_tag_put(b->lines.p + b->lines.n, &rec->tags[i]) - b->lines.p);
	}
	ref = otfp_otf2_write_string(b, b->lines.p, b->lines.n);
	return ref == OTFP_OTF2_NO_REF ? OTFP_EFAIL : otfp_otf2_write_tag(b, attribute, OTFP_OTF2_TYPE_STRING, ref);
}

static int put_key_values(back *b, const struct otfp_record *rec)
{
	int is_exact = 1;

	for (uint32_t i = 0; i < rec->ntags; i++) {
		const int code = otfp_otf2_write_key_value(b, rec->loc, &rec->tags[i]);
		if (code < 0)
			return code;
		is_exact &= code;
	}
	if (is_exact || b->is_otf2)
		return 0;
	b->fate = b->o.plain ? OTFP_OTF2_DROPPED : OTFP_OTF2_CARRIED;
	return b->o.plain ? 0 : put_all_tags(b, rec);
}

/* The attribute of source locations; if the trace came from OTF2 the one that it had. */
static uint32_t source_attribute(back *b)
{
	const struct otfp_otf2_token *key =
		b->is_otf2 && b->again.source ? otfp_otf2_write_token(b, OTFP_W_KEY, 0, b->again.source) : NULL;

	return key ? key->ref : otfp_otf2_write_attribute(b, OTFP_OTF2_SOURCE, OTFP_OTF2_TYPE_SOURCE_CODE_LOCATION);
}

static int put_source(back *b, const struct otfp_record *rec)
{
	const uint64_t source = rec->f[b->source_slot[rec->type]].u;
	const struct otfp_otf2_token *scl = otfp_otf2_write_token(b, OTFP_W_SCL, rec->loc, (uint32_t)source);
	uint32_t ref;

	if (!scl)
		return otfp_fail_memory(b->err);
	ref = scl->ref;
	return otfp_otf2_write_tag(b, source_attribute(b), OTFP_OTF2_TYPE_SOURCE_CODE_LOCATION, ref);
}

int otfp_otf2_write_source(struct otfp_otf2_writing *b, const struct otfp_record *rec)
{
	const unsigned slot = b->source_slot[rec->type];

	return slot && rec->f[slot].u ? put_source(b, rec) : 0;
}

int otfp_otf2_write_tags(struct otfp_otf2_writing *b, const struct otfp_record *rec)
{
	int code;

	b->tags.n = 0;
	code = otfp_otf2_write_source(b, rec);
	return code == 0 && rec->ntags ? put_key_values(b, rec) : code;
}

/* ---- the record of OTF that an event stands for ---- */

static uint32_t attribute_of(back *b, unsigned type, unsigned slot, uint32_t value_type)
{
	uint32_t *known = &b->field_attributes[type][slot]; /* its complement */
	char name[64];

	if (!*known) {
		snprintf(name, sizeof name, OTFP_OTF2_OF_OTF "%s", otfp_table[type].fields[slot].name);
		*known = ~otfp_otf2_write_attribute(b, name, value_type);
	}
	return ~*known;
}

static int put_field(back *b, const struct otfp_record *rec, unsigned slot)
{
	const union otfp_value *f = &rec->f[slot];
	const int is_text = otfp_table[rec->type].fields[slot].type == OTFP_FIELD_STR;
	const uint32_t type = is_text ? OTFP_OTF2_TYPE_STRING : OTFP_OTF2_TYPE_UINT64;
	uint64_t value;

	if (is_text ? !f->s.n : !f->u)
		return 0;
	value = is_text ? otfp_otf2_write_string(b, f->s.p, f->s.n) : f->u;
	if (is_text && value == OTFP_OTF2_NO_REF)
		return OTFP_EFAIL;
	return otfp_otf2_write_tag(b, attribute_of(b, rec->type, slot, type), type, value);
}

/* Whether a text of the record has a NUL, which no string of OTF2 can have. */
static int has_nul(const struct otfp_record *rec)
{
	for (unsigned slot = 0; slot < otfp_table[rec->type].nfields; slot++)
		if (otfp_table[rec->type].fields[slot].type == OTFP_FIELD_STR && rec->f[slot].s.n &&
		    memchr(rec->f[slot].s.p, 0, rec->f[slot].s.n))
			return 1;
	return 0;
}

int otfp_otf2_write_original(struct otfp_otf2_writing *b, const struct otfp_record *rec)
{
	const uint64_t number = rec ? otfp_table[rec->type].number : OTFP_OTF2_NO_RECORD;
	int code;

	if (b->is_otf2)
		return 0;
	if (rec && (b->o.plain || has_nul(rec)))
		b->fate = OTFP_OTF2_DROPPED;
	else if (rec && b->fate != OTFP_OTF2_DROPPED)
		b->fate = OTFP_OTF2_CARRIED;
	if (b->o.plain)
		return 0;
	code = otfp_otf2_write_tag(b, otfp_otf2_write_attribute(b, OTFP_OTF2_RECORD, OTFP_OTF2_TYPE_UINT8),
	                           OTFP_OTF2_TYPE_UINT8, number);
	for (unsigned slot = 0; rec && slot < otfp_table[rec->type].nfields && code == 0; slot++)
		code = put_field(b, rec, slot);
	return code;
}
