/* view.c - what is known of the trace: its definitions at the start, and levels of detail after the first pass. */
#include "cmd/view/view.h"
#include "base/grow.h"
#include "base/order.h"
#include "cmd/text/message.h"
#include "record/listed.h"
#include "record/table.h"
#include "state/messages.h"
#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes of memory that cmd/page/detail.h needs for one of its limit, for all levels. */
enum { LEVEL_SHARE = 28 * (DETAIL_LEVELS - 1) };

struct window view_all(const struct view *v)
{
	return (struct window){v->span.first, v->span.last < UINT64_MAX ? v->span.last + 1 : UINT64_MAX};
}

/* ---- the start ---- */

static int start_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct view *v = ctx;

	(void)err;
	span_start(&v->span, h);
	v->resolution = h->resolution;
	return 0;
}

static int start_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct view *v = ctx;
	const unsigned type = (*rec)->type, file = type < OTFP_NTYPES ? otfp_table[type].file : OTFP_FILE_DEF;

	if (otfp_is_timed(file)) {
		span_add(&v->span, *rec);
		return v->span.is_in_header ? OTFP_LAST : OTFP_DROP;
	}
	if (type == OTFP_DefTimerResolution && !v->resolution)
		v->resolution = (*rec)->f[0].u;
	return otfp_names_add(&v->defined, *rec) < 0 ? otfp_fail_memory(err) : OTFP_DROP;
}

static const struct otfp_stage_ops start_stage = {.begin = start_begin, .record = start_record};

/* Standard input becomes a file that each reader opens for itself. */
static const char stdin_file[] = "/proc/self/fd/0";

static int name_sources(struct view *v, struct otfp_error *err)
{
	const struct job_sources *what = &v->job->read;

	v->what = *what;
	for (int i = 0; i < what->nsources; i++)
		v->names[i] = strcmp(what->sources[i], "-") == 0 ? stdin_file : what->sources[i];
	if (what->nsources == 0) {
		v->names[0] = stdin_file;
		v->what.nsources = 1;
	}
	if (v->names[0] == stdin_file && lseek(STDIN_FILENO, 0, SEEK_CUR) != 0)
		return otfp_fail(err, OTFP_EFAIL,
		                 "stdin: is in the middle of a file; give a pipe, or the file by name");
	return 0;
}

static int read_start(struct view *v, struct job *job, struct otfp_error *err)
{
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
	return code == 0 ? name_sources(v, err) : code;
}

