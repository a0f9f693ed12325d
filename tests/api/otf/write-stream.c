/*
 * write-stream.c: call each write function of OTF_WStream.
 * usage: write-stream NAME FORMAT LEVEL STREAM
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

static void put(OTF_WStream *s)
{
	TRY(OTF_WStream_writeMarker(s, ++t, p, 7627, "a text"));
	TRY(OTF_WStream_writeMarkerKV(s, ++t, p, 3527, "a text", pairs()));
	TRY(OTF_WStream_writeNoOpKV(s, ++t, p, pairs()));
	TRY(OTF_WStream_writeEnter(s, ++t, 4746, p, 3306));
	TRY(OTF_WStream_writeEnterKV(s, ++t, 3199, p, 2450, pairs()));
	TRY(OTF_WStream_writeLeave(s, ++t, 7180, p, 398));
	TRY(OTF_WStream_writeLeaveKV(s, ++t, 2789, p, 9553, pairs()));
	TRY(OTF_WStream_writeSendMsg(s, ++t, p, 7036, 9363, 5706, 53, 374));
	TRY(OTF_WStream_writeSendMsgKV(s, ++t, p, 2621, 8377, 8777, 1604, 1258, pairs()));
	TRY(OTF_WStream_writeRecvMsg(s, ++t, p, 8809, 1828, 2826, 9812, 8849));
	TRY(OTF_WStream_writeRecvMsgKV(s, ++t, p, 2108, 4786, 3586, 5159, 6197, pairs()));
	TRY(OTF_WStream_writeCounter(s, ++t, p, 3490, 4487));
	TRY(OTF_WStream_writeCounterKV(s, ++t, p, 1493, 481, pairs()));
	TRY(OTF_WStream_writeCollectiveOperation(s, ++t, p, 3370, 3647, 5586, 9186, 4467, 1353, 9474));
	TRY(OTF_WStream_writeCollectiveOperationKV(s, ++t, p, 6483, 5492, 8528, 9834, 9003, 3186, 2359, pairs()));
	TRY(OTF_WStream_writeBeginCollectiveOperation(s, ++t, p, 6543, 5912, 1495, 495, 3468, 4333, 415));
	TRY(OTF_WStream_writeBeginCollectiveOperationKV(s, ++t, p, 2908, 413, 2894, 315, 2208, 5486, 8486, pairs()));
	TRY(OTF_WStream_writeEndCollectiveOperation(s, ++t, p, 9540));
	TRY(OTF_WStream_writeEndCollectiveOperationKV(s, ++t, p, 6945, pairs()));
	TRY(OTF_WStream_writeEventComment(s, ++t, p, "a text"));
	TRY(OTF_WStream_writeEventCommentKV(s, ++t, p, "a text", pairs()));
	TRY(OTF_WStream_writeBeginProcess(s, ++t, p));
	TRY(OTF_WStream_writeBeginProcessKV(s, ++t, p, pairs()));
	TRY(OTF_WStream_writeEndProcess(s, ++t, p));
	TRY(OTF_WStream_writeEndProcessKV(s, ++t, p, pairs()));
	TRY(OTF_WStream_writeFileOperation(s, ++t, 8726, p, 1247, 8732, 1289, 9026, 3347));
	TRY(OTF_WStream_writeFileOperationKV(s, ++t, 3486, p, 4459, 1297, 9082, 3739, 6230, pairs()));
	TRY(OTF_WStream_writeBeginFileOperation(s, ++t, p, 3721, 6104));
	TRY(OTF_WStream_writeBeginFileOperationKV(s, ++t, p, 2839, 9903, pairs()));
	TRY(OTF_WStream_writeEndFileOperation(s, ++t, p, 9486, 6567, 6080, 2671, 8727, 1254));
	TRY(OTF_WStream_writeEndFileOperationKV(s, ++t, p, 8781, 1632, 1454, 208, 1459, 243, pairs()));
	TRY(OTF_WStream_writeRMAPut(s, ++t, p, 1704, 1958, 3736, 6209, 3574, 5075));
	TRY(OTF_WStream_writeRMAPutKV(s, ++t, p, 5609, 9347, 5594, 9242, 4859, 4097, pairs()));
	TRY(OTF_WStream_writeRMAPutRemoteEnd(s, ++t, p, 8736, 1317, 9222, 4719, 3117, 1876));
	TRY(OTF_WStream_writeRMAPutRemoteEndKV(s, ++t, p, 3162, 2191, 5367, 7653, 3709, 6020, pairs()));
	TRY(OTF_WStream_writeRMAGet(s, ++t, p, 2251, 5787, 620, 4343, 485, 3398));
	TRY(OTF_WStream_writeRMAGetKV(s, ++t, p, 3843, 6958, 8817, 1884, 3218, 2583, pairs()));
	TRY(OTF_WStream_writeRMAEnd(s, ++t, p, 8111, 6915, 8516, 9750));
	TRY(OTF_WStream_writeRMAEndKV(s, ++t, p, 8415, 9043, 3466, 4319, pairs()));
	TRY(OTF_WStream_writeSnapshotComment(s, ++t, p, "a text"));
	TRY(OTF_WStream_writeSnapshotCommentKV(s, ++t, p, "a text", pairs()));
	TRY(OTF_WStream_writeEnterSnapshot(s, ++t, 317, 2222, p, 5584));
	TRY(OTF_WStream_writeEnterSnapshotKV(s, ++t, 9172, 4369, p, 667, pairs()));
	TRY(OTF_WStream_writeSendSnapshot(s, ++t, 4672, p, 2788, 9546, 6987, 9020, 3305));
	TRY(OTF_WStream_writeSendSnapshotKV(s, ++t, 3192, p, 2401, 6837, 7970, 5928, 1607, pairs()));
	TRY(OTF_WStream_writeOpenFileSnapshot(s, ++t, 1279, 8956, p, 2857, 56));
	TRY(OTF_WStream_writeOpenFileSnapshotKV(s, ++t, 395, 2768, p, 9406, 6007, pairs()));
	TRY(OTF_WStream_writeBeginCollopSnapshot(s, ++t, 2160, p, 5150, 6134, 3049, 1400, 9803, 8786, 1667));
	TRY(OTF_WStream_writeBeginCollopSnapshotKV(s, ++t, 1699, p, 1923, 3491, 4494, 1542, 824, 5771, 508, pairs()));
	TRY(OTF_WStream_writeBeginFileOpSnapshot(s, ++t, 3559, p, 4970, 4874));
	TRY(OTF_WStream_writeBeginFileOpSnapshotKV(s, ++t, 4202, p, 9471, 6462, pairs()));
	TRY(OTF_WStream_writeCollopCountSnapshot(s, ++t, p, 5345, 7499, pairs()));
	TRY(OTF_WStream_writeCounterSnapshot(s, ++t, 2631, p, 8447, 9267, pairs()));
	TRY(OTF_WStream_writeSummaryComment(s, ++t, p, "a text"));
	TRY(OTF_WStream_writeSummaryCommentKV(s, ++t, p, "a text", pairs()));
	TRY(OTF_WStream_writeFunctionSummary(s, ++t, 5034, p, 5322, 7338, 1504));
	TRY(OTF_WStream_writeFunctionSummaryKV(s, ++t, 558, p, 3909, 7420, 2078, pairs()));
	TRY(OTF_WStream_writeFunctionGroupSummary(s, ++t, 4576, p, 2116, 4842, 3978));
	TRY(OTF_WStream_writeFunctionGroupSummaryKV(s, ++t, 7903, p, 5459, 8297, 8217, pairs()));
	TRY(OTF_WStream_writeMessageSummary(s, ++t, p, 7657, 3737, 6216, 3623, 5418, 8010, 6208));
	TRY(OTF_WStream_writeMessageSummaryKV(s, ++t, p, 3567, 5026, 5266, 6946, 8733, 1296, 9075, pairs()));
	TRY(OTF_WStream_writeCollopSummary(s, ++t, p, 3690, 5887, 1320, 9243, 4866, 4146));
	TRY(OTF_WStream_writeCollopSummaryKV(s, ++t, p, 9079, 3718, 6083, 2692, 8874, 2283, pairs()));
	TRY(OTF_WStream_writeFileOperationSummary(s, ++t, 6011, p, 2188, 5346, 7506, 2680, 8790, 1695, 1895));
	TRY(OTF_WStream_writeFileOperationSummaryKV(s, ++t, 3295, p, 3122, 1911, 3407, 3906, 7399, 1931, 3547,
	                                            pairs()));
	TRY(OTF_WStream_writeFileGroupOperationSummary(s, ++t, 4886, p, 4286, 86, 605, 4238, 9723, 8226, 7720));
	TRY(OTF_WStream_writeFileGroupOperationSummaryKV(s, ++t, 4178, p, 9303, 5286, 7086, 9713, 8156, 7230, 748,
	                                                 pairs()));
}

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
