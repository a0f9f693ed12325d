/*
 * read-client.c - programs on otf.h as they are written, with our library only: read-client WHAT TRACE
 *     names      keep the pointers to names past the handler, and close what they were read with in any order
 *     threads    two readers in two threads, and both at once in one
 *     streams    streams and buffers without a reader; a buffer in memory with definitions
 *     restart    a handler that changes the interval of the reader
 *     nested     handlers that read what is being read, and something else, and close what is being read
 */
#include <otf.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000 };

static void set(OTF_HandlerArray *handlers, void (*f)(void), void *first, uint32_t type)
{
	OTF_HandlerArray_setHandler(handlers, (OTF_FunctionPointer *)f, type);
	OTF_HandlerArray_setFirstHandlerArg(handlers, first, type);
}

/* ---- names ---- */

struct names {
	const char *name[MOST];
	int n;
};

static int keep_name(void *first, uint32_t stream, uint32_t token, const char *name, uint32_t group, uint32_t source,
                     OTF_KeyValueList *list)
{
	struct names *names = first;

	if (names->n < MOST)
		names->name[names->n++] = name;
	return OTF_RETURN_OK;
}

static void names(const char *trace)
{
	OTF_FileManager *manager = OTF_FileManager_open(5);
	OTF_HandlerArray *handlers = OTF_HandlerArray_open();
	OTF_Reader *reader = OTF_Reader_open(trace, manager);
	struct names names = {.n = 0};
	int i;

	OTF_FileManager_close(manager);
	set(handlers, (void (*)(void))keep_name, &names, OTF_DEFFUNCTION_RECORD);
	OTF_Reader_readDefinitions(reader, handlers);
	OTF_HandlerArray_close(handlers);
	for (i = 0; i < names.n; i++)
		printf("%s\n", names.name[i]);
	OTF_Reader_close(reader);
}

/* ---- threads ---- */

static int count(void *first, uint64_t time, uint32_t function, uint32_t process, uint32_t source,
                 OTF_KeyValueList *list)
{
	++*(uint64_t *)first;
	return OTF_RETURN_OK;
}

struct job {
	const char *trace;
	uint64_t n, enters;
	pthread_t thread;
};

static void *read_all(void *arg)
{
	struct job *job = arg;
	OTF_FileManager *manager = OTF_FileManager_open(2);
	OTF_HandlerArray *handlers = OTF_HandlerArray_open();
	OTF_Reader *reader = OTF_Reader_open(job->trace, manager);

	set(handlers, (void (*)(void))count, &job->enters, OTF_ENTER_RECORD);
	OTF_Reader_readDefinitions(reader, handlers);
	job->n = OTF_Reader_readEvents(reader, handlers);
	OTF_Reader_close(reader);
	OTF_HandlerArray_close(handlers);
	OTF_FileManager_close(manager);
	return NULL;
}

static void threads(const char *trace)
{
	struct job jobs[2] = {{.trace = trace}, {.trace = trace}};
	OTF_FileManager *manager = OTF_FileManager_open(3);
	OTF_Reader *a = OTF_Reader_open(trace, manager), *b = OTF_Reader_open(trace, manager);
	OTF_HandlerArray *handlers = OTF_HandlerArray_open();
	uint64_t enters = 0, n = 1, m = 1, sum = 0;
	int i;

	for (i = 0; i < 2; i++)
		pthread_create(&jobs[i].thread, NULL, read_all, &jobs[i]);
	for (i = 0; i < 2; i++)
		pthread_join(jobs[i].thread, NULL);
	set(handlers, (void (*)(void))count, &enters, OTF_ENTER_RECORD);
	OTF_Reader_setRecordLimit(a, 3);
	OTF_Reader_setRecordLimit(b, 5);
	while (n || m) {
		n = OTF_Reader_readEvents(a, handlers);
		m = OTF_Reader_readEvents(b, handlers);
		sum += n + m;
	}
	printf("%d %d %d\n", jobs[0].n == jobs[1].n && jobs[0].enters == jobs[1].enters, sum == 2 * jobs[0].n,
	       enters == 2 * jobs[0].enters);
	OTF_Reader_close(b);
	OTF_Reader_close(a);
	OTF_HandlerArray_close(handlers);
	OTF_FileManager_close(manager);
}

/* ---- streams and buffers ---- */

