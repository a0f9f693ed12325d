/*
 * write-cases.c - what a writer does at its limits; each case has a name:
 *     write-cases back|rest|late|order|full|cut|packed|killed|settings NAME
 *     write-cases many NAME STREAMS
 */
#include <otf.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void show(const char *call, long result)
{
	printf("%s = %ld%s%s\n", call, result, otf_errno ? ", " : "", otf_errno ? otf_strerr : "");
	otf_errno = OTF_NO_ERROR;
}

#define TRY(call) show(#call, (long)(call))

/* A time that goes back is refused once. */
static void back(OTF_FileManager *m, const char *name)
{
	OTF_Writer *w = OTF_Writer_open(name, 1, m);
	OTF_KeyValueList *list = OTF_KeyValueList_new();

	OTF_KeyValueList_appendUint8(list, 1, 1);
	TRY(OTF_Writer_writeEnter(w, 100, 1, 1, 0));
	TRY(OTF_Writer_writeEnterKV(w, 50, 2, 1, 0, list));
	TRY(OTF_KeyValueList_getCount(list));
	TRY(OTF_Writer_writeEnter(w, 0, 2, 2, 0));
	TRY(OTF_Writer_writeSummaryComment(w, 10, 1, "another file"));
	TRY(OTF_Writer_writeLeave(w, 200, 1, 1, 0));
	TRY(OTF_Writer_writeDefProcess(w, 0, 1, "x", 0));
	TRY(OTF_WBuffer_setTimeAndProcess(OTF_WStream_getEventBuffer(OTF_Writer_getStream(w, 1)), 9, 3));
	TRY(OTF_Writer_close(w));
	OTF_KeyValueList_close(list);
}

/* Records after OTF_Writer_closeAllStreams follow those before it. */
static void rest(OTF_FileManager *m, const char *name)
{
	OTF_Writer *w = OTF_Writer_open(name, 0, m);

	TRY(OTF_Writer_writeDefCreator(w, 0, "before"));
	TRY(OTF_Writer_writeEnter(w, 1, 1, 1, 0));
	TRY(OTF_Writer_closeAllStreams(w));
	TRY(OTF_Writer_closeAllStreams(w));
	TRY(OTF_Writer_writeDefCreator(w, 0, "after"));
	TRY(OTF_Writer_writeLeave(w, 2, 1, 1, 0));
	TRY(OTF_Writer_writeEnter(w, 1, 1, 1, 0));
	TRY(OTF_Writer_close(w));
}

/* Another master control, streams of the writer, inline snapshots set late. */
static void late(OTF_FileManager *m, const char *name)
{
	OTF_Writer *w = OTF_Writer_open(name, 1, m);
	OTF_MasterControl *mc = OTF_MasterControl_new(m);

	OTF_MasterControl_append(mc, 4, 40);
	OTF_Writer_setMasterControl(w, mc);
	TRY(OTF_Writer_getMasterControl(w) == mc);
	TRY(OTF_Writer_mapProcess(w, 5));
	TRY(OTF_Writer_assignProcess(w, 50, 8));
	TRY(OTF_Writer_assignProcess(w, 50, 9));
	TRY(OTF_Writer_assignProcess(w, 51, 0));
	TRY(OTF_Writer_mapProcess(w, 6));
	TRY(OTF_Writer_writeEnter(w, 1, 1, 40, 0));
	OTF_WStream_setFormat(OTF_Writer_getStream(w, 4),
	                      OTF_WSTREAM_FORMAT_LONG | OTF_WSTREAM_FORMAT_INLINE_SNAPSHOTS);
	TRY(OTF_Writer_writeEnterSnapshot(w, 2, 1, 1, 40, 0));
	TRY(OTF_Writer_writeLeave(w, 3, 1, 40, 0));
	TRY(OTF_WStream_writeLeave(OTF_Writer_getStream(w, 4), 3, 1, 5, 0));
	TRY(OTF_Writer_close(w));
}

/* The file manager may be closed first. */
static void order(OTF_FileManager *m, const char *name)
{
	OTF_FileManager *own = OTF_FileManager_open(1);
	OTF_Writer *w = OTF_Writer_open(name, 0, own);
	OTF_File *f = OTF_File_open("file", own, OTF_FILEMODE_WRITE);

	(void)m;
	OTF_FileManager_close(own);
	TRY(OTF_Writer_writeEnter(w, 1, 1, 1, 0));
	TRY(OTF_Writer_writeEnter(w, 1, 1, 2, 0));
	TRY(OTF_File_write(f, "x", 1));
	TRY(OTF_Writer_close(w));
	TRY(OTF_File_close(f));
}

/* NAME.1.events cannot be written: each later call says why. */
static void full(OTF_FileManager *m, const char *name)
{
	OTF_WStream *s = OTF_WStream_open(name, 1, m);
	OTF_WBuffer *b;
	OTF_File *f;

	TRY(OTF_WStream_writeEnter(s, 1, 1, 1, 0));
	TRY(OTF_WStream_flush(s));
	TRY(OTF_WStream_writeEnter(s, 2, 1, 1, 0));
	TRY(OTF_WStream_flush(s));
	b = OTF_WStream_getEventBuffer(s);
	TRY(OTF_WBuffer_writeKeyword(b, "x"));
	TRY(OTF_WStream_close(s));
	f = OTF_File_open("/dev/full", m, OTF_FILEMODE_WRITE);
	TRY(OTF_File_write(f, "x", 1));
	TRY(OTF_File_write(f, "x", 1));
	TRY(OTF_File_close(f));
}

