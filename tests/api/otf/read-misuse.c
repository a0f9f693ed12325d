/* read-misuse.c - the functions of otf.h that read, without their handles: each returns what stands for nothing. */
#include <otf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t a, b, c;
static int failed;

#define IS(expression, value)                                                   \
	do {                                                                    \
		long long got = (long long)(expression);                        \
		if (got != (long long)(value)) {                                \
			printf("%s: %lld, not %s\n", #expression, got, #value); \
			failed = 1;                                             \
		}                                                               \
	} while (0)

/* The same, and the function set otf_errno. */
#define FAILS(expression, value)                               \
	do {                                                   \
		otf_errno = OTF_NO_ERROR;                      \
		IS(expression, value);                         \
		if (otf_errno != OTF_ERROR) {                  \
			printf("%s: no error\n", #expression); \
			failed = 1;                            \
		}                                              \
	} while (0)

static void handlers(void)
{
	OTF_HandlerArray *h = OTF_HandlerArray_open();

	IS(OTF_HandlerArray_close(NULL), 0);
	FAILS(OTF_HandlerArray_setHandler(NULL, NULL, OTF_ENTER_RECORD), 0);
	FAILS(OTF_HandlerArray_setFirstHandlerArg(NULL, NULL, OTF_ENTER_RECORD), 0);
	FAILS(OTF_HandlerArray_setHandler(h, NULL, OTF_NRECORDS), 0);
	FAILS(OTF_HandlerArray_setFirstHandlerArg(h, NULL, OTF_NRECORDS), 0);
	FAILS(OTF_HandlerArray_getCopyHandler(NULL, NULL), 0);
	FAILS(OTF_HandlerArray_getCopyHandler_stream(NULL, NULL), 0);
	IS(OTF_HandlerArray_close(h), 1);
}

static void buffer(OTF_FileManager *manager)
{
	uint32_t *array = NULL, size = 0;

	FAILS(OTF_RBuffer_open(NULL, manager) != NULL, 0);
	FAILS(OTF_RBuffer_open("x", NULL) != NULL, 0);
	FAILS(OTF_RBuffer_open("nothing", manager) != NULL, 0);
	FAILS(OTF_RBuffer_open_with_external_buffer(1, NULL, 0) != NULL, 0);
	FAILS(OTF_RBuffer_open_with_external_buffer(6, "no zlib", 1) != NULL, 0);
	IS(OTF_RBuffer_close(NULL), 0);
	IS(OTF_RBuffer_setSize(NULL, 1), 0);
	IS(OTF_RBuffer_setJumpSize(NULL, 1), 0);
	OTF_RBuffer_setZBufferSize(NULL, 1);
	IS(OTF_RBuffer_getRecord(NULL) != NULL, 0);
	IS(OTF_RBuffer_guaranteeRecord(NULL), 0);
	IS(OTF_RBuffer_printRecord(NULL) != NULL, 0);
	IS(OTF_RBuffer_readNewline(NULL), 0);
	IS(OTF_RBuffer_jump(NULL, 0), 0);
	IS(OTF_RBuffer_readUint64(NULL), 0);
	IS(OTF_RBuffer_readUint32(NULL), 0);
	IS(OTF_RBuffer_readString(NULL) != NULL, 0);
	IS(OTF_RBuffer_readArray(NULL, &array, &size), 0);
	IS(OTF_RBuffer_readBytes(NULL, NULL, 0), 0);
	FAILS(OTF_RBuffer_readKeyValueList(NULL), 0);
	IS(OTF_RBuffer_testChar(NULL, 'E'), 0);
	IS(OTF_RBuffer_testKeyword(NULL, "E"), 0);
	IS(OTF_RBuffer_testString(NULL, "E"), 0);
	IS(OTF_RBuffer_testPrefix(NULL, "E"), 0);
	OTF_RBuffer_skipSpaces(NULL);
	OTF_RBuffer_skipKeyword(NULL);
	IS(OTF_RBuffer_getCurrentTime(NULL), UINT64_MAX);
	IS(OTF_RBuffer_getCurrentProcess(NULL), UINT32_MAX);
	OTF_RBuffer_setCurrentTime(NULL, 1);
	OTF_RBuffer_setCurrentProcess(NULL, 1);
	IS(OTF_RBuffer_searchTime(NULL, 1), 0);
	IS(OTF_RBuffer_getFileProperties(NULL), 0);
	IS(OTF_RBuffer_getFirstLastTime(NULL, 1), 0);
	IS(OTF_RBuffer_getFileSize(NULL), UINT64_MAX);
	IS(OTF_RBuffer_getFilePos(NULL), UINT64_MAX);
}

#define NO_PROGRESS(type, NAME)                           \
	IS(OTF_##type##_##NAME(NULL, &a, &b, &c), 0);     \
	IS(OTF_##type##_##NAME(handle, NULL, &b, &c), 0); \
	IS(OTF_##type##_##NAME(handle, &a, NULL, &c), 0); \
	IS(OTF_##type##_##NAME(handle, &a, &b, NULL), 0); \
	IS(OTF_##type##_##NAME(handle, &a, &b, &c), 0)
#define NO_PROGRESSES(type)                       \
	NO_PROGRESS(type, eventProgress);         \
	NO_PROGRESS(type, snapshotProgress);      \
	NO_PROGRESS(type, statisticProgress);     \
	NO_PROGRESS(type, eventTimeProgress);     \
	NO_PROGRESS(type, snapshotTimeProgress);  \
	NO_PROGRESS(type, statisticTimeProgress); \
	NO_PROGRESS(type, eventBytesProgress);    \
	NO_PROGRESS(type, snapshotBytesProgress); \
	NO_PROGRESS(type, statisticBytesProgress)

#define NO_READ(type, name)                                      \
	FAILS(OTF_##type##_read##name(NULL, h), OTF_READ_ERROR); \
	FAILS(OTF_##type##_read##name(handle, NULL), OTF_READ_ERROR)

static void stream(OTF_FileManager *manager, OTF_HandlerArray *h)
{
	OTF_RStream *handle = OTF_RStream_open("nothing", 1, manager);

	FAILS(OTF_RStream_open(NULL, 1, manager) != NULL, 0);
	FAILS(OTF_RStream_open("x", 1, NULL) != NULL, 0);
	IS(OTF_RStream_close(NULL), 0);
	FAILS(OTF_RStream_getDefBuffer(NULL) != NULL, 0);
	FAILS(OTF_RStream_getEventBuffer(NULL) != NULL, 0);
	FAILS(OTF_RStream_getSnapsBuffer(NULL) != NULL, 0);
	FAILS(OTF_RStream_getStatsBuffer(NULL) != NULL, 0);
	FAILS(OTF_RStream_getMarkerBuffer(NULL) != NULL, 0);
	IS(OTF_RStream_closeDefBuffer(NULL), 0);
	IS(OTF_RStream_closeEventBuffer(NULL), 0);
	IS(OTF_RStream_closeSnapsBuffer(NULL), 0);
	IS(OTF_RStream_closeStatsBuffer(NULL), 0);
	IS(OTF_RStream_closeMarkerBuffer(NULL), 0);
	FAILS(OTF_RStream_setDefBuffer(NULL, NULL) != NULL, 0);
	OTF_RStream_setBufferSizes(NULL, 1);
	IS(OTF_RStream_getBufferSizes(NULL), 0);
	OTF_RStream_setZBufferSizes(NULL, 1);
	IS(OTF_RStream_getZBufferSizes(NULL), 0);
	OTF_RStream_setRecordLimit(NULL, 1);
	IS(OTF_RStream_getRecordLimit(NULL), 0);
	NO_READ(RStream, Definitions);
	NO_READ(RStream, Events);
	NO_READ(RStream, Snapshots);
	NO_READ(RStream, Statistics);
	NO_READ(RStream, Marker);
	FAILS(OTF_RStream_readEvents(handle, h), OTF_READ_ERROR);
	IS(strcmp(otf_strerr, "nothing.1.events: no such file"), 0);
	NO_PROGRESSES(RStream);
	IS(OTF_RStream_close(handle), 1);
}

static void reader(OTF_FileManager *manager, OTF_HandlerArray *h, const char *trace)
{
	OTF_Reader *handle = OTF_Reader_open(trace, manager);

	FAILS(OTF_Reader_open(NULL, manager) != NULL, 0);
	FAILS(OTF_Reader_open(trace, NULL) != NULL, 0);
	FAILS(OTF_Reader_open("nothing", manager) != NULL, 0);
	FAILS(OTF_Reader_close(NULL), 0);
	FAILS(OTF_Reader_closeAllStreams(NULL), 0);
	FAILS(OTF_Reader_getStream(NULL, 1) != NULL, 0);
	FAILS(OTF_Reader_getMasterControl(NULL) != NULL, 0);
	IS(OTF_MasterControl_getCount(OTF_Reader_getMasterControl(handle)) > 0, 1);
	FAILS(OTF_Reader_setBufferSizes(NULL, 1), 0);
	FAILS(OTF_Reader_getBufferSizes(NULL), 0);
	OTF_Reader_setZBufferSizes(NULL, 1);
	FAILS(OTF_Reader_getZBufferSizes(NULL), 0);
	FAILS(OTF_Reader_setProcessStatus(NULL, 1, 1), 0);
	FAILS(OTF_Reader_setProcessStatus(handle, 99999, 1), 0);
	FAILS(OTF_Reader_setProcessStatusAll(NULL, 1), 0);
	FAILS(OTF_Reader_enableProcess(NULL, 1), 0);
	FAILS(OTF_Reader_disableProcess(NULL, 1), 0);
	FAILS(OTF_Reader_getProcessStatus(NULL, 1), 0);
	OTF_Reader_setTimeInterval(NULL, 1, 2);
	FAILS(OTF_Reader_getTimeIntervalMin(NULL), 0);
	FAILS(OTF_Reader_getTimeIntervalMax(NULL), 0);
	OTF_Reader_setRecordLimit(NULL, 1);
	FAILS(OTF_Reader_getRecordLimit(NULL), 0);
	OTF_Reader_reset(NULL);
	NO_READ(Reader, Definitions);
	NO_READ(Reader, Markers);
	NO_READ(Reader, Events);
	NO_READ(Reader, EventsUnsorted);
	NO_READ(Reader, Snapshots);
	NO_READ(Reader, SnapshotsUnsorted);
	NO_READ(Reader, Statistics);
	NO_READ(Reader, StatisticsUnsorted);
	NO_PROGRESSES(Reader);
	IS(OTF_Reader_close(handle), 1);
}

int main(int argc, char **argv)
{
	OTF_FileManager *manager = OTF_FileManager_open(2);
	OTF_HandlerArray *h = OTF_HandlerArray_open();

	if (argc != 2)
		return 2;
	handlers();
	buffer(manager);
	stream(manager, h);
	reader(manager, h, argv[1]);
	OTF_HandlerArray_close(h);
	OTF_FileManager_close(manager);
	return failed;
}
