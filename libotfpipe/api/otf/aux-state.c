/* aux-state.c - OTFAUX_State.h: events. */
#include "api/otf/aux.h"
#include "api/otf/error.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

int aux_is_state(const OTFAUX_State *s, const char *who)
{
	if (!s)
		otf_misuse(who, "the handle is NULL");
	return s != NULL;
}

static int no_memory(void)
{
	otf_misuse("OTFAUX_State", "out of memory");
	return 0;
}

OTFAUX_State *OTFAUX_State_create(void)
{
	OTFAUX_State *s = calloc(1, sizeof *s);

	if (!s)
		no_memory();
	return s;
}

void aux_release(const OTFAUX_State *s, void *data)
{
	if (data && s->release)
		s->release(s->release_data, data);
}

static void free_process(const OTFAUX_State *s, struct aux_process *p)
{
	for (unsigned kind = 0; kind < AUX_NKINDS; kind++) {
		for (size_t i = 0; i < p->open[kind].n; i++)
			aux_release(s, p->open[kind].events[i].data);
		free(p->open[kind].events);
	}
	otfp_map_release(&p->counts);
	otfp_map_release(&p->counters);
	otfp_buf_release(&p->row.text);
}

void OTFAUX_State_destroy(OTFAUX_State *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->n; i++)
		free_process(s, &s->processes[i]);
	free(s->processes);
	otfp_map_release(&s->index);
	aux_receives_free(&s->receives);
	free(s);
}

struct aux_process *aux_process(OTFAUX_State *s, uint64_t process)
{
	struct aux_process *p = otfp_map_row(&s->index, process, &s->processes, &s->n, &s->cap, sizeof *p);

	if (p)
		p->process = process;
	else
		no_memory();
	return p;
}

/* The process, if it was named and the handle is one. */
static struct aux_process *known(const OTFAUX_State *s, uint64_t process, const char *who)
{
	const uint64_t *at = aux_is_state(s, who) ? otfp_map_get(&s->index, process) : NULL;

	return at ? &s->processes[*at] : NULL;
}

/* ---- what is open ---- */

static size_t find(const struct aux_list *list, uint64_t key)
{
	size_t i = list->n;

	while (i && list->events[i - 1].key != key)
		i--;
	return i;
}

/* Remove the event before index i of a list. */
static void take(const OTFAUX_State *s, struct aux_list *list, size_t i)
{
	aux_release(s, list->events[i - 1].data);
	memmove(&list->events[i - 1], &list->events[i], (list->n - i) * sizeof *list->events);
	list->n--;
}

static int push(struct aux_list *list, const struct aux_event *e)
{
	if (otfp_grow(&list->events, list->n, &list->cap, sizeof *list->events) < 0)
		return no_memory();
	list->events[list->n++] = *e;
	return 1;
}

/* Open e in place of one with the same key. */
static int begin(OTFAUX_State *s, uint64_t process, enum aux_kind kind, const struct aux_event *e, const char *who)
{
	struct aux_process *p = aux_is_state(s, who) ? aux_process(s, process) : NULL;
	size_t old;

	if (!p)
		return 0;
	old = find(&p->open[kind], e->key);
	if (!push(&p->open[kind], e))
		return 0;
	if (old)
		take(s, &p->open[kind], old);
	return 1;
}

/* Close the one with that key. @param closed  set to it, without its data; may be NULL */
static int end(OTFAUX_State *s, uint64_t process, enum aux_kind kind, uint64_t key, struct aux_event *closed,
               const char *who)
{
	struct aux_process *p = known(s, process, who);
	size_t i = p ? find(&p->open[kind], key) : 0;

	if (!i) {
		if (s)
			otf_misuse(who, "it is not open");
		return 0;
	}
	if (closed)
		*closed = p->open[kind].events[i - 1];
	take(s, &p->open[kind], i);
	return 1;
}

/* The event of a key that is never closed. @return NULL when memory is out */
static struct aux_event *last_of(struct aux_list *list, struct otfp_map *index, uint64_t key)
{
	struct aux_event *e = otfp_map_row(index, key, &list->events, &list->n, &list->cap, sizeof *e);

	if (e)
		e->key = key;
	else
		no_memory();
	return e;
}

/* ---- calls ---- */

int OTFAUX_State_processEnter(OTFAUX_State *s, uint64_t time, uint64_t process, uint32_t function, uint32_t source,
                              void *data)
{
	struct aux_process *p = aux_is_state(s, "OTFAUX_State_processEnter") ? aux_process(s, process) : NULL;

	return p &&
	       push(&p->open[AUX_CALL], &(struct aux_event){.time = time, .value = {function, source}, .data = data}) &&
	       aux_sample(s, p, time);
}

int OTFAUX_State_processLeave(OTFAUX_State *s, uint64_t time, uint64_t process, uint32_t function)
{
	struct aux_process *p = known(s, process, "OTFAUX_State_processLeave");

	(void)function;
	if (!p || !p->open[AUX_CALL].n) {
		if (s)
			otf_misuse("OTFAUX_State_processLeave", "no call is open");
		return 0;
	}
	take(s, &p->open[AUX_CALL], p->open[AUX_CALL].n);
	return aux_sample(s, p, time);
}

/* ---- messages ---- */

