/* tau-read.c - TAU_tf.h: reads traces. Memory: the definitions, the threads, and 128 KiB. */
#include "api/tau-handle.h"
#include "base/buf.h"
#include "base/clamp.h"
#include "base/intern.h"
#include "base/map.h"
#include "tau/read/trc.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHUNK = 1024 }; /* records */

enum { IS_CLOSING = 1 }; /* state of a thread: its FLUSH_CLOSE came */

struct reader {
	struct ttf_handle h;
	struct otfp_files *files;
	struct otfp_trc trc;
	struct otfp_edf edf;
	char *name, *edf_name;
	uint64_t at;   /* number of the next record */
	uint64_t base; /* time of the first record in the file */
	int is_absolute, is_growing;
	uint64_t lost; /* records of this pass whose event is not defined, ... */
	uint64_t lost_at;
	int64_t lost_event; /* ... and the first of them */
	enum { END_AHEAD, TROUBLE_REPORTED, END_REPORTED } end;
	/* already reported in this pass */
	int begun;
	size_t ndefined;            /* number of events of edf */
	struct otfp_interns groups; /* by token */
	struct otfp_map threads;    /* IS_..., by node << 16 | thread */
	struct otfp_map undefined;  /* ids that a second reading of the .edf did not define */
	struct otfp_buf name_buf;
	struct otfp_tau_record records[CHUNK];
	char raw[CHUNK * OTFP_TAU_SIZE_MAX];
};

static int close_reader(struct ttf_handle *h);

static struct reader *reader_of(Ttf_FileHandleT handle)
{
	return (struct reader *)ttf_handle(handle, close_reader);
}

/* ---- open, close ---- */

static void free_reader(struct reader *r)
{
	otfp_trc_close(&r->trc);
	otfp_files_free(r->files);
	otfp_edf_release(&r->edf);
	otfp_interns_release(&r->groups);
	otfp_map_release(&r->threads);
	otfp_map_release(&r->undefined);
	otfp_buf_release(&r->name_buf);
	free(r->name);
	free(r->edf_name);
	free(r);
}

static int close_reader(struct ttf_handle *h)
{
	free_reader((struct reader *)h);
	return 0;
}

static int open_trc(struct reader *r)
{
	int code = otfp_trc_open(&r->trc, r->files, r->name, &r->edf, &r->h.err);
	ssize_t n;

	if (code < 0)
		return code;
	n = otfp_trc_records(&r->trc, r->records, r->raw, 1, 0);
	if (n == 1)
		r->base = r->records[0].ti;
	return n < 0 ? (int)n : 0;
}

static int init_reader(struct reader *r, const char *name, const char *edf)
{
	int code;

	r->h.close = close_reader;
	r->name = strdup(name);
	r->edf_name = strdup(edf);
	if (!r->name || !r->edf_name)
		return otfp_fail_memory(&r->h.err);
	code = otfp_files_new(&r->files, 0, &r->h.err);
	if (code == 0)
		code = otfp_edf_read(&r->edf, r->files, edf, NULL, NULL, &r->h.err);
	if (code == 0 && r->edf.n == 0 && r->edf.bad) {
		errno = EINVAL;
		return otfp_fail(&r->h.err, OTFP_EFAIL, "%s: contains no event definitions", edf);
	}
	return code < 0 ? code : open_trc(r);
}

Ttf_FileHandleT Ttf_OpenFileForInputError(const char *name, const char *edf, char *error, size_t size)
{
	struct reader *r = name && edf ? calloc(1, sizeof *r) : NULL;
	struct otfp_error none;

	if (!r) {
		otfp_fail(&none, OTFP_EFAIL, name && edf ? "out of memory" : "no file name");
		return ttf_not_open(&none, name && edf ? ENOMEM : EINVAL, error, size);
	}
	errno = 0;
	if (init_reader(r, name, edf) < 0) {
		int e = errno;

		ttf_not_open(&r->h.err, e, error, size);
		e = errno;
		free_reader(r);
		errno = e;
		return NULL;
	}
	return r;
}

Ttf_FileHandleT Ttf_OpenFileForInput(const char *name, const char *edf)
{
	return Ttf_OpenFileForInputError(name, edf, NULL, 0);
}

void Ttf_SetSubtractFirstTimestamp(Ttf_FileHandleT handle, int value)
{
	struct reader *r = reader_of(handle);

	if (r)
		r->is_absolute = !value;
}

