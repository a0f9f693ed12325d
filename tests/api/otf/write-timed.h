/*
 * write-timed.h - each write function of timed records and markers. The program defines HANDLE, its type, and
 * WRITE(name), its function for a record.
 */
static void put(HANDLE *to)
{
	TRY(WRITE(Marker)(to, ++t, p, 7627, "a text"));
	TRY(WRITE(MarkerKV)(to, ++t, p, 3527, "a text", pairs()));
	TRY(WRITE(NoOpKV)(to, ++t, p, pairs()));
	TRY(WRITE(Enter)(to, ++t, 4746, p, 3306));
	TRY(WRITE(EnterKV)(to, ++t, 3199, p, 2450, pairs()));
	TRY(WRITE(Leave)(to, ++t, 7180, p, 398));
	TRY(WRITE(LeaveKV)(to, ++t, 2789, p, 9553, pairs()));
	TRY(WRITE(SendMsg)(to, ++t, p, 7036, 9363, 5706, 53, 374));
	TRY(WRITE(SendMsgKV)(to, ++t, p, 2621, 8377, 8777, 1604, 1258, pairs()));
	TRY(WRITE(RecvMsg)(to, ++t, p, 8809, 1828, 2826, 9812, 8849));
	TRY(WRITE(RecvMsgKV)(to, ++t, p, 2108, 4786, 3586, 5159, 6197, pairs()));
	TRY(WRITE(Counter)(to, ++t, p, 3490, 4487));
	TRY(WRITE(CounterKV)(to, ++t, p, 1493, 481, pairs()));
	TRY(WRITE(CollectiveOperation)(to, ++t, p, 3370, 3647, 5586, 9186, 4467, 1353, 9474));
	TRY(WRITE(CollectiveOperationKV)(to, ++t, p, 6483, 5492, 8528, 9834, 9003, 3186, 2359, pairs()));
	TRY(WRITE(BeginCollectiveOperation)(to, ++t, p, 6543, 5912, 1495, 495, 3468, 4333, 415));
	TRY(WRITE(BeginCollectiveOperationKV)(to, ++t, p, 2908, 413, 2894, 315, 2208, 5486, 8486, pairs()));
	TRY(WRITE(EndCollectiveOperation)(to, ++t, p, 9540));
	TRY(WRITE(EndCollectiveOperationKV)(to, ++t, p, 6945, pairs()));
	TRY(WRITE(EventComment)(to, ++t, p, "a text"));
	TRY(WRITE(EventCommentKV)(to, ++t, p, "a text", pairs()));
	TRY(WRITE(BeginProcess)(to, ++t, p));
	TRY(WRITE(BeginProcessKV)(to, ++t, p, pairs()));
	TRY(WRITE(EndProcess)(to, ++t, p));
	TRY(WRITE(EndProcessKV)(to, ++t, p, pairs()));
	TRY(WRITE(FileOperation)(to, ++t, 8726, p, 1247, 8732, 1289, 9026, 3347));
	TRY(WRITE(FileOperationKV)(to, ++t, 3486, p, 4459, 1297, 9082, 3739, 6230, pairs()));
	TRY(WRITE(BeginFileOperation)(to, ++t, p, 3721, 6104));
	TRY(WRITE(BeginFileOperationKV)(to, ++t, p, 2839, 9903, pairs()));
	TRY(WRITE(EndFileOperation)(to, ++t, p, 9486, 6567, 6080, 2671, 8727, 1254));
	TRY(WRITE(EndFileOperationKV)(to, ++t, p, 8781, 1632, 1454, 208, 1459, 243, pairs()));
	TRY(WRITE(RMAPut)(to, ++t, p, 1704, 1958, 3736, 6209, 3574, 5075));
	TRY(WRITE(RMAPutKV)(to, ++t, p, 5609, 9347, 5594, 9242, 4859, 4097, pairs()));
	TRY(WRITE(RMAPutRemoteEnd)(to, ++t, p, 8736, 1317, 9222, 4719, 3117, 1876));
	TRY(WRITE(RMAPutRemoteEndKV)(to, ++t, p, 3162, 2191, 5367, 7653, 3709, 6020, pairs()));
	TRY(WRITE(RMAGet)(to, ++t, p, 2251, 5787, 620, 4343, 485, 3398));
	TRY(WRITE(RMAGetKV)(to, ++t, p, 3843, 6958, 8817, 1884, 3218, 2583, pairs()));
	TRY(WRITE(RMAEnd)(to, ++t, p, 8111, 6915, 8516, 9750));
	TRY(WRITE(RMAEndKV)(to, ++t, p, 8415, 9043, 3466, 4319, pairs()));
	TRY(WRITE(SnapshotComment)(to, ++t, p, "a text"));
	TRY(WRITE(SnapshotCommentKV)(to, ++t, p, "a text", pairs()));
	TRY(WRITE(EnterSnapshot)(to, ++t, 317, 2222, p, 5584));
	TRY(WRITE(EnterSnapshotKV)(to, ++t, 9172, 4369, p, 667, pairs()));
	TRY(WRITE(SendSnapshot)(to, ++t, 4672, p, 2788, 9546, 6987, 9020, 3305));
	TRY(WRITE(SendSnapshotKV)(to, ++t, 3192, p, 2401, 6837, 7970, 5928, 1607, pairs()));
	TRY(WRITE(OpenFileSnapshot)(to, ++t, 1279, 8956, p, 2857, 56));
	TRY(WRITE(OpenFileSnapshotKV)(to, ++t, 395, 2768, p, 9406, 6007, pairs()));
	TRY(WRITE(BeginCollopSnapshot)(to, ++t, 2160, p, 5150, 6134, 3049, 1400, 9803, 8786, 1667));
	TRY(WRITE(BeginCollopSnapshotKV)(to, ++t, 1699, p, 1923, 3491, 4494, 1542, 824, 5771, 508, pairs()));
	TRY(WRITE(BeginFileOpSnapshot)(to, ++t, 3559, p, 4970, 4874));
	TRY(WRITE(BeginFileOpSnapshotKV)(to, ++t, 4202, p, 9471, 6462, pairs()));
	TRY(WRITE(CollopCountSnapshot)(to, ++t, p, 5345, 7499, pairs()));
	TRY(WRITE(CounterSnapshot)(to, ++t, 2631, p, 8447, 9267, pairs()));
	TRY(WRITE(SummaryComment)(to, ++t, p, "a text"));
	TRY(WRITE(SummaryCommentKV)(to, ++t, p, "a text", pairs()));
	TRY(WRITE(FunctionSummary)(to, ++t, 5034, p, 5322, 7338, 1504));
	TRY(WRITE(FunctionSummaryKV)(to, ++t, 558, p, 3909, 7420, 2078, pairs()));
	TRY(WRITE(FunctionGroupSummary)(to, ++t, 4576, p, 2116, 4842, 3978));
	TRY(WRITE(FunctionGroupSummaryKV)(to, ++t, 7903, p, 5459, 8297, 8217, pairs()));
	TRY(WRITE(MessageSummary)(to, ++t, p, 7657, 3737, 6216, 3623, 5418, 8010, 6208));
	TRY(WRITE(MessageSummaryKV)(to, ++t, p, 3567, 5026, 5266, 6946, 8733, 1296, 9075, pairs()));
	TRY(WRITE(CollopSummary)(to, ++t, p, 3690, 5887, 1320, 9243, 4866, 4146));
	TRY(WRITE(CollopSummaryKV)(to, ++t, p, 9079, 3718, 6083, 2692, 8874, 2283, pairs()));
	TRY(WRITE(FileOperationSummary)(to, ++t, 6011, p, 2188, 5346, 7506, 2680, 8790, 1695, 1895));
	TRY(WRITE(FileOperationSummaryKV)(to, ++t, 3295, p, 3122, 1911, 3407, 3906, 7399, 1931, 3547, pairs()));
	TRY(WRITE(FileGroupOperationSummary)(to, ++t, 4886, p, 4286, 86, 605, 4238, 9723, 8226, 7720));
	TRY(WRITE(FileGroupOperationSummaryKV)(to, ++t, 4178, p, 9303, 5286, 7086, 9713, 8156, 7230, 748, pairs()));
}
