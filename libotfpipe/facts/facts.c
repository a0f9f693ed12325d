#include "facts/facts.h"
#include "base/grow.h"
#include "record/control.h"
#include "record/table.h"
#include <stdlib.h>
#include <string.h>

void otfp_info_release(struct otfp_info *info)
{
	struct otfp_info_texts *texts[] = {&info->creators, &info->comments, &info->environment, &info->provenance,
	                                   &info->lost};

	for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
		free(texts[i]->p);
	free(info->files);
	free(info->processes);
	free(info->tallies);
	free(info->groups);
	free(info->streams);
	otfp_map_release(&info->process_at);
	otfp_map_release(&info->stream_at);
	otfp_map_release(&info->stream_of);
	otfp_arena_release(&info->arena);
}

/* Copy a string into the arena; a missing string stays missing. @return 0, or -1 when memory is out */
static int keep(struct otfp_info *info, struct otfp_str *to, struct otfp_str s)
{
	const char *p = s.p ? otfp_arena_copy(&info->arena, s.p, s.n) : NULL;

	*to = (struct otfp_str){p, p ? s.n : 0};
	return s.p && !p ? -1 : 0;
}

static int add_text(struct otfp_info *info, struct otfp_info_texts *t, struct otfp_str s)
{
	if (otfp_grow(&t->p, t->n, &t->cap, sizeof *t->p) < 0)
		return -1;
	return keep(info, &t->p[t->n++], s);
}

/* ---- streams and processes ---- */

static struct otfp_info_stream *stream_at(struct otfp_info *info, uint32_t id)
{
	const uint64_t *at = otfp_map_get(&info->stream_at, id);

	if (at)
		return &info->streams[*at];
	if (otfp_grow(&info->streams, info->nstreams, &info->streams_cap, sizeof *info->streams) < 0 ||
	    otfp_map_set(&info->stream_at, id, info->nstreams) < 0)
		return NULL;
	info->streams[info->nstreams] = (struct otfp_info_stream){.stream = id};
	return &info->streams[info->nstreams++];
}

static int is_listed(const struct otfp_info *info, uint64_t at)
{
	return !info->most || at < info->most;
}

static struct otfp_info_process *process_at(struct otfp_info *info, uint32_t process)
{
	const uint64_t *at = otfp_map_get(&info->process_at, process);
	struct otfp_info_process *p = &info->unlisted;

	if (at)
		return is_listed(info, *at) ? &info->processes[*at] : p;
	if (is_listed(info, info->nprocesses)) {
		if (otfp_grow(&info->processes, info->nprocesses, &info->processes_cap, sizeof *p) < 0)
			return NULL;
		p = &info->processes[info->nprocesses];
		*p = (struct otfp_info_process){.process = process};
	}
	return otfp_map_set(&info->process_at, process, info->nprocesses++) < 0 ? NULL : p;
}

int otfp_info_file(struct otfp_info *info, const struct otfp_listed *file)
{
	struct otfp_info_stream *s = file->stream ? stream_at(info, file->stream) : NULL;
	struct otfp_listed *f;

	if ((file->stream && !s) || otfp_grow(&info->files, info->nfiles, &info->files_cap, sizeof *info->files) < 0)
		return -1;
	f = &info->files[info->nfiles];
	*f = *file;
	f->path = otfp_arena_copy(&info->arena, file->path, strlen(file->path) + 1);
	if (!f->path)
		return -1;
	info->nfiles++;
	info->tail_text += file->tail_text;
	info->tail_packed += file->tail_packed;
	if (s) {
		s->bytes += file->bytes;
		s->files++;
		s->packed += file->packed;
		s->counted += file->has_records;
		s->records += file->records;
	}
	return 0;
}

/* ---- control lines ---- */

static int take_mapping(struct otfp_info *info, const struct otfp_str *line)
{
	struct otfp_info_stream *s;
	struct otfp_sm sm;

	if (otfp_sm_begin(&sm, line) < 0)
		return 0;
	s = stream_at(info, sm.stream);
	if (!s)
		return -1;
	for (; otfp_sm_next(&sm) == 0; s->members++)
		if (otfp_map_set(&info->stream_of, sm.process, sm.stream) < 0)
			return -1;
	return 0;
}

static int begins(const struct otfp_str *s, const char *with)
{
	size_t n = strlen(with);

	return s->n >= n && memcmp(s->p, with, n) == 0;
}

