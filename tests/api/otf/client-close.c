/* client-close.c - handles closed in any order, in the middle of reading and writing. Argument: a trace. */
#include <otfaux.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { HANDLES = 9, ROUNDS = 60 };

typedef int close_fn(void *handle);

static int close_manager(void *handle)
{
	OTF_FileManager_close(handle);
	return 1;
}

static int close_reader(void *handle)
{
	return OTF_Reader_close(handle);
}

static int close_rstream(void *handle)
{
	return OTF_RStream_close(handle);
}

static int close_rbuffer(void *handle)
{
	return OTF_RBuffer_close(handle);
}

static int close_writer(void *handle)
{
	OTF_Writer_close(handle); /* fails if its manager is gone */
	return 1;
}

static int close_wstream(void *handle)
{
	OTF_WStream_close(handle);
	return 1;
}

static int close_master(void *handle)
{
	OTF_MasterControl_close(handle);
	return 1;
}

static int close_handlers(void *handle)
{
	return OTF_HandlerArray_close(handle);
}

static int close_list(void *handle)
{
	return OTF_KeyValueList_close(handle) == 0;
}

static int enter(void *user, uint64_t time, uint32_t function, uint32_t process, uint32_t source,
                 OTF_KeyValueList *list)
{
	return OTF_RETURN_OK;
}

static close_fn *const closers[HANDLES] = {close_manager, close_reader,   close_rstream, close_rbuffer, close_writer,
                                           close_wstream, close_handlers, close_list,    close_master};

/* Open all, use them, without an end. */
static void open_all(void *handle[HANDLES], const char *trace, const char *events)
{
	OTF_FileManager *m = handle[0] = OTF_FileManager_open(2);
	OTF_Reader *r = handle[1] = OTF_Reader_open(trace, m);
	OTF_RStream *s = handle[2] = OTF_RStream_open(trace, 1, m);
	OTF_RBuffer *b = handle[3] = OTF_RBuffer_open(events, m);
	OTF_Writer *w = handle[4] = OTF_Writer_open("closed", 0, m);
	OTF_WStream *ws = handle[5] = OTF_WStream_open("closed-stream", 7, m);
	OTF_HandlerArray *h = handle[6] = OTF_HandlerArray_open();
	OTF_KeyValueList *list = handle[7] = OTF_KeyValueList_new();
	OTF_MasterControl *mc = handle[8] = OTF_MasterControl_new(m);

	OTF_HandlerArray_setHandler(h, (OTF_FunctionPointer *)(void (*)(void))enter, OTF_ENTER_RECORD);
	OTF_Reader_setRecordLimit(r, 3);
	OTF_Reader_readEvents(r, h);
	OTF_Reader_readDefinitions(r, h);
	OTF_RStream_setRecordLimit(s, 3);
	OTF_RStream_readEvents(s, h);
	OTF_RBuffer_getRecord(b);
	OTF_KeyValueList_appendUint32(list, 1, 2);
	OTF_Writer_writeDefProcess(w, 0, 1, "one", 0);
	OTF_Writer_writeEnterKV(w, 10, 1, 1, 0, list);
	OTF_KeyValueList_appendUint32(list, 1, 2);
	OTF_WStream_writeEnter(ws, 10, 1, 1, 0);
	OTF_MasterControl_append(mc, 1, 2);
}

int main(int argc, char **argv)
{
	unsigned random = 1;

	for (unsigned round = 0; round < ROUNDS; round++) {
		void *handle[HANDLES];
		unsigned order[HANDLES];
		open_all(handle, argv[argc - 2], argv[argc - 1]);
		for (unsigned i = 0; i < HANDLES; i++) {
			random = random * 1103515245 + 12345;
			unsigned at = random / 65536 % (i + 1);
			order[i] = order[at];
			order[at] = i;
		}
		for (unsigned i = 0; i < HANDLES; i++)
			if (!handle[order[i]] || !closers[order[i]](handle[order[i]]))
				printf("round %u: handle %u\n", round, order[i]);
	}
	return 0;
}
