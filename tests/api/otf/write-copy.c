/*
 * write-copy.c: call each write function of the copy handlers.
 * usage: write-copy NAME
 */
#include "write-calls.h"

static void to_writer(OTF_Writer *to, uint32_t s)
{
	TRY(OTF_CopyHandler_DefinitionComment(to, s, "a text", pairs()));
	TRY(OTF_CopyHandler_DefTimerResolution(to, s, 5239, pairs()));
	TRY(OTF_CopyHandler_DefTimeRange(to, s, 6757, 7410, pairs()));
	TRY(OTF_CopyHandler_DefProcess(to, s, p, "a name", 2008, pairs()));
	TRY(OTF_CopyHandler_DefProcessGroup(to, s, 4086, "a name", 3, list, pairs()));
	TRY(OTF_CopyHandler_DefAttributeList(to, s, 8659, 3, types, pairs()));
	TRY(OTF_CopyHandler_DefProcessOrGroupAttributes(to, s, 778, 5449, pairs()));
	TRY(OTF_CopyHandler_DefProcessSubstitutes(to, s, 8227, 3, list, pairs()));
	TRY(OTF_CopyHandler_DefFunctionGroup(to, s, 7727, "a name", pairs()));
	TRY(OTF_CopyHandler_DefFunction(to, s, 4227, "a name", 9646, 7687, pairs()));
	TRY(OTF_CopyHandler_DefCollectiveOperation(to, s, 3947, "a name", 7686, pairs()));
	TRY(OTF_CopyHandler_DefCounterGroup(to, s, 3940, "a name", pairs()));
	TRY(OTF_CopyHandler_DefCounter(to, s, 7637, "a name", 3597, 5236, "a unit", pairs()));
	TRY(OTF_CopyHandler_DefCounterAssignments(to, s, 6736, 3, list, pairs()));
	TRY(OTF_CopyHandler_DefSclFile(to, s, 7263, "a name", pairs()));
	TRY(OTF_CopyHandler_DefScl(to, s, 979, 6856, 8103, pairs()));
	TRY(OTF_CopyHandler_DefCreator(to, s, "a creator", pairs()));
	TRY(OTF_CopyHandler_DefUniqueId(to, s, 6859));
	TRY(OTF_CopyHandler_DefVersion(to, s, 1, 2, 255, "a text"));
	TRY(OTF_CopyHandler_DefFile(to, s, 4236, "a name", 9709, pairs()));
	TRY(OTF_CopyHandler_DefFileGroup(to, s, 8128, "a name", pairs()));
	TRY(OTF_CopyHandler_DefKeyValue(to, s, 7034, OTF_UINT32, "a name", "a description", pairs()));
	TRY(OTF_CopyHandler_DefAuxSamplePoint(to, s, 9349, OTF_AUX_SAMPLE_POINT_SUMMARY, pairs()));
	TRY(OTF_CopyHandler_DefMarker(to, s, 5608, "a name", 9340, pairs()));
	TRY(OTF_CopyHandler_Marker(to, ++t, p, 5545, "a text", pairs()));
	TRY(OTF_CopyHandler_NoOp(to, ++t, p, pairs()));
	TRY(OTF_CopyHandler_Enter(to, ++t, 8899, p, 2458, pairs()));
	TRY(OTF_CopyHandler_Leave(to, ++t, 7236, p, 790, pairs()));
	TRY(OTF_CopyHandler_SendMsg(to, ++t, p, 5533, 8815, 1870, 3120, 1897, pairs()));
	TRY(OTF_CopyHandler_RecvMsg(to, ++t, p, 3309, 3220, 2597, 8209, 7601, pairs()));
	TRY(OTF_CopyHandler_Counter(to, ++t, p, 3345, 3472, pairs()));
	TRY(OTF_CopyHandler_CollectiveOperation(to, ++t, p, 4361, 611, 4280, 44, 311, 2180, 5290, pairs()));
	TRY(OTF_CopyHandler_BeginCollectiveOperation(to, ++t, p, 7114, 9909, 9528, 6861, 8138, 7104, 9839, pairs()));
	TRY(OTF_CopyHandler_EndCollectiveOperation(to, ++t, p, 9038, pairs()));
	TRY(OTF_CopyHandler_EventComment(to, ++t, p, "a text", pairs()));
	TRY(OTF_CopyHandler_BeginProcess(to, ++t, p, pairs()));
	TRY(OTF_CopyHandler_EndProcess(to, ++t, p, pairs()));
	TRY(OTF_CopyHandler_FileOperation(to, ++t, 3431, p, 4074, 8575, 190, 1333, 9334, pairs()));
	TRY(OTF_CopyHandler_BeginFileOperation(to, ++t, p, 5503, 8605, pairs()));
	TRY(OTF_CopyHandler_EndFileOperation(to, ++t, p, 400, 2803, 9651, 7722, 4192, 9401, pairs()));
	TRY(OTF_CopyHandler_RMAPut(to, ++t, p, 5972, 1915, 3435, 4102, 8771, 1562, pairs()));
	TRY(OTF_CopyHandler_RMAPutRemoteEnd(to, ++t, p, 964, 6751, 7368, 1714, 2028, 4226, pairs()));
	TRY(OTF_CopyHandler_RMAGet(to, ++t, p, 9639, 7638, 3604, 5285, 7079, 9664, pairs()));
	TRY(OTF_CopyHandler_RMAEnd(to, ++t, p, 7813, 4829, 3887, 7266, pairs()));
	TRY(OTF_CopyHandler_SnapshotComment(to, ++t, p, "a text", pairs()));
	TRY(OTF_CopyHandler_EnterSnapshot(to, ++t, 1000, 7003, p, 9132, pairs()));
	TRY(OTF_CopyHandler_SendSnapshot(to, ++t, 4089, p, 8680, 925, 6478, 5457, 8283, pairs()));
	TRY(OTF_CopyHandler_OpenFileSnapshot(to, ++t, 8119, 6971, p, 8908, 2521, pairs()));
	TRY(OTF_CopyHandler_BeginCollopSnapshot(to, ++t, 7677, p, 3877, 7196, 510, 3573, 5068, 5560, 9004, pairs()));
	TRY(OTF_CopyHandler_BeginFileOpSnapshot(to, ++t, 3193, p, 2408, 6886, pairs()));
	TRY(OTF_CopyHandler_CollopCountSnapshot(to, ++t, p, 8313, 8329, pairs()));
	TRY(OTF_CopyHandler_CounterSnapshot(to, ++t, 8441, p, 9225, 4740, pairs()));
	TRY(OTF_CopyHandler_SummaryComment(to, ++t, p, "a text", pairs()));
	TRY(OTF_CopyHandler_FunctionSummary(to, ++t, 3264, p, 2905, 392, 2747, pairs()));
	TRY(OTF_CopyHandler_FunctionGroupSummary(to, ++t, 9259, p, 4978, 4930, 4594, pairs()));
	TRY(OTF_CopyHandler_MessageSummary(to, ++t, p, 2242, 5724, 179, 1256, 8795, 1730, 2140, pairs()));
	TRY(OTF_CopyHandler_CollopSummary(to, ++t, p, 5010, 5154, 6162, 3245, 2772, 9434, pairs()));
	TRY(OTF_CopyHandler_FileOperationSummary(to, ++t, 6203, p, 3532, 4781, 3551, 4914, 4482, 1458, 236, pairs()));
	TRY(OTF_CopyHandler_FileGroupOperationSummary(to, ++t, 1655, p, 1615, 1335, 9348, 5601, 9291, 5202, 6498,
	                                              pairs()));
}

