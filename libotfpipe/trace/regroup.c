/*
 * regroup.c - --regroup: a source that wraps another one and moves processes to other streams.
 *
 * A line of the file is "PROCESSES STREAM": numbers as in 1-8,12, then the stream. If several lines have a process, the
 * first counts; a process in no line stays in its stream. Only @SM lines change, and all of them are read before the
 * first record is delivered. A stream with local definitions must keep its processes, since these definitions mean
 * nothing in other streams.
 */
#include "base/grow.h"
#include "base/num.h"
#include "base/set.h"
#include "base/text.h"
#include "record/control.h"
#include "record/streams.h"
#include "trace/around.h"
#include "trace/source.h"
#include "record/keep.h"
#include "record/table.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WHAT "--regroup"

struct rule {
	struct otfp_set *processes; /* NULL: `process` alone, as most lines of a file that a program wrote */
	uint32_t process, stream;
};

struct regroup {
	struct otfp_error *err;
	struct otfp_source *src;
	struct otfp_read_options o;
	struct rule *rules;
	size_t n, cap;
	struct otfp_map alone;         /* process -> index of the first rule of it alone */
	size_t *sets, nsets, sets_cap; /* the indexes of the other rules */
	struct otfp_master was, is;
	struct otfp_map moved; /* streams that processes leave or join, each with one of these processes */
	struct otfp_arena head;
	struct otfp_record *controls; /* except @SM, to be delivered first */
	size_t ncontrols, controls_cap, at;
	size_t streams_at; /* streams of `is` that are delivered as @SM lines */
	struct otfp_buf text;
	struct otfp_record line;
	const struct otfp_record *first; /* the record after them; NULL = read it from src */
	const struct otfp_record *one;
	int begun, ended;
};

/* ---- the file ---- */

struct place {
	const char *file;
	unsigned line;
	struct otfp_error *err;
};

/* Whether text is the number of one process. */
static int is_alone(const char *text, uint32_t *process)
{
	uint64_t v;
	int over = 0;
	const char *end = otfp_get_dec(text, &v, &over);

	if (end == text || *end || over || v > UINT32_MAX)
		return 0;
	*process = (uint32_t)v;
	return 1;
}

static int add_alone(struct regroup *g, struct rule rule)
{
	if (!otfp_map_get(&g->alone, rule.process) && otfp_map_set(&g->alone, rule.process, g->n) < 0)
		return otfp_fail_memory(g->err);
	g->rules[g->n++] = rule;
	return 0;
}

static int add_set(struct regroup *g, struct rule rule, const char *processes, const struct place *at)
{
	struct otfp_error why;
	int code;

	if (otfp_grow(&g->sets, g->nsets, &g->sets_cap, sizeof *g->sets) < 0)
		return otfp_fail_memory(at->err);
	code = otfp_set_parse(&rule.processes, processes, "processes", &why);
	if (code < 0)
		return otfp_fail(at->err, code, WHAT ": %s:%u: %.600s", at->file, at->line, why.text);
	g->sets[g->nsets++] = g->n;
	g->rules[g->n++] = rule;
	if (otfp_set_has_names(rule.processes))
		return otfp_fail(at->err, OTFP_EUSAGE, WHAT ": %s:%u: processes must be numbers, not '%.60s'", at->file,
		                 at->line, processes);
	return 0;
}

static int add_rule(struct regroup *g, const char *processes, const char *stream, const struct place *at)
{
	struct rule rule = {0};
	uint64_t v;
	int over = 0;
	const char *end = otfp_get_dec(stream, &v, &over);

	if (end == stream || *end || over || !v || v >= UINT32_MAX)
		return otfp_fail(at->err, OTFP_EUSAGE, WHAT ": %s:%u: '%.60s' is not a stream number", at->file,
		                 at->line, stream);
	rule.stream = (uint32_t)v;
	if (otfp_grow(&g->rules, g->n, &g->cap, sizeof *g->rules) < 0)
		return otfp_fail_memory(at->err);
	return is_alone(processes, &rule.process) ? add_alone(g, rule) : add_set(g, rule, processes, at);
}

