/*
 * fuzz_otfapi.c - bytes as the files of a stream set (otf-files.h), read through otf.h. The letters of "=options" are
 * calls in their order; a digit after one is its argument:
 *     d m     definitions, markers            e n t   events, snapshots, statistics; E N T unsorted
 *     l       limit of records                i       interval of 16 ticks from there
 *     p P     a process off, on               a       the handler after so many calls stops
 *     s       streams, from now on; 0 = the reader again
 *     r c x   reset, close all streams, progress
 *     o       only handlers of even record types
 *     b       parse the events of the stream with the functions of buffers
 *     h       the next call is made by the handler after so many calls
 */
#include <otf.h>
#include "otf-files.h"

static uint64_t calls, stop, sum;
static int stopped; /* by a handler */

/* What a handler does after `wait` calls. */
static struct {
	struct run *run; /* NULL: nothing */
	char what;
	unsigned argument, wait;
} inside;

static void act(struct run *r, char what, unsigned argument);

static void act_inside(void)
{
	struct run *r = inside.run;

	if (!r || inside.wait-- > 0)
		return;
	inside.run = NULL;
	act(r, inside.what, inside.argument);
}

static int begin(const char *name, void *first, void *handler)
{
	CHECK(name && first == handler);
	calls++;
	return 1;
}

static void put_number(uint64_t v)
{
	sum += v;
}

static void put_text(const char *text)
{
	sum += text ? strlen(text) : 0;
}

static void put_list(uint32_t n, const void *list)
{
	for (uint32_t i = 0; i < n; i++)
		sum += ((const uint32_t *)list)[i];
}

static int finish(OTF_KeyValueList *list)
{
	for (uint32_t i = 0; list && i < OTF_KeyValueList_getCount(list); i++) {
		OTF_KeyValuePair *pair;
		CHECK(OTF_KeyValueList_getPairByIndex(list, i, &pair) == 0);
		sum += pair->value.otf_uint8;
	}
	act_inside();
	if (!stop || --stop)
		return OTF_RETURN_OK;
	stopped = 1;
	return OTF_RETURN_ABORT;
}

#include "tests/api/otf/every-handler.h"

struct run {
	const char *actions;
	size_t n;
	OTF_Reader *reader;
	OTF_RStream *stream;
	OTF_HandlerArray *handlers;
	uint64_t limit;
};

/* ---- calls ---- */

static void read_some(struct run *r, char what)
{
	typedef uint64_t reader_fn(OTF_Reader *, OTF_HandlerArray *);
	typedef uint64_t stream_fn(OTF_RStream *, OTF_HandlerArray *);
	static const char letters[] = "dmentENT";
	static reader_fn *const of_reader[] = {
		OTF_Reader_readDefinitions,
		OTF_Reader_readMarkers,
		OTF_Reader_readEvents,
		OTF_Reader_readSnapshots,
		OTF_Reader_readStatistics,
		OTF_Reader_readEventsUnsorted,
		OTF_Reader_readSnapshotsUnsorted,
		OTF_Reader_readStatisticsUnsorted,
	};
	static stream_fn *const of_stream[] = {
		OTF_RStream_readDefinitions, OTF_RStream_readMarker,     OTF_RStream_readEvents,
		OTF_RStream_readSnapshots,   OTF_RStream_readStatistics, OTF_RStream_readEvents,
		OTF_RStream_readSnapshots,   OTF_RStream_readStatistics,
	};
	size_t i = (size_t)(strchr(letters, what) - letters);
	uint64_t limit = r->limit, n;

	otf_errno = OTF_NO_ERROR;
	stopped = 0;
	n = r->stream ? of_stream[i](r->stream, r->handlers) : of_reader[i](r->reader, r->handlers);
	CHECK(n == OTF_READ_ERROR || n <= limit || n <= r->limit);
	CHECK(n != OTF_READ_ERROR || otf_errno == OTF_ERROR || stopped);
	CHECK(otf_errno == OTF_NO_ERROR || otf_strerr[0]);
}

static void progress(struct run *r)
{
	uint64_t a, b, c;

	if (OTF_Reader_eventTimeProgress(r->reader, &a, &b, &c))
		CHECK(a <= b && b <= c);
	if (OTF_Reader_snapshotBytesProgress(r->reader, &a, &b, &c) ||
	    OTF_Reader_eventBytesProgress(r->reader, &a, &b, &c))
		CHECK(a <= b && b <= c);
	if (r->stream && OTF_RStream_eventTimeProgress(r->stream, &a, &b, &c))
		CHECK(a <= b && b <= c);
}