static void to_stream(OTF_WStream *to, uint32_t s)
{
	TRY(OTF_CopyHandler_stream_DefinitionComment(to, s, "a text", pairs()));
	TRY(OTF_CopyHandler_stream_DefTimerResolution(to, s, 5597, pairs()));
	TRY(OTF_CopyHandler_stream_DefTimeRange(to, s, 9263, 5006, pairs()));
	TRY(OTF_CopyHandler_stream_DefProcess(to, s, p, "a name", 5126, pairs()));
	TRY(OTF_CopyHandler_stream_DefProcessGroup(to, s, 5966, "a name", 3, list, pairs()));
	TRY(OTF_CopyHandler_stream_DefAttributeList(to, s, 1873, 3, types, pairs()));
	TRY(OTF_CopyHandler_stream_DefProcessOrGroupAttributes(to, s, 3141, 2044, pairs()));
	TRY(OTF_CopyHandler_stream_DefProcessSubstitutes(to, s, 4338, 3, list, pairs()));
	TRY(OTF_CopyHandler_stream_DefFunctionGroup(to, s, 450, "a name", pairs()));
	TRY(OTF_CopyHandler_stream_DefFunction(to, s, 3153, "a name", 2128, 4926, pairs()));
	TRY(OTF_CopyHandler_stream_DefCollectiveOperation(to, s, 4566, "a name", 2046, pairs()));
	TRY(OTF_CopyHandler_stream_DefCounterGroup(to, s, 4352, "a name", pairs()));
	TRY(OTF_CopyHandler_stream_DefCounter(to, s, 548, "a name", 3839, 6930, "a unit", pairs()));
	TRY(OTF_CopyHandler_stream_DefCounterAssignments(to, s, 8621, 3, list, pairs()));
	TRY(OTF_CopyHandler_stream_DefSclFile(to, s, 512, "a name", pairs()));
	TRY(OTF_CopyHandler_stream_DefScl(to, s, 3587, 5166, 6246, pairs()));
	TRY(OTF_CopyHandler_stream_DefCreator(to, s, "a creator", pairs()));
	TRY(OTF_CopyHandler_stream_DefUniqueId(to, s, 3833));
	TRY(OTF_CopyHandler_stream_DefVersion(to, s, 1, 2, 255, "a text"));
	TRY(OTF_CopyHandler_stream_DefFile(to, s, 9127, "a name", 4054, pairs()));
	TRY(OTF_CopyHandler_stream_DefFileGroup(to, s, 8435, "a name", pairs()));
	TRY(OTF_CopyHandler_stream_DefKeyValue(to, s, 9183, OTF_UINT32, "a name", "a description", pairs()));
	TRY(OTF_CopyHandler_stream_DefAuxSamplePoint(to, s, 4446, OTF_AUX_SAMPLE_POINT_SUMMARY, pairs()));
	TRY(OTF_CopyHandler_stream_DefMarker(to, s, 1206, "a name", 8445, pairs()));
	TRY(OTF_CopyHandler_stream_Marker(to, ++t, p, 9253, "a text", pairs()));
	TRY(OTF_CopyHandler_stream_NoOp(to, ++t, p, pairs()));
	TRY(OTF_CopyHandler_stream_Enter(to, ++t, 4936, p, 4636, pairs()));
	TRY(OTF_CopyHandler_stream_Leave(to, ++t, 2536, p, 7782, pairs()));
	TRY(OTF_CopyHandler_stream_SendMsg(to, ++t, p, 4612, 2368, 6606, 6353, 4582, pairs()));
	TRY(OTF_CopyHandler_stream_RecvMsg(to, ++t, p, 2158, 5136, 6036, 2363, 6571, pairs()));
	TRY(OTF_CopyHandler_stream_Counter(to, ++t, p, 6108, 2867, pairs()));
	TRY(OTF_CopyHandler_stream_CollectiveOperation(to, ++t, p, 126, 885, 6198, 3497, 4536, 1836, 2882, pairs()));
	TRY(OTF_CopyHandler_stream_BeginCollectiveOperation(to, ++t, p, 231, 1620, 1370, 9593, 7316, 1350, 9453,
	                                                    pairs()));
	TRY(OTF_CopyHandler_stream_EndCollectiveOperation(to, ++t, p, 6336, pairs()));
	TRY(OTF_CopyHandler_stream_EventComment(to, ++t, p, "a text", pairs()));
	TRY(OTF_CopyHandler_stream_BeginProcess(to, ++t, p, pairs()));
	TRY(OTF_CopyHandler_stream_EndProcess(to, ++t, p, pairs()));
	TRY(OTF_CopyHandler_stream_FileOperation(to, ++t, 4463, p, 1325, 9278, 5111, 5861, 1138, pairs()));
	TRY(OTF_CopyHandler_stream_BeginFileOperation(to, ++t, p, 7969, 5921, pairs()));
	TRY(OTF_CopyHandler_stream_EndFileOperation(to, ++t, p, 1558, 936, 6555, 5996, 2083, 4611, pairs()));
	TRY(OTF_CopyHandler_stream_RMAPut(to, ++t, p, 2361, 6557, 6010, 2181, 5297, 7163, pairs()));
	TRY(OTF_CopyHandler_stream_RMAPutRemoteEnd(to, ++t, p, 279, 1956, 3722, 6111, 2888, 273, pairs()));
	TRY(OTF_CopyHandler_stream_RMAGet(to, ++t, p, 1914, 3428, 4053, 8428, 9134, 4103, pairs()));
	TRY(OTF_CopyHandler_stream_RMAEnd(to, ++t, p, 8778, 1611, 1307, 9152, pairs()));
	TRY(OTF_CopyHandler_stream_SnapshotComment(to, ++t, p, "a text", pairs()));
	TRY(OTF_CopyHandler_stream_EnterSnapshot(to, ++t, 4229, 9660, p, 7785, pairs()));
	TRY(OTF_CopyHandler_stream_SendSnapshot(to, ++t, 4633, p, 2515, 7635, 3583, 5138, 6050, pairs()));
	TRY(OTF_CopyHandler_stream_OpenFileSnapshot(to, ++t, 2461, 7257, p, 937, 6562, pairs()));
	TRY(OTF_CopyHandler_stream_BeginCollopSnapshot(to, ++t, 6045, p, 2426, 7012, 9195, 4530, 1794, 2588, 8146,
	                                               pairs()));
	TRY(OTF_CopyHandler_stream_BeginFileOpSnapshot(to, ++t, 7160, p, 258, 1809, pairs()));
	TRY(OTF_CopyHandler_stream_CollopCountSnapshot(to, ++t, p, 2693, 8881, pairs()));
	TRY(OTF_CopyHandler_stream_CounterSnapshot(to, ++t, 2332, p, 6354, 4589, pairs()));
	TRY(OTF_CopyHandler_stream_SummaryComment(to, ++t, p, "a text", pairs()));
	TRY(OTF_CopyHandler_stream_FunctionSummary(to, ++t, 2207, p, 5479, 8437, 9197, pairs()));
	TRY(OTF_CopyHandler_stream_FunctionGroupSummary(to, ++t, 4544, p, 1892, 3274, 2975, pairs()));
	TRY(OTF_CopyHandler_stream_MessageSummary(to, ++t, p, 882, 6177, 3350, 3507, 4606, 2326, 6312, pairs()));
	TRY(OTF_CopyHandler_stream_CollopSummary(to, ++t, p, 4295, 149, 1046, 7325, 1413, 9894, pairs()));
	TRY(OTF_CopyHandler_stream_FileOperationSummary(to, ++t, 9423, p, 6126, 2993, 1008, 7059, 9524, 6833, 7942,
	                                                pairs()));
	TRY(OTF_CopyHandler_stream_FileGroupOperationSummary(to, ++t, 5732, p, 235, 1648, 1566, 992, 6947, 8740, 1345,
	                                                     pairs()));
}

/* Write a trace with a copy handler for each record, and a stream of it with those of a stream. */
int main(int argc, char **argv)
{
	OTF_FileManager *m = OTF_FileManager_open(20);
	OTF_Writer *w = argc > 1 ? OTF_Writer_open(argv[1], 0, m) : NULL;
	OTF_WStream *s = OTF_WStream_open("stream", 5, m);
	OTF_HandlerArray *handlers = OTF_HandlerArray_open();

	kv = OTF_KeyValueList_new();
	to_writer(w, 0);
	to_writer(w, 7);
	to_stream(s, 0);
	TRY(OTF_HandlerArray_getCopyHandler(handlers, w));
	TRY(OTF_HandlerArray_getCopyHandler_stream(handlers, s));
	TRY(OTF_Writer_close(w));
	TRY(OTF_WStream_close(s));
	OTF_HandlerArray_close(handlers);
	OTF_KeyValueList_close(kv);
	OTF_FileManager_close(m);
	return 0;
}
