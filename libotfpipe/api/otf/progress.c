/* progress.c - how much of a trace, or of one stream, is read. */
#include "api/otf/reader.h"
#include "base/clamp.h"

/* ---- of a reader ---- */

/* The merge of that kind, if something is being read. */
static struct otf_merge *merge_of(OTF_Reader *r, unsigned file, const void *a, const void *b, const void *c)
{
	struct otf_merge *m = r && a && b && c ? &r->merges[file] : NULL;

	return m && m->started && m->n ? m : NULL;
}

/* The first and last time of all files. */
static void find_ends(struct otf_merge *m)
{
	m->has_ends = 1;
	m->first = UINT64_MAX;
	m->last = 0;
	for (unsigned i = 0; i < m->n; i++) {
		OTF_RBuffer *b = m->sources[i].b;
		if (!b || !otf_rbuffer_ends(b))
			continue;
		if (b->first < m->first)
			m->first = b->first;
		if (b->last > m->last)
			m->last = b->last;
	}
}

static uint8_t reader_time(OTF_Reader *r, unsigned file, uint64_t *minimum, uint64_t *current, uint64_t *maximum)
{
	struct otf_merge *m = merge_of(r, file, minimum, current, maximum);
	uint64_t from, to;

	if (!m)
		return 0;
	if (!m->has_ends)
		find_ends(m);
	from = m->first > r->min ? m->first : r->min;
	to = m->last < r->max ? m->last : r->max;
	if (from > to || m->now > to)
		return 0;
	*minimum = from;
	*current = m->now < from ? from : m->now;
	*maximum = to;
	return 1;
}

/* Where the interval ends in the file of a source, in bytes. */
static uint64_t find_to(const OTF_Reader *r, const struct otf_source *s)
{
	OTF_RBuffer *other;
	uint64_t to = OTF_RBuffer_getFileSize(s->b);

	if (s->ended)
		return OTF_RBuffer_getFilePos(s->b);
	if (r->max == UINT64_MAX)
		return to;
	other = otf_rbuffer_again(s->b);
	if (other && otf_rbuffer_start(other, r->max) > 0)
		to = OTF_RBuffer_getFilePos(other);
	OTF_RBuffer_close(other);
	return to > s->from ? to : s->from;
}

/* Where the reading of a source is, within its interval. */
static uint64_t at_byte(const struct otf_source *s)
{
	uint64_t at = s->ended ? s->to : OTF_RBuffer_getFilePos(s->b);

	return otfp_clamp(at, s->from, s->to);
}

static uint8_t reader_bytes(OTF_Reader *r, unsigned file, uint64_t *minimum, uint64_t *current, uint64_t *maximum)
{
	struct otf_merge *m = merge_of(r, file, minimum, current, maximum);

	if (!m)
		return 0;
	*minimum = *current = *maximum = 0;
	for (unsigned i = 0; i < m->n; i++) {
		struct otf_source *s = &m->sources[i];
		if (!s->b)
			continue;
		if (!s->has_to)
			s->to = find_to(r, s);
		s->has_to = 1;
		*minimum += s->from;
		*current += at_byte(s);
		*maximum += s->to;
	}
	return 1;
}

/* ---- of a stream ---- */

/* The buffer of that kind, if it was read. */
static OTF_RBuffer *buffer_of(const OTF_RStream *s, unsigned file, const void *a, const void *b, const void *c)
{
	OTF_RBuffer *buffer = s && a && b && c ? s->buffers[file] : NULL;

	return buffer && buffer->started ? buffer : NULL;
}

static uint8_t stream_time(OTF_RStream *s, unsigned file, uint64_t *minimum, uint64_t *current, uint64_t *maximum)
{
	OTF_RBuffer *b = buffer_of(s, file, minimum, current, maximum);

	if (!b || !otf_rbuffer_ends(b))
		return 0;
	if (b->at == OTF_AT_LINE)
		otf_rbuffer_next(b);
	*minimum = b->first;
	*current = b->time;
	*maximum = b->last;
	return *minimum <= *current && *current <= *maximum;
}

static uint8_t stream_bytes(OTF_RStream *s, unsigned file, uint64_t *minimum, uint64_t *current, uint64_t *maximum)
{
	OTF_RBuffer *b = buffer_of(s, file, minimum, current, maximum);

	if (!b)
		return 0;
	*minimum = 0;
	*current = OTF_RBuffer_getFilePos(b);
	*maximum = OTF_RBuffer_getFileSize(b);
	return 1;
}

/* ---- of each kind ---- */

#define PROGRESS(name, file, unit)                                                                          \
	uint8_t OTF_Reader_##name(OTF_Reader *r, uint64_t *minimum, uint64_t *current, uint64_t *maximum)   \
	{                                                                                                   \
		return reader_##unit(r, file, minimum, current, maximum);                                   \
	}                                                                                                   \
	uint8_t OTF_RStream_##name(OTF_RStream *s, uint64_t *minimum, uint64_t *current, uint64_t *maximum) \
	{                                                                                                   \
		return stream_##unit(s, file, minimum, current, maximum);                                   \
	}
PROGRESS(eventProgress, OTFP_FILE_EVENT, time)
PROGRESS(snapshotProgress, OTFP_FILE_SNAP, time)
PROGRESS(statisticProgress, OTFP_FILE_STAT, time)
PROGRESS(eventTimeProgress, OTFP_FILE_EVENT, time)
PROGRESS(snapshotTimeProgress, OTFP_FILE_SNAP, time)
PROGRESS(statisticTimeProgress, OTFP_FILE_STAT, time)
PROGRESS(eventBytesProgress, OTFP_FILE_EVENT, bytes)
PROGRESS(snapshotBytesProgress, OTFP_FILE_SNAP, bytes)
PROGRESS(statisticBytesProgress, OTFP_FILE_STAT, bytes)