static int add_line(struct regroup *g, char *text, const struct place *at)
{
	static const char separators[] = " \t\v\f\r";
	char *processes, *stream, *more, *rest;

	text[strcspn(text, "#")] = 0;
	processes = strtok_r(text, separators, &rest);
	stream = processes ? strtok_r(NULL, separators, &rest) : NULL;
	more = stream ? strtok_r(NULL, separators, &rest) : NULL;
	if (!processes)
		return 0;
	if (!stream || more)
		return otfp_fail(at->err, OTFP_EUSAGE, WHAT ": %s:%u: expected PROCESSES STREAM", at->file, at->line);
	return add_rule(g, processes, stream, at);
}

static int read_rules(struct regroup *g, const char *file, otfp_stop_fn *stop)
{
	struct place at = {file, 0, g->err};
	struct otfp_buf text = OTFP_BUF_INIT;
	int rc = otfp_text_read(&text, file, WHAT, stop, g->err);
	char *line = text.p, *rest;

	for (; rc == 0 && line; line = rest) {
		rest = strchr(line, '\n');
		if (rest)
			*rest++ = 0;
		at.line++;
		rc = add_line(g, line, &at);
	}
	otfp_buf_release(&text);
	return rc;
}

/* As otfp_set_unmet, for a rule of any kind. */
static size_t unmet(const struct regroup *g, const struct rule *rule, char *terms, size_t room)
{
	if (rule->processes)
		return otfp_set_unmet(rule->processes, terms, room);
	snprintf(terms, room, "'%" PRIu32 "'", rule->process);
	return otfp_master_stream(&g->was, rule->process) == 0;
}

/* Report terms of the rules that no process matches. @return 0, or <0 with o->strict */
static int report_unmet(struct regroup *g, const struct otfp_read_options *o)
{
	struct otfp_error e;
	char terms[800];

	for (size_t i = 0; i < g->n; i++) {
		if (!unmet(g, &g->rules[i], terms, sizeof terms))
			continue;
		otfp_fail(&e, OTFP_EFAIL, WHAT ": nothing matches %s%s", terms,
		          g->was.n ? "" : ": the input has no @SM line, which says where processes are");
		if (o->strict)
			return otfp_fail(g->err, OTFP_EFAIL, "%s", e.text);
		if (o->report)
			o->report(o->ctx, &e);
	}
	return 0;
}

/* ---- the streams ---- */

/* The first rule that has the process counts. */
static uint32_t stream_for(const struct regroup *g, uint32_t process, uint32_t stream)
{
	const uint64_t *alone = otfp_map_get(&g->alone, process);
	const size_t before = alone ? *alone : SIZE_MAX;

	for (size_t i = 0; i < g->nsets && g->sets[i] < before; i++) {
		const struct rule *rule = &g->rules[g->sets[i]];
		if (otfp_set_has(rule->processes, process, NULL, 0))
			return rule->stream;
	}
	return alone ? g->rules[*alone].stream : stream;
}

static int move(struct regroup *g, uint32_t process, uint32_t from)
{
	uint32_t to = stream_for(g, process, from);

	for (size_t i = 0; i < g->nsets; i++)
		otfp_set_meet(g->rules[g->sets[i]].processes, process, NULL, 0);
	if (otfp_master_add(&g->is, to, process) < 0)
		return -1;
	if (to == from)
		return 0;
	return otfp_map_set(&g->moved, from, process) < 0 || otfp_map_set(&g->moved, to, process) < 0 ? -1 : 0;
}

static int move_all(struct regroup *g)
{
	for (size_t s = 0; s < g->was.n; s++)
		for (size_t i = 0; i < g->was.streams[s].n; i++)
			if (move(g, g->was.streams[s].procs[i], g->was.streams[s].id) < 0)
				return otfp_fail_memory(g->err);
	return 0;
}

static int take_control(struct regroup *g, const struct otfp_record *rec)
{
	const char *why;
	struct otfp_record copy = *rec;

	if (otfp_control_kind(rec) == OTFP_C_SM) {
		if (otfp_master_parse_sm(&g->was, &rec->line, &why) < 0)
			return otfp_fail(g->err, OTFP_EFAIL, WHAT ": %s", why);
		return 0;
	}
	if (otfp_record_keep(&copy, &g->head) < 0 ||
	    otfp_grow(&g->controls, g->ncontrols, &g->controls_cap, sizeof *g->controls) < 0)
		return otfp_fail_memory(g->err);
	g->controls[g->ncontrols++] = copy;
	return 0;
}

