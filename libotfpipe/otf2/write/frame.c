/* frame.c - makes frames, and puts events and snapshots into the order of their location. See records.h. */
#include "base/grow.h"
#include "otf2/write/records.h"
#include <stdlib.h>
#include <string.h>

typedef struct otfp_otf2_writing writing;

enum { WORD = sizeof(uint64_t) };

/* ---- a frame ---- */

struct otfp_otf2_frame *otfp_otf2_write_frame(struct otfp_otf2_writing *w, unsigned row, uint64_t time)
{
	struct otfp_otf2_frame *frame = (struct otfp_otf2_frame *)(void *)w->frame.p;

	w->frame.n = (OTFP_OTF2_HEAD_WORDS + otfp_otf2_rows[row].nfields) * WORD;
	memset(frame, 0, w->frame.n);
	frame->row = (uint16_t)row;
	frame->time = time;
	return frame;
}

int otfp_otf2_write_contents(struct otfp_otf2_writing *w, const void *p, size_t n)
{
	static const char zeros[WORD];
	const size_t rest = n % WORD ? WORD - n % WORD : 0;

	if (otfp_buf_add(&w->frame, p, n) < 0 || otfp_buf_add(&w->frame, zeros, rest) < 0)
		return otfp_fail_memory(w->err);
	return 0;
}

int otfp_otf2_write_tag(struct otfp_otf2_writing *w, uint32_t attribute, uint32_t type, uint64_t value)
{
	const struct otfp_otf2_tag tag = {attribute, type, value};

	if (attribute == OTFP_OTF2_NO_REF)
		return OTFP_EFAIL;
	return otfp_buf_add(&w->tags, &tag, sizeof tag) < 0 ? otfp_fail_memory(w->err) : 0;
}

/* Add the attributes and the size. @return the frame, or NULL when memory is out */
static struct otfp_otf2_frame *complete(writing *w)
{
	struct otfp_otf2_frame *frame;

	if (w->lacks_reference) /* the cause is reported */
		return NULL;
	if (w->tags.n && otfp_buf_add(&w->frame, w->tags.p, w->tags.n) < 0)
		return otfp_fail_memory(w->err), NULL;
	frame = (struct otfp_otf2_frame *)(void *)w->frame.p;
	frame->ntags = (uint16_t)(w->tags.n / sizeof(struct otfp_otf2_tag));
	frame->words = (uint32_t)(w->frame.n / WORD);
	w->tags.n = 0;
	return frame;
}

int otfp_otf2_write_definition(struct otfp_otf2_writing *w)
{
	const struct otfp_otf2_frame *frame = complete(w);

	if (!frame)
		return OTFP_EFAIL;
	w->longest = frame->words > w->longest ? frame->words : w->longest;
	return otfp_otf2_spool_put(&w->defined, w->part, frame, frame->words, NULL);
}

/* ---- events of a location ---- */

int otfp_otf2_write_put_event(struct otfp_otf2_writing *w, size_t location, const struct otfp_otf2_frame *frame,
                              uint64_t *place)
{
	struct otfp_otf2_place *p = &w->places[location];
	const uint64_t time = frame->time;

	if (!p->events++)
		p->first = time;
	p->last = time;
	if (OTFP_LIKELY(w->writer && !p->changing && !place && !p->is_no_location))
		return otfp_otf2_writer_put(w->writer, location, p->id, frame);
	return otfp_otf2_write_pass(w, location, 0, frame, frame->words, place);
}

