/* aux-trace.c - what the program otfaux does: read a trace twice, announce the receives, pass all events to a state,
 * print a snapshot now and then, write a thumbnail of all processes. Arguments: a trace, the name of the thumbnail. */
#include <otfaux.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { EVERY = 50 }; /* events between two snapshots */

static uint64_t first = UINT64_MAX, last, events;
static uint32_t nprocesses;

static void snapshot(OTFAUX_State *s, uint64_t time)
{
	if (++events % EVERY == 0)
		OTFAUX_State_writeSnapshot(s, time, NULL);
}

/* ---- what a snapshot has ---- */

static int put_enter(void *user, uint64_t at, uint64_t time, uint64_t process, uint32_t function, uint32_t source,
                     void *data)
{
	printf("%" PRIu64 " %" PRIu64 " in %" PRIu32 " since %" PRIu64 " at %" PRIu32 "\n", at, process, function, time,
	       source);
	return 1;
}

static int put_send(void *user, uint64_t at, uint64_t time, uint64_t sender, uint64_t receiver, uint32_t comm,
                    uint32_t tag, uint32_t length, uint32_t source, uint64_t rtime, uint32_t rlength, uint32_t rsource,
                    void *data)
{
	printf("%" PRIu64 " %" PRIu64 " to %" PRIu64 " since %" PRIu64 " until %" PRIu64 ": %u %u %u %u %u %u\n", at,
	       sender, receiver, time, rtime, comm, tag, length, source, rlength, rsource);
	return 1;
}

static int put_counter(void *user, uint64_t at, uint64_t time, uint64_t process, uint32_t counter, uint64_t value,
                       void *data)
{
	printf("%" PRIu64 " %" PRIu64 " counts %" PRIu32 " %" PRIu64 " since %" PRIu64 "\n", at, process, counter,
	       value, time);
	return 1;
}

static int put_count(void *user, uint64_t at, uint64_t process, uint32_t comm, uint64_t count)
{
	printf("%" PRIu64 " %" PRIu64 " ended %" PRIu64 " in %" PRIu32 "\n", at, process, count, comm);
	return 1;
}

/* ---- handlers: the first argument is the state ---- */

static int process(void *s, uint32_t stream, uint32_t token, const char *name, uint32_t parent, OTF_KeyValueList *list)
{
	nprocesses++;
	return !OTFAUX_State_declareProcess(s, token, 1);
}

static int receive(void *s, uint64_t time, uint32_t receiver, uint32_t sender, uint32_t comm, uint32_t tag,
                   uint32_t length, uint32_t source, OTF_KeyValueList *list)
{
	return !OTFAUX_State_enqueueRecvMsg(s, time, receiver, sender, comm, tag, length, source);
}

static int span(void *s, uint64_t time, uint32_t function, uint32_t process, uint32_t source, OTF_KeyValueList *list)
{
	first = time < first ? time : first;
	last = time > last ? time : last;
	return OTF_RETURN_OK;
}

static int enter(void *s, uint64_t time, uint32_t function, uint32_t process, uint32_t source, OTF_KeyValueList *list)
{
	snapshot(s, time);
	return !OTFAUX_State_processEnter(s, time, process, function, source, NULL);
}

static int leave(void *s, uint64_t time, uint32_t function, uint32_t process, uint32_t source, OTF_KeyValueList *list)
{
	snapshot(s, time);
	return !OTFAUX_State_processLeave(s, time, process, function);
}

static int send(void *s, uint64_t time, uint32_t sender, uint32_t receiver, uint32_t comm, uint32_t tag,
                uint32_t length, uint32_t source, OTF_KeyValueList *list)
{
	uint64_t rtime;
	uint32_t rlength, rsource;

	snapshot(s, time);
	return !OTFAUX_State_processSendMsg(s, time, sender, receiver, comm, tag, length, source, &rtime, &rlength,
	                                    &rsource, NULL);
}

static int counter(void *s, uint64_t time, uint32_t process, uint32_t token, uint64_t value, OTF_KeyValueList *list)
{
	snapshot(s, time);
	return !OTFAUX_State_processCounter(s, time, process, token, value, NULL);
}

static int collective(void *s, uint64_t time, uint32_t process, uint32_t op, uint32_t comm, uint32_t root,
                      uint32_t sent, uint32_t received, uint64_t duration, uint32_t source, OTF_KeyValueList *list)
{
	snapshot(s, time);
	return !OTFAUX_State_processCollectiveOperation(s, time, process, comm, root, op, sent, received, source);
}

typedef void any_fn(void);

static void set(OTF_HandlerArray *h, any_fn *handler, OTFAUX_State *s, uint32_t type)
{
	OTF_HandlerArray_setHandler(h, (OTF_FunctionPointer *)handler, type);
	OTF_HandlerArray_setFirstHandlerArg(h, s, type);
}

int main(int argc, char **argv)
{
	OTF_FileManager *manager = OTF_FileManager_open(100);
	OTF_Reader *reader = OTF_Reader_open(argv[1], manager);
	OTF_HandlerArray *before = OTF_HandlerArray_open(), *h = OTF_HandlerArray_open();
	OTFAUX_State *s = OTFAUX_State_create();

	OTFAUX_State_setWriteEnterSnapshotCallback(s, put_enter);
	OTFAUX_State_setWriteSendSnapshotCallback(s, put_send);
	OTFAUX_State_setWriteCounterSnapshotCallback(s, put_counter);
	OTFAUX_State_setWriteCollopCountSnapshotCallback(s, put_count);
	set(before, (any_fn *)process, s, OTF_DEFPROCESS_RECORD);
	set(before, (any_fn *)receive, s, OTF_RECEIVE_RECORD);
	set(before, (any_fn *)span, s, OTF_ENTER_RECORD);
	set(before, (any_fn *)span, s, OTF_LEAVE_RECORD);
	set(h, (any_fn *)enter, s, OTF_ENTER_RECORD);
	set(h, (any_fn *)leave, s, OTF_LEAVE_RECORD);
	set(h, (any_fn *)send, s, OTF_SEND_RECORD);
	set(h, (any_fn *)counter, s, OTF_COUNTER_RECORD);
	set(h, (any_fn *)collective, s, OTF_COLLOP_RECORD);
	printf("%d\n", OTF_Reader_readEvents(reader, before) != OTF_READ_ERROR);
	OTF_Reader_reset(reader);
	printf("%d\n", OTFAUX_State_setupThumbnail(s, first, last, 32));
	printf("%d\n", OTF_Reader_readDefinitions(reader, before) != OTF_READ_ERROR);
	printf("%d\n", OTF_Reader_readEvents(reader, h) != OTF_READ_ERROR);
	printf("%d\n", OTFAUX_State_writeThumbnail(s, argv[2], 1, nprocesses));
	OTFAUX_State_destroy(s);
	OTF_HandlerArray_close(before);
	OTF_HandlerArray_close(h);
	OTF_Reader_close(reader);
	OTF_FileManager_close(manager);
	return 0;
}