/* As the timeline does: a process that only groups others has no row. */
static int list_processes(struct view *v)
{
	const struct otfp_names *names = &v->defined;

	v->processes = calloc(names->n + 1, sizeof *v->processes);
	for (size_t i = 0; i < names->n && v->processes; i++) {
		const struct otfp_definition *d = &names->definitions[i];
		if (d->space != OTFP_NAMED_PROCESS || otfp_map_get(&v->place, d->token) ||
		    (names->streams.n && !otfp_map_get(&names->streams, d->token)))
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

int view_begin(struct view *v, struct job *job, const struct view_options *o)
{
	struct otfp_error err;
	int code;

	*v = (struct view){.o = o, .job = job, .defined.all = 1, .defined.scales = 1};
	pthread_mutex_init(&v->lock, NULL);
	pthread_cond_init(&v->freed, NULL);
	code = read_start(v, job, &err);
	if (code == 0 && !v->span.has)
		code = otfp_fail(&err, OTFP_EFAIL, "%s: has no event",
		                 v->names[0] == stdin_file ? "stdin" : v->names[0]);
	if (code == 0 && (list_processes(v) < 0 || choose_colors(v) < 0))
		code = otfp_fail_memory(&err);
	if (code == 0 && find_folder(v) < 0)
		code = otfp_fail_errno(&err, "/proc/self/exe");
	if (code == 0)
		return -1;
	message_print("%s", err.text);
	return exit_status(code);
}

/* ---- the first pass ---- */

struct pass {
	struct view *view;
	struct otfp_map seen; /* time of a snapshot -> its number */
	struct point {
		uint64_t time;
		struct otfp_map has; /* streams that have it */
	} * points;
	size_t n, cap;
};

static int pass_list(void *ctx, const struct otfp_listed *file)
{
	struct view *v = ((struct pass *)ctx)->view;
	struct view_file *f;

	if (otfp_grow(&v->files, v->nfiles, &v->files_cap, sizeof *v->files) < 0)
		return OTFP_EFAIL;
	f = &v->files[v->nfiles];
	f->path = strdup(file->path);
	if (!f->path)
		return OTFP_EFAIL;
	v->nfiles += stat(f->path, &f->st) == 0;
	return 0;
}

static int pass_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct view *v = ((struct pass *)ctx)->view;
	const struct otfp_timeline_options o = {.from = v->span.first, .to = v->span.last, .no_markers = 1};

	return detail_begin(&v->detail, v->o->memory / LEVEL_SHARE, v->span.first, &o, h, err);
}

/* Note that a stream has a snapshot at that time. @return 0, or -1 when memory is out */
static int note_snapshot(struct pass *p, uint64_t time, uint32_t process)
{
	const uint64_t *stream = otfp_map_get(&p->view->defined.streams, process);
	struct point *point = otfp_map_row(&p->seen, time, &p->points, &p->n, &p->cap, sizeof *point);

	if (!point)
		return -1;
	point->time = time;
	return stream ? otfp_map_set(&point->has, *stream, 1) : 0;
}

static int pass_take(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct pass *p = ctx;

	for (size_t i = 0; i < n; i++)
		if (recs[i]->type < OTFP_NTYPES && otfp_table[recs[i]->type].file == OTFP_FILE_SNAP &&
		    note_snapshot(p, recs[i]->time, recs[i]->loc) < 0)
			return otfp_fail_memory(err);
	return detail_add(&p->view->detail, recs, n) < 0 ? otfp_fail_memory(err) : 0;
}

static int by_time(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return otfp_order(*x, *y);
}

/* Whether each stream has the snapshot. */
static int is_of_all(const struct view *v, const struct point *point)
{
	for (struct otfp_map_at at = {0}; otfp_map_next(&v->defined.streams, &at);)
		if (!otfp_map_get(&point->has, *at.value))
			return 0;
	return v->defined.streams.n != 0;
}

/* Snapshots that describe the state of all streams. @return 0, or -1 when memory is out */
static int take_points(struct pass *p)
{
	struct view *v = p->view;

	v->points = calloc(p->n + 1, sizeof *v->points);
	for (size_t i = 0; i < p->n && v->points; i++)
		if (is_of_all(v, &p->points[i]))
			v->points[v->npoints++] = p->points[i].time;
	if (v->npoints)
		qsort(v->points, v->npoints, sizeof *v->points, by_time);
	return v->points ? 0 : -1;
}

static void release_pass(struct pass *p)
{
	for (size_t i = 0; i < p->n; i++)
		otfp_map_release(&p->points[i].has);
	free(p->points);
	otfp_map_release(&p->seen);
}

/* Of a trace that was read in part the levels would show less than there is: only windows are shown then. */
static void drop_levels(struct view *v, const struct otfp_error *err)
{
	detail_release(&v->detail);
	v->npoints = 0;
	snprintf(v->damage, sizeof v->damage, "%s", err->text);
}

static void *run_pass(void *ctx)
{
	struct view *v = ctx;
	struct pass p = {.view = v};
	struct otfp_error err;
	const struct reading r = {
		.view = v, .is_whole = 1, .list = pass_list, .begin = pass_begin, .take = pass_take, .ctx = &p};
	int code = view_read(&r, &err);

	if (code == 0 && (detail_end(&v->detail) < 0 || (v->what.nsources == 1 && take_points(&p) < 0)))
		code = otfp_fail_memory(&err);
	if (code < 0)
		drop_levels(v, &err);
	release_pass(&p);
	pthread_mutex_lock(&v->lock);
	v->is_complete = code != OTFP_EINTR;
	pthread_mutex_unlock(&v->lock);
	return NULL;
}

int view_start(struct view *v)
{
	errno = pthread_create(&v->pass, NULL, run_pass, v);
	v->has_pass = errno == 0;
	return v->has_pass ? 0 : -1;
}

void view_release(struct view *v)
{
	atomic_store(&v->stopping, 1);
	if (v->has_pass)
		pthread_join(v->pass, NULL);
	detail_release(&v->detail);
	for (size_t i = 0; i < v->nfiles; i++)
		free(v->files[i].path);
	free(v->files);
	free(v->points);
	free(v->processes);
	free(v->folder);
	otfp_map_release(&v->place);
	otfp_names_release(&v->defined);
	colors_release(&v->colors);
	pthread_cond_destroy(&v->freed);
	pthread_mutex_destroy(&v->lock);
}
