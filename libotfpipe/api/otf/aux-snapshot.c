/* aux-snapshot.c - OTFAUX_State.h: callbacks and snapshots. */
#include "api/otf/aux.h"
#include "api/otf/error.h"

/* ---- callbacks ---- */

#define SETTER(Name, Type, member)                                              \
	int OTFAUX_State_setWrite##Name##Callback(OTFAUX_State *s, Type write)  \
	{                                                                       \
		if (!aux_is_state(s, "OTFAUX_State_setWrite" #Name "Callback")) \
			return 0;                                               \
		s->member = write;                                              \
		return 1;                                                       \
	}

SETTER(EnterSnapshot, OTFAUX_WriteEnterSnapshotCallback, write_call)
SETTER(SendSnapshot, OTFAUX_WriteSendSnapshotCallback, write_send)
SETTER(OpenFileSnapshot, OTFAUX_WriteOpenFileSnapshotCallback, write_file)
SETTER(BeginCollopSnapshot, OTFAUX_WriteBeginCollopSnapshotCallback, write_collective)
SETTER(BeginFileOpSnapshot, OTFAUX_WriteBeginFileOpSnapshotCallback, write_fileop)
SETTER(CollopCountSnapshot, OTFAUX_WriteCollopCountSnapshotCallback, write_count)
SETTER(CounterSnapshot, OTFAUX_WriteCounterSnapshotCallback, write_counter)

int OTFAUX_State_setReleaseEventDataCallback(OTFAUX_State *s, OTFAUX_ReleaseEventData release, void *userData)
{
	if (!aux_is_state(s, "OTFAUX_State_setReleaseEventDataCallback"))
		return 0;
	s->release = release;
	s->release_data = userData;
	return 1;
}

/* ---- snapshots ---- */

/* What a snapshot is for; `data` is of its callbacks. */
struct snapshot {
	const OTFAUX_State *state;
	uint64_t time, process;
	void *data;
};

typedef int write_fn(const struct snapshot *n, const struct aux_event *e);

static int write_call(const struct snapshot *n, const struct aux_event *e)
{
	return !n->state->write_call ||
	       n->state->write_call(n->data, n->time, e->time, n->process, e->value[0], e->value[1], e->data);
}

static int write_send(const struct snapshot *n, const struct aux_event *e)
{
	return !n->state->write_send ||
	       n->state->write_send(n->data, n->time, e->time, n->process, e->number[0], e->value[0], e->value[1],
	                            e->value[2], e->value[3], e->number[1], e->value[4], e->value[5], e->data);
}

static int write_file(const struct snapshot *n, const struct aux_event *e)
{
	return !n->state->write_file ||
	       n->state->write_file(n->data, n->time, e->time, n->process, e->value[0], e->key, e->value[1], e->data);
}

static int write_collective(const struct snapshot *n, const struct aux_event *e)
{
	return !n->state->write_collective ||
	       n->state->write_collective(n->data, n->time, e->time, n->process, e->value[2], e->key, e->value[0],
	                                  e->value[1], e->number[0], e->number[1], e->value[3], e->data);
}

static int write_count(const struct snapshot *n, const struct aux_event *e)
{
	return !n->state->write_count ||
	       n->state->write_count(n->data, n->time, n->process, (uint32_t)e->key, e->number[0]);
}

static int write_fileop(const struct snapshot *n, const struct aux_event *e)
{
	return !n->state->write_fileop ||
	       n->state->write_fileop(n->data, n->time, e->time, n->process, e->key, e->value[0], e->data);
}

static int write_counter(const struct snapshot *n, const struct aux_event *e)
{
	return !n->state->write_counter ||
	       n->state->write_counter(n->data, n->time, e->time, n->process, (uint32_t)e->key, e->number[0], e->data);
}

static write_fn *const writers[AUX_NKINDS] = {
	[AUX_CALL] = write_call,       [AUX_SEND] = write_send,
	[AUX_FILE] = write_file,       [AUX_COLLECTIVE] = write_collective,
	[AUX_COUNT] = write_count,     [AUX_FILEOP] = write_fileop,
	[AUX_COUNTER] = write_counter,
};

/* Remove the messages that are received before `time`. */
static void receive(const OTFAUX_State *s, struct aux_list *sends, uint64_t time)
{
	size_t kept = 0;

	for (size_t i = 0; i < sends->n; i++)
		if (sends->events[i].number[1] < time)
			aux_release(s, sends->events[i].data);
		else
			sends->events[kept++] = sends->events[i];
	sends->n = kept;
}

/* @return 1, or 0 as soon as a callback returned that */
static int write_process(const OTFAUX_State *s, struct aux_process *p, uint64_t time, void *data)
{
	struct snapshot n = {s, time, p->process, data};

	if (s->write_send)
		receive(s, &p->open[AUX_SEND], time);
	for (unsigned kind = 0; kind < AUX_NKINDS; kind++)
		for (size_t i = 0; i < p->open[kind].n; i++)
			if (!writers[kind](&n, &p->open[kind].events[i]))
				return 0;
	return 1;
}

int OTFAUX_State_writeSnapshot(OTFAUX_State *s, uint64_t snapshotTime, void *userData)
{
	if (!aux_is_state(s, "OTFAUX_State_writeSnapshot"))
		return 0;
	for (size_t i = 0; i < s->n; i++)
		if (!write_process(s, &s->processes[i], snapshotTime, userData))
			return 0;
	return 1;
}
