/* document-1.1.c - the functions of the OTF API specification 1.1, with its types. It compiles where they are the types
 * of otf.h; what differs is listed in otfpipe-otf(3) and asserted here as it is. */
#include <otf.h>
#include <stddef.h>

#define IS(name, ...) _Static_assert(__builtin_types_compatible_p(__typeof__(name), __VA_ARGS__), #name)

/* 3.1.1, A */
IS(OTF_Writer_close, int(OTF_Writer *));
IS(OTF_Writer_closeAllStreams, int(OTF_Writer *));
IS(OTF_Writer_setCompression, int(OTF_Writer *, OTF_FileCompression));
IS(OTF_Writer_getCompression, OTF_FileCompression(OTF_Writer *));
IS(OTF_Writer_setBufferSizes, void(OTF_Writer *, uint32_t));
IS(OTF_Writer_getBufferSizes, uint32_t(OTF_Writer *));
IS(OTF_Writer_setZBufferSizes, void(OTF_Writer *, uint32_t));
IS(OTF_Writer_getZBufferSizes, uint32_t(OTF_Writer *));
IS(OTF_Writer_setFormat, void(OTF_Writer *, uint32_t));
IS(OTF_Writer_getFormat, uint32_t(OTF_Writer *));
IS(OTF_Writer_assignProcess, uint32_t(OTF_Writer *, uint32_t, uint32_t));
IS(OTF_Writer_getMasterControl, OTF_MasterControl *(OTF_Writer *));
IS(OTF_Writer_setMasterControl, void(OTF_Writer *, OTF_MasterControl *));
IS(OTF_Writer_writeDefinitionComment, int(OTF_Writer *, uint32_t, const char *));
IS(OTF_Writer_writeDefTimerResolution, int(OTF_Writer *, uint32_t, uint64_t));
IS(OTF_Writer_writeDefProcess, int(OTF_Writer *, uint32_t, uint32_t, const char *, uint32_t));
IS(OTF_Writer_writeDefProcessGroup, int(OTF_Writer *, uint32_t, uint32_t, const char *, uint32_t, const uint32_t *));
IS(OTF_Writer_writeDefFunction, int(OTF_Writer *, uint32_t, uint32_t, const char *, uint32_t, uint32_t));
IS(OTF_Writer_writeDefFunctionGroup, int(OTF_Writer *, uint32_t, uint32_t, const char *));
IS(OTF_Writer_writeDefCollectiveOperation, int(OTF_Writer *, uint32_t, uint32_t, const char *, uint32_t));
IS(OTF_Writer_writeDefCounter, int(OTF_Writer *, uint32_t, uint32_t, const char *, uint32_t, uint32_t, const char *));
IS(OTF_Writer_writeDefCounterGroup, int(OTF_Writer *, uint32_t, uint32_t, const char *));
IS(OTF_Writer_writeDefScl, int(OTF_Writer *, uint32_t, uint32_t, uint32_t, uint32_t));
IS(OTF_Writer_writeDefSclFile, int(OTF_Writer *, uint32_t, uint32_t, const char *));
IS(OTF_Writer_writeOtfVersion, int(OTF_Writer *, uint32_t));
IS(OTF_Writer_writeDefCreator, int(OTF_Writer *, uint32_t, const char *));
IS(OTF_Writer_writeEnter, int(OTF_Writer *, uint64_t, uint32_t, uint32_t, uint32_t));
IS(OTF_Writer_writeLeave, int(OTF_Writer *, uint64_t, uint32_t, uint32_t, uint32_t));
IS(OTF_Writer_writeRecvMsg, int(OTF_Writer *, uint64_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t));
IS(OTF_Writer_writeSendMsg, int(OTF_Writer *, uint64_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t));
IS(OTF_Writer_writeCounter, int(OTF_Writer *, uint64_t, uint32_t, uint32_t, uint64_t));
IS(OTF_Writer_writeCollectiveOperation,
   int(OTF_Writer *, uint64_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint64_t, uint32_t));
