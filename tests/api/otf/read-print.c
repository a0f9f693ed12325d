/*
 * read-print.c - what a reader of otf.h delivers, and what its functions return: read-print TRACE ACTION...
 * tests/bats/api-otf-read.bats builds it with our library and with the reference, and compares.
 *
 *     defs events unsorted snaps unsorted-snaps stats unsorted-stats markers    read
 *     all:ACTION            the same until it returns 0 or an error
 *     limit=N min=N max=N on=P off=P set-on=P set-off=P all-are=N status=P size=N    settings of the reader
 *     only=T every          handlers: of the record type alone, of all
 *     quiet=1               handlers do not print
 *     stop=N                the Nth handler from here returns OTF_RETURN_ABORT
 *     stream=N reader       what is read from here on: a stream of the reader, the reader
 *     progress:WHAT         time, bytes or old, of events; with -snaps or -stats of others
 *     files=N               descriptors of the manager
 *     errors                from here on print otf_strerr after an error
 *     close reset sizes -NAME     NAME: a new section of the output
 */
#include <otf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t stop; /* handler calls until one of them stops the reading; 0 = none */
static int quiet, errors;

static void print_list(OTF_KeyValueList *list)
{
	uint32_t key, len, i, j;
	OTF_KeyValuePair *pair;
	uint8_t bytes[1000];

	for (i = 0; i < OTF_KeyValueList_getCount(list); i++) {
		OTF_KeyValueList_getKeyByIndex(list, i, &key);
		OTF_KeyValueList_getPairByIndex(list, i, &pair);
		printf(" {%u %d", key, (int)pair->type);
		switch (pair->type) {
		case OTF_CHAR: printf(" %d}", pair->value.otf_char); break;
		case OTF_INT8: printf(" %d}", pair->value.otf_int8); break;
		case OTF_UINT8: printf(" %u}", pair->value.otf_uint8); break;
		case OTF_INT16: printf(" %d}", pair->value.otf_int16); break;
		case OTF_UINT16: printf(" %u}", pair->value.otf_uint16); break;
		case OTF_INT32: printf(" %d}", pair->value.otf_int32); break;
		case OTF_UINT32: printf(" %u}", pair->value.otf_uint32); break;
		case OTF_INT64: printf(" %lld}", (long long)pair->value.otf_int64); break;
		case OTF_UINT64: printf(" %llu}", (unsigned long long)pair->value.otf_uint64); break;
		case OTF_FLOAT: printf(" %g}", pair->value.otf_float); break;
		case OTF_DOUBLE: printf(" %g}", pair->value.otf_double); break;
		default:
			len = sizeof bytes;
			OTF_KeyValueList_getByteArray(list, key, bytes, &len);
			printf(" %u:%u:", pair->value.otf_byte_array.len, len);
			for (j = 0; j < len; j++)
				printf("%02x", bytes[j]);
			printf("}");
		}
	}
}

static int finish(OTF_KeyValueList *list)
{
	if (list)
		print_list(list);
	printf("\n");
	return stop && --stop == 0 ? OTF_RETURN_ABORT : OTF_RETURN_OK;
}

static void put_number(uint64_t v)
{
	printf(" %llu", (unsigned long long)v);
}

static void put_text(const char *text)
{
	printf(text ? " '%s'" : " NULL", text);
}

static void put_list(uint32_t n, const void *list)
{
	uint32_t i;

	printf(" [");
	for (i = 0; i < n; i++)
		printf(" %u", ((const uint32_t *)list)[i]);
	printf(" ]");
}

static int begin(const char *name, void *first, void *handler)
{
	if (first != handler)
		printf("another first argument ");
	if (!quiet)
		fputs(name, stdout);
	return !quiet;
}

#include "every-handler.h"

/* ---- actions ---- */

struct run {
	OTF_Reader *reader;
	OTF_RStream *stream; /* NULL: the reader */
	OTF_HandlerArray *handlers;
	OTF_FileManager *manager;
};

/* Print a result; after an error, the message. */
static void print_result(const char *what, uint64_t n)
{
	printf("%s %lld\n", what, (long long)n);
	if (errors && otf_errno)
		printf("error: %s\n", otf_strerr);
	otf_errno = OTF_NO_ERROR;
}

static uint64_t read_some(struct run *r, const char *what)
{
#define READ(text, f, of_stream)     \
	if (strcmp(what, text) == 0) \
	return r->stream ? of_stream(r->stream, r->handlers) : f(r->reader, r->handlers)
	READ("defs", OTF_Reader_readDefinitions, OTF_RStream_readDefinitions);
	READ("events", OTF_Reader_readEvents, OTF_RStream_readEvents);
	READ("snaps", OTF_Reader_readSnapshots, OTF_RStream_readSnapshots);
	READ("stats", OTF_Reader_readStatistics, OTF_RStream_readStatistics);
	READ("markers", OTF_Reader_readMarkers, OTF_RStream_readMarker);
	READ("unsorted", OTF_Reader_readEventsUnsorted, OTF_RStream_readEvents);
	READ("unsorted-snaps", OTF_Reader_readSnapshotsUnsorted, OTF_RStream_readSnapshots);
	READ("unsorted-stats", OTF_Reader_readStatisticsUnsorted, OTF_RStream_readStatistics);
	fprintf(stderr, "unknown action %s\n", what);
	exit(2);
}

static void read_all(struct run *r, const char *what)
{
	uint64_t n;

	do {
		n = read_some(r, what);
		print_result(what, n);
	} while (n && n != OTF_READ_ERROR);
}

