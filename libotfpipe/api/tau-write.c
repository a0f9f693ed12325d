/*
 * tau-write.c - TAU_tf.h: writes traces.
 *
 * Records are buffered. When the buffer is full, the definitions are written, then the records. Memory: the
 * definitions, the threads, and the buffer of 96 KiB.
 */
#include "api/tau-handle.h"
#include "base/grow.h"
#include "base/fd.h"
#include "tau/write/lines.h"
#include "tau/layout.h"
#include "tau/limits.h"
#include "base/order.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { BUFFERED = 4096, RECORD_SIZE = 24 }; /* in records; in bytes */

enum { IS_USED = 1, IS_DEFINED = 2 }; /* state of a token */

struct writer {
	struct ttf_handle h;
	int fd;
	char *name, *edf;
	struct otfp_edf_lines defs;
	struct otfp_map tokens;  /* IS_..., by token */
	struct otfp_map groups;  /* index into group_names, by token */
	struct otfp_map threads; /* keys: node << 16 | thread */
	const char **group_names;
	size_t ngroups, groups_cap;
	uint64_t last; /* time of the last event */
	int begun;     /* EV_INIT is written */
	int stale;     /* the .edf lacks some definitions */
	int broken;    /* a write failed; write nothing more */
	char *p;       /* after the last record in buf */
	char buf[(BUFFERED + 1) * RECORD_SIZE];
};

static int close_writer(struct ttf_handle *h);

static struct writer *writer_of(Ttf_FileHandleT handle)
{
	return (struct writer *)ttf_handle(handle, close_writer);
}

static int no_memory(struct writer *w)
{
	otfp_fail_memory(&w->h.err);
	return ttf_fail(&w->h);
}

/* ---- open ---- */

static int open_files(struct writer *w)
{
	int edf;

	w->fd = otfp_fd_open(w->name, O_WRONLY | O_CREAT | O_TRUNC, otfp_go_on);
	if (w->fd < 0)
		return otfp_fail_errno(&w->h.err, "%s", w->name);
	edf = otfp_fd_open(w->edf, O_WRONLY | O_CREAT | O_TRUNC, otfp_go_on);
	if (edf < 0 || otfp_fd_close(edf) < 0)
		return otfp_fail_errno(&w->h.err, "%s", w->edf);
	return 0;
}

static void free_writer(struct writer *w)
{
	if (w->fd >= 0)
		close(w->fd);
	otfp_edf_lines_release(&w->defs);
	otfp_map_release(&w->tokens);
	otfp_map_release(&w->groups);
	otfp_map_release(&w->threads);
	free(w->group_names);
	free(w->name);
	free(w->edf);
	free(w);
}

static int init_writer(struct writer *w, const char *name, const char *edf)
{
	w->h.close = close_writer;
	w->fd = -1;
	w->p = w->buf;
	w->stale = 1;
	w->name = strdup(name);
	w->edf = strdup(edf);
	if (!w->name || !w->edf || otfp_edf_lines_own(&w->defs) < 0)
		return otfp_fail_memory(&w->h.err);
	return open_files(w);
}

Ttf_FileHandleT Ttf_OpenFileForOutputError(const char *name, const char *edf, char *error, size_t size)
{
	struct writer *w = name && edf ? calloc(1, sizeof *w) : NULL;
	struct otfp_error none;

	if (!w) {
		otfp_fail(&none, OTFP_EFAIL, name && edf ? "out of memory" : "no file name");
		return ttf_not_open(&none, name && edf ? ENOMEM : EINVAL, error, size);
	}
	errno = 0;
	if (init_writer(w, name, edf) < 0) {
		int e = errno;

		ttf_not_open(&w->h.err, e, error, size);
		free_writer(w);
		errno = e;
		return NULL;
	}
	return w;
}

Ttf_FileHandleT Ttf_OpenFileForOutput(const char *name, const char *edf)
{
	return Ttf_OpenFileForOutputError(name, edf, NULL, 0);
}

/* ---- definitions ---- */

int Ttf_DefClkPeriod(Ttf_FileHandleT file, double clkPeriod)
{
	struct writer *w = writer_of(file);

	if (!w)
		return -1;
	if (fabs(clkPeriod - 1e-6) < 1e-15)
		return 0;
	otfp_fail(&w->h.err, OTFP_EUSAGE, "%s: clock period %g s is not possible; TAU has 1e-06 s", w->name, clkPeriod);
	return ttf_fail(&w->h);
}