IS(OTF_Writer_writeEventComment, int(OTF_Writer *, uint64_t, uint32_t, const char *));
IS(OTF_Writer_writeBeginProcess, int(OTF_Writer *, uint64_t, uint32_t));
IS(OTF_Writer_writeEndProcess, int(OTF_Writer *, uint64_t, uint32_t));
IS(OTF_Writer_writeSnapshotComment, int(OTF_Writer *, uint64_t, uint32_t, const char *));
IS(OTF_Writer_writeEnterSnapshot, int(OTF_Writer *, uint64_t, uint64_t, uint32_t, uint32_t, uint32_t));
IS(OTF_Writer_writeSummaryComment, int(OTF_Writer *, uint64_t, uint32_t, const char *));
IS(OTF_Writer_writeFunctionSummary, int(OTF_Writer *, uint64_t, uint32_t, uint32_t, uint64_t, uint64_t, uint64_t));
IS(OTF_Writer_writeFunctionGroupSummary, int(OTF_Writer *, uint64_t, uint32_t, uint32_t, uint64_t, uint64_t, uint64_t));
IS(OTF_Writer_writeMessageSummary,
   int(OTF_Writer *, uint64_t, uint32_t, uint32_t, uint32_t, uint32_t, uint64_t, uint64_t, uint64_t, uint64_t));

/* 3.1.2 */
IS(OTF_WStream_open, OTF_WStream *(const char *, uint32_t, OTF_FileManager *));
IS(OTF_WStream_close, int(OTF_WStream *));
IS(OTF_WStream_getDefBuffer, OTF_WBuffer *(OTF_WStream *));
IS(OTF_WStream_getEventBuffer, OTF_WBuffer *(OTF_WStream *));
IS(OTF_WStream_getSnapshotBuffer, OTF_WBuffer *(OTF_WStream *));
IS(OTF_WStream_getStatsBuffer, OTF_WBuffer *(OTF_WStream *));

/* 3.1.3 */
IS(OTF_WBuffer_close, int(OTF_WBuffer *));
IS(OTF_WBuffer_setSize, int(OTF_WBuffer *, size_t));
IS(OTF_WBuffer_flush, int(OTF_WBuffer *));
IS(OTF_WBuffer_guarantee, int(OTF_WBuffer *, size_t));
IS(OTF_WBuffer_setTimeAndProcess, int(OTF_WBuffer *, uint64_t, uint32_t));
IS(OTF_WBuffer_writeKeyword, uint32_t(OTF_WBuffer *, const char *));
IS(OTF_WBuffer_writeString, uint32_t(OTF_WBuffer *, const char *));
IS(OTF_WBuffer_writeChar, uint32_t(OTF_WBuffer *, char));
IS(OTF_WBuffer_writeUint32, uint32_t(OTF_WBuffer *, uint32_t));
IS(OTF_WBuffer_writeUint64, uint32_t(OTF_WBuffer *, uint64_t));
IS(OTF_WBuffer_writeNewline, uint32_t(OTF_WBuffer *));

/* 3.2.1 */
IS(OTF_Reader_open, OTF_Reader *(const char *, OTF_FileManager *));
IS(OTF_Reader_close, int(OTF_Reader *));
IS(OTF_Reader_getStream, OTF_RStream *(OTF_Reader *, uint32_t));
IS(OTF_Reader_disableProcess, int(OTF_Reader *, uint32_t));
IS(OTF_Reader_reset, void(OTF_Reader *));
IS(OTF_Reader_setTimeInterval, void(OTF_Reader *, uint64_t, uint64_t));

/* 3.2.2 */
IS(OTF_RStream_open, OTF_RStream *(const char *, uint32_t, OTF_FileManager *));
IS(OTF_RStream_close, int(OTF_RStream *));
IS(OTF_RStream_getDefBuffer, OTF_RBuffer *(OTF_RStream *));
IS(OTF_RStream_getEventBuffer, OTF_RBuffer *(OTF_RStream *));
IS(OTF_RStream_getSnapsBuffer, OTF_RBuffer *(OTF_RStream *));
IS(OTF_RStream_getStatsBuffer, OTF_RBuffer *(OTF_RStream *));

/* 3.2.3 */
IS(OTF_RBuffer_open, OTF_RBuffer *(const char *, OTF_FileManager *));
IS(OTF_RBuffer_close, int(OTF_RBuffer *));
IS(OTF_RBuffer_setSize, int(OTF_RBuffer *, size_t));
IS(OTF_RBuffer_setJumpSize, int(OTF_RBuffer *, size_t));
IS(OTF_RBuffer_getRecord, char *(OTF_RBuffer *));
IS(OTF_RBuffer_guaranteeRecord, int(OTF_RBuffer *));
IS(OTF_RBuffer_jump, int(OTF_RBuffer *, uint64_t));
IS(OTF_RBuffer_readUint64, uint64_t(OTF_RBuffer *));
IS(OTF_RBuffer_readUint32, uint32_t(OTF_RBuffer *));
IS(OTF_RBuffer_readString, const char *(OTF_RBuffer *));
IS(OTF_RBuffer_testChar, int(OTF_RBuffer *, char));
IS(OTF_RBuffer_testString, int(OTF_RBuffer *, const char *));
IS(OTF_RBuffer_readNewline, int(OTF_RBuffer *));
IS(OTF_RBuffer_skipSpaces, void(OTF_RBuffer *));
IS(OTF_RBuffer_skipKeyword, void(OTF_RBuffer *));
IS(OTF_RBuffer_getCurrentTime, uint64_t(OTF_RBuffer *));
IS(OTF_RBuffer_setCurrentTime, void(OTF_RBuffer *, uint64_t));
IS(OTF_RBuffer_getCurrentProcess, uint32_t(OTF_RBuffer *));
IS(OTF_RBuffer_setCurrentProcess, void(OTF_RBuffer *, uint32_t));
IS(OTF_RBuffer_searchTime, int(OTF_RBuffer *, uint64_t));
IS(OTF_RBuffer_getFirstLastTime, int(OTF_RBuffer *, uint64_t));