static void print_progress(struct run *r, const char *what)
{
	uint64_t min = 7, now = 7, max = 7;
	unsigned rc;
#define ASK(text, f, of_stream)      \
	if (strcmp(what, text) == 0) \
	rc = r->stream ? of_stream(r->stream, &min, &now, &max) : f(r->reader, &min, &now, &max)
	ASK("time", OTF_Reader_eventTimeProgress, OTF_RStream_eventTimeProgress);
	else ASK("time-snaps", OTF_Reader_snapshotTimeProgress, OTF_RStream_snapshotTimeProgress);
	else ASK("time-stats", OTF_Reader_statisticTimeProgress, OTF_RStream_statisticTimeProgress);
	else ASK("old", OTF_Reader_eventProgress, OTF_RStream_eventProgress);
	else ASK("old-snaps", OTF_Reader_snapshotProgress, OTF_RStream_snapshotProgress);
	else ASK("old-stats", OTF_Reader_statisticProgress, OTF_RStream_statisticProgress);
	else ASK("bytes", OTF_Reader_eventBytesProgress, OTF_RStream_eventBytesProgress);
	else ASK("bytes-snaps", OTF_Reader_snapshotBytesProgress, OTF_RStream_snapshotBytesProgress);
	else ASK("bytes-stats", OTF_Reader_statisticBytesProgress, OTF_RStream_statisticBytesProgress);
	else exit(2);
	printf("progress %s: %u", what, rc);
	if (rc)
		printf(" %llu %llu %llu", (unsigned long long)min, (unsigned long long)now, (unsigned long long)max);
	printf("\n");
}

static int set(struct run *r, const char *what, size_t n, uint64_t value)
{
	static uint64_t min, max = (uint64_t)-1;
	OTF_Reader *reader = r->reader;
#define IS(text) (n == strlen(text) && strncmp(what, text, n) == 0)
	if (IS("limit") && r->stream)
		OTF_RStream_setRecordLimit(r->stream, value);
	else if (IS("limit"))
		OTF_Reader_setRecordLimit(reader, value);
	else if (IS("min") || IS("max")) {
		*(IS("min") ? &min : &max) = value;
		OTF_Reader_setTimeInterval(reader, min, max);
		printf("interval %lld %lld\n", (long long)OTF_Reader_getTimeIntervalMin(reader),
		       (long long)OTF_Reader_getTimeIntervalMax(reader));
	} else if (IS("on"))
		printf("on %d\n", OTF_Reader_enableProcess(reader, (uint32_t)value));
	else if (IS("off"))
		printf("off %d\n", OTF_Reader_disableProcess(reader, (uint32_t)value));
	else if (IS("set-on"))
		printf("set-on %d\n", OTF_Reader_setProcessStatus(reader, (uint32_t)value, 1));
	else if (IS("set-off"))
		printf("set-off %d\n", OTF_Reader_setProcessStatus(reader, (uint32_t)value, 0));
	else if (IS("all-are"))
		printf("all %d\n", OTF_Reader_setProcessStatusAll(reader, (uint8_t)value));
	else if (IS("status"))
		printf("status %d\n", OTF_Reader_getProcessStatus(reader, (uint32_t)value));
	else if (IS("stop"))
		stop = value;
	else if (IS("quiet"))
		quiet = (int)value;
	else if (IS("only"))
		set_handlers(r->handlers, (int)value);
	else if (IS("files"))
		printf("files %u of %u\n", OTF_FileManager_getCount(r->manager),
		       OTF_FileManager_setNumber(r->manager, (uint32_t)value));
	else if (IS("stream")) {
		r->stream = OTF_Reader_getStream(reader, (uint32_t)value);
		printf("stream %d\n", r->stream != NULL);
	} else if (IS("size")) {
		printf("size %d\n", OTF_Reader_setBufferSizes(reader, (uint32_t)value));
		OTF_Reader_setZBufferSizes(reader, (uint32_t)value);
	} else
		return 0;
	return 1;
}

static void act(struct run *r, const char *what)
{
	const char *equals = strchr(what, '=');

	if (equals && set(r, what, (size_t)(equals - what), strtoull(equals + 1, NULL, 0)))
		return;
	if (strncmp(what, "all:", 4) == 0)
		read_all(r, what + 4);
	else if (strncmp(what, "progress:", 9) == 0)
		print_progress(r, what + 9);
	else if (*what == '-')
		printf("%s\n", what);
	else if (strcmp(what, "every") == 0)
		set_handlers(r->handlers, -1);
	else if (strcmp(what, "errors") == 0)
		errors = 1;
	else if (strcmp(what, "close") == 0)
		printf("close %d\n", OTF_Reader_closeAllStreams(r->reader));
	else if (strcmp(what, "reset") == 0)
		OTF_Reader_reset(r->reader);
	else if (strcmp(what, "reader") == 0)
		r->stream = NULL;
	else if (strcmp(what, "sizes") == 0)
		printf("sizes %u %u limit %lld\n", OTF_Reader_getBufferSizes(r->reader),
		       OTF_Reader_getZBufferSizes(r->reader), (long long)OTF_Reader_getRecordLimit(r->reader));
	else
		print_result(what, read_some(r, what));
}

int main(int argc, char **argv)
{
	struct run r = {0};
	int i;

	r.manager = OTF_FileManager_open(10);
	r.reader = OTF_Reader_open(argv[1], r.manager);
	r.handlers = OTF_HandlerArray_open();
	printf("open %d\n", r.reader != NULL);
	set_handlers(r.handlers, -1);
	for (i = 2; i < argc && r.reader; i++) {
		act(&r, argv[i]);
		fflush(stdout);
	}
	if (r.reader)
		printf("close %d\n", OTF_Reader_close(r.reader));
	printf("close %d\n", OTF_HandlerArray_close(r.handlers));
	OTF_FileManager_close(r.manager);
	return 0;
}