/* @return 0, or -1 if the format has no such number */
static int note_thread(struct writer *w, unsigned node, unsigned thread)
{
	uint64_t key = (uint64_t)node << 16 | thread;

	if (node > OTFP_TAU_PLACE_MAX || thread > OTFP_TAU_PLACE_MAX) {
		otfp_fail(&w->h.err, OTFP_EUSAGE, "%s: node %u, thread %u: the maximum is 65535", w->name, node,
		          thread);
		return ttf_fail(&w->h);
	}
	if (otfp_map_get(&w->threads, key))
		return 0;
	return otfp_map_set(&w->threads, key, 0) < 0 ? no_memory(w) : 0;
}

int Ttf_DefThread(Ttf_FileHandleT file, unsigned int nodeToken, unsigned int threadToken, const char *threadName)
{
	struct writer *w = writer_of(file);

	(void)threadName;
	return w ? note_thread(w, nodeToken, threadToken) : -1;
}

int Ttf_DefStateGroup(Ttf_FileHandleT file, const char *stateGroupName, unsigned int stateGroupToken)
{
	struct writer *w = writer_of(file);
	uint64_t *at;
	char *name;

	if (!w || !stateGroupName)
		return -1;
	at = otfp_map_get(&w->groups, stateGroupToken);
	name = otfp_arena_copy(&w->defs.arena, stateGroupName, strlen(stateGroupName) + 1);
	if (!name)
		return no_memory(w);
	if (at) {
		w->group_names[*at] = name;
		return 0;
	}
	if (otfp_grow(&w->group_names, w->ngroups, &w->groups_cap, sizeof *w->group_names) < 0 ||
	    otfp_map_set(&w->groups, stateGroupToken, w->ngroups) < 0)
		return no_memory(w);
	w->group_names[w->ngroups++] = name;
	return 0;
}

static int define(struct writer *w, const struct otfp_edf_line *d)
{
	const struct otfp_edf_line *own = otfp_edf_own(d->id);

	if (own && own->kind == OTFP_EDF_LINE_OWN) {
		otfp_fail(&w->h.err, OTFP_EUSAGE, "%s: token %u is reserved for %s", w->name, d->id, own->name);
		return ttf_fail(&w->h);
	}
	if (d->id > INT32_MAX) {
		otfp_fail(&w->h.err, OTFP_EUSAGE, "%s: token %u: the maximum is 2147483647", w->name, d->id);
		return ttf_fail(&w->h);
	}
	if (otfp_edf_lines_put(&w->defs, d) < 0 || otfp_map_set(&w->tokens, d->id, IS_USED | IS_DEFINED) < 0)
		return no_memory(w);
	w->stale = 1;
	return 0;
}

int Ttf_DefState(Ttf_FileHandleT file, unsigned int stateToken, const char *stateName, unsigned int stateGroupToken)
{
	struct writer *w = writer_of(file);
	const uint64_t *group;

	if (!w || !stateName)
		return -1;
	group = otfp_map_get(&w->groups, stateGroupToken);
	if (!group) {
		otfp_fail(&w->h.err, OTFP_EUSAGE, "%s: state %u: group %u is not defined", w->name, stateToken,
		          stateGroupToken);
		return ttf_fail(&w->h);
	}
	return define(w, &(struct otfp_edf_line){.id = stateToken,
	                                         .kind = OTFP_EDF_LINE_STATE,
	                                         .group = w->group_names[*group],
	                                         .name = stateName});
}

int Ttf_DefUserEvent(Ttf_FileHandleT file, unsigned int userEventToken, const char *userEventName,
                     int monotonicallyIncreasing)
{
	struct writer *w = writer_of(file);

	if (!w || !userEventName)
		return -1;
	return define(w, &(struct otfp_edf_line){.id = userEventToken,
	                                         .kind = OTFP_EDF_LINE_TRIGGER,
	                                         .tag = monotonicallyIncreasing != 0,
	                                         .group = "TAUEVENT",
	                                         .name = userEventName});
}

/* ---- files ---- */

static int write_edf(struct writer *w)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	int fd, bad;

	if (otfp_edf_lines_text(&w->defs, &b) < 0) {
		otfp_buf_release(&b);
		return otfp_fail_memory(&w->h.err);
	}
	fd = otfp_fd_open(w->edf, O_WRONLY | O_CREAT | O_TRUNC, otfp_go_on);
	bad = fd < 0 || otfp_fd_write(fd, b.p, b.n, otfp_go_on) < b.n ? otfp_fail_errno(&w->h.err, "%s", w->edf) : 0;
	otfp_buf_release(&b);
	if (fd >= 0 && otfp_fd_close(fd) < 0 && !bad)
		bad = otfp_fail_errno(&w->h.err, "%s", w->edf);
	w->stale = bad != 0;
	return bad;
}

