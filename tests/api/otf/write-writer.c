/*
 * write-writer.c: call each write function of OTF_Writer.
 * usage: write-writer NAME FORMAT LEVEL STREAMS
 */
#include <otf.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t t;
static uint32_t p = 1;
static uint32_t list[3] = {1, 20, 0xffffffff};
static OTF_ATTR_TYPE types[3] = {OTF_ATTR_IsMPIRank, OTF_ATTR_UNKNOWN, OTF_ATTR_IsMasterThread};
static OTF_KeyValueList *kv;

/* Fill the list again: each write empties it. */
static OTF_KeyValueList *pairs(void)
{
	static uint8_t bytes[250];

	bytes[0] = (uint8_t)t;
	OTF_KeyValueList_appendUint64(kv, 1, t);
	OTF_KeyValueList_appendByteArray(kv, 2, bytes, (uint32_t)(t % 250));
	return kv;
}

static void show(const char *call, int result)
{
	printf("%s %d %u\n", call, result, OTF_KeyValueList_getCount(kv));
}

#define TRY(call) show(#call, call)

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

static void put(OTF_Writer *w)
{
	TRY(OTF_Writer_writeMarker(w, ++t, p, 414, "a text"));
	TRY(OTF_Writer_writeMarkerKV(w, ++t, p, 2901, "a text", pairs()));
	TRY(OTF_Writer_writeNoOpKV(w, ++t, p, pairs()));
	TRY(OTF_Writer_writeEnter(w, ++t, 364, p, 2551));
	TRY(OTF_Writer_writeEnterKV(w, ++t, 7887, p, 5347, pairs()));
	TRY(OTF_Writer_writeLeave(w, ++t, 7513, p, 2729));
	TRY(OTF_Writer_writeLeaveKV(w, ++t, 9133, p, 4096, pairs()));
	TRY(OTF_Writer_writeSendMsg(w, ++t, p, 8729, 1268, 8879, 2318, 6256));
	TRY(OTF_Writer_writeSendMsgKV(w, ++t, p, 3903, 7378, 1784, 2518, 7656, pairs()));
	TRY(OTF_Writer_writeRecvMsg(w, ++t, p, 3730, 6167, 3280, 3017, 1176));
	TRY(OTF_Writer_writeRecvMsgKV(w, ++t, p, 8235, 7783, 4619, 2417, 6949, pairs()));
	TRY(OTF_Writer_writeCounter(w, ++t, p, 8754, 1443));
	TRY(OTF_Writer_writeCounterKV(w, ++t, p, 131, 920, pairs()));
	TRY(OTF_Writer_writeCollectiveOperation(w, ++t, p, 6443, 5212, 6568, 6087, 2720, 9070, 3655));
	TRY(OTF_Writer_writeCollectiveOperationKV(w, ++t, p, 5642, 9578, 7211, 615, 4308, 240, 1683, pairs()));
	TRY(OTF_Writer_writeBeginCollectiveOperation(w, ++t, p, 1811, 2707, 8979, 3018, 1183, 8284, 8126));
	TRY(OTF_Writer_writeBeginCollectiveOperationKV(w, ++t, p, 7020, 9251, 4922, 4538, 1850, 2980, 917, pairs()));
	TRY(OTF_Writer_writeEndCollectiveOperation(w, ++t, p, 6422));
	TRY(OTF_Writer_writeEndCollectiveOperationKV(w, ++t, p, 5065, pairs()));
	TRY(OTF_Writer_writeEventComment(w, ++t, p, "a text"));
	TRY(OTF_Writer_writeEventCommentKV(w, ++t, p, "a text", pairs()));
	TRY(OTF_Writer_writeBeginProcess(w, ++t, p));
	TRY(OTF_Writer_writeBeginProcessKV(w, ++t, p, pairs()));
	TRY(OTF_Writer_writeEndProcess(w, ++t, p));
	TRY(OTF_Writer_writeEndProcessKV(w, ++t, p, pairs()));
	TRY(OTF_Writer_writeFileOperation(w, ++t, 5539, p, 8857, 2164, 5178, 6330, 4421));
	TRY(OTF_Writer_writeFileOperationKV(w, ++t, 1031, p, 7220, 678, 4749, 3327, 3346, pairs()));
	TRY(OTF_Writer_writeBeginFileOperation(w, ++t, p, 3479, 4410));
	TRY(OTF_Writer_writeBeginFileOperationKV(w, ++t, p, 954, 6681, pairs()));
	TRY(OTF_Writer_writeEndFileOperation(w, ++t, p, 6878, 8257, 7937, 5697, 9963, 9906));
	TRY(OTF_Writer_writeEndFileOperationKV(w, ++t, p, 9507, 6714, 7109, 9874, 9283, 5146, pairs()));
	TRY(OTF_Writer_writeRMAPut(w, ++t, p, 6106, 2853, 28, 199, 1396, 9775));
	TRY(OTF_Writer_writeRMAPutKV(w, ++t, p, 8590, 295, 2068, 4506, 1626, 1412, pairs()));
	TRY(OTF_Writer_writeRMAPutRemoteEnd(w, ++t, p, 9887, 9374, 5783, 592, 4147, 9086));
	TRY(OTF_Writer_writeRMAPutRemoteEndKV(w, ++t, p, 3767, 6426, 5093, 5735, 256, 1795, pairs()));
	TRY(OTF_Writer_writeRMAGet(w, ++t, p, 2595, 8195, 7503, 2659, 8643, 666));
	TRY(OTF_Writer_writeRMAGetKV(w, ++t, p, 4665, 2739, 9203, 4586, 2186, 5332, pairs()));
	TRY(OTF_Writer_writeRMAEnd(w, ++t, p, 7408, 1994, 3988, 7973));
	TRY(OTF_Writer_writeRMAEndKV(w, ++t, p, 5949, 1754, 2308, 6186, pairs()));
	TRY(OTF_Writer_writeSnapshotComment(w, ++t, p, "a text"));
	TRY(OTF_Writer_writeSnapshotCommentKV(w, ++t, p, "a text", pairs()));
	TRY(OTF_Writer_writeEnterSnapshot(w, ++t, 3413, 3948, p, 7693));
	TRY(OTF_Writer_writeEnterSnapshotKV(w, ++t, 3989, 7980, p, 5998, pairs()));
	TRY(OTF_Writer_writeSendSnapshot(w, ++t, 2097, p, 4709, 3047, 1386, 9705, 8100));
	TRY(OTF_Writer_writeSendSnapshotKV(w, ++t, 6838, p, 7977, 5977, 1950, 3680, 5817, pairs()));
	TRY(OTF_Writer_writeOpenFileSnapshot(w, ++t, 830, 5813, p, 802, 5617));
	TRY(OTF_Writer_writeOpenFileSnapshotKV(w, ++t, 9403, 5986, p, 2013, 4121, pairs()));
	TRY(OTF_Writer_writeBeginCollopSnapshot(w, ++t, 8904, p, 2493, 7481, 2505, 7565, 3093, 1708, 1986));
	TRY(OTF_Writer_writeBeginCollopSnapshotKV(w, ++t, 3932, p, 7581, 3205, 2492, 7474, 2456, 7222, 692, pairs()));
	TRY(OTF_Writer_writeBeginFileOpSnapshot(w, ++t, 4847, p, 4013, 8148));
	TRY(OTF_Writer_writeBeginFileOpSnapshotKV(w, ++t, 7174, p, 356, 2495, pairs()));
	TRY(OTF_Writer_writeCollopCountSnapshot(w, ++t, p, 7495, 2603, pairs()));
	TRY(OTF_Writer_writeCounterSnapshot(w, ++t, 8251, p, 7895, 5403, pairs()));
	TRY(OTF_Writer_writeSummaryComment(w, ++t, p, "a text"));
	TRY(OTF_Writer_writeSummaryCommentKV(w, ++t, p, "a text", pairs()));
	TRY(OTF_Writer_writeFunctionSummary(w, ++t, 7905, p, 5473, 8395, 8903));
	TRY(OTF_Writer_writeFunctionSummaryKV(w, ++t, 2486, p, 7432, 2162, 5164, pairs()));
	TRY(OTF_Writer_writeFunctionGroupSummary(w, ++t, 6232, p, 3735, 6202, 3525));
	TRY(OTF_Writer_writeFunctionGroupSummaryKV(w, ++t, 4732, p, 3208, 2513, 7621, pairs()));
	TRY(OTF_Writer_writeMessageSummary(w, ++t, p, 3485, 4452, 1248, 8739, 1338, 9369, 5748));
	TRY(OTF_Writer_writeMessageSummaryKV(w, ++t, p, 347, 2432, 7054, 9489, 6588, 6227, 3700, pairs()));
	TRY(OTF_Writer_writeCollopSummary(w, ++t, p, 5957, 1810, 2700, 8930, 2675, 8755));
	TRY(OTF_Writer_writeCollopSummaryKV(w, ++t, p, 1450, 180, 1263, 8844, 2073, 4541, pairs()));
	TRY(OTF_Writer_writeFileOperationSummary(w, ++t, 1871, p, 3127, 1946, 3652, 5621, 9431, 6182, 3385));
	TRY(OTF_Writer_writeFileOperationSummaryKV(w, ++t, 3752, p, 6321, 4358, 590, 4133, 8988, 3081, 1624, pairs()));
	TRY(OTF_Writer_writeFileGroupOperationSummary(w, ++t, 1398, p, 9789, 8688, 981, 6870, 8201, 7545, 2953));
	TRY(OTF_Writer_writeFileGroupOperationSummaryKV(w, ++t, 728, p, 5099, 5777, 550, 3853, 7028, 9307, 5314,
	                                                pairs()));
	TRY(OTF_Writer_writeLeave(w, ++t, 0, p, 0));
}

int main(int argc, char **argv)
{
	OTF_FileManager *m = OTF_FileManager_open(5);
	OTF_Writer *w = argc > 4 ? OTF_Writer_open(argv[1], (uint32_t)atoi(argv[4]), m) : NULL;

	kv = OTF_KeyValueList_new();
	OTF_Writer_setFormat(w, (uint32_t)atoi(argv[2]));
	TRY(OTF_Writer_setCompression(w, (uint32_t)atoi(argv[3])));
	define(w, 0);
	define(w, 2);
	for (p = 1; p < 6; p++)
		put(w);
	TRY(OTF_Writer_close(w));
	OTF_KeyValueList_close(kv);
	OTF_FileManager_close(m);
	return 0;
}
