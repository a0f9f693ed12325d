/* json.c - what a trace is, for programs: one JSON object. */
#include "base/json.h"
#include "cmd/info/run.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A comma before all but the first of an object or array. */
static void next(FILE *out, size_t i)
{
	if (i)
		fputs(", ", out);
}

static void key(FILE *out, const char *name)
{
	fprintf(out, ", \"%s\": ", name);
}

static void put_number(FILE *out, const char *name, int has, uint64_t v)
{
	key(out, name);
	if (has)
		fprintf(out, "%" PRIu64, v);
	else
		fputs("null", out);
}

static void put_yes(FILE *out, const char *name, int yes)
{
	key(out, name);
	fputs(yes ? "true" : "false", out);
}

static void put_word(FILE *out, const char *name, const char *word)
{
	key(out, name);
	otfp_json_print((struct otfp_str){word, word ? strlen(word) : 0}, out);
}

static void put_texts(FILE *out, const char *name, const struct otfp_info_texts *t)
{
	key(out, name);
	putc('[', out);
	for (size_t i = 0; i < t->n; i++) {
		next(out, i);
		otfp_json_print(t->p[i], out);
	}
	putc(']', out);
}

static void put_head(const struct otfp_info *info, FILE *out)
{
	static const char *const forms[] = {NULL, "short", "long", "mixed"};
	const struct otfp_header *h = &info->header;
	uint64_t first, last;
	int how = otfp_info_span(info, &first, &last);

	put_word(out, "format", info->format);
	put_word(out, "form", forms[h->form & 3]);
	put_yes(out, "full", info->is_full);
	put_number(out, "damages", 1, info->troubles);
	put_number(out, "resolution", h->resolution != 0, h->resolution);
	put_number(out, "first", how != OTFP_SPAN_NONE, first);
	put_number(out, "last", how != OTFP_SPAN_NONE, last);
	put_yes(out, "span_by_definition", how == OTFP_SPAN_RANGE);
	put_number(out, "events_first", h->has_events, h->events_first);
	put_number(out, "events_last", h->has_events, h->events_last);
	key(out, "version");
	if (info->has_version)
		fprintf(out, "[%u, %u, %u]", info->version[0], info->version[1], info->version[2]);
	else
		fputs("null", out);
	key(out, "version_text");
	otfp_json_print(info->version_text, out);
	put_number(out, "unique_id", info->has_id, info->unique_id);
	put_texts(out, "creators", &info->creators);
}

/* Records of definitions and markers, or with `timed` those with a time. */
static void put_records(const struct otfp_info *info, FILE *out)
{
	size_t n = 0;

	put_number(out, "total", info->is_full || info->in_all, info->is_full ? info->total : info->in_all);
	key(out, info->is_full ? "records" : "definitions");
	putc('{', out);
	for (unsigned t = 1; t < OTFP_NTYPES; t++)
		if (info->records[t]) {
			next(out, n++);
			fprintf(out, "\"%s\": %" PRIu64, otfp_schema(t)->name, info->records[t]);
		}
	putc('}', out);
	put_number(out, "unknown", 1, info->others);
}

static void put_points(const struct otfp_info *info, FILE *out)
{
	static const char *const names[OTFP_NPOINTS] = {"snapshots", "summaries", "inline_snapshots"};

	for (unsigned i = 0; i < OTFP_NPOINTS; i++) {
		const struct otfp_info_points *p = &info->points[i];
		key(out, names[i]);
		if (p->n)
			fprintf(out, "{\"points\": %" PRIu64 ", \"first\": %" PRIu64 ", \"last\": %" PRIu64 "}", p->n,
			        p->first, p->last);
		else
			fputs("null", out);
	}
}