static int flush(struct writer *w)
{
	size_t n = (size_t)(w->p - w->buf);
	int code = w->stale && !w->broken ? write_edf(w) : 0;

	if (code == 0 && !w->broken && otfp_fd_write(w->fd, w->buf, n, otfp_go_on) < n)
		code = otfp_fail_errno(&w->h.err, "%s", w->name);
	w->broken |= code < 0;
	w->p = w->buf;
	return w->broken ? ttf_fail(&w->h) : 0;
}

int Ttf_FlushTrace(Ttf_FileHandleT file)
{
	struct writer *w = writer_of(file);

	return w ? flush(w) : -1;
}

/* ---- records ---- */

static void encode(struct writer *w, uint32_t event, unsigned node, unsigned thread, int64_t par, uint64_t time)
{
	const struct otfp_tau_record rec = {
		.ev = event, .par = par, .ti = time, .nid = (uint16_t)node, .tid = (uint16_t)thread};

	otfp_tau_encode(w->p, &rec, OTFP_TAU_NATIVE);
	w->p += RECORD_SIZE;
}

/* The first record is EV_INIT. */
static int put(struct writer *w, uint32_t event, unsigned node, unsigned thread, int64_t par, uint64_t time)
{
	if (w->broken || note_thread(w, node, thread) < 0)
		return ttf_fail(&w->h);
	if (!w->begun)
		encode(w, OTFP_EDF_ID_EV_INIT, node, thread, OTFP_TAU_INIT_PAR, time);
	w->begun = 1;
	encode(w, event, node, thread, par, time);
	w->last = time;
	return w->p >= w->buf + BUFFERED * RECORD_SIZE ? flush(w) : 0;
}

static int put_token(struct writer *w, uint32_t event, unsigned node, unsigned thread, int64_t par, uint64_t time)
{
	if (event > INT32_MAX) {
		otfp_fail(&w->h.err, OTFP_EUSAGE, "%s: token %u: the maximum is 2147483647", w->name, event);
		return ttf_fail(&w->h);
	}
	if (!otfp_map_get(&w->tokens, event) && otfp_map_set(&w->tokens, event, IS_USED) < 0)
		return no_memory(w);
	return put(w, event, node, thread, par, time);
}

int Ttf_EnterState(Ttf_FileHandleT file, x_uint64 time, unsigned int nodeToken, unsigned int threadToken,
                   unsigned int stateToken)
{
	struct writer *w = writer_of(file);

	return w ? put_token(w, stateToken, nodeToken, threadToken, 1, time) : -1;
}

int Ttf_LeaveState(Ttf_FileHandleT file, x_uint64 time, unsigned int nodeToken, unsigned int threadToken,
                   unsigned int stateToken)
{
	struct writer *w = writer_of(file);

	return w ? put_token(w, stateToken, nodeToken, threadToken, -1, time) : -1;
}

/* @return 0 with *ticks set; -1 if the format cannot represent the time */
static int time_of(struct writer *w, double time, uint64_t *ticks)
{
	if (time >= 0 && time < OTFP_TWO_64) {
		*ticks = (uint64_t)time;
		return 0;
	}
	otfp_fail(&w->h.err, OTFP_EUSAGE, "%s: %g is not a valid time", w->name, time);
	return ttf_fail(&w->h);
}

/* Arguments of a message. */
struct message {
	unsigned peer, size, tag, comm;
};

static int put_message(struct writer *w, uint32_t event, double time, unsigned node, unsigned thread,
                       const struct message *m)
{
	const struct otfp_tau_message fits = {m->size, (uint16_t)m->peer, (uint16_t)m->tag, (uint8_t)m->comm};
	uint64_t ticks;

	if (time_of(w, time, &ticks) < 0)
		return -1;
	if (m->peer > OTFP_TAU_PLACE_MAX || m->size > OTFP_TAU_LENGTH_MAX || m->tag > OTFP_TAU_TAG_MAX ||
	    m->comm > OTFP_TAU_COMM_MAX) {
		otfp_fail(&w->h.err, OTFP_EUSAGE,
		          "%s: a message with node %u, size %u, tag %u, communicator %u exceeds the limits", w->name,
		          m->peer, m->size, m->tag, m->comm);
		return ttf_fail(&w->h);
	}
	return put(w, event, node, thread, otfp_tau_pack(&fits), ticks);
}

