#include "otf2/read/chunks.h"
#include <inttypes.h>
#include <stdio.h>

static uint64_t count_chunks(const struct otfp_otf2_timed *t)
{
	return t->file.size / t->file.chunk_size + (t->file.size % t->file.chunk_size != 0);
}

static uint64_t declared(const struct otfp_otf2_timed *t)
{
	return t->declared && t->declared != UINT64_MAX ? t->declared : 0;
}

/* What a chunk begins with. */
struct start {
	struct otfp_otf2_chunk head;
	int has_time;
	uint64_t time; /* global, of its first record */
};

/* An error of this look is not that of a read. @return 0; -1: the chunk has no sound head, or has other records than
 * the location can have after those that are read */
static int look_at(struct otfp_otf2_timed *t, uint64_t chunk, struct start *s)
{
	unsigned char bytes[OTFP_OTF2_CHUNK_HEAD + 9];
	const struct otfp_error why = *t->file.err;
	const ssize_t got = otfp_file_read(t->file.h, bytes, sizeof bytes, chunk * t->file.chunk_size);

	*t->file.err = why;
	if (got < OTFP_OTF2_CHUNK_HEAD || otfp_otf2_get_chunk(bytes, &s->head) < 0 || s->head.first <= t->done ||
	    s->head.last < s->head.first || (declared(t) && s->head.last > declared(t)))
		return -1;
	s->has_time = got == sizeof bytes && bytes[OTFP_OTF2_CHUNK_HEAD] == OTFP_OTF2_TIMESTAMP;
	s->time = s->has_time ? otfp_otf2_load(bytes + OTFP_OTF2_CHUNK_HEAD + 1, 8, s->head.is_big) : 0;
	if (t->locals) {
		struct otfp_otf2_locals clock = *t->locals;
		clock.at = 0;
		s->time = otfp_otf2_locals_correct(&clock, s->time);
	}
	return 0;
}

static void go_to(struct otfp_otf2_timed *t, uint64_t chunk, const struct start *s)
{
	t->later = chunk;
	t->skipped = s->head.first - 1 - t->done;
}

/* ---- after damage ---- */

/* A file that has no sound chunk for long is given up: it may be a hole without end. */
static void find_later(struct otfp_otf2_timed *t)
{
	enum { MOST = 1 << 16 };
	const uint64_t chunks = count_chunks(t), next = t->file.nchunk,
		       end = chunks - next > MOST ? next + MOST : chunks;
	struct start s;

	for (uint64_t i = next; i < end && !t->later; i++)
		if (look_at(t, i, &s) == 0)
			go_to(t, i, &s);
}

/* Say how many records are lost by damage: up to the next sound chunk, or to the end. */
static void tell_lost(struct otfp_otf2_timed *t)
{
	const uint64_t all = declared(t) ? declared(t) : t->file.chunk.last;
	const uint64_t lost = t->later ? t->skipped : all - t->done;
	char text[100];

	if (!t->later && (all < t->done || lost > INT64_MAX))
		return;
	if (t->later && !declared(t))
		snprintf(text, sizeof text, "%" PRIu64 " records are lost", lost);
	else
		snprintf(text, sizeof text, "%" PRIu64 " of %" PRIu64 " records are lost", lost, all);
	otfp_error_advise(t->file.err, text);
}

void otfp_otf2_chunks_after_damage(struct otfp_otf2_timed *t)
{
	find_later(t);
	tell_lost(t);
}

/* ---- before the first read ---- */

int otfp_otf2_chunks_begin_at(struct otfp_otf2_timed *t, uint64_t chunk)
{
	struct start s;

	if (chunk == 0)
		return 0;
	if (look_at(t, chunk, &s) < 0)
		return -1;
	go_to(t, chunk, &s);
	return 0;
}

/* The last chunk that begins before the time: records of that time may be in it. */
void otfp_otf2_chunks_seek(struct otfp_otf2_timed *t, uint64_t from)
{
	uint64_t low = 0, high = count_chunks(t);
	struct start s, best = {0};

	while (low + 1 < high) {
		const uint64_t middle = low + (high - low) / 2;
		if (look_at(t, middle, &s) < 0 || !s.has_time || s.head.first <= best.head.first)
			return;
		if (s.time >= from) {
			high = middle;
			continue;
		}
		low = middle;
		best = s;
	}
	if (low == 0)
		return;
	go_to(t, low, &best);
	t->start = low;
	t->left_out = t->skipped;
}
