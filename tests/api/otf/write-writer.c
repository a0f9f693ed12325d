/*
 * write-writer.c: call each write function of OTF_Writer.
 * usage: write-writer NAME FORMAT LEVEL STREAMS
 */
#include "write-calls.h"

static void define(OTF_Writer *w, uint32_t s)
{
	TRY(OTF_Writer_writeDefinitionComment(w, s, "a text"));
	TRY(OTF_Writer_writeDefinitionCommentKV(w, s, "a text", pairs()));
	TRY(OTF_Writer_writeDefTimerResolution(w, s, 3));
	TRY(OTF_Writer_writeDefTimerResolutionKV(w, s, 24, pairs()));
	TRY(OTF_Writer_writeDefTimeRange(w, s, 171, 1200, pairs()));
	TRY(OTF_Writer_writeDefProcess(w, s, p, "a name", 8403));
	TRY(OTF_Writer_writeDefProcessKV(w, s, p, "a name", 8959, pairs()));
	TRY(OTF_Writer_writeDefProcessGroup(w, s, 2878, "a name", 3, list));
	TRY(OTF_Writer_writeDefProcessGroupKV(w, s, 203, "a name", 3, list, pairs()));
	TRY(OTF_Writer_writeDefAttributeList(w, s, 1424, 3, types));
	TRY(OTF_Writer_writeDefAttributeListKV(w, s, 9971, 3, types, pairs()));
	TRY(OTF_Writer_writeDefProcessOrGroupAttributes(w, s, 9962, 9899));
	TRY(OTF_Writer_writeDefProcessOrGroupAttributesKV(w, s, 9458, 6371, pairs()));
	TRY(OTF_Writer_writeDefProcessSubstitutes(w, s, 4708, 3, list, pairs()));
	TRY(OTF_Writer_writeDefFunctionGroup(w, s, 3040, "a name"));
	TRY(OTF_Writer_writeDefFunctionGroupKV(w, s, 1337, "a name", pairs()));
	TRY(OTF_Writer_writeDefFunction(w, s, 9362, "a name", 5699, 4));
	TRY(OTF_Writer_writeDefFunctionKV(w, s, 31, "a name", 220, 1543, pairs()));
	TRY(OTF_Writer_writeDefCollectiveOperation(w, s, 831, "a name", 5820));
	TRY(OTF_Writer_writeDefCollectiveOperationKV(w, s, 851, "a name", 5960, pairs()));
	TRY(OTF_Writer_writeDefCounterGroup(w, s, 1831, "a name"));
	TRY(OTF_Writer_writeDefCounterGroupKV(w, s, 2847, "a name", pairs()));
	TRY(OTF_Writer_writeDefCounter(w, s, 9959, "a name", 9878, 9311, "a unit"));
	TRY(OTF_Writer_writeDefCounterKV(w, s, 5342, "a name", 7478, 2484, "a unit", pairs()));
	TRY(OTF_Writer_writeDefCounterAssignments(w, s, 7418, 3, list, pairs()));
	TRY(OTF_Writer_writeDefSclFile(w, s, 2064, "a name"));
	TRY(OTF_Writer_writeDefSclFileKV(w, s, 4478, "a name", pairs()));
	TRY(OTF_Writer_writeDefScl(w, s, 1430, 40, 283));
	TRY(OTF_Writer_writeDefSclKV(w, s, 1984, 3918, 7483, pairs()));
	TRY(OTF_Writer_writeDefCreator(w, s, "a creator"));
	TRY(OTF_Writer_writeDefCreatorKV(w, s, "a creator", pairs()));
	TRY(OTF_Writer_writeDefFile(w, s, 2519, "a name", 7663));
	TRY(OTF_Writer_writeDefFileKV(w, s, 3779, "a name", 6510, pairs()));
	TRY(OTF_Writer_writeDefFileGroup(w, s, 5681, "a name"));
	TRY(OTF_Writer_writeDefFileGroupKV(w, s, 9851, "a name", pairs()));
	TRY(OTF_Writer_writeDefKeyValue(w, s, 9122, OTF_UINT32, "a name", "a description"));
	TRY(OTF_Writer_writeDefKeyValueKV(w, s, 4019, OTF_UINT32, "a name", "a description", pairs()));
	TRY(OTF_Writer_writeDefAuxSamplePoint(w, s, 8190, OTF_AUX_SAMPLE_POINT_SUMMARY, pairs()));
	TRY(OTF_Writer_writeDefMarker(w, s, 7468, "a name", 2414));
	TRY(OTF_Writer_writeDefMarkerKV(w, s, 6928, "a name", 8607, pairs()));
	TRY(OTF_Writer_writeDefProcess(w, s, 4, NULL, 0));
	TRY(OTF_Writer_writeDefFunction(w, s, 5, NULL, 0, 0));
	TRY(OTF_Writer_writeDefProcessGroup(w, s, 6, "", 0, NULL));
	TRY(OTF_Writer_writeOtfVersion(w, s));
}

#define HANDLE OTF_Writer
#define WRITE(name) OTF_Writer_write##name
#include "write-timed.h"

int main(int argc, char **argv)
{
	OTF_FileManager *m = OTF_FileManager_open(5);
	OTF_Writer *w = argc > 4 ? OTF_Writer_open(argv[1], (uint32_t)atoi(argv[4]), m) : NULL;

	kv = OTF_KeyValueList_new();
	OTF_Writer_setFormat(w, (uint32_t)atoi(argv[2]));
	TRY(OTF_Writer_setCompression(w, (uint32_t)atoi(argv[3])));
	define(w, 0);
	define(w, 2);
	for (p = 1; p < 6; p++) {
		put(w);
		TRY(OTF_Writer_writeLeave(w, ++t, 0, p, 0));
	}
	TRY(OTF_Writer_close(w));
	OTF_KeyValueList_close(kv);
	OTF_FileManager_close(m);
	return 0;
}