static void buffers_of(OTF_RStream *s)
{
	OTF_RBuffer *events = OTF_RStream_getEventBuffer(s);
	int known = OTF_RBuffer_getFirstLastTime(events, OTF_RBuffer_getFileSize(events));

	printf("%d %d %d %d %d\n", OTF_RStream_getDefBuffer(s) != NULL, OTF_RStream_getEventBuffer(s) != NULL,
	       OTF_RStream_getSnapsBuffer(s) != NULL, OTF_RStream_getStatsBuffer(s) != NULL,
	       OTF_RStream_getMarkerBuffer(s) != NULL);
	printf("times %d\n", known);
	printf("%d%d%d%d%d\n", OTF_RStream_closeDefBuffer(s), OTF_RStream_closeEventBuffer(s),
	       OTF_RStream_closeSnapsBuffer(s), OTF_RStream_closeStatsBuffer(s), OTF_RStream_closeMarkerBuffer(s));
}

/* Definitions that a program has in memory, read by a stream. */
static void in_memory(OTF_RStream *s, OTF_HandlerArray *handlers)
{
	static const char text[] = "DF1G0NM\"a\"\nDF2G0NM\"b\"\n";
	OTF_RBuffer *b = OTF_RBuffer_open_with_external_buffer(sizeof text - 1, text, 0);

	OTF_RBuffer_close(OTF_RStream_setDefBuffer(s, b));
	printf("%llu\n", (unsigned long long)OTF_RStream_readDefinitions(s, handlers));
}

/* Events that a program has in memory, from a byte on. */
static void jump_in_memory(void)
{
	static const char text[] = "1\n*1\nE1\n5\n*1\nE2\n9\n*1\nL2\n";
	OTF_RBuffer *b = OTF_RBuffer_open_with_external_buffer(sizeof text - 1, text, 0);

	printf("jump %d", OTF_RBuffer_jump(b, 6));
	printf(" to %llu", (unsigned long long)OTF_RBuffer_getCurrentTime(b));
	printf(" %d", OTF_RBuffer_jump(b, sizeof text));
	printf(" times %d\n", OTF_RBuffer_getFirstLastTime(b, sizeof text - 1));
	OTF_RBuffer_close(b);
}

static void streams(const char *trace)
{
	OTF_FileManager *manager = OTF_FileManager_open(3);
	OTF_RStream *s = OTF_RStream_open(trace, 1, manager);
	OTF_HandlerArray *handlers = OTF_HandlerArray_open();
	uint64_t enters = 0;
	static const char pairs[] = "K1Y2V5\nE1\n";
	OTF_RBuffer *b = OTF_RBuffer_open_with_external_buffer(sizeof pairs - 1, pairs, 0);

	set(handlers, (void (*)(void))count, &enters, OTF_ENTER_RECORD);
	buffers_of(s);
	OTF_RStream_setBufferSizes(s, 5000);
	OTF_RStream_setZBufferSizes(s, 6000);
	OTF_RStream_setRecordLimit(s, 4);
	printf("%u %u %llu\n", OTF_RStream_getBufferSizes(s), OTF_RStream_getZBufferSizes(s),
	       (unsigned long long)OTF_RStream_getRecordLimit(s));
	printf("%llu\n", (unsigned long long)OTF_RStream_readEvents(s, handlers));
	in_memory(s, handlers);
	OTF_RBuffer_getRecord(b);
	printf("pair %u\n", OTF_RBuffer_readKeyValueList(b));
	printf("newline %d\n", OTF_RBuffer_readNewline(b));
	printf("E %d%d\n", OTF_RBuffer_testString(b, "EE"), OTF_RBuffer_testString(b, "E"));
	OTF_RBuffer_close(b);
	jump_in_memory();
	OTF_FileManager_close(manager);
	OTF_RStream_close(s);
	OTF_HandlerArray_close(handlers);
}

/* ---- a handler that changes what is read ---- */

static int restart(void *first, uint64_t time, uint32_t function, uint32_t process, uint32_t source,
                   OTF_KeyValueList *list)
{
	OTF_Reader *reader = first;

	if (OTF_Reader_getTimeIntervalMin(reader) == 0)
		OTF_Reader_setTimeInterval(reader, time + 1, (uint64_t)-1);
	printf("enter %llu\n", (unsigned long long)time);
	return OTF_RETURN_OK;
}

