/* json.c - the facts about a trace as one JSON object, for programs. */
#include "base/json.h"
#include "cmd/info/run.h"
#include <math.h>

static void put_texts(struct otfp_json *out, const char *name, const struct otfp_info_texts *t)
{
	otfp_json_begin(out, name, '[');
	for (size_t i = 0; i < t->n; i++)
		otfp_json_text(out, NULL, t->p[i]);
	otfp_json_end(out, ']');
}

static void put_version(const struct otfp_info *info, struct otfp_json *out)
{
	if (!info->has_version) {
		otfp_json_word(out, "version", NULL);
		return;
	}
	otfp_json_begin(out, "version", '[');
	for (unsigned i = 0; i < 3; i++)
		otfp_json_number(out, NULL, 1, info->version[i]);
	otfp_json_end(out, ']');
}

static void put_head(const struct otfp_info *info, struct otfp_json *out)
{
	static const char *const forms[] = {NULL, "short", "long", "mixed"};
	const struct otfp_header *h = &info->header;
	uint64_t first, last;
	int how = otfp_info_span(info, &first, &last);

	otfp_json_word(out, "format", info->format);
	otfp_json_word(out, "form", forms[h->form & 3]);
	otfp_json_yes(out, "full", info->is_full);
	otfp_json_number(out, "damages", 1, info->troubles);
	otfp_json_number(out, "resolution", h->resolution != 0, h->resolution);
	otfp_json_number(out, "first", how != OTFP_SPAN_NONE, first);
	otfp_json_number(out, "last", how != OTFP_SPAN_NONE, last);
	otfp_json_yes(out, "span_by_definition", how == OTFP_SPAN_RANGE);
	otfp_json_number(out, "window_from", h->has_window, h->window_from);
	otfp_json_number(out, "window_to", h->window_ends, h->window_to);
	otfp_json_number(out, "events_first", h->has_events, h->events_first);
	otfp_json_number(out, "events_last", h->has_events, h->events_last);
	otfp_json_number(out, "outliers", info->is_full, otfp_outlier_find(&info->outlier).n);
	put_version(info, out);
	otfp_json_text(out, "version_text", info->version_text);
	otfp_json_number(out, "unique_id", info->has_id, info->unique_id);
	put_texts(out, "creators", &info->creators);
}

/* The number of records of each type. Without --full only definitions and markers are counted. */
static void put_records(const struct otfp_info *info, struct otfp_json *out)
{
	otfp_json_number(out, "total", info->is_full || info->in_all, info->is_full ? info->total : info->in_all);
	otfp_json_begin(out, info->is_full ? "records" : "definitions", '{');
	for (unsigned t = 1; t < OTFP_NTYPES; t++)
		if (info->records[t])
			otfp_json_number(out, otfp_schema(t)->name, 1, info->records[t]);
	otfp_json_end(out, '}');
	otfp_json_number(out, "unknown", 1, info->others);
}

static void put_points(const struct otfp_info *info, struct otfp_json *out)
{
	static const char *const names[OTFP_NPOINTS] = {"snapshots", "summaries", "inline_snapshots"};

	for (unsigned i = 0; i < OTFP_NPOINTS; i++) {
		const struct otfp_info_points *p = &info->points[i];
		if (!p->n) {
			otfp_json_word(out, names[i], NULL);
			continue;
		}
		otfp_json_begin(out, names[i], '{');
		otfp_json_number(out, "points", 1, p->n);
		otfp_json_number(out, "first", 1, p->first);
		otfp_json_number(out, "last", 1, p->last);
		otfp_json_end(out, '}');
	}
}

static void put_files(const struct otfp_info *info, struct otfp_json *out)
{
	otfp_json_begin(out, "files", '[');
	for (size_t i = 0; i < info->nfiles; i++) {
		const struct otfp_listed *f = &info->files[i];
		otfp_json_begin(out, NULL, '{');
		otfp_json_word(out, "name", f->path);
		otfp_json_word(out, "kind", otfp_listed_name(f->kind));
		otfp_json_number(out, "stream", 1, f->stream);
		otfp_json_number(out, "bytes", 1, f->bytes);
		otfp_json_yes(out, "packed", f->packed);
		otfp_json_number(out, "first", f->has_first, f->first);
		otfp_json_number(out, "last", f->has_last, f->last);
		otfp_json_yes(out, "cut", f->cut);
		otfp_json_end(out, '}');
	}
	otfp_json_end(out, ']');
}