int Ttf_SendMessage(Ttf_FileHandleT file, double time, unsigned int sourceNodeToken, unsigned int sourceThreadToken,
                    unsigned int destinationNodeToken, unsigned int destinationThreadToken, unsigned int messageSize,
                    unsigned int messageTag, unsigned int messageComm)
{
	struct writer *w = writer_of(file);
	const struct message m = {destinationNodeToken, messageSize, messageTag, messageComm};

	(void)destinationThreadToken;
	return w ? put_message(w, OTFP_EDF_ID_SEND, time, sourceNodeToken, sourceThreadToken, &m) : -1;
}

int Ttf_RecvMessage(Ttf_FileHandleT file, double time, unsigned int sourceNodeToken, unsigned int sourceThreadToken,
                    unsigned int destinationNodeToken, unsigned int destinationThreadToken, unsigned int messageSize,
                    unsigned int messageTag, unsigned int messageComm)
{
	struct writer *w = writer_of(file);
	const struct message m = {sourceNodeToken, messageSize, messageTag, messageComm};

	(void)sourceThreadToken;
	return w ? put_message(w, OTFP_EDF_ID_RECV, time, destinationNodeToken, destinationThreadToken, &m) : -1;
}

int Ttf_LongEventTrigger(Ttf_FileHandleT file, x_uint64 time, unsigned int nodeToken, unsigned int threadToken,
                         unsigned int userEventToken, x_uint64 userEventValue)
{
	struct writer *w = writer_of(file);

	return w ? put_token(w, userEventToken, nodeToken, threadToken, (int64_t)userEventValue, time) : -1;
}

int Ttf_EventTrigger(Ttf_FileHandleT file, double time, unsigned int nodeToken, unsigned int threadToken,
                     unsigned int userEventToken, double userEventValue)
{
	struct writer *w = writer_of(file);
	uint64_t ticks;
	int64_t value;

	if (!w || time_of(w, time, &ticks) < 0)
		return -1;
	if (otfp_tau_value(userEventValue, &value) < 0) {
		otfp_fail(&w->h.err, OTFP_EUSAGE, "%s: the value %g does not fit into 64 bits", w->name,
		          userEventValue);
		return ttf_fail(&w->h);
	}
	return put_token(w, userEventToken, nodeToken, threadToken, value, ticks);
}

/* ---- the end ---- */

/* @return the keys of m, sorted, malloc'd; NULL when memory is out, or m is empty */
static uint64_t *sorted_keys(const struct otfp_map *m)
{
	uint64_t *keys = m->n ? malloc(m->n * sizeof *keys) : NULL;
	size_t n = 0;

	for (struct otfp_map_at at = {0}; keys && otfp_map_next(m, &at);)
		keys[n++] = at.key;
	if (keys)
		qsort(keys, n, sizeof *keys, otfp_by_u64);
	return keys;
}

static int end_threads(struct writer *w)
{
	size_t n = w->threads.n;
	uint64_t *keys = sorted_keys(&w->threads);
	int code = 0;

	if (n && !keys)
		return no_memory(w);
	for (size_t i = 0; i < n && code == 0; i++) {
		unsigned node = (unsigned)(keys[i] >> 16), thread = keys[i] & 0xffff;

		code = put(w, OTFP_EDF_ID_FLUSH_CLOSE, node, thread, 0, w->last);
		if (code == 0)
			code = put(w, OTFP_EDF_ID_WALL_CLOCK, node, thread, 0, w->last);
	}
	free(keys);
	return code;
}

static int check_tokens(struct writer *w)
{
	for (struct otfp_map_at at = {0}; otfp_map_next(&w->tokens, &at);)
		if (!(*at.value & IS_DEFINED)) {
			otfp_fail(&w->h.err, OTFP_EUSAGE, "%s: token %u is used but not defined", w->name,
			          (unsigned)at.key);
			return ttf_fail(&w->h);
		}
	return 0;
}

static int close_writer(struct ttf_handle *h)
{
	struct writer *w = (struct writer *)h;
	int code = end_threads(w);

	if (flush(w) < 0 || check_tokens(w) < 0)
		code = -1;
	if (otfp_fd_close(w->fd) < 0)
		code = -1;
	w->fd = -1;
	free_writer(w);
	return code;
}
