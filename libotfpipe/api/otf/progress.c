/* progress.c - how much of a trace a reader has read. */
#include "api/otf/reader.h"

/* The merge of that kind, if something is being read. */
static struct otf_merge *that_is_read(OTF_Reader *r, unsigned file, const void *a, const void *b, const void *c)
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

static uint8_t time_progress(OTF_Reader *r, unsigned file, uint64_t *minimum, uint64_t *current, uint64_t *maximum)
{
	struct otf_merge *m = that_is_read(r, file, minimum, current, maximum);

	if (!m)
		return 0;
	if (!m->has_ends)
		find_ends(m);
	*minimum = m->first > r->min ? m->first : r->min;
	*maximum = m->last < r->max ? m->last : r->max;
	*current = m->now < *minimum ? *minimum : m->now > *maximum ? *maximum : m->now;
	return *minimum <= *maximum;
}

static uint8_t bytes_progress(OTF_Reader *r, unsigned file, uint64_t *minimum, uint64_t *current, uint64_t *maximum)
{
	struct otf_merge *m = that_is_read(r, file, minimum, current, maximum);

	if (!m)
		return 0;
	*minimum = *current = *maximum = 0;
	for (unsigned i = 0; i < m->n; i++) {
		OTF_RBuffer *b = m->sources[i].b;
		if (b) {
			*current += OTF_RBuffer_getFilePos(b);
			*maximum += OTF_RBuffer_getFileSize(b);
		}
	}
	return 1;
}

#define PROGRESS(name, file, f)                                                                           \
	uint8_t OTF_Reader_##name(OTF_Reader *r, uint64_t *minimum, uint64_t *current, uint64_t *maximum) \
	{                                                                                                 \
		return f(r, file, minimum, current, maximum);                                             \
	}
PROGRESS(eventProgress, OTFP_EVENT, time_progress)
PROGRESS(snapshotProgress, OTFP_SNAP, time_progress)
PROGRESS(statisticProgress, OTFP_STAT, time_progress)
PROGRESS(eventTimeProgress, OTFP_EVENT, time_progress)
PROGRESS(snapshotTimeProgress, OTFP_SNAP, time_progress)
PROGRESS(statisticTimeProgress, OTFP_STAT, time_progress)
PROGRESS(eventBytesProgress, OTFP_EVENT, bytes_progress)
PROGRESS(snapshotBytesProgress, OTFP_SNAP, bytes_progress)
PROGRESS(statisticBytesProgress, OTFP_STAT, bytes_progress)
