/*
 * write-stream.c: call each write function of OTF_WStream.
 * usage: write-stream NAME FORMAT LEVEL STREAM
 */
#include "write-calls.h"

static void define(OTF_WStream *s)
{
	TRY(OTF_WStream_writeDefinitionComment(s, "a text"));
	TRY(OTF_WStream_writeDefinitionCommentKV(s, "a text", pairs()));
	TRY(OTF_WStream_writeDefTimerResolution(s, 7282));
	TRY(OTF_WStream_writeDefTimerResolutionKV(s, 1112, pairs()));
	TRY(OTF_WStream_writeDefTimeRange(s, 7787, 4647, pairs()));
	TRY(OTF_WStream_writeDefProcess(s, p, "a name", 2613));
	TRY(OTF_WStream_writeDefProcessKV(s, p, "a name", 8321, pairs()));
	TRY(OTF_WStream_writeDefProcessGroup(s, 8385, "a name", 3, list));
	TRY(OTF_WStream_writeDefProcessGroupKV(s, 8833, "a name", 3, list, pairs()));
	TRY(OTF_WStream_writeDefAttributeList(s, 1996, 3, types));
	TRY(OTF_WStream_writeDefAttributeListKV(s, 4002, 3, types, pairs()));
	TRY(OTF_WStream_writeDefProcessOrGroupAttributes(s, 8071, 6635));
	TRY(OTF_WStream_writeDefProcessOrGroupAttributesKV(s, 6556, 6003, pairs()));
	TRY(OTF_WStream_writeDefProcessSubstitutes(s, 2132, 3, list, pairs()));
	TRY(OTF_WStream_writeDefFunctionGroup(s, 4954, "a name"));
	TRY(OTF_WStream_writeDefFunctionGroupKV(s, 4762, "a name", pairs()));
	TRY(OTF_WStream_writeDefFunction(s, 3418, "a name", 3983, 7938));
	TRY(OTF_WStream_writeDefFunctionKV(s, 5704, "a name", 39, 276, pairs()));
	TRY(OTF_WStream_writeDefCollectiveOperation(s, 1935, "a name", 3575));
	TRY(OTF_WStream_writeDefCollectiveOperationKV(s, 5082, "a name", 5658, pairs()));
	TRY(OTF_WStream_writeDefCounterGroup(s, 9690, "a name"));
	TRY(OTF_WStream_writeDefCounterGroupKV(s, 7995, "a name", pairs()));
	TRY(OTF_WStream_writeDefCounter(s, 6103, "a name", 2832, 9854, "a unit"));
	TRY(OTF_WStream_writeDefCounterKV(s, 9143, "a name", 4166, 9219, "a unit", pairs()));
	TRY(OTF_WStream_writeDefCounterAssignments(s, 4698, 3, list, pairs()));
	TRY(OTF_WStream_writeDefSclFile(s, 2970, "a name"));
	TRY(OTF_WStream_writeDefSclFileKV(s, 847, "a name", pairs()));
	TRY(OTF_WStream_writeDefScl(s, 5932, 1635, 1475));
	TRY(OTF_WStream_writeDefSclKV(s, 355, 2488, 7446, pairs()));
	TRY(OTF_WStream_writeDefCreator(s, "a creator"));
	TRY(OTF_WStream_writeDefCreatorKV(s, "a creator", pairs()));
	TRY(OTF_WStream_writeDefFile(s, 2260, "a name", 5850));
	TRY(OTF_WStream_writeDefFileKV(s, 1061, "a name", 7430, pairs()));
	TRY(OTF_WStream_writeDefFileGroup(s, 2148, "a name"));
	TRY(OTF_WStream_writeDefFileGroupKV(s, 5066, "a name", pairs()));
	TRY(OTF_WStream_writeDefKeyValue(s, 5546, OTF_UINT32, "a name", "a description"));
	TRY(OTF_WStream_writeDefKeyValueKV(s, 8906, OTF_UINT32, "a name", "a description", pairs()));
	TRY(OTF_WStream_writeDefAuxSamplePoint(s, 2507, OTF_AUX_SAMPLE_POINT_SUMMARY, pairs()));
	TRY(OTF_WStream_writeDefMarker(s, 7579, "a name", 3191));
	TRY(OTF_WStream_writeDefMarkerKV(s, 2394, "a name", 6788, pairs()));
	TRY(OTF_WStream_writeOtfVersion(s));
	TRY(OTF_WStream_writeUniqueId(s));
}

#define HANDLE OTF_WStream
#define WRITE(name) OTF_WStream_write##name
#include "write-timed.h"

int main(int argc, char **argv)
{
	OTF_FileManager *m = OTF_FileManager_open(2);
	OTF_WStream *s = argc > 4 ? OTF_WStream_open(argv[1], (uint32_t)atoi(argv[4]), m) : NULL;

	kv = OTF_KeyValueList_new();
	OTF_WStream_setFormat(s, (uint32_t)atoi(argv[2]));
	TRY(OTF_WStream_setCompression(s, (uint32_t)atoi(argv[3])));
	define(s);
	put(s);
	TRY(OTF_WStream_flush(s));
	p = 2;
	put(s);
	TRY(OTF_WStream_close(s));
	OTF_KeyValueList_close(kv);
	OTF_FileManager_close(m);
	return 0;
}
