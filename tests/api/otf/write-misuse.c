/* write-misuse.c - NULL for each handle, calls out of order: every line must be a refusal, or the program has crashed.
 */
#include <otf.h>
#include <stdio.h>
#include <string.h>

static void show(const char *call, long result)
{
	printf("%s = %ld %d %s\n", call, result, otf_errno, otf_errno ? otf_strerr : "");
	otf_errno = OTF_NO_ERROR;
	otf_strerr[0] = 0;
}

#define TRY(call) show(#call, (long)(call))
#define RUN(call) (call, show(#call, 0))

static void lists(void)
{
	OTF_KeyValueList *l = OTF_KeyValueList_new();
	OTF_KeyValuePair pair = {1, OTF_UNKNOWN, {0}}, *p;
	uint32_t n = 9;
	uint8_t byte;
	char c;

	TRY(OTF_KeyValueList_close(NULL));
	TRY(OTF_KeyValueList_reset(NULL));
	TRY(OTF_KeyValueList_realloc(NULL, 3));
	TRY(OTF_KeyValueList_getCount(NULL));
	TRY(OTF_KeyValueList_appendChar(NULL, 1, 'a'));
	TRY(OTF_KeyValueList_appendByteArray(NULL, 1, &byte, 1));
	TRY(OTF_KeyValueList_appendByteArray(l, 1, NULL, 1));
	TRY(OTF_KeyValueList_appendPair(l, pair));
	TRY(OTF_KeyValueList_appendKeyValueList(l, NULL));
	TRY(OTF_KeyValueList_appendKeyValueList(NULL, l));
	TRY(OTF_KeyValueList_getChar(NULL, 1, &c));
	TRY(OTF_KeyValueList_getChar(l, 1, NULL));
	TRY(OTF_KeyValueList_getByteArray(NULL, 1, &byte, &n));
	TRY(OTF_KeyValueList_getByteArray(l, 1, &byte, NULL));
	TRY(OTF_KeyValueList_getArrayLength(l, 1, NULL));
	TRY(OTF_KeyValueList_getTypeForKey(NULL, 1));
	TRY(OTF_KeyValueList_hasKey(NULL, 1));
	TRY(OTF_KeyValueList_removeKey(NULL, 1));
	TRY(OTF_KeyValueList_getKeyByIndex(l, 0, NULL));
	TRY(OTF_KeyValueList_getPairByIndex(NULL, 0, &p));
	OTF_KeyValueList_close(l);
}

static void managers(OTF_FileManager *m, OTF_FileManager *other)
{
	OTF_File *f = OTF_File_open("file", other, OTF_FILEMODE_WRITE);

	TRY(OTF_FileManager_getCount(NULL));
	TRY(OTF_FileManager_getNumber(NULL));
	TRY(OTF_FileManager_setNumber(NULL, 1));
	TRY(OTF_FileManager_guaranteeFile(NULL));
	TRY(OTF_FileManager_registerFile(m, f));
	TRY(OTF_FileManager_touchFile(NULL, f));
	TRY(OTF_FileManager_suspendFile(m, NULL));
	TRY(OTF_FileManager_setIofsl(m, 0, NULL, OTF_IOFSL_MULTIFILE, 0, 0, 0));
	TRY(OTF_FileManager_isIofsl(NULL));
	TRY(OTF_FileManager_getIofsl(NULL, NULL, NULL, NULL, NULL, NULL, NULL));
	TRY(OTF_FileManager_registerFile(other, f) - 1);
	OTF_FileManager_close(NULL);
	OTF_File_close(f);
}

