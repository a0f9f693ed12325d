/* pass.c - the first pass: levels of detail, and where the snapshots are. */
#include "base/fd.h"
#include "base/order.h"
#include "cmd/view/cache.h"
#include "record/table.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LEVEL_SHARE = 28 /* bytes of memory that cmd/page/detail.h needs for one of its limit, for a level */ };
enum { ARROWS = 20000 /* messages that are kept */ };
enum { STATES_SHARE = 8 /* of the memory, for states; and for answers, store.c */ };
enum { RECORD_BYTES = 24 /* of a file, rather more than a record has */ };
enum { FEW_RECORDS = 1000000, STREAM_RECORDS = 4000000 /* of a stream that is soon read */ };

struct pass {
	struct view *view;
	struct otfp_map seen; /* time of a snapshot -> its number */
	struct point {
		uint64_t time;
		struct otfp_map has; /* streams that have it */
	} * points;
	size_t n, cap;
	struct view_states states;
	struct view_entries entries;
	uint64_t more; /* key-values of calls: not 0 if there are some */
};

/* ---- answers look at the levels on the way ---- */

void view_hold(struct view *v)
{
	atomic_fetch_add(&v->looking, 1);
	pthread_mutex_lock(&v->growing);
}

void view_let_go(struct view *v)
{
	pthread_mutex_unlock(&v->growing);
	atomic_fetch_sub(&v->looking, 1);
}

/* The pass comes back too soon for one that waits. */
static void grow(struct view *v)
{
	if (atomic_load(&v->looking))
		otfp_fd_pause(1);
	pthread_mutex_lock(&v->growing);
}

static void rest(struct view *v)
{
	pthread_mutex_unlock(&v->growing);
}

/* ---- records ---- */

static int pass_wanted(void *ctx, uint32_t process)
{
	return view_has(ctx, process);
}

static int ends_with(const char *path, size_t n, const char *end)
{
	const size_t nend = strlen(end);

	return n >= nend && memcmp(path + n - nend, end, nend) == 0;
}

/* NAME.N.snaps and .snaps.z of OTF, N.snap of OTF2; a trace may be called run.snap. */
static int is_of_snapshots(const char *path)
{
	size_t n = strlen(path);

	n -= ends_with(path, n, ".z") ? 2 : 0;
	return ends_with(path, n, ".snaps") || ends_with(path, n, ".snap");
}

/* How many records the pass sees, rather less than more, without snapshots, which add no bars: it says only which
 * levels are worth their time. */
static uint64_t guess_records(const struct view *v)
{
	const double part = (double)(v->all.to - v->all.from) / ((double)(v->span.last - v->span.first) + 1);
	double bytes = 0;

	for (size_t i = 0; i < v->nfiles; i++)
		if (!is_of_snapshots(v->files[i].path))
			bytes += (double)v->files[i].st.st_size;
	return (uint64_t)(bytes * part / RECORD_BYTES);
}

/* Whether rows of single processes have a level of their own: unless it takes longer than to read their streams.
 * @return 1, 0, or -1 when memory is out */
static int takes_each(const struct view *v)
{
	struct otfp_map streams = {0};
	int rc = 0;

	for (struct otfp_map_at at = {0}; rc == 0 && otfp_map_next(&v->defined.streams, &at);)
		rc = otfp_map_set(&streams, *at.value, 0);
	if (rc == 0)
		rc = !streams.n || v->detail.records < FEW_RECORDS || v->detail.records / streams.n > STREAM_RECORDS;
	otfp_map_release(&streams);
	return rc;
}

static int pass_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct view *v = ((struct pass *)ctx)->view;
	const struct otfp_timeline_options o = {
		.from = v->all.from, .to = v->all.to, .has_to = 1, .wanted = pass_wanted, .ctx = v};

	const size_t room = v->room, levels = DETAIL_LEVELS - 1 + (v->nprocesses > VIEW_ROWS);
	int code;

	v->detail.processes = v->nprocesses;
	v->detail.records = guess_records(v);
	v->detail.no_curves = 1;
	v->detail.has_each = takes_each(v);
	v->detail.arrows = ARROWS;
	view_states_begin(&((struct pass *)ctx)->states, room / STATES_SHARE, v->detail.records);
	if (v->detail.has_each < 0)
		return otfp_fail_memory(err);
	grow(v);
	code = detail_begin(&v->detail, (room - 2 * (room / STATES_SHARE)) / LEVEL_SHARE / levels, v->span.first, &o, h,
	                    err);
	if (code == 0)
		v->detail.levels[0]->state.keeps |= /* of the states that are kept */
			OTFP_STATE_COUNTERS | OTFP_STATE_FILES | OTFP_STATE_SOURCES;
	rest(v);
	return code;
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