static int begin(struct regroup *g)
{
	const struct otfp_record *rec;
	int code;

	g->begun = 1;
	while ((code = otfp_source_next(g->src, &rec)) == 0 && rec->type == OTFP_CONTROL) {
		code = take_control(g, rec);
		if (code < 0)
			return code;
	}
	if (code < 0)
		return code;
	g->ended = code == OTFP_END;
	g->first = g->ended ? NULL : rec;
	code = move_all(g);
	return code == 0 ? report_unmet(g, &g->o) : code;
}

/* ---- records ---- */

static int check(struct regroup *g, const struct otfp_record *rec)
{
	const uint64_t *process;

	if (otfp_control_kind(rec) == OTFP_C_SM)
		return otfp_fail(g->err, OTFP_EFAIL, WHAT ": an @SM line comes after the first record");
	if (rec->type >= OTFP_NTYPES || rec->file != OTFP_FILE_DEF || !rec->loc)
		return 0;
	process = otfp_map_get(&g->moved, rec->loc);
	if (!process)
		return 0;
	return otfp_fail(g->err, OTFP_EFAIL,
	                 WHAT ": %s %" PRIu64 " is local to stream %" PRIu32 ", which process %" PRIu64
	                      " leaves or joins; --unify makes it global",
	                 otfp_table[rec->type].name, rec->f[0].u, rec->loc, *process);
}

/* Get the next control line. @return 1 with *rec set, 0 if there are no more, <0 */
static int next_control(struct regroup *g, const struct otfp_record **rec)
{
	if (g->at < g->ncontrols) {
		*rec = &g->controls[g->at++];
		return 1;
	}
	if (g->streams_at == g->is.n)
		return 0;
	g->text.n = 0;
	if (otfp_master_format_sm(&g->is.streams[g->streams_at++], &g->text) < 0)
		return otfp_fail_memory(g->err);
	g->line = otfp_control_record(g->text.p, g->text.n);
	*rec = &g->line;
	return 1;
}

static int regroup_batch(void *handle, const struct otfp_record *const **recs, size_t *n)
{
	struct regroup *g = handle;
	int code = g->begun ? 0 : begin(g);

	if (code == 0)
		code = next_control(g, &g->one);
	*recs = &g->one;
	*n = 1;
	if (code)
		return code < 0 ? code : 0;
	if (g->first) {
		g->one = g->first;
		g->first = NULL;
		return check(g, g->one);
	}
	code = g->ended ? OTFP_END : otfp_source_batch(g->src, recs, n);
	for (size_t i = 0; code == 0 && i < *n; i++)
		if (!otfp_is_timed((*recs)[i]->file))
			code = check(g, (*recs)[i]);
	return code;
}

static const struct otfp_header *regroup_header(const void *handle)
{
	return otfp_source_header(((const struct regroup *)handle)->src);
}

static uint64_t regroup_troubles(const void *handle)
{
	return otfp_source_troubles(((const struct regroup *)handle)->src);
}

static void regroup_close(void *handle)
{
	struct regroup *g = handle;

	otfp_source_close(g->src);
	for (size_t i = 0; i < g->n; i++)
		otfp_set_free(g->rules[i].processes);
	free(g->rules);
	free(g->sets);
	otfp_map_release(&g->alone);
	free(g->controls);
	otfp_arena_release(&g->head);
	otfp_master_release(&g->was);
	otfp_master_release(&g->is);
	otfp_map_release(&g->moved);
	otfp_buf_release(&g->text);
	free(g);
}

static const struct otfp_source_ops regroup_ops = {
	.header = regroup_header,
	.batch = regroup_batch,
	.troubles = regroup_troubles,
	.close = regroup_close,
};

int otfp_regroup_open(struct otfp_source **src, const char *file, const struct otfp_read_options *o,
                      struct otfp_error *err)
{
	struct regroup *g = calloc(1, sizeof *g);
	int code;

	if (!g) {
		otfp_source_close(*src);
		*src = NULL;
		return otfp_fail_memory(err);
	}
	g->err = err;
	g->o = *o;
	g->src = *src;
	*src = NULL;
	code = read_rules(g, file, o->stop);
	if (code < 0) {
		regroup_close(g);
		return code;
	}
	return otfp_source_make(src, &regroup_ops, g, err);
}