/* 3.3 */
IS(OTF_MasterControl_write, int(OTF_MasterControl *, const char *));
IS(OTF_MasterControl_append, int(OTF_MasterControl *, uint32_t, uint32_t));
IS(OTF_MasterControl_getNewStreamId, uint32_t(OTF_MasterControl *));
IS(OTF_MasterControl_getEntry, OTF_MapEntry *(OTF_MasterControl *, uint32_t));
IS(OTF_MasterControl_mapReverse, uint32_t(OTF_MasterControl *, uint32_t));
IS(OTF_MasterControl_check, int(OTF_MasterControl *));

/* 3.4 */
IS(OTF_HandlerArray_open, OTF_HandlerArray *(void));
IS(OTF_HandlerArray_close, int(OTF_HandlerArray *));
IS(OTF_HandlerArray_setHandler, int(OTF_HandlerArray *, OTFFunctionPointer *, uint32_t));
IS(OTF_HandlerArray_getCopyHandler, int(OTF_HandlerArray *, OTF_Writer *));
IS(OTF_HandlerArray_setFirstHandlerArg, int(OTF_HandlerArray *, void *, uint32_t));

/* B: handlers of 1.1 have no key-values; they are called with one argument more */
IS(OTF_Handler_Enter, int(void *, uint64_t, uint32_t, uint32_t, uint32_t, OTF_KeyValueList *));
IS(OTF_Handler_UnknownRecord, int(void *, uint64_t, uint32_t, const char *));

/* constants that 1.12.5 dropped, and others */
_Static_assert(OTF_RETURN_NULL == OTF_RETURN_OK && OTF_RETURN_BREAK == OTF_RETURN_ABORT, "what handlers return");
_Static_assert(OTF_FILECOMPRESSION_UNCOMPRESSED == 0 && OTF_FILECOMPRESSION_COMPRESSED == 4, "compression");

/* ---- what differs: the types of 1.12.5 ---- */

IS(OTF_Writer_open, OTF_Writer *(const char *, uint32_t, OTF_FileManager *));
IS(OTF_Writer_writeSendSnapshot,
   int(OTF_Writer *, uint64_t, uint64_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t));
IS(OTF_WBuffer_open, OTF_WBuffer *(const char *, OTF_FileManager *));
IS(OTF_MasterControl_new, OTF_MasterControl *(OTF_FileManager *));
IS(OTF_MasterControl_read, int(OTF_MasterControl *, const char *));
IS(OTF_MasterControl_finish, void(OTF_MasterControl *));
IS(OTF_RBuffer_readArray, uint32_t(OTF_RBuffer *, uint32_t **, uint32_t *));
IS(OTF_RBuffer_printRecord, char *(OTF_RBuffer *));
IS(OTF_Reader_readDefinitions, uint64_t(OTF_Reader *, OTF_HandlerArray *));
IS(OTF_Reader_readEvents, uint64_t(OTF_Reader *, OTF_HandlerArray *));
IS(OTF_Reader_readSnapshots, uint64_t(OTF_Reader *, OTF_HandlerArray *));
IS(OTF_Reader_readStatistics, uint64_t(OTF_Reader *, OTF_HandlerArray *));
IS(OTF_RStream_readDefinitions, uint64_t(OTF_RStream *, OTF_HandlerArray *));
IS(OTF_RStream_readEvents, uint64_t(OTF_RStream *, OTF_HandlerArray *));
IS(OTF_RStream_readSnapshots, uint64_t(OTF_RStream *, OTF_HandlerArray *));
IS(OTF_RStream_readStatistics, uint64_t(OTF_RStream *, OTF_HandlerArray *));

int main(void)
{
	return 0;
}
