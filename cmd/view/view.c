/* view.c - what is known of the traces at the start: their definitions, span, and what of them is selected. */
#include "cmd/run/twice.h"
#include "cmd/view/cache.h"
#include "cmd/text/message.h"
#include "record/control.h"
#include "record/table.h"
#include "state/messages.h"
#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct window view_all(const struct view *v)
{
	return v->all;
}

int view_has(const struct view *v, uint32_t process)
{
	return !v->selects_processes || otfp_map_get(&v->place, process);
}

int view_window(const struct view *v, struct request *r, struct window *w)
{
	*w = v->all;
	if (request_window(r, w) < 0)
		return -1;
	if (!v->is_part)
		return 0;
	w->from = w->from > v->all.from ? w->from : v->all.from;
	w->to = w->to < v->all.to ? w->to : v->all.to;
	if (w->from < w->to)
		return 0;
	request_fail(r, 400, "from, to: are outside of the time of -t");
	return -1;
}

/* ---- the start ---- */

static int start_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct view *v = ctx;

	if (cache_knows_span(v))
		v->span.has = v->span.is_in_header = 1;
	else
		span_start(&v->span, h);
	v->resolution = h->resolution;
	return show_begin(&v->show, h, err);
}

static int is_definition(const struct otfp_record *rec)
{
	return rec->type < OTFP_NTYPES ? rec->type != OTFP_Marker : otfp_control_kind(rec) == OTFP_C_SM;
}

static int start_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct view *v = ctx;
	const unsigned type = (*rec)->type, file = type < OTFP_NTYPES ? otfp_table[type].file : OTFP_FILE_DEF;

	if (v->show.selects && !otfp_is_timed(file) && selection_learn(&v->select, *rec, err) < 0)
		return err->code;
	if (otfp_is_timed(file)) {
		span_add(&v->span, *rec);
		return v->span.is_in_header ? OTFP_LAST : OTFP_DROP;
	}
	v->has_late_definitions |= v->span.has && !v->span.is_in_header && is_definition(*rec);
	if (type == OTFP_DefTimerResolution && !v->resolution)
		v->resolution = (*rec)->f[0].u;
	if (otfp_nodes_add(&v->nodes, *rec) < 0 || otfp_names_add(&v->defined, *rec) < 0)
		return otfp_fail_memory(err);
	return OTFP_DROP;
}

static const struct otfp_stage_ops start_stage = {.begin = start_begin, .record = start_record};

static void name_sources(struct view *v, const struct job_sources *what)
{
	v->what = *what;
	for (int i = 0; i < what->nsources && i < VIEW_SOURCES; i++)
		v->names[i] = strcmp(what->sources[i], "-") == 0 ? view_stdin : what->sources[i];
	if (what->nsources == 0) {
		v->names[0] = view_stdin;
		v->what.nsources = 1;
	}
}

static int check_stdin(const struct view *v, struct otfp_error *err)
{
	if (v->names[0] == view_stdin && lseek(STDIN_FILENO, 0, SEEK_CUR) != 0)
		return otfp_fail(err, OTFP_EFAIL,
		                 "stdin: is in the middle of a file; give a pipe, or the file by name");
	return 0;
}

static int read_start(struct view *v, struct otfp_error *err)
{
	struct job *job = &v->job;
	struct twice twice = {0};
	int code = twice_begin(&twice, job, err);

	job->stage = &start_stage;
	job->ctx = v;
	if (code == 0)
		code = twice_pass(&twice, err);
	twice_release(&twice);
	/* the first pass meets damage and the end of the input again */
	if (code == OTFP_EDAMAGE || code == OTFP_ETRUNC || code == OTFP_EABORT)
		code = 0;
	return code == 0 ? check_stdin(v, err) : code;
}

/* As the timeline does: a process that only groups others has no row. */
static int list_processes(struct view *v)
{
	const struct otfp_names *names = &v->defined;

	v->processes = calloc(names->n + 1, sizeof *v->processes);
	for (size_t i = 0; i < names->n && v->processes; i++) {
		const struct otfp_definition *d = &names->definitions[i];
		if (d->space != OTFP_NAMED_PROCESS || otfp_map_get(&v->place, d->token) ||
		    (names->streams.n && !otfp_map_get(&names->streams, d->token)) || !show_wanted(&v->show, d->token))
			continue;
		if (otfp_map_set(&v->place, d->token, v->nprocesses) < 0)
			return -1;
		v->processes[v->nprocesses++] = d->token;
	}
	return v->processes ? 0 : -1;
}

/* Groups first: functions take none of theirs. */
static int choose_colors(struct view *v)
{
	static const unsigned spaces[] = {OTFP_NAMED_GROUP, OTFP_NAMED_FUNCTION};
	int rc = 0;

	for (unsigned k = 0; k < 2 && rc == 0; k++) {
		for (size_t i = 0; i < v->defined.n && rc == 0; i++)
			if (v->defined.definitions[i].space == spaces[k] && v->defined.definitions[i].name.n)
				rc = colors_add(&v->colors, v->defined.definitions[i].name);
		rc = rc == 0 ? colors_settle(&v->colors) : rc;
	}
	return rc;
}

