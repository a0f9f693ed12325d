#include "record/streams.h"
#include "base/grow.h"
#include "base/num.h"
#include "base/order.h"
#include "record/control.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void otfp_master_release(struct otfp_master *m)
{
	for (size_t i = 0; i < m->n; i++)
		free(m->streams[i].procs);
	free(m->streams);
	otfp_map_release(&m->of);
	memset(m, 0, sizeof *m);
}

void otfp_master_keep(struct otfp_master *m, const uint8_t *mine)
{
	size_t n = 0;

	for (size_t i = 0; i < m->n; i++) {
		if (mine[i])
			m->streams[n++] = m->streams[i];
		else
			free(m->streams[i].procs);
	}
	m->n = n;
}

const struct otfp_members *otfp_master_find(const struct otfp_master *m, uint32_t stream)
{
	size_t i = otfp_first_from(m->streams, m->n, sizeof *m->streams, stream);

	return i < m->n && m->streams[i].id == stream ? &m->streams[i] : NULL;
}

static struct otfp_members *need_stream(struct otfp_master *m, uint32_t id)
{
	size_t i = otfp_first_from(m->streams, m->n, sizeof *m->streams, id);

	if (i < m->n && m->streams[i].id == id)
		return &m->streams[i];
	if (otfp_grow(&m->streams, m->n, &m->cap, sizeof *m->streams) < 0)
		return NULL;
	memmove(&m->streams[i + 1], &m->streams[i], (m->n - i) * sizeof *m->streams);
	memset(&m->streams[i], 0, sizeof *m->streams);
	m->streams[i].id = id;
	m->n++;
	return &m->streams[i];
}

static int append_process(struct otfp_members *s, uint32_t process)
{
	if (otfp_grow(&s->procs, s->n, &s->cap, sizeof *s->procs) < 0)
		return -1;
	s->unsorted |= s->n && s->procs[s->n - 1] > process;
	s->procs[s->n++] = process;
	return 0;
}

static void sort_members(struct otfp_members *s)
{
	if (s->unsorted)
		qsort(s->procs, s->n, sizeof *s->procs, otfp_by_u32);
	s->unsorted = 0;
}

void otfp_master_cut(struct otfp_master *m, size_t index, size_t from, size_t n)
{
	struct otfp_members *s = &m->streams[index];

	sort_members(s);
	memmove(s->procs, s->procs + from, n * sizeof *s->procs);
	s->n = n;
}

int otfp_master_add(struct otfp_master *m, uint32_t stream, uint32_t process)
{
	uint32_t is = otfp_master_stream(m, process);
	struct otfp_members *s;

	if (is)
		return is != stream;
	s = need_stream(m, stream);
	if (!s || otfp_map_set(&m->of, process, stream) < 0 || append_process(s, process) < 0)
		return -1;
	return 0;
}

static const char *get_hex(const char *p, uint32_t *v)
{
	uint64_t x;
	int over = 0;
	const char *q = otfp_get_hex(p, &x, &over);

	*v = (uint32_t)x;
	return q == p || over || x > UINT32_MAX ? NULL : q;
}

static const char *skip_blanks(const char *p)
{
	while (*p == ' ' || *p == '\t')
		p++;
	return p;
}

const char otfp_master_twice[] = "a process is in two streams";

/* Continue after a process that is in two streams. */
static int get_members(struct otfp_master *m, struct otfp_sm *sm, const char **why)
{
	int code, twice = 0;

	while ((code = otfp_sm_next(sm)) == 0) {
		int added = otfp_master_add(m, sm->stream, sm->process);
		if (added < 0)
			return *why = "out of memory", OTFP_EFAIL;
		twice |= added > 0;
	}
	if (code == OTFP_END && !twice)
		return 0;
	*why = code == OTFP_END ? otfp_master_twice : sm->why;
	return OTFP_EDAMAGE;
}

int otfp_master_line(struct otfp_master *m, const char *line, const char **why)
{
	struct otfp_sm sm = {.base = 16, .separator = ':', .end = rawmemchr(line, '\n')};
	const char *p = skip_blanks(line);

	if (sm.end > line && sm.end[-1] == '\r') /* the reference reads such lines */
		sm.end--;
	if (p == sm.end)
		return 0;
	if (*p == 'i')
		return *why = "written through an I/O forwarding library (IOFSL), which cannot be read", OTFP_EDAMAGE;
	p = get_hex(p, &sm.stream);
	if (!p || *(p = skip_blanks(p)) != ':')
		return *why = "stream and ':' expected", OTFP_EDAMAGE;
	if (!otfp_is_stream(sm.stream))
		return *why = "0 and ffffffff are not stream ids", OTFP_EDAMAGE;
	sm.at = p;
	return get_members(m, &sm, why);
}

int otfp_master_parse_sm(struct otfp_master *m, const struct otfp_str *line, const char **why)
{
	struct otfp_sm sm;

	if (otfp_sm_begin(&sm, line) < 0)
		return *why = sm.why, OTFP_EDAMAGE;
	return get_members(m, &sm, why);
}

int otfp_master_format(struct otfp_master *m, struct otfp_buf *b)
{
	for (size_t i = 0; i < m->n; i++) {
		struct otfp_members *s = &m->streams[i];
		sort_members(s);
		if (otfp_buf_printf(b, "%" PRIx32 ":", s->id) < 0)
			return -1;
		for (size_t j = 0; j < s->n; j++)
			if (otfp_buf_printf(b, j ? ",%" PRIx32 : "%" PRIx32, s->procs[j]) < 0)
				return -1;
		if (otfp_buf_puts(b, "\n") < 0)
			return -1;
	}
	return 0;
}

int otfp_master_format_sm(struct otfp_members *s, struct otfp_buf *b)
{
	sort_members(s);
	return otfp_sm_format(b, s->id, s->procs, s->n);
}