static void restarts(const char *trace)
{
	OTF_FileManager *manager = OTF_FileManager_open(3);
	OTF_Reader *reader = OTF_Reader_open(trace, manager);
	OTF_HandlerArray *handlers = OTF_HandlerArray_open();
	uint64_t n;

	set(handlers, (void (*)(void))restart, reader, OTF_ENTER_RECORD);
	while ((n = OTF_Reader_readEvents(reader, handlers)) && n != OTF_READ_ERROR)
		printf("%llu\n", (unsigned long long)n);
	OTF_RStream_close(OTF_Reader_getStream(reader, 1));
	OTF_Reader_close(reader);
	OTF_HandlerArray_close(handlers);
	OTF_FileManager_close(manager);
}

/* ---- a handler that reads ---- */

struct nest {
	OTF_Reader *reader;
	OTF_HandlerArray *handlers;
};

/* What is open stays open. */
static void close_all(OTF_Reader *reader)
{
	OTF_RStream *s = OTF_Reader_getStream(reader, 1);

	printf(" %d%d%d%d", OTF_Reader_close(reader), OTF_Reader_closeAllStreams(reader), OTF_RStream_close(s),
	       OTF_RStream_closeEventBuffer(s));
	printf("%d\n", OTF_RStream_setDefBuffer(s, NULL) != NULL);
}

static int nested(void *first, uint64_t time, uint32_t function, uint32_t process, uint32_t source,
                  OTF_KeyValueList *list)
{
	struct nest *nest = first;

	printf("%d%d", OTF_Reader_readEvents(nest->reader, nest->handlers) == OTF_READ_ERROR,
	       OTF_Reader_readEventsUnsorted(nest->reader, nest->handlers) == OTF_READ_ERROR);
	printf("%d", OTF_Reader_readMarkers(nest->reader, nest->handlers) == OTF_READ_ERROR);
	close_all(nest->reader);
	return OTF_RETURN_OK;
}

static int nested_name(void *first, uint32_t stream, uint32_t token, const char *name, uint32_t group, uint32_t source,
                       OTF_KeyValueList *list)
{
	struct nest *nest = first;

	printf("%s %d", name, OTF_Reader_readDefinitions(nest->reader, nest->handlers) == OTF_READ_ERROR);
	close_all(nest->reader);
	return OTF_RETURN_OK;
}

/* A stream that is read by itself. */
static int nested_stream(void *first, uint64_t time, uint32_t function, uint32_t process, uint32_t source,
                         OTF_KeyValueList *list)
{
	printf("%d%d\n", OTF_RStream_close(first), OTF_RStream_closeEventBuffer(first));
	return OTF_RETURN_OK;
}

static void nests(const char *trace)
{
	OTF_FileManager *manager = OTF_FileManager_open(3);
	struct nest nest = {OTF_Reader_open(trace, manager), OTF_HandlerArray_open()};
	OTF_RStream *s = OTF_RStream_open(trace, 2, manager);

	set(nest.handlers, (void (*)(void))nested, &nest, OTF_ENTER_RECORD);
	set(nest.handlers, (void (*)(void))nested_name, &nest, OTF_DEFFUNCTION_RECORD);
	printf("definitions %d\n", OTF_Reader_readDefinitions(nest.reader, nest.handlers) == OTF_READ_ERROR);
	printf("events %llu\n", (unsigned long long)OTF_Reader_readEvents(nest.reader, nest.handlers));
	set(nest.handlers, (void (*)(void))nested_stream, s, OTF_ENTER_RECORD);
	printf("stream %llu\n", (unsigned long long)OTF_RStream_readEvents(s, nest.handlers));
	printf("closed %d%d\n", OTF_RStream_close(s), OTF_Reader_close(nest.reader));
	OTF_HandlerArray_close(nest.handlers);
	OTF_FileManager_close(manager);
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	if (strcmp(argv[1], "names") == 0)
		names(argv[2]);
	else if (strcmp(argv[1], "threads") == 0)
		threads(argv[2]);
	else if (strcmp(argv[1], "streams") == 0)
		streams(argv[2]);
	else if (strcmp(argv[1], "nested") == 0)
		nests(argv[2]);
	else
		restarts(argv[2]);
	return 0;
}