void Ttf_SetNonBlocking(Ttf_FileHandleT handle, int value)
{
	struct reader *r = reader_of(handle);

	if (r)
		r->is_growing = value;
}

/* ---- definitions ---- */

/* @return 0, or -1 */
static int define_group(struct reader *r, const struct otfp_edf_event *e, const Ttf_CallbacksT *cb, unsigned *token)
{
	const size_t known = r->groups.n;
	const char *name;

	*token = otfp_intern(&r->groups, e->group, e->group_len);
	if (!*token)
		return otfp_fail_memory(&r->h.err);
	if (*token <= known || !cb->DefStateGroup)
		return 0;
	name = ttf_name(e->group, e->group_len);
	if (!name)
		return otfp_fail_memory(&r->h.err);
	cb->DefStateGroup(cb->UserData, *token, name);
	return 0;
}

/* The name of an event in double quotes, as in the file. @return NULL when memory is out */
static const char *quoted(struct reader *r, const struct otfp_edf_event *e)
{
	r->name_buf.n = 0;
	if (otfp_buf_printf(&r->name_buf, "\"%s\"", e->name) < 0)
		return NULL;
	return ttf_name(r->name_buf.p, r->name_buf.n);
}

static int define(struct reader *r, const struct otfp_edf_event *e, const Ttf_CallbacksT *cb)
{
	int is_state = e->param == OTFP_EDF_ENTRY_EXIT && cb->DefState;
	int is_event = e->param == OTFP_EDF_TRIGGER && cb->DefUserEvent;
	const char *name = NULL;
	unsigned group = 0;

	if (define_group(r, e, cb, &group) < 0)
		return -1;
	if ((is_state || is_event) && !(name = quoted(r, e)))
		return otfp_fail_memory(&r->h.err);
	if (is_state)
		cb->DefState(cb->UserData, (unsigned)e->id, name, group);
	if (is_event)
		cb->DefUserEvent(cb->UserData, (unsigned)e->id, name, e->tag != 0);
	return 0;
}

static int define_new(struct reader *r, const Ttf_CallbacksT *cb)
{
	for (; r->ndefined < r->edf.n; r->ndefined++)
		if (define(r, &r->edf.events[r->ndefined], cb) < 0)
			return -1;
	return 0;
}

/* Append the new events of `more` to the known ones, which the callbacks have already had. */
static int add_new(struct reader *r, const struct otfp_edf *more)
{
	struct otfp_buf line = OTFP_BUF_INIT;
	static const char *const params[] = {"none", "EntryExit", "TriggerValue", "par", "odd"};
	int code = 0;

	for (size_t i = 0; i < more->n && code == 0; i++) {
		const struct otfp_edf_event *e = &more->events[i];
		if (otfp_edf_index(&r->edf, e->id) != SIZE_MAX)
			continue;
		line.n = 0;
		code = otfp_buf_printf(&line, "%" PRId64 " %s %" PRId64 " \"%s\" %s", e->id, e->group, e->tag, e->name,
		                       params[e->param]);
		if (code == 0)
			code = otfp_edf_parse(&r->edf, line.p, line.n, 0);
	}
	otfp_buf_release(&line);
	return code < 0 ? otfp_fail_memory(&r->h.err) : 0;
}

/* A run in progress rewrites its .edf when it has new events: read it again. @return index of the event; SIZE_MAX:
 * not found, or error */
static size_t look_again(struct reader *r, int64_t id, const Ttf_CallbacksT *cb)
{
	struct otfp_edf more = {0};
	int code;

	if (otfp_map_get(&r->undefined, (uint64_t)id))
		return SIZE_MAX;
	code = otfp_edf_read(&more, r->files, r->edf_name, NULL, NULL, &r->h.err);
	if (code == 0)
		code = add_new(r, &more);
	otfp_edf_release(&more);
	if (code == 0)
		code = define_new(r, cb);
	if (code == 0 && otfp_edf_index(&r->edf, id) == SIZE_MAX && otfp_map_set(&r->undefined, (uint64_t)id, 0) < 0)
		code = otfp_fail_memory(&r->h.err);
	return code < 0 ? SIZE_MAX : otfp_edf_index(&r->edf, id);
}

