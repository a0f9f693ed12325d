/* read.c - read a part of the trace: from the nearest snapshot, for one thread, until nobody waits for it. */
#include "cmd/text/signals.h"
#include "cmd/view/cache.h"
#include "io/files.h"
#include "record/table.h"
#include "trace/open.h"
#include "trace/source.h"
#include <stdlib.h>
#include <time.h>

enum { LOOK = 16 /* batches between two looks at the other end */ };

/* ---- who waits ---- */

int view_is_complete(struct view *v)
{
	int is_complete;

	pthread_mutex_lock(&v->lock);
	is_complete = v->is_complete;
	pthread_mutex_unlock(&v->lock);
	return is_complete;
}

int view_is_left(struct view *v, const struct request *r)
{
	return atomic_load(&v->stopping) || signal_came() || (r && r->is_left(r->ctx));
}

/* `stop` of the read options has no context: each thread reads one thing. */
static _Thread_local const struct reading *current;

static int stop(void)
{
	return current && view_is_left(current->view, current->request);
}

/* The traces share the answers. */
static unsigned most_readers(const struct view *v)
{
	return v->siblings->n < VIEW_READERS ? VIEW_READERS / (unsigned)v->siblings->n : 1;
}

void view_wait(struct view *v, unsigned ms)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += (long)ms * 1000 * 1000;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	pthread_cond_timedwait(&v->freed, &v->lock, &until);
}

int view_enter(struct view *v, const struct request *r)
{
	int is_left = 0;

	pthread_mutex_lock(&v->lock);
	while (v->readers >= most_readers(v) && !(is_left = view_is_left(v, r)))
		view_wait(v, 50);
	v->readers += !is_left;
	pthread_mutex_unlock(&v->lock);
	return is_left ? -1 : 0;
}

void view_leave(struct view *v)
{
	pthread_mutex_lock(&v->lock);
	v->readers--;
	pthread_cond_broadcast(&v->freed);
	pthread_mutex_unlock(&v->lock);
}

/* ---- what is said ---- */

/* Standard input becomes a file that each reader opens for itself. */
const char view_stdin[] = "/proc/self/fd/0";

const char *view_say(const char *said, char *text, size_t size)
{
	const size_t n = sizeof view_stdin - 1;

	if (strncmp(said, view_stdin, n) != 0)
		return said;
	snprintf(text, size, "stdin%s", said + n);
	return text;
}

int view_check_files(struct view *v, struct otfp_error *err)
{
	return view_is_complete(v) ? files_check(v, err) : 0;
}

void view_fail(struct request *r, const struct otfp_error *err)
{
	char text[sizeof err->text];

	request_fail(r, err->code == OTFP_EUSAGE ? 400 : 500, "%s", view_say(err->text, text, sizeof text));
}

/* The first damage is the one that the page shows. */
void view_note_damage(struct view *v, const struct otfp_error *err)
{
	char text[sizeof err->text];

	if (!*v->damage)
		snprintf(v->damage, sizeof v->damage, "%s", view_say(err->text, text, sizeof text));
}

/* ---- records ---- */

/* The instant to start at: the last one up to `from`. @return NULL if there is none */
static const struct view_point *find_point(const struct reading *r)
{
	struct view *v = r->view;
	size_t low = 0, high;

	if (r->is_whole || !view_is_complete(v))
		return NULL;
	for (high = v->npoints; low < high;) {
		const size_t middle = (low + high) / 2;
		if (v->points[middle].time <= r->from)
			low = middle + 1;
		else
			high = middle;
	}
	while (low && r->needs_trace && v->points[low - 1].packed)
		low--;
	return low ? &v->points[low - 1] : NULL;
}

/* Whether it comes before the point, or -r leaves it out. */
static int is_dropped(const struct view *v, const struct otfp_record *rec, const struct view_point *point)
{
	return rec->type < OTFP_NTYPES && (v->is_dropped[rec->type] || (point && rec->time < point->time &&
	                                                                otfp_is_timed(otfp_table[rec->type].file)));
}