static void put_streams(const struct otfp_info *info, struct otfp_json *out)
{
	otfp_json_begin(out, "streams", '[');
	for (size_t i = 0; i < info->nstreams; i++) {
		const struct otfp_info_stream *s = &info->streams[i];
		otfp_json_begin(out, NULL, '{');
		otfp_json_number(out, "stream", 1, s->stream);
		otfp_json_number(out, "processes", 1, s->members);
		otfp_json_number(out, "files", 1, s->files);
		otfp_json_number(out, "packed", 1, s->packed);
		otfp_json_number(out, "bytes", s->files, s->bytes);
		otfp_json_end(out, '}');
	}
	otfp_json_end(out, ']');
}

static void put_tally(const struct otfp_info_tally *t, struct otfp_json *out)
{
	otfp_json_number(out, "records", 1, t->records);
	otfp_json_number(out, "enters", 1, t->enters);
	otfp_json_number(out, "sends", 1, t->sends);
	otfp_json_number(out, "bytes_sent", 1, t->bytes_sent);
	otfp_json_number(out, "receives", 1, t->receives);
	otfp_json_number(out, "bytes_received", 1, t->bytes_received);
	otfp_json_number(out, "collectives", 1, t->collectives);
	otfp_json_number(out, "file_operations", 1, t->file_operations);
	otfp_json_number(out, "first", t->records != 0, t->first);
	otfp_json_number(out, "last", t->records != 0, t->last);
}

static void put_processes(const struct otfp_info *info, struct otfp_json *out)
{
	otfp_json_begin(out, "processes", '[');
	for (size_t i = 0; i < info->nprocesses; i++) {
		const struct otfp_info_process *p = &info->processes[i];
		const uint64_t *stream = otfp_map_get(&info->stream_of, p->process);
		otfp_json_begin(out, NULL, '{');
		otfp_json_number(out, "process", 1, p->process);
		otfp_json_text(out, "name", p->name);
		otfp_json_yes(out, "defined", p->is_defined);
		otfp_json_number(out, "parent", p->parent != 0, p->parent);
		otfp_json_number(out, "stream", stream != NULL, stream ? *stream : 0);
		if (info->is_full)
			put_tally(otfp_info_tally_of(info, p), out);
		otfp_json_end(out, '}');
	}
	otfp_json_end(out, ']');
}

static void put_groups(const struct otfp_info *info, struct otfp_json *out)
{
	otfp_json_begin(out, "process_groups", '[');
	for (size_t i = 0; i < info->ngroups; i++) {
		const struct otfp_info_group *g = &info->groups[i];
		otfp_json_begin(out, NULL, '{');
		otfp_json_number(out, "group", 1, g->group);
		otfp_json_number(out, "stream", 1, g->stream);
		otfp_json_number(out, "members", 1, g->members);
		otfp_json_text(out, "name", g->name);
		otfp_json_end(out, '}');
	}
	otfp_json_end(out, ']');
}

void info_json(const struct otfp_info *info, FILE *file)
{
	struct otfp_json json = {.out = file}, *out = &json;

	otfp_json_begin(out, NULL, '{');
	otfp_json_word(out, "name", info->name);
	put_head(info, out);
	put_records(info, out);
	put_points(info, out);
	otfp_json_number(out, "bytes", info->bytes != 0, info->bytes);
	otfp_json_real(out, "compression",
	               info->tail_packed ? (double)info->tail_text / (double)info->tail_packed : NAN);
	otfp_json_number(out, "part", info->share.parts != 0, info->share.part);
	otfp_json_number(out, "parts", info->share.parts != 0, info->share.parts);
	put_texts(out, "provenance", &info->provenance);
	put_texts(out, "lost", &info->lost);
	put_texts(out, "comments", &info->comments);
	put_texts(out, "environment", &info->environment);
	put_files(info, out);
	put_streams(info, out);
	put_processes(info, out);
	put_groups(info, out);
	otfp_json_end(out, '}');
	putc('\n', file);
}