static int begin_pass(struct reader *r, const Ttf_CallbacksT *cb)
{
	r->begun = 1;
	if (cb->DefClkPeriod)
		cb->DefClkPeriod(cb->UserData, 1e-6);
	return define_new(r, cb);
}

/* ---- records ---- */

static int define_thread(struct reader *r, const struct otfp_tau_record *rec, const Ttf_CallbacksT *cb)
{
	uint64_t key = (uint64_t)rec->nid << 16 | rec->tid;
	const char *name;
	char text[40];

	if (otfp_map_get(&r->threads, key))
		return 0;
	if (otfp_map_set(&r->threads, key, 0) < 0)
		return otfp_fail_memory(&r->h.err);
	if (!cb->DefThread)
		return 0;
	snprintf(text, sizeof text, "process %u:%u", rec->nid, rec->tid);
	name = ttf_name(text, strlen(text));
	if (!name)
		return otfp_fail_memory(&r->h.err);
	cb->DefThread(cb->UserData, rec->nid, rec->tid, name);
	return 0;
}

static void report_call(const struct otfp_tau_record *rec, double time, const Ttf_CallbacksT *cb)
{
	if (rec->par == 1 && cb->EnterState)
		cb->EnterState(cb->UserData, time, rec->nid, rec->tid, (unsigned)rec->ev);
	if (rec->par == -1 && cb->LeaveState)
		cb->LeaveState(cb->UserData, time, rec->nid, rec->tid, (unsigned)rec->ev);
}

static void report_message(const struct otfp_tau_record *rec, int sends, double time, const Ttf_CallbacksT *cb)
{
	struct otfp_tau_message m = otfp_tau_unpack(rec->par);

	if (sends && cb->SendMessage)
		cb->SendMessage(cb->UserData, time, rec->nid, rec->tid, m.peer, 0, m.length, m.tag, m.comm);
	if (!sends && cb->RecvMessage)
		cb->RecvMessage(cb->UserData, time, m.peer, 0, rec->nid, rec->tid, m.length, m.tag, m.comm);
}

/* The end of a thread is FLUSH_CLOSE, then WALL_CLOCK. */
static void report_end(struct reader *r, const struct otfp_tau_record *rec, int closes, const Ttf_CallbacksT *cb)
{
	uint64_t *state = otfp_map_get(&r->threads, (uint64_t)rec->nid << 16 | rec->tid);

	if (closes && rec->par == 0)
		*state = IS_CLOSING;
	if (!closes && rec->par != 1 && rec->par != -1 && *state == IS_CLOSING && cb->EndTrace)
		cb->EndTrace(cb->UserData, rec->nid, rec->tid);
}

static void report_record(struct reader *r, const struct otfp_tau_record *rec, const struct otfp_edf_event *e,
                          const Ttf_CallbacksT *cb)
{
	double time = r->is_absolute ? (double)rec->ti : (double)(int64_t)(rec->ti - r->base);

	if (e->kind == OTFP_EDF_FUNCTION)
		report_call(rec, time, cb);
	else if (e->kind == OTFP_EDF_SEND || e->kind == OTFP_EDF_RECV)
		report_message(rec, e->kind == OTFP_EDF_SEND, time, cb);
	else if (e->kind == OTFP_EDF_CLOSE || e->kind == OTFP_EDF_CLOCK)
		report_end(r, rec, e->kind == OTFP_EDF_CLOSE, cb);
	else if (e->param == OTFP_EDF_TRIGGER && cb->EventTrigger)
		cb->EventTrigger(cb->UserData, time, rec->nid, rec->tid, (unsigned)rec->ev, rec->par);
}

/* @return 0, or -1 */
static int take(struct reader *r, const struct otfp_tau_record *rec, const Ttf_CallbacksT *cb)
{
	uint64_t number = r->at++;
	size_t event = otfp_edf_index(&r->edf, rec->ev);

	if (event == SIZE_MAX)
		event = look_again(r, rec->ev, cb);
	if (define_thread(r, rec, cb) < 0)
		return -1;
	if (event != SIZE_MAX) {
		report_record(r, rec, &r->edf.events[event], cb);
	} else if (!r->lost++) {
		r->lost_at = number;
		r->lost_event = rec->ev;
	}
	return 0;
}