int otfp_otf2_write_event(struct otfp_otf2_writing *w, size_t location, uint64_t *place)
{
	const struct otfp_otf2_frame *frame = complete(w);
	int code;

	if (!frame)
		return OTFP_EFAIL;
	code = OTFP_UNLIKELY(w->places[location].nlater != 0) ? otfp_otf2_write_flush(w, location, frame->time) : 0;
	if (code < 0)
		return code;
	if (OTFP_UNLIKELY(frame->time < w->places[location].last)) {
		w->fate = OTFP_OTF2_DROPPED;
		if (place)
			*place = OTFP_OTF2_NO_PLACE;
		return 0;
	}
	return otfp_otf2_write_put_event(w, location, frame, place);
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

int otfp_otf2_write_later(struct otfp_otf2_writing *w, size_t location, int is_collective)
{
	struct otfp_otf2_place *p = &w->places[location];
	const struct otfp_otf2_frame *frame = complete(w);
	struct otfp_otf2_later later = {.order = w->order++, .is_collective = is_collective};

	if (!frame)
		return OTFP_EFAIL;
	later.time = frame->time;
	later.n = frame->words;
	later.words = malloc(later.n * WORD);
	if (!later.words || otfp_grow(&p->later, p->nlater, &p->later_cap, sizeof later) < 0) {
		free(later.words);
		return otfp_fail_memory(w->err);
	}
	memcpy(later.words, frame, later.n * WORD);
	p->blocking += is_collective != 0;
	p->later[p->nlater] = later;
	lift(p->later, p->nlater++);
	return 0;
}

int otfp_otf2_write_flush(struct otfp_otf2_writing *w, size_t location, uint64_t until)
{
	struct otfp_otf2_place *p = &w->places[location];
	int code = 0;

	while (code == 0 && p->nlater && p->later[0].time <= until) {
		const struct otfp_otf2_later first = p->later[0];

		p->later[0] = p->later[--p->nlater];
		sink(p->later, p->nlater);
		p->blocking -= first.is_collective != 0;
		code = otfp_otf2_write_put_event(w, location, (const struct otfp_otf2_frame *)(const void *)first.words,
		                                 NULL);
		free(first.words);
	}
	return code;
}

/* ---- snapshots of a location ---- */

/* The number, from 1 on, of the first event that is not before the time. */
static uint64_t next_event(const struct otfp_otf2_place *p, uint64_t time)
{
	uint64_t n = p->events + 1;

	for (size_t i = 0; i < p->nlater; i++)
		n += p->later[i].time < time;
	return n;
}

static int keep_snap(writing *w, struct otfp_otf2_place *p, const struct otfp_otf2_frame *frame)
{
	if (!p->nsnaps)
		p->snap_next = next_event(p, frame->time);
	if (otfp_buf_add(&p->snaps, frame, frame->words * WORD) < 0)
		return otfp_fail_memory(w->err);
	w->has_snaps = 1;
	p->snap_time = frame->time;
	p->nsnaps++;
	return 0;
}

int otfp_otf2_write_snap(struct otfp_otf2_writing *w, size_t location)
{
	const struct otfp_otf2_frame *frame;

	if (w->places[location].is_in_snapshot)
		return otfp_otf2_write_snap_as_it_is(w, location);
	if (w->places[location].snap_end && otfp_otf2_write_flush_snaps(w, location) < 0)
		return OTFP_EFAIL;
	frame = complete(w);
	return frame ? keep_snap(w, &w->places[location], frame) : OTFP_EFAIL;
}

/* What does not belong to a snapshot that has a start is not kept. A snapshot waits for the events of its time, which
 * its end may count. */
int otfp_otf2_write_snap_as_it_is(struct otfp_otf2_writing *w, size_t location)
{
	struct otfp_otf2_place *p = &w->places[location];
	const struct otfp_otf2_frame *frame = complete(w);
	const size_t at = p->snaps.n;

	if (!frame)
		return OTFP_EFAIL;
	if (p->nsnaps || frame->row == OTFP_OTF2_SnapSnapshotStart) {
		if (keep_snap(w, p, frame) < 0)
			return OTFP_EFAIL;
		p->snap_end = frame->row == OTFP_OTF2_SnapSnapshotEnd ? at + 1 : 0;
		return 0;
	}
	w->has_snaps = 1;
	return otfp_otf2_write_pass(w, location, 1, frame, frame->words, NULL);
}

/* Correct the number of records in the start of a snapshot that came from OTF2: some may have been dropped since.
 * @return whether it has a start */
static int correct_start(struct otfp_otf2_place *p)
{
	struct otfp_otf2_frame *start = (void *)p->snaps.p;
	const uint64_t n = p->nsnaps - 1 - !p->is_in_snapshot; /* without the start and the end */

	if (start->row != OTFP_OTF2_SnapSnapshotStart)
		return 0;
	if (OTFP_OTF2_F(start, SnapSnapshotStart, numberOfRecords) > n)
		OTFP_OTF2_F(start, SnapSnapshotStart, numberOfRecords) = n;
	return 1;
}

/* Correct which event follows a snapshot that came from OTF2: there are fewer of them if some were dropped since. */
static void correct_end(struct otfp_otf2_place *p)
{
	struct otfp_otf2_frame *end = (void *)(p->snaps.p + p->snap_end - 1);
	const uint64_t next = next_event(p, p->snap_time + (p->snap_time < UINT64_MAX));

	if (OTFP_OTF2_F(end, SnapSnapshotEnd, contReadPos) > next)
		OTFP_OTF2_F(end, SnapSnapshotEnd, contReadPos) = next;
}

static int put_snap(writing *w, size_t location, unsigned row, uint64_t value)
{
	struct otfp_otf2_frame *frame = otfp_otf2_write_frame(w, row, w->places[location].snap_time);

	frame->f[0] = value;
	frame = complete(w);
	return frame ? otfp_otf2_write_pass(w, location, 1, frame, frame->words, NULL) : OTFP_EFAIL;
}

int otfp_otf2_write_flush_snaps(struct otfp_otf2_writing *w, size_t location)
{
	struct otfp_otf2_place *p = &w->places[location];
	int code, is_whole;

	if (!p->nsnaps)
		return 0;
	is_whole = correct_start(p);
	if (p->snap_end)
		correct_end(p);
	code = is_whole ? 0 : put_snap(w, location, OTFP_OTF2_SnapSnapshotStart, p->nsnaps);
	if (code == 0)
		code = otfp_otf2_write_pass(w, location, 1, p->snaps.p, p->snaps.n / WORD, NULL);
	if (code == 0 && !is_whole)
		code = put_snap(w, location, OTFP_OTF2_SnapSnapshotEnd, p->snap_next);
	p->snaps.n = 0;
	p->snap_end = 0;
	p->nsnaps = 0;
	return code;
}
