/*
 * otf-reads.c - a program for otf.h that reads the events of a trace; bench/run.sh builds it for the reference library,
 * too.
 *
 *     otf-reads NAME
 */
#include <open-trace-format/otf.h>
#include <stdio.h>

static uint64_t records, sum;

static int on_call(void *first, uint64_t time, uint32_t function, uint32_t process, uint32_t source,
                   OTF_KeyValueList *list)
{
	(void)first, (void)source, (void)list;
	records++;
	sum += time ^ function ^ process;
	return OTF_RETURN_OK;
}

static int on_message(void *first, uint64_t time, uint32_t process, uint32_t peer, uint32_t group, uint32_t tag,
                      uint32_t length, uint32_t source, OTF_KeyValueList *list)
{
	(void)first, (void)group, (void)tag, (void)source, (void)list;
	records++;
	sum += time ^ process ^ peer ^ length;
	return OTF_RETURN_OK;
}

static int on_counter(void *first, uint64_t time, uint32_t process, uint32_t counter, uint64_t value,
                      OTF_KeyValueList *list)
{
	(void)first, (void)list;
	records++;
	sum += time ^ process ^ counter ^ value;
	return OTF_RETURN_OK;
}

static void set(OTF_HandlerArray *handlers, void (*f)(void), uint32_t type)
{
	OTF_HandlerArray_setHandler(handlers, (OTF_FunctionPointer *)f, type);
}

int main(int argc, char **argv)
{
	OTF_FileManager *m = OTF_FileManager_open(100);
	OTF_HandlerArray *handlers = OTF_HandlerArray_open();
	OTF_Reader *reader = argc > 1 ? OTF_Reader_open(argv[1], m) : NULL;
	uint64_t n = OTF_READ_ERROR;

	set(handlers, (void (*)(void))on_call, OTF_ENTER_RECORD);
	set(handlers, (void (*)(void))on_call, OTF_LEAVE_RECORD);
	set(handlers, (void (*)(void))on_message, OTF_SEND_RECORD);
	set(handlers, (void (*)(void))on_message, OTF_RECEIVE_RECORD);
	set(handlers, (void (*)(void))on_counter, OTF_COUNTER_RECORD);
	if (reader)
		n = OTF_Reader_readEvents(reader, handlers);
	printf("%llu of %llu records, %llx\n", (unsigned long long)records, (unsigned long long)n,
	       (unsigned long long)sum);
	if (reader)
		OTF_Reader_close(reader);
	OTF_HandlerArray_close(handlers);
	OTF_FileManager_close(m);
	return n == OTF_READ_ERROR;
}