/* Write until the file may not grow any more; without one lost record the calls say so. */
static void cut(OTF_FileManager *m, const char *name)
{
	OTF_Writer *w = OTF_Writer_open(name, 0, m);
	int ok = 1;

	for (uint64_t t = 1; t < 200000 && ok; t++)
		ok = OTF_Writer_writeEnter(w, t, 1, 1, 0);
	printf("%s\n", otf_strerr);
	TRY(OTF_Writer_writeEnter(w, 1000000, 1, 1, 0));
	TRY(OTF_Writer_closeAllStreams(w));
	TRY(OTF_Writer_close(w));
}

/* A compressed file is read from its start, from a flush point, after it was suspended, and from memory. */
static void packed(OTF_FileManager *m, const char *name)
{
	OTF_File *f = OTF_File_open_zlevel(name, m, OTF_FILEMODE_WRITE, 9);
	char text[40] = "", bytes[99];
	uint32_t n;

	TRY(OTF_File_write(f, "first block\n", 12));
	TRY(OTF_File_write(f, "second block\n", 13));
	TRY(OTF_File_close(f));
	f = OTF_File_open(name, m, OTF_FILEMODE_READ);
	TRY(OTF_File_read(f, text, 8));
	OTF_File_suspend(f);
	TRY(OTF_File_status(f));
	TRY(OTF_File_read(f, text + 8, 30));
	printf("%s", text);
	TRY(OTF_File_seek(f, 3));
	memset(text, 0, sizeof text);
	TRY(OTF_File_read(f, text, 30));
	printf("%s", text);
	TRY(OTF_File_seek(f, OTF_File_size(f) - 2));
	TRY(OTF_File_seek(f, 0));
	TRY(OTF_File_read(f, text, 30));
	TRY(OTF_File_seek(f, 0));
	n = (uint32_t)OTF_File_read_internal(f, bytes, sizeof bytes);
	TRY(n == OTF_File_size(f));
	TRY(OTF_File_close(f));
	f = OTF_File_open_with_external_buffer(n, bytes, 1, OTF_FILEMODE_READ);
	TRY(OTF_File_read(f, text, 30));
	TRY(OTF_File_close(f));
}

/* Killed in the middle: what was flushed stays. */
static void killed(OTF_FileManager *m, const char *name)
{
	OTF_Writer *w = OTF_Writer_open(name, 0, m);

	OTF_Writer_setBufferSizes(w, 5000);
	for (uint64_t t = 1; t < 10000; t++)
		OTF_Writer_writeEnter(w, t, 1, 1, 0);
	kill(getpid(), SIGKILL);
}

static void settings(OTF_FileManager *m, const char *name)
{
	OTF_WStream *s = OTF_WStream_open(name, 1, m);
	OTF_Writer *w = OTF_Writer_open(name, 1, m);
	static const uint32_t values[] = {0, 1, 9, 10, 31, 32, 49, 50, 5000, 50000000};

	for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
		uint32_t v = values[i];
		printf("%u: %d", v, OTF_WStream_setCompression(s, v));
		printf(" %d", OTF_Writer_setCompression(w, v));
		OTF_WStream_setBufferSizes(s, v);
		OTF_WStream_setZBufferSizes(s, v);
		OTF_WStream_setFormat(s, v);
		printf(" %u %u %u %u;", OTF_WStream_getCompression(s), OTF_WStream_getBufferSizes(s),
		       OTF_WStream_getZBufferSizes(s), OTF_WStream_getFormat(s));
		OTF_Writer_setBufferSizes(w, v);
		OTF_Writer_setZBufferSizes(w, v);
		OTF_Writer_setFormat(w, v);
		printf(" %u %u %u %u\n", OTF_Writer_getCompression(w), OTF_Writer_getBufferSizes(w),
		       OTF_Writer_getZBufferSizes(w), OTF_Writer_getFormat(w));
	}
	printf("%d %d\n", OTF_WStream_close(s), OTF_Writer_close(w));
}

static void many(OTF_FileManager *m, const char *name, uint32_t n)
{
	OTF_Writer *w = OTF_Writer_open(name, 0, m);
	int ok = 1;

	OTF_FileManager_setNumber(m, 100000);
	for (uint64_t t = 1; t < 4; t++)
		for (uint32_t p = 1; p <= n; p++)
			ok &= OTF_Writer_writeEnter(w, t, p, p, 0) &&
			      (p % 100 || OTF_Writer_writeSummaryComment(w, t, p, "x"));
	printf("%d", ok);
	printf(" %d\n", OTF_Writer_close(w));
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(OTF_FileManager *m, const char *name);
	} cases[] = {{"back", back}, {"rest", rest},     {"late", late},     {"order", order},      {"full", full},
	             {"cut", cut},   {"packed", packed}, {"killed", killed}, {"settings", settings}};
	OTF_FileManager *m = OTF_FileManager_open(5);

	for (unsigned i = 0; argc > 2 && i < sizeof cases / sizeof *cases; i++)
		if (strcmp(argv[1], cases[i].name) == 0)
			cases[i].run(m, argv[2]);
	if (argc > 3)
		many(m, argv[2], (uint32_t)atoi(argv[3]));
	OTF_FileManager_close(m);
	return 0;
}