static void files(OTF_FileManager *m)
{
	OTF_File *f;

	TRY(OTF_File_open("file", NULL, OTF_FILEMODE_WRITE));
	TRY(OTF_File_open(NULL, m, OTF_FILEMODE_WRITE));
	TRY(OTF_File_open("file", m, OTF_FILEMODE_NOTHING));
	TRY(OTF_File_open_zlevel("file.z", m, OTF_FILEMODE_WRITE, 10));
	TRY(OTF_File_open("/missing/file", m, OTF_FILEMODE_WRITE));
	TRY(OTF_File_open("missing", m, OTF_FILEMODE_READ));
	TRY(OTF_File_open_with_external_buffer(1, NULL, 0, OTF_FILEMODE_READ));
	TRY(OTF_File_close(NULL));
	TRY(OTF_File_write(NULL, "x", 1));
	TRY(OTF_File_read(NULL, &f, 1));
	TRY(OTF_File_read_internal(NULL, &f, 1));
	TRY(OTF_File_write_internal(NULL, "x", 1));
	TRY(OTF_File_seek(NULL, 0));
	TRY(OTF_File_tell(NULL));
	TRY(OTF_File_size(NULL));
	TRY(OTF_File_status(NULL));
	TRY(OTF_File_revive(NULL, OTF_FILEMODE_READ));
	RUN(OTF_File_suspend(NULL));
	RUN(OTF_File_setZBufferSize(NULL, 100));
	RUN(OTF_File_finalize(NULL));
	f = OTF_File_open("file", m, OTF_FILEMODE_WRITE);
	OTF_File_init(f);
	RUN(OTF_File_setZBufferSize(f, 10));
	TRY(OTF_File_write(f, NULL, 1));
	OTF_File_finalize(f);
	TRY(OTF_File_write(f, "x", 1));
	TRY(OTF_File_close(f) - 1);
}

static void buffers(OTF_FileManager *m)
{
	TRY(OTF_WBuffer_open("buffer", NULL));
	TRY(OTF_WBuffer_open(NULL, m));
	TRY(OTF_WBuffer_open("/missing/buffer", m));
	TRY(OTF_WBuffer_close(NULL));
	TRY(OTF_WBuffer_flush(NULL));
	TRY(OTF_WBuffer_setSize(NULL, 100));
	RUN(OTF_WBuffer_setZBufferSize(NULL, 100));
	TRY(OTF_WBuffer_guarantee(NULL, 1));
	TRY(OTF_WBuffer_setTimeAndProcess(NULL, 1, 1));
	TRY(OTF_WBuffer_writeKeyword(NULL, "K"));
	TRY(OTF_WBuffer_writeString(NULL, "K"));
	TRY(OTF_WBuffer_writeUint64(NULL, 1));
	TRY(OTF_WBuffer_writeNewline(NULL));
	TRY(OTF_WBuffer_writeBytes(NULL, NULL, 1));
	TRY(OTF_WBuffer_writeKeyValuePair_long(NULL, &(OTF_KeyValuePair){1, OTF_CHAR, {0}}));
	TRY(OTF_WBuffer_writeKeyValuePair_long(NULL, &(OTF_KeyValuePair){1, OTF_UNKNOWN, {0}}));
}

static void masters(OTF_FileManager *m)
{
	OTF_MasterControl *mc = OTF_MasterControl_new(m);

	TRY(OTF_MasterControl_new(NULL));
	TRY(OTF_MasterControl_clone(NULL, m));
	TRY(OTF_MasterControl_clone(mc, NULL));
	TRY(OTF_MasterControl_read(NULL, "x"));
	TRY(OTF_MasterControl_read(mc, NULL));
	TRY(OTF_MasterControl_write(NULL, "x"));
	TRY(OTF_MasterControl_write(mc, NULL));
	TRY(OTF_MasterControl_write(mc, "/missing/x"));
	TRY(OTF_MasterControl_append(NULL, 1, 1));
	TRY(OTF_MasterControl_append(mc, 0, 1));
	TRY(OTF_MasterControl_appendList(mc, 1, 1, NULL));
	TRY(OTF_MasterControl_mapReverse(NULL, 1));
	TRY(OTF_MasterControl_check(NULL));
	TRY(OTF_MasterControl_getEntry(NULL, 1));
	TRY(OTF_MasterControl_getEntryByIndex(NULL, 1));
	TRY(OTF_MasterControl_getREntryByIndex(NULL, 1));
	TRY(OTF_MasterControl_getValues(NULL, 1));
	TRY(OTF_MasterControl_getCount(NULL));
	TRY(OTF_MasterControl_getrCount(NULL));
	TRY(OTF_MasterControl_getValueCount(NULL, 1));
	TRY(OTF_MasterControl_getNewStreamId(NULL));
	RUN(OTF_MasterControl_print(NULL));
	OTF_MasterControl_close(NULL);
	OTF_MasterControl_finish(NULL);
	OTF_MasterControl_close(mc);
}