int OTFAUX_State_enqueueRecvMsg(OTFAUX_State *s, uint64_t time, uint64_t receiver, uint64_t sender,
                                uint32_t communicator, uint32_t tag, uint32_t length, uint32_t source)
{
	struct aux_channel key = {.sender = sender, .receiver = receiver, .communicator = communicator, .tag = tag};
	struct aux_receive receive = {.time = time, .length = length, .source = source};

	if (!aux_is_state(s, "OTFAUX_State_enqueueRecvMsg"))
		return 0;
	return aux_receives_add(&s->receives, &key, &receive) < 0 ? no_memory() : 1;
}

/* Add a message in transit, or release its data if no snapshot wants it. */
static int keep_send(OTFAUX_State *s, uint64_t sender, const struct aux_event *e)
{
	struct aux_process *p;

	if (!s->write_send) {
		aux_release(s, e->data);
		return 1;
	}
	p = aux_process(s, sender);
	return p && push(&p->open[AUX_SEND], e);
}

int OTFAUX_State_processSendMsg(OTFAUX_State *s, uint64_t time, uint64_t sender, uint64_t receiver,
                                uint32_t communicator, uint32_t tag, uint32_t length, uint32_t source,
                                uint64_t *receivedTime, uint32_t *receivedLength, uint32_t *receivedSource, void *data)
{
	struct aux_channel key = {.sender = sender, .receiver = receiver, .communicator = communicator, .tag = tag};
	struct aux_receive receive;

	if (!aux_is_state(s, "OTFAUX_State_processSendMsg"))
		return 0;
	if (!aux_receives_pop(&s->receives, &key, &receive))
		return 2;
	if (receivedTime)
		*receivedTime = receive.time;
	if (receivedLength)
		*receivedLength = receive.length;
	if (receivedSource)
		*receivedSource = receive.source;
	return keep_send(s, sender,
	                 &(struct aux_event){
				 .time = time,
				 .number = {receiver, receive.time},
				 .value = {communicator, tag, length, source, receive.length, receive.source},
				 .data = data,
			 });
}

/* ---- collective operations ---- */

int OTFAUX_State_processBeginCollectiveOperation(OTFAUX_State *s, uint64_t time, uint64_t process,
                                                 uint32_t communicator, uint32_t root, uint32_t collective,
                                                 uint64_t matchingId, uint64_t sent, uint64_t received, uint32_t source,
                                                 void *data)
{
	struct aux_event e = {
		.time = time,
		.key = matchingId,
		.number = {sent, received},
		.value = {communicator, root, collective, source},
		.data = data,
	};

	return begin(s, process, AUX_COLLECTIVE, &e, "OTFAUX_State_processBeginCollectiveOperation");
}

static int count(OTFAUX_State *s, uint64_t process, uint32_t communicator)
{
	struct aux_process *p = aux_process(s, process);
	struct aux_event *e = p ? last_of(&p->open[AUX_COUNT], &p->counts, communicator) : NULL;

	if (!e)
		return 0;
	e->number[0]++;
	return 1;
}

int OTFAUX_State_processEndCollectiveOperation(OTFAUX_State *s, uint64_t time, uint64_t process, uint64_t matchingId)
{
	struct aux_event e;

	(void)time;
	return end(s, process, AUX_COLLECTIVE, matchingId, &e, "OTFAUX_State_processEndCollectiveOperation") &&
	       count(s, process, e.value[0]);
}

int OTFAUX_State_processCollectiveOperation(OTFAUX_State *s, uint64_t time, uint64_t process, uint32_t communicator,
                                            uint32_t root, uint32_t collective, uint64_t sent, uint64_t received,
                                            uint32_t source)
{
	(void)time, (void)root, (void)collective, (void)sent, (void)received, (void)source;
	return aux_is_state(s, "OTFAUX_State_processCollectiveOperation") && count(s, process, communicator);
}

/* ---- files ---- */

int OTFAUX_State_processFileOpen(OTFAUX_State *s, uint64_t time, uint64_t process, uint32_t file, uint64_t handle,
                                 uint32_t source, void *data)
{
	struct aux_event e = {.time = time, .key = handle, .value = {file, source}, .data = data};

	return begin(s, process, AUX_FILE, &e, "OTFAUX_State_processFileOpen");
}

int OTFAUX_State_processFileClose(OTFAUX_State *s, uint64_t time, uint64_t process, uint64_t handle)
{
	(void)time;
	return end(s, process, AUX_FILE, handle, NULL, "OTFAUX_State_processFileClose");
}

int OTFAUX_State_processBeginFileOperation(OTFAUX_State *s, uint64_t time, uint64_t process, uint64_t matchingId,
                                           uint32_t source, void *data)
{
	struct aux_event e = {.time = time, .key = matchingId, .value = {source}, .data = data};

	return begin(s, process, AUX_FILEOP, &e, "OTFAUX_State_processBeginFileOperation");
}

int OTFAUX_State_processEndFileOperation(OTFAUX_State *s, uint64_t time, uint64_t process, uint64_t matchingId)
{
	(void)time;
	return end(s, process, AUX_FILEOP, matchingId, NULL, "OTFAUX_State_processEndFileOperation");
}

/* ---- counters ---- */

int OTFAUX_State_processCounter(OTFAUX_State *s, uint64_t time, uint64_t process, uint32_t counter, uint64_t value,
                                void *data)
{
	struct aux_process *p = aux_is_state(s, "OTFAUX_State_processCounter") ? aux_process(s, process) : NULL;
	struct aux_event *e = p ? last_of(&p->open[AUX_COUNTER], &p->counters, counter) : NULL;

	if (!e)
		return 0;
	aux_release(s, e->data);
	e->time = time;
	e->number[0] = value;
	e->data = data;
	return 1;
}