static int take(struct pass *p, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct detail *d = &p->view->detail;
	size_t done = 0;

	for (size_t i = 0; i < n; i++) {
		const unsigned file = recs[i]->type < OTFP_NTYPES ? otfp_table[recs[i]->type].file : OTFP_FILE_DEF;
		if (file == OTFP_FILE_SNAP && note_snapshot(p, recs[i]->time, recs[i]->loc) < 0)
			return otfp_fail_memory(err);
		p->states.has_undelimited |= recs[i]->type == OTFP_CollectiveOperation;
		if (otfp_is_timed(file) && view_states_due(&p->states, recs[i]->time)) {
			if (detail_add(d, recs + done, i - done) < 0 ||
			    view_states_keep(&p->states, &d->levels[0]->state, recs[i]->time) < 0 ||
			    view_entered_cut(&p->entries, recs[i]->time) < 0)
				return otfp_fail_memory(err);
			done = i;
		}
		if (recs[i]->type == OTFP_Enter || recs[i]->type == OTFP_EnterSnapshot) {
			const union otfp_value *call = recs[i]->f + (recs[i]->type == OTFP_EnterSnapshot);
			view_entered_note(&p->entries.now, (uint32_t)call[0].u);
			p->more |= recs[i]->ntags;
		}
	}
	return detail_add(d, recs + done, n - done) < 0 ? otfp_fail_memory(err) : 0;
}

static int pass_take(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct pass *p = ctx;
	int rc;

	grow(p->view);
	rc = take(p, recs, n, err);
	rest(p->view);
	return rc;
}

static int by_time(const void *a, const void *b)
{
	const struct view_point *x = a, *y = b;

	return otfp_order(x->time, y->time);
}

/* Whether each stream has the snapshot. */
static int is_of_all(const struct view *v, const struct point *point)
{
	for (struct otfp_map_at at = {0}; otfp_map_next(&v->defined.streams, &at);)
		if (!otfp_map_get(&point->has, *at.value))
			return 0;
	return v->defined.streams.n != 0;
}

/* Whether the trace has snapshots at that time. */
static int is_snapshot(const struct pass *p, uint64_t time)
{
	return otfp_map_get(&p->seen, time) != NULL;
}

/* Commands that begin at a state take the first event for the start of the trace. @return whether it is */
static int begins_with_event(const struct view *v, const struct view_states *s)
{
	return v->span.is_in_header || !s->has_first || s->first >= v->span.first;
}

/* Snapshots that describe the state of all streams, and the states that were kept elsewhere. Of several traces as one
 * only these. @return 0, or -1 when memory is out */
static int take_points(struct pass *p)
{
	struct view *v = p->view;
	struct view_states *s = &p->states;

	v->points = calloc(p->n + s->n + 1, sizeof *v->points);
	if (!v->points)
		return -1;
	for (size_t i = 0; i < p->n && v->what.nsources == 1; i++)
		if (is_of_all(v, &p->points[i]))
			v->points[v->nsnapshots++].time = p->points[i].time;
	v->npoints = v->nsnapshots;
	for (size_t i = 0; i < s->n; i++)
		if (!is_snapshot(p, s->points[i].time) && begins_with_event(v, s))
			v->points[v->npoints++] = s->points[i];
		else
			free(s->points[i].packed);
	s->n = 0;
	v->has_more = p->more || v->detail.levels[0]->state.ranks.parents.n;
	v->entries = p->entries; /* of the part that is open, too */
	p->entries = (struct view_entries){0};
	if (view_entered_cut(&v->entries, UINT64_MAX) < 0)
		return -1;
	if (v->npoints)
		qsort(v->points, v->npoints, sizeof *v->points, by_time);
	return 0;
}

static void release_pass(struct pass *p)
{
	for (size_t i = 0; i < p->n; i++)
		otfp_map_release(&p->points[i].has);
	free(p->points);
	otfp_map_release(&p->seen);
	view_states_release(&p->states);
	view_entered_release(&p->entries);
}

/* Of a trace that was read in part the levels would show less than there is: only windows are shown then. */
static void drop_levels(struct view *v, const struct otfp_error *err)
{
	detail_release(&v->detail);
	v->npoints = v->nsnapshots = 0;
	view_entered_release(&v->entries);
	view_note_damage(v, err);
}

static void *run_pass(void *ctx)
{
	struct view *v = ctx;
	struct pass p = {.view = v};
	struct otfp_error err;
	const struct reading r = {.view = v,
	                          .from = v->all.from,
	                          .to = v->all.to,
	                          .is_whole = !v->is_part,
	                          .lists = !v->nfiles,
	                          .begin = pass_begin,
	                          .take = pass_take,
	                          .ctx = &p};
	int code = view_read(&r, &err);

	grow(v);
	if (code == 0 && (detail_end(&v->detail) < 0 || (!v->has_dropped_state && take_points(&p) < 0)))
		code = otfp_fail_memory(&err);
	if (code < 0)
		drop_levels(v, &err);
	rest(v);
	release_pass(&p);
	pthread_mutex_lock(&v->lock);
	v->is_complete = code != OTFP_EINTR;
	pthread_mutex_unlock(&v->lock);
	if (code == 0) {
		cache_keep(v);
		view_fill_store(v, v->detail.records);
	}
	return NULL;
}

/* The index was there. */
static void *run_behind(void *ctx)
{
	view_fill_store(ctx, guess_records(ctx));
	return NULL;
}

int view_start(struct view *v)
{
	errno = pthread_create(&v->pass, NULL, v->is_complete ? run_behind : run_pass, v);
	v->has_pass = errno == 0;
	return v->has_pass ? 0 : -1;
}