static void streams(OTF_FileManager *m)
{
	OTF_WStream *s;

	TRY(OTF_WStream_open("stream", 1, NULL));
	TRY(OTF_WStream_open(NULL, 1, m));
	TRY(OTF_WStream_close(NULL));
	TRY(OTF_WStream_flush(NULL));
	TRY(OTF_WStream_getDefBuffer(NULL));
	TRY(OTF_WStream_getEventBuffer(NULL));
	TRY(OTF_WStream_getSnapshotBuffer(NULL));
	TRY(OTF_WStream_getStatsBuffer(NULL));
	TRY(OTF_WStream_getMarkerBuffer(NULL));
	TRY(OTF_WStream_setCompression(NULL, 1));
	TRY(OTF_WStream_getCompression(NULL));
	RUN(OTF_WStream_setBufferSizes(NULL, 100));
	TRY(OTF_WStream_getBufferSizes(NULL));
	RUN(OTF_WStream_setZBufferSizes(NULL, 100));
	TRY(OTF_WStream_getZBufferSizes(NULL));
	RUN(OTF_WStream_setFormat(NULL, 1));
	TRY(OTF_WStream_getFormat(NULL));
	TRY(OTF_WStream_writeEnter(NULL, 1, 1, 1, 0));
	TRY(OTF_WStream_writeDefCreator(NULL, "x"));
	TRY(OTF_WStream_writeOtfVersion(NULL));
	TRY(OTF_WStream_writeUniqueId(NULL));
	TRY(OTF_CopyHandler_stream_Enter(NULL, 1, 1, 1, 0, NULL) - 1);
	TRY(OTF_HandlerArray_getCopyHandler_stream(NULL, NULL));
	s = OTF_WStream_open("/missing/stream", 1, m);
	TRY(OTF_WStream_writeEnter(s, 1, 1, 1, 0));
	TRY(OTF_WStream_writeEnter(s, 2, 1, 1, 0));
	TRY(OTF_WStream_flush(s));
	TRY(OTF_WStream_close(s));
}

static void writers(OTF_FileManager *m)
{
	OTF_Writer *w;

	TRY(OTF_Writer_open("trace", 1, NULL));
	TRY(OTF_Writer_open(NULL, 1, m));
	TRY(OTF_Writer_close(NULL));
	TRY(OTF_Writer_closeAllStreams(NULL));
	TRY(OTF_Writer_setCompression(NULL, 1));
	TRY(OTF_Writer_getCompression(NULL));
	RUN(OTF_Writer_setBufferSizes(NULL, 100));
	TRY(OTF_Writer_getBufferSizes(NULL));
	RUN(OTF_Writer_setZBufferSizes(NULL, 100));
	TRY(OTF_Writer_getZBufferSizes(NULL));
	RUN(OTF_Writer_setFormat(NULL, 1));
	TRY(OTF_Writer_getFormat(NULL));
	TRY(OTF_Writer_assignProcess(NULL, 1, 1));
	TRY(OTF_Writer_mapProcess(NULL, 1));
	TRY(OTF_Writer_getMasterControl(NULL));
	RUN(OTF_Writer_setMasterControl(NULL, NULL));
	TRY(OTF_Writer_getStream(NULL, 1));
	TRY(OTF_Writer_writeEnter(NULL, 1, 1, 1, 0));
	TRY(OTF_Writer_writeDefCreator(NULL, 0, "x"));
	TRY(OTF_Writer_writeDefMarker(NULL, 0, 1, "x", 1));
	TRY(OTF_Writer_writeOtfVersion(NULL, 0));
	TRY(OTF_CopyHandler_Enter(NULL, 1, 1, 1, 0, NULL) - 1);
	TRY(OTF_CopyHandler_DefUniqueId(NULL, 1, 1) - 1);
	TRY(OTF_HandlerArray_getCopyHandler(NULL, NULL));
	w = OTF_Writer_open("/missing/trace", 1, m);
	RUN(OTF_Writer_setMasterControl(w, NULL));
	TRY(OTF_Writer_writeDefProcessGroup(w, 0, 1, "x", 3, NULL));
	TRY(OTF_Writer_writeEnter(w, 1, 1, 1, 0));
	TRY(OTF_Writer_closeAllStreams(w));
	TRY(OTF_Writer_close(w));
	w = OTF_Writer_open("trace", 1, m);
	TRY(OTF_Writer_writeDefProcessGroup(w, 0, 1, "x", 3, NULL));
	TRY(OTF_Writer_close(w) - 1);
}

int main(void)
{
	OTF_FileManager *m = OTF_FileManager_open(5), *other = OTF_FileManager_open(5);

	lists();
	managers(m, other);
	files(m);
	buffers(m);
	masters(m);
	streams(m);
	writers(m);
	OTF_FileManager_close(other);
	OTF_FileManager_close(m);
	return 0;
}