/* The folder of this program, where the others are. @return 0 or -1 */
static int find_folder(struct view *v)
{
	char *path = realpath("/proc/self/exe", NULL);

	if (!path)
		return -1;
	v->folder = strdup(dirname(path));
	free(path);
	return v->folder ? 0 : -1;
}

/* What of the trace is shown: the time of -t, the types of -r. @return 0 or <0 */
static int select_part(struct view *v, struct otfp_error *err)
{
	uint64_t from = 0, to = UINT64_MAX;
	int has_to = 0;

	v->all = (struct window){v->span.first, v->span.last < UINT64_MAX ? v->span.last + 1 : UINT64_MAX};
	v->selects_processes = v->select.process || v->select.stream;
	v->is_part = show_interval(&v->show, &from, &to, &has_to);
	if (v->is_part) {
		v->all.from = from > v->all.from ? from : v->all.from;
		v->all.to = has_to && to < v->all.to ? to : v->all.to;
	}
	if (v->all.from >= v->all.to)
		return otfp_fail(err, OTFP_EFAIL, "%s: has no event in the time of -t", v->title);
	if (v->is_part)
		v->select.time->met = 1;
	for (unsigned type = 1; type < OTFP_NTYPES; type++) {
		v->is_dropped[type] = otfp_is_timed(otfp_table[type].file) && !show_has(&v->show, type);
		v->has_dropped_state |= v->is_dropped[type] && otfp_table[type].file == OTFP_FILE_SNAP;
	}
	return 0;
}

/* The job that reads one of the traces. */
static void begin_job(struct view *v, const struct job *job, const struct job_sources *what,
                      const struct view_options *o)
{
	v->o = o;
	v->job = *job;
	v->job.read = *what;
	name_sources(v, what);
	v->select = o->select;
	v->show.select = &v->select;
	v->defined.all = v->defined.scales = 1;
	v->title = what->nsources == 0 || strcmp(what->sources[0], "-") == 0 ? "stdin" : what->sources[0];
	pthread_mutex_init(&v->lock, NULL);
	pthread_mutex_init(&v->growing, NULL);
	pthread_cond_init(&v->freed, NULL);
}

/* @return the exit status; -1 to go on */
static int begin(struct view *v)
{
	struct otfp_error err;
	int code;

	if (v->o->cache)
		cache_find(v);
	code = read_start(v, &err);

	if (code == 0 && !v->span.has)
		code = otfp_fail(&err, OTFP_EFAIL, "%s: has no event", v->title);
	code = code == 0 ? select_part(v, &err) : code;
	if (code == 0 && (list_processes(v) < 0 || choose_colors(v) < 0))
		code = otfp_fail_memory(&err);
	if (code == 0 && !v->nprocesses)
		code = otfp_fail(&err, OTFP_EFAIL, "%s: has no process%s", v->title,
		                 v->selects_processes ? " that is selected" : "");
	v->has_nodes = code == 0 && otfp_nodes_choose(&v->nodes, &err) == 0;
	if (code == 0 && find_folder(v) < 0)
		code = otfp_fail_errno(&err, "/proc/self/exe");
	if (code == 0) {
		v->is_complete = cache_has(v);
		return -1;
	}
	message_print("%s", err.text);
	return exit_status(code);
}

int views_begin(struct views *all, const struct job *job, const struct view_options *o, size_t n)
{
	struct job_sources one = job->read;
	int status = -1;

	all->p = calloc(n, sizeof *all->p);
	if (!all->p)
		return message_memory();
	pthread_mutex_init(&all->behind, NULL);
	for (unsigned at = 0; all->n < n && status < 0; all->n++) {
		if (job->read.nsources)
			at += job_trace(job, at, &one);
		all->p[all->n].siblings = all;
		all->p[all->n].room = o->memory / n;
		begin_job(&all->p[all->n], job, &one, o);
		status = begin(&all->p[all->n]);
	}
	return status;
}

void views_stop(struct views *all)
{
	for (size_t i = 0; i < all->n; i++)
		atomic_store(&all->p[i].stopping, 1);
}

static void release(struct view *v)
{
	if (v->has_pass)
		pthread_join(v->pass, NULL);
	cache_release(v);
	index_release(v);
	files_release(v);
	store_release(&v->store);
	free(v->processes);
	free(v->folder);
	otfp_map_release(&v->place);
	otfp_names_release(&v->defined);
	otfp_nodes_release(&v->nodes);
	colors_release(&v->colors);
	/* the values are those of the options */
	v->select.process = v->select.stream = NULL;
	v->select.record = NULL;
	v->select.time = NULL;
	selection_release(&v->select);
	pthread_cond_destroy(&v->freed);
	pthread_mutex_destroy(&v->growing);
	pthread_mutex_destroy(&v->lock);
}

void views_release(struct views *all)
{
	views_stop(all);
	for (size_t i = 0; i < all->n; i++)
		release(&all->p[i]);
	if (all->p)
		pthread_mutex_destroy(&all->behind);
	free(all->p);
}