static int take_control(struct otfp_info *info, const struct otfp_record *rec)
{
	switch (otfp_control_kind(rec)) {
	case OTFP_C_SM: return take_mapping(info, &rec->line);
	case OTFP_C_PG: return add_text(info, &info->provenance, otfp_control_text(&rec->line));
	case OTFP_C_LOST: return add_text(info, &info->lost, otfp_control_text(&rec->line));
	case OTFP_C_PART: otfp_share_get(&info->share, &rec->line); return 0;
	default: return 0;
	}
}

/* ---- definitions ---- */

static int take_process(struct otfp_info *info, const struct otfp_record *rec)
{
	struct otfp_info_process *p = process_at(info, (uint32_t)rec->f[0].u);

	if (!p)
		return -1;
	if (p == &info->unlisted)
		return 0;
	p->is_defined = 1;
	p->parent = (uint32_t)rec->f[2].u;
	return keep(info, &p->name, rec->f[1].s);
}

static int take_group(struct otfp_info *info, const struct otfp_record *rec)
{
	struct otfp_info_group *g;

	if (otfp_grow(&info->groups, info->ngroups, &info->groups_cap, sizeof *info->groups) < 0)
		return -1;
	g = &info->groups[info->ngroups++];
	*g = (struct otfp_info_group){.stream = rec->loc, .group = (uint32_t)rec->f[0].u, .members = rec->f[2].l.n};
	return keep(info, &g->name, rec->f[1].s);
}

/* Comments that start with ENV carry the environment of VTF3 traces. */
static int take_comment(struct otfp_info *info, const struct otfp_record *rec)
{
	struct otfp_str s = rec->f[0].s;

	if (!begins(&s, "ENV "))
		return add_text(info, &info->comments, s);
	return add_text(info, &info->environment, (struct otfp_str){s.p + 4, s.n - 4});
}

static int take_key(struct otfp_info *info, const struct otfp_record *rec)
{
	otfp_carriers_add(&info->carriers, rec);
	return 0;
}

static int take_version(struct otfp_info *info, const struct otfp_record *rec)
{
	info->has_version = 1;
	for (unsigned i = 0; i < 3; i++)
		info->version[i] = (unsigned)rec->f[i].u;
	return keep(info, &info->version_text, rec->f[3].s);
}

static int take_creator(struct otfp_info *info, const struct otfp_record *rec)
{
	return add_text(info, &info->creators, rec->f[0].s);
}

static int take_id(struct otfp_info *info, const struct otfp_record *rec)
{
	info->has_id = 1;
	info->unique_id = rec->f[0].u;
	return 0;
}

static int take_range(struct otfp_info *info, const struct otfp_record *rec)
{
	info->has_range = 1;
	info->range[0] = rec->f[0].u;
	info->range[1] = rec->f[1].u;
	return 0;
}

static int take_resolution(struct otfp_info *info, const struct otfp_record *rec)
{
	if (!info->header.resolution)
		info->header.resolution = rec->f[0].u;
	return 0;
}

static int take_point(struct otfp_info *info, const struct otfp_record *rec)
{
	struct otfp_info_points *p = rec->f[1].u < OTFP_NPOINTS ? &info->points[rec->f[1].u] : NULL;
	uint64_t t = rec->f[0].u;

	if (!p)
		return 0;
	p->first = p->n && p->first < t ? p->first : t;
	p->last = p->n && p->last > t ? p->last : t;
	p->n++;
	return 0;
}

/* ---- records ---- */

/* Which counts of a process a record type adds to; bytes is the slot of the field with the bytes, -1 = none. */
static const struct tallied {
	uint8_t at, bytes_at; /* offsets in struct otfp_info_tally */
	int8_t bytes;
} tallied[OTFP_NTYPES] = {
#define AT(member) offsetof(struct otfp_info_tally, member)
	[OTFP_Enter] = {AT(enters), 0, -1},
	[OTFP_SendMsg] = {AT(sends), AT(bytes_sent), 3},
	[OTFP_RecvMsg] = {AT(receives), AT(bytes_received), 3},
	[OTFP_CollectiveOperation] = {AT(collectives), 0, -1},
	[OTFP_BeginCollectiveOperation] = {AT(collectives), 0, -1},
	[OTFP_FileOperation] = {AT(file_operations), 0, -1},
	[OTFP_EndFileOperation] = {AT(file_operations), 0, -1},
#undef AT
};