/* Give a batch without those. @return as take */
static int take_rest(const struct reading *r, const struct view_point *point, const struct otfp_record *const *recs,
                     size_t n, struct otfp_error *err)
{
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0;) {
		size_t end = i;
		while (end < n && !is_dropped(r->view, recs[end], point))
			end++;
		rc = end > i ? r->take(r->ctx, recs + i, end - i, err) : 0;
		i = end + 1;
	}
	return rc;
}

static int take_batch(const struct reading *r, const struct view_point *point, const struct otfp_record *const *recs,
                      size_t n, struct otfp_error *err)
{
	return point || r->view->select.record ? take_rest(r, point, recs, n, err) : r->take(r->ctx, recs, n, err);
}

/* Give the state after the definitions, before the first event. @return as take */
static int take_state(const struct reading *r, const struct view_point **state, const struct otfp_record *const *recs,
                      size_t n, struct otfp_error *err)
{
	const struct view_point *point = *state;
	size_t i = 0;
	int rc;

	while (i < n && (recs[i]->type >= OTFP_NTYPES || !otfp_is_timed(otfp_table[recs[i]->type].file)))
		i++;
	rc = i ? take_batch(r, point, recs, i, err) : 0;
	if (rc || i == n)
		return rc;
	rc = view_states_give(point, r, err);
	*state = NULL;
	return rc ? rc : take_batch(r, point, recs + i, n - i, err);
}

static int read_records(const struct reading *r, struct otfp_source *src, struct otfp_error *err)
{
	const struct otfp_record *const *recs;
	const struct view_point *point = find_point(r), *state = point && point->packed ? point : NULL;
	unsigned looks = 0;
	size_t n;
	int rc;

	if (r->wanted)
		otfp_source_wanted(src, r->wanted, r->ctx);
	otfp_source_kinds(src, OTFP_FILES_TIMED & ~OTFP_FILE_BIT(OTFP_FILE_STAT));
	if (!r->is_whole)
		otfp_source_window(src, point ? point->time : 0, r->to, 1);
	while ((rc = otfp_source_batch(src, &recs, &n)) == 0) {
		if (looks++ % LOOK == 0 && stop())
			return otfp_fail(err, OTFP_EINTR, "interrupted");
		rc = state ? take_state(r, &state, recs, n, err) : take_batch(r, point, recs, n, err);
		if (rc)
			return rc < 0 ? rc : 0;
	}
	if (rc == OTFP_END && state)
		rc = view_states_give(state, r, err);
	return rc == OTFP_END || rc > 0 ? 0 : rc;
}

/* Damage that --keep-going skips. */
static void note_report(void *ctx, const struct otfp_error *e)
{
	const struct reading *r = ctx;

	if (e->code == OTFP_EDAMAGE && !r->request)
		view_note_damage(r->view, e);
}

static struct otfp_read_options options(const struct reading *r)
{
	const struct view *v = r->view;
	struct otfp_read_options o = job_read_options(&v->job);

	o.pool = NULL;
	o.stop = stop;
	o.report = note_report;
	o.ctx = (void *)(uintptr_t)r;
	o.max_files = otfp_files_budget((unsigned)v->job.common->max_files, VIEW_READERS + (unsigned)v->siblings->n);
	return o;
}

/* Open the trace and read it; the error of the source is its own, so that it fills none of the caller's. */
static int open_and_read(const struct reading *r, struct otfp_error *err)
{
	const struct otfp_read_options o = options(r);
	struct otfp_source *src = NULL;
	int rc = otfp_source_open_shared(&src, r->view->names, (unsigned)r->view->what.nsources, &o, err);

	if (rc < 0)
		return rc;
	if (r->lists)
		rc = files_list(r->view, src, err);
	if (rc == 0 && r->begin)
		rc = r->begin(r->ctx, otfp_source_header(src), err);
	if (rc == 0)
		rc = read_records(r, src, err);
	otfp_source_close(src);
	return rc;
}

int view_read(const struct reading *r, struct otfp_error *err)
{
	int rc = r->request ? view_check_files(r->view, err) : 0;

	if (rc < 0)
		return rc;
	current = r;
	rc = open_and_read(r, err);
	current = NULL;
	return rc;
}