static void parse_line(OTF_RBuffer *b)
{
	uint32_t *array = NULL, size = 0;
	uint8_t bytes[4];

	OTF_RBuffer_skipKeyword(b);
	sum += OTF_RBuffer_readUint64(b);
	sum += OTF_RBuffer_testKeyword(b, "X") + OTF_RBuffer_testPrefix(b, "S") + OTF_RBuffer_testChar(b, 'L');
	sum += OTF_RBuffer_readArray(b, &array, &size);
	free(array);
	sum += OTF_RBuffer_readBytes(b, bytes, sizeof bytes);
	put_text(OTF_RBuffer_readString(b));
	OTF_RBuffer_skipSpaces(b);
	sum += OTF_RBuffer_readKeyValueList(b);
	free(OTF_RBuffer_printRecord(b));
}

static void parse(struct run *r, unsigned at)
{
	OTF_RBuffer *b = OTF_RStream_getEventBuffer(OTF_Reader_getStream(r->reader, 1));

	if (!b)
		return;
	if (at)
		OTF_RBuffer_jump(b, at * 7);
	for (unsigned i = 0; i < 40 && OTF_RBuffer_getRecord(b); i++) {
		parse_line(b);
		OTF_RBuffer_readNewline(b);
	}
	sum += (uint64_t)OTF_RBuffer_getFileProperties(b) + OTF_RBuffer_getFileSize(b);
	CHECK(OTF_RBuffer_getFilePos(b) <= OTF_RBuffer_getFileSize(b));
	OTF_RBuffer_searchTime(b, at);
}

static void set_limit(struct run *r, uint64_t limit)
{
	r->limit = limit;
	if (r->stream)
		OTF_RStream_setRecordLimit(r->stream, limit);
	OTF_Reader_setRecordLimit(r->reader, limit);
}

static void act(struct run *r, char what, unsigned argument)
{
	if (strchr("dmentENT", what))
		read_some(r, what);
	else if (what == 'l')
		set_limit(r, argument);
	else if (what == 'i')
		OTF_Reader_setTimeInterval(r->reader, argument, argument + 16);
	else if (what == 'p')
		OTF_Reader_setProcessStatus(r->reader, argument, 0);
	else if (what == 'P')
		OTF_Reader_enableProcess(r->reader, argument);
	else if (what == 'a')
		stop = argument;
	else if (what == 'r')
		OTF_Reader_reset(r->reader);
	else if (what == 'x')
		progress(r);
	else if (what == 'o')
		for (unsigned type = 0; type < OTF_NRECORDS; type += 2)
			OTF_HandlerArray_setHandler(r->handlers, NULL, type);
	else if (what == 'b')
		parse(r, argument);
	if (what == 'c' && OTF_Reader_closeAllStreams(r->reader))
		r->stream = NULL;
	if (what == 's')
		r->stream = argument ? OTF_Reader_getStream(r->reader, argument) : NULL;
	if (what == 's' || what == 'r' || what == 'c')
		set_limit(r, OTF_READ_MAXRECORDS);
}

static void take_actions(void *ctx, const char *p, size_t n)
{
	struct run *r = ctx;

	r->actions = p;
	r->n = n;
}

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static void take_action(struct run *r, char what, unsigned argument)
{
	if (is_digit(what) || !what)
		return;
	if (what == 'h') {
		inside.run = NULL;
		inside.what = what;
		inside.wait = argument;
	} else if (!inside.run && inside.what == 'h') {
		inside.run = r;
		inside.what = what;
		inside.argument = argument;
	} else {
		act(r, what, argument);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct run r = {"", 0, NULL, NULL, OTF_HandlerArray_open(), OTF_READ_MAXRECORDS};
	OTF_FileManager *manager = OTF_FileManager_open(2);
	char stub[80];

	make_room();
	stop = 0;
	inside.what = 0;
	split((const char *)data, size, take_actions, &r);
	snprintf(stub, sizeof stub, "%s/in", dir);
	r.reader = OTF_Reader_open(stub, manager);
	set_handlers(r.handlers, -1);
	for (size_t i = 0; r.reader && i < r.n && i < 100; i++)
		take_action(&r, r.actions[i],
		            i + 1 < r.n && is_digit(r.actions[i + 1]) ? (unsigned)(r.actions[i + 1] - '0') : 1);
	inside.run = NULL;
	if (r.reader) {
		OTF_Reader_reset(r.reader);
		set_limit(&r, OTF_READ_MAXRECORDS);
		r.stream = NULL;
		for (const char *p = "dement"; *p; p++)
			read_some(&r, *p);
		OTF_Reader_close(r.reader);
	}
	OTF_HandlerArray_close(r.handlers);
	OTF_FileManager_close(manager);
	return 0;
}