static void count(const struct otfp_info *info, struct otfp_info_tally *t, const struct otfp_record *rec)
{
	const struct tallied *what = &tallied[rec->type];

	t->first = t->records && t->first < rec->time ? t->first : rec->time;
	t->last = t->records && t->last > rec->time ? t->last : rec->time;
	t->records++;
	if (!what->at)
		return;
	++*(uint64_t *)(void *)((char *)t + what->at);
	if (what->bytes >= 0)
		*(uint64_t *)(void *)((char *)t + what->bytes_at) +=
			otfp_true_number(&info->carriers, rec, (unsigned)what->bytes);
}

const struct otfp_info_tally *otfp_info_tally_of(const struct otfp_info *info, const struct otfp_info_process *p)
{
	static const struct otfp_info_tally none;

	return p->tally ? &info->tallies[p->tally - 1] : &none;
}

/* The tally of a process, valid until the next one is added. @return NULL when memory is out */
static struct otfp_info_tally *need_tally(struct otfp_info *info, uint32_t process)
{
	struct otfp_info_process *p = process_at(info, process);

	if (!p)
		return NULL;
	if (p->tally)
		return &info->tallies[p->tally - 1];
	if (info->ntallies >= UINT32_MAX ||
	    otfp_grow(&info->tallies, info->ntallies, &info->tallies_cap, sizeof *info->tallies) < 0)
		return NULL;
	info->tallies[info->ntallies] = (struct otfp_info_tally){0};
	p->tally = (uint32_t)++info->ntallies;
	return &info->tallies[p->tally - 1];
}

static int take_timed(struct otfp_info *info, const struct otfp_record *rec)
{
	if (!info->lately_in || info->lately != rec->loc)
		info->lately_in = need_tally(info, rec->loc);
	if (!info->lately_in)
		return -1;
	info->lately = rec->loc;
	if (rec->file == OTFP_FILE_EVENT && otfp_table[rec->type].file == OTFP_FILE_EVENT)
		otfp_outlier_add(&info->outlier, rec->time);
	count(info, info->lately_in, rec);
	return 0;
}

static int (*const takers[OTFP_NTYPES])(struct otfp_info *info, const struct otfp_record *rec) = {
	[OTFP_DefProcess] = take_process,
	[OTFP_DefProcessGroup] = take_group,
	[OTFP_DefinitionComment] = take_comment,
	[OTFP_DefVersion] = take_version,
	[OTFP_DefKeyValue] = take_key,
	[OTFP_DefCreator] = take_creator,
	[OTFP_DefUniqueId] = take_id,
	[OTFP_DefTimeRange] = take_range,
	[OTFP_DefTimerResolution] = take_resolution,
	[OTFP_DefAuxSamplePoint] = take_point,
};

int otfp_info_add(struct otfp_info *info, const struct otfp_record *rec)
{
	if (rec->type == OTFP_CONTROL)
		return take_control(info, rec);
	info->total++;
	if (rec->type == OTFP_OTHER) {
		info->others++;
		return 0;
	}
	info->records[rec->type]++;
	if (otfp_is_timed(rec->file))
		return take_timed(info, rec);
	return takers[rec->type] ? takers[rec->type](info, rec) : 0;
}

int otfp_info_add_all(struct otfp_info *info, const struct otfp_record *const *recs, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (otfp_info_add(info, recs[i]) < 0)
			return -1;
	return 0;
}

/* The span from counted records, for a line stream whose header has none. */
static int counted_span(const struct otfp_info *info, uint64_t *first, uint64_t *last)
{
	int has = 0;

	for (size_t i = 0; info->is_full && i < info->ntallies; i++) {
		const struct otfp_info_tally *t = &info->tallies[i];
		if (!t->records)
			continue;
		*first = has && *first < t->first ? *first : t->first;
		*last = has && *last > t->last ? *last : t->last;
		has = 1;
	}
	return has;
}

int otfp_info_span(const struct otfp_info *info, uint64_t *first, uint64_t *last)
{
	const struct otfp_header *h = &info->header;

	*first = h->has_span ? h->first : info->range[0];
	*last = h->has_span ? h->last : info->range[1];
	if (h->has_span || counted_span(info, first, last))
		return OTFP_SPAN_RECORDS;
	return info->has_range ? OTFP_SPAN_RANGE : OTFP_SPAN_NONE;
}
