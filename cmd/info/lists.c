/* lists.c - the files, streams, processes and process groups of a trace as tables. */
#include "cmd/info/run.h"
#include "record/table.h"
#include <string.h>

static void put_if(struct table *t, int has, uint64_t v)
{
	if (has)
		table_number(t, v);
	else
		table_none(t);
}

const char *info_kind(const struct otfp_info *info, unsigned kind)
{
	switch (kind) {
	case OTFP_LIST_MASTER: return strcmp(info->format, "otf2") == 0 ? "anchor" : "master";
	case OTFP_LIST_THUMBNAIL: return "thumb";
	case OTFP_LIST_TRACE: return "trace";
	default: return otfp_file_name(kind);
	}
}

void info_files(const struct otfp_info *info, struct table *t)
{
	static const struct table_column columns[] = {{"name", TABLE_TEXT}, {"kind", TABLE_TEXT}, {"stream", 0},
	                                              {"bytes", 0},         {"packed", 0},        {"records", 0},
	                                              {"first", 0},         {"last", 0},          {"cut", 0}};

	table_begin(t, "files", "");
	table_columns(t, columns, sizeof columns / sizeof *columns);
	for (size_t i = 0; i < info->nfiles; i++) {
		const struct otfp_listed *f = &info->files[i];
		table_word(t, f->path);
		table_word(t, info_kind(info, f->kind));
		table_number(t, f->stream);
		table_bytes(t, f->bytes);
		table_yes(t, f->packed);
		put_if(t, f->has_records, f->records);
		put_if(t, f->has_first, f->first);
		put_if(t, f->has_last, f->last);
		table_yes(t, f->cut);
	}
	table_end(t);
}

int info_is_counted(const struct otfp_info *info)
{
	for (size_t i = 0; i < info->nstreams; i++)
		if (info->streams[i].counted)
			return 1;
	return 0;
}

void info_streams(const struct otfp_info *info, struct table *t)
{
	static const struct table_column columns[] = {{"stream", TABLE_LEFT | TABLE_KEY | TABLE_LEAST(7)},
	                                              {"processes", TABLE_LEAST(8)},
	                                              {"files", TABLE_LEAST(7)},
	                                              {"packed", TABLE_LEAST(7)},
	                                              {"bytes", TABLE_LEAST(11)}};

	table_begin(t, "streams", "");
	table_columns(t, columns, sizeof columns / sizeof *columns);
	table_column(t, "records", TABLE_LEAST(11) | (info_is_counted(info) ? 0 : TABLE_PROGRAMS));
	for (size_t i = 0; i < info->nstreams; i++) {
		const struct otfp_info_stream *s = &info->streams[i];
		table_number(t, s->stream);
		table_number(t, s->members);
		table_number(t, s->files);
		table_number(t, s->packed);
		if (s->files)
			table_bytes(t, s->bytes);
		else
			table_none(t);
		put_if(t, s->counted != 0, s->records);
	}
	table_end(t);
}

/* ---- processes ---- */

/* The number of ancestors of a process; 0 if it is its own ancestor. */
static unsigned depth_of(const struct otfp_info *info, const struct otfp_info_process *process)
{
	unsigned depth = 0;

	for (const struct otfp_info_process *at = process; at->parent && depth <= info->nprocesses; depth++) {
		const uint64_t *parent = otfp_map_get(&info->process_at, at->parent);
		if (!parent)
			return depth + 1;
		at = &info->processes[*parent];
	}
	return depth <= info->nprocesses ? depth : 0;
}

static void put_tally(struct table *t, const struct otfp_info_tally *tally)
{
	table_number(t, tally->records);
	table_number(t, tally->enters);
	table_number(t, tally->sends);
	table_bytes(t, tally->bytes_sent);
	table_number(t, tally->receives);
	table_bytes(t, tally->bytes_received);
	table_number(t, tally->collectives);
	table_number(t, tally->file_operations);
	put_if(t, tally->records != 0, tally->first);
	put_if(t, tally->records != 0, tally->last);
}

/* The name for people stands below that of the parent. */
static void put_below(struct table *t, const struct otfp_info *info, const struct otfp_info_process *p)
{
	const unsigned depth = depth_of(info, p);
	int rc = otfp_buf_printf(&t->scratch, "%*s", 2 * (int)(depth < 20 ? depth : 20), "");

	if (rc == 0 && p->is_defined)
		rc = otfp_buf_add(&t->scratch, p->name.p, p->name.n);
	else if (rc == 0)
		rc = otfp_buf_puts(&t->scratch, "(not defined)");
	table_scratch(t, rc);
}

static void put_process(struct table *t, const struct otfp_info *info, const struct otfp_info_process *p)
{
	const uint64_t *stream = otfp_map_get(&info->stream_of, p->process);

	table_number(t, p->process);
	table_text_cell(t, p->name);
	table_yes(t, p->is_defined);
	put_if(t, p->parent != 0, p->parent);
	put_if(t, stream != NULL, stream ? *stream : 0);
	if (info->is_full)
		put_tally(t, otfp_info_tally_of(info, p));
	put_below(t, info, p);
}

void info_processes(const struct otfp_info *info, struct table *t)
{
	static const struct table_column columns[] = {{"process", TABLE_LEFT | TABLE_KEY | TABLE_LEAST(10)},
	                                              {"name", TABLE_PROGRAMS},
	                                              {"defined", TABLE_PROGRAMS},
	                                              {"parent", TABLE_PROGRAMS},
	                                              {"stream", TABLE_KEY | TABLE_LEAST(7)}};
	static const struct table_column tally[] = {
		{"records", TABLE_LEAST(9)},     {"enters", TABLE_LEAST(9)},
		{"sends", TABLE_LEAST(8)},       {"bytes_sent", TABLE_LEAST(10)},
		{"receives", TABLE_PROGRAMS},    {"bytes_received", TABLE_PROGRAMS},
		{"collectives", TABLE_PROGRAMS}, {"file_operations", TABLE_PROGRAMS},
		{"first", TABLE_LEAST(13)},      {"last", TABLE_LEAST(13)}};

	table_begin(t, "processes", "");
	table_columns(t, columns, sizeof columns / sizeof *columns);
	if (info->is_full)
		table_columns(t, tally, sizeof tally / sizeof *tally);
	table_column(t, "name", TABLE_PEOPLE | TABLE_TEXT);
	for (size_t i = 0; i < info->nprocesses; i++)
		put_process(t, info, &info->processes[i]);
	table_end(t);
}

void info_groups(const struct otfp_info *info, struct table *t)
{
	static const struct table_column columns[] = {{"group", TABLE_LEFT | TABLE_KEY | TABLE_LEAST(10)},
	                                              {"stream", TABLE_LEAST(7)},
	                                              {"members", TABLE_LEAST(7)},
	                                              {"name", TABLE_TEXT}};

	table_begin(t, "process_groups", "");
	table_columns(t, columns, sizeof columns / sizeof *columns);
	for (size_t i = 0; i < info->ngroups; i++) {
		const struct otfp_info_group *g = &info->groups[i];
		table_number(t, g->group);
		table_number(t, g->stream);
		table_number(t, g->members);
		table_text_cell(t, g->name);
	}
	table_end(t);
}