static void put_files(const struct otfp_info *info, FILE *out)
{
	key(out, "files");
	putc('[', out);
	for (size_t i = 0; i < info->nfiles; i++) {
		const struct otfp_listed *f = &info->files[i];
		next(out, i);
		fputs("{\"name\": ", out);
		otfp_json_print((struct otfp_str){f->path, strlen(f->path)}, out);
		put_word(out, "kind", otfp_listed_name(f->kind));
		put_number(out, "stream", 1, f->stream);
		put_number(out, "bytes", 1, f->bytes);
		put_yes(out, "packed", f->packed);
		put_number(out, "first", f->has_first, f->first);
		put_number(out, "last", f->has_last, f->last);
		put_yes(out, "cut", f->cut);
		putc('}', out);
	}
	putc(']', out);
}

static void put_streams(const struct otfp_info *info, FILE *out)
{
	key(out, "streams");
	putc('[', out);
	for (size_t i = 0; i < info->nstreams; i++) {
		const struct otfp_info_stream *s = &info->streams[i];
		next(out, i);
		fprintf(out, "{\"stream\": %" PRIu32, s->stream);
		put_number(out, "processes", 1, s->members);
		put_number(out, "files", 1, s->files);
		put_number(out, "packed", 1, s->packed);
		put_number(out, "bytes", s->files, s->bytes);
		putc('}', out);
	}
	putc(']', out);
}

static void put_tally(const struct otfp_info_tally *t, FILE *out)
{
	put_number(out, "records", 1, t->records);
	put_number(out, "enters", 1, t->enters);
	put_number(out, "sends", 1, t->sends);
	put_number(out, "bytes_sent", 1, t->bytes_sent);
	put_number(out, "receives", 1, t->receives);
	put_number(out, "bytes_received", 1, t->bytes_received);
	put_number(out, "collectives", 1, t->collectives);
	put_number(out, "file_operations", 1, t->file_operations);
	put_number(out, "first", t->records != 0, t->first);
	put_number(out, "last", t->records != 0, t->last);
}

static void put_processes(const struct otfp_info *info, FILE *out)
{
	key(out, "processes");
	putc('[', out);
	for (size_t i = 0; i < info->nprocesses; i++) {
		const struct otfp_info_process *p = &info->processes[i];
		const uint64_t *stream = otfp_map_get(&info->stream_of, p->process);
		next(out, i);
		fprintf(out, "{\"process\": %" PRIu32, p->process);
		key(out, "name");
		otfp_json_print(p->name, out);
		put_yes(out, "defined", p->is_defined);
		put_number(out, "parent", p->parent != 0, p->parent);
		put_number(out, "stream", stream != NULL, stream ? *stream : 0);
		if (info->is_full)
			put_tally(&p->tally, out);
		putc('}', out);
	}
	putc(']', out);
}

static void put_groups(const struct otfp_info *info, FILE *out)
{
	key(out, "process_groups");
	putc('[', out);
	for (size_t i = 0; i < info->ngroups; i++) {
		const struct otfp_info_group *g = &info->groups[i];
		next(out, i);
		fprintf(out, "{\"group\": %" PRIu32, g->group);
		put_number(out, "stream", 1, g->stream);
		put_number(out, "members", 1, g->members);
		key(out, "name");
		otfp_json_print(g->name, out);
		putc('}', out);
	}
	putc(']', out);
}

void otfp_info_json(const struct otfp_info *info, FILE *out)
{
	fputs("{\"name\": ", out);
	otfp_json_print((struct otfp_str){info->name, strlen(info->name)}, out);
	put_head(info, out);
	put_records(info, out);
	put_points(info, out);
	put_number(out, "bytes", info->bytes != 0, info->bytes);
	key(out, "compression");
	otfp_json_print_real(info->tail_packed ? (double)info->tail_text / (double)info->tail_packed : NAN, out);
	put_texts(out, "provenance", &info->provenance);
	put_texts(out, "lost", &info->lost);
	put_texts(out, "comments", &info->comments);
	put_texts(out, "environment", &info->environment);
	put_files(info, out);
	put_streams(info, out);
	put_processes(info, out);
	put_groups(info, out);
	fputs("}\n", out);
}