/* Read up to n records. @return their number, 0 at the end, -1 */
static int read_some(struct reader *r, const Ttf_CallbacksT *cb, int n)
{
	ssize_t got = otfp_trc_records(&r->trc, r->records, r->raw, n < CHUNK ? (size_t)n : CHUNK, r->at);

	for (ssize_t i = 0; i < got; i++)
		if (take(r, &r->records[i], cb) < 0)
			return -1;
	return got < 0 ? -1 : (int)got;
}

/* Look for records written since the file was opened. @return 0, or -1 */
static int look_for_more(struct reader *r)
{
	otfp_trc_close(&r->trc);
	return open_trc(r) < 0 ? -1 : 0;
}

/* @return whether the pass had damage that callbacks cannot report; h.err has it */
static int has_trouble(struct reader *r)
{
	if (r->lost)
		otfp_fail(&r->h.err, OTFP_EDAMAGE,
		          "%s: records of events that are not in %s: %" PRIu64 ", the first is record %" PRIu64
		          ", event %" PRId64,
		          r->name, r->edf_name, r->lost, r->lost_at, r->lost_event);
	else if (r->trc.rest)
		otfp_fail(&r->h.err, OTFP_ETRUNC, "%s: ends inside record %" PRIu64, r->name, r->trc.count);
	return r->lost || r->trc.rest;
}

/* At the end: return -1 once if there was damage, then 0 once, then always -1, so that every loop ends. */
static int end(struct reader *r)
{
	if (r->is_growing)
		return 0;
	if (r->end == END_AHEAD) {
		r->end = TROUBLE_REPORTED;
		if (has_trouble(r))
			return ttf_fail(&r->h);
	}
	if (r->end == END_REPORTED)
		return -1;
	r->end = END_REPORTED;
	return 0;
}

int Ttf_ReadNumEvents(Ttf_FileHandleT fileHandle, Ttf_CallbacksT callbacks, int numberOfEvents)
{
	struct reader *r = reader_of(fileHandle);
	int done = 0, got = 0;

	if (!r || numberOfEvents < 0)
		return -1;
	if (r->is_growing && r->at >= r->trc.count && look_for_more(r) < 0)
		return ttf_fail(&r->h);
	if (!r->begun && begin_pass(r, &callbacks) < 0)
		return ttf_fail(&r->h);
	while (done < numberOfEvents && (got = read_some(r, &callbacks, numberOfEvents - done)) > 0)
		done += got;
	if (got < 0)
		return ttf_fail(&r->h);
	return done || !numberOfEvents ? done : end(r);
}

/* ---- seek ---- */

static void go_to(struct reader *r, uint64_t at)
{
	r->at = at;
	r->end = END_AHEAD;
	if (at)
		return;
	r->lost = 0;
	r->begun = 0;
	r->ndefined = 0;
	otfp_interns_release(&r->groups);
	otfp_map_release(&r->threads);
}

/* Go `by` records away from `from`. @return the position, or -1 */
static long long seek(struct reader *r, uint64_t from, long long by)
{
	uint64_t back = by < 0 ? 0 - (uint64_t)by : 0;

	if (back > from || (by > 0 && (uint64_t)by > r->trc.count - from)) {
		otfp_fail(&r->h.err, OTFP_EUSAGE, "%s: has %" PRIu64 " records; no record is %lld from record %" PRIu64,
		          r->name, r->trc.count, by, from);
		return ttf_fail(&r->h);
	}
	go_to(r, from + (uint64_t)by);
	return (long long)r->at;
}

x_int64 Ttf_AbsSeek64(Ttf_FileHandleT handle, x_int64 eventPosition)
{
	struct reader *r = reader_of(handle);

	return r ? seek(r, eventPosition < 0 ? r->trc.count : 0, eventPosition) : -1;
}

x_int64 Ttf_RelSeek64(Ttf_FileHandleT handle, x_int64 plusMinusNumEvents)
{
	struct reader *r = reader_of(handle);

	return r ? seek(r, r->at, plusMinusNumEvents) : -1;
}

/* A position after 2^31 - 1 is returned as that number. */
static int as_int(long long at)
{
	return at < 0 ? 0 : (int)otfp_clamp((uint64_t)at, 0, INT_MAX);
}

int Ttf_AbsSeek(Ttf_FileHandleT handle, int eventPosition)
{
	return as_int(Ttf_AbsSeek64(handle, eventPosition));
}

int Ttf_RelSeek(Ttf_FileHandleT handle, int plusMinusNumEvents)
{
	return as_int(Ttf_RelSeek64(handle, plusMinusNumEvents));
}
