/* Events and snapshots of OTF2 become records of OTF as the mapping says, each at least once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include "otf2room.h"
#include "otf2/carry/event.h"

/* ---- events ---- */

static const struct {
	const char *events, *records;
} events[] = {
	{"Enter 5 0", "Enter 5 1 1 0\n"},
	{"Leave 5 1", "Leave 5 1 2 0\n"},
	{"Enter 5 0 || 0 3 42", "Enter 5 1 1 0 {otf2.attr:u.attr=42}\n"},
	{"MpiSend 5 0 0 99 4096", "SendMsg 5 1 2 10 99 4096 0\n"},
	{"MpiSend 5 0 0 99 4294967296", "SendMsg 5 1 2 10 99 4294967295 0 {otf2.send.length=4294967296}\n"},
	{"MpiIsend 5 1 0 9 4 7", "SendMsg 5 1 1 10 9 4 0 {otf2.event=6 otf2.MpiIsend.requestID=7}\n"},
	{"MpiRecv 5 0 0 99 4096", "RecvMsg 5 1 2 10 99 4096 0\n"},
	{"MpiIrecv 5 0 0 9 4 7", "RecvMsg 5 1 2 10 9 4 0 {otf2.event=10 otf2.MpiIrecv.requestID=7}\n"},
	{"MpiSend 5 0 1 9 4", "SendMsg 5 1 1 11 9 4 0\n"}, /* to itself */
	{"MpiSend 5 0 2 9 4", "SendMsg 5 1 2 12 9 4 0\n"}, /* to the other side */
	{"MpiCollectiveBegin 5\nEnter 6 0\nMpiCollectiveEnd 7 1 0 0 8 16",
         "DefCollectiveOperation 2 'MPI_Bcast' 2\nBeginCollectiveOperation 5 1 2 3 10 2 8 16 0\nEnter 6 1 1 0\n"
         "EndCollectiveOperation 7 1 3\n"},
	{"MpiCollectiveBegin 5\nMpiCollectiveBegin 6\nMpiCollectiveEnd 7 11 0 4294967295 8 16",
         "DefCollectiveOperation 12 'MPI_Allreduce' 4\nBeginCollectiveOperation 5 1 12 3 10 0 8 16 0\nNoOp 6 1 "
         "{otf2.event=13}\nEndCollectiveOperation 7 1 3\n"},
	{"MpiCollectiveEnd 7 11 0 4294967294 8 16",
         "NoOp 7 1 {otf2.event=14 otf2.MpiCollectiveEnd.collectiveOp=11 otf2.MpiCollectiveEnd.communicator=10 "
         "otf2.MpiCollectiveEnd.root=4294967294 otf2.MpiCollectiveEnd.sizeSent=8 "
         "otf2.MpiCollectiveEnd.sizeReceived=16}\n"},
	{"RmaCollectiveBegin 5\nRmaCollectiveEnd 6 0 1 0 4294967295 0 0",
         "DefCollectiveOperation 1 'MPI_Barrier' 1\nBeginCollectiveOperation 5 1 1 2 13 0 0 0 0 "
         "{otf2.event=28}\n"
         "EndCollectiveOperation 6 1 2 {otf2.event=29 otf2.RmaCollectiveEnd.syncLevel=1}\n"},
	{"NonBlockingCollectiveComplete 6 1 0 1 8 16 3",
         "BeginCollectiveOperation 6 1 2 1 10 1 8 16 0 {otf2.event=77 "
         "otf2.NonBlockingCollectiveComplete.requestID=3}\nEndCollectiveOperation 6 1 1\n"},
	{"Metric 5 0 2 | 10 4607182418800017408 8 -1", "Counter 5 1 1 4607182418800017408 {otf2.metric=0}\n"
                                                       "Counter 5 1 2 18446744073709551615\n"},
	{"Metric 5 0 1 | 10 7", "Counter 5 1 1 7 {otf2.metric=0 otf2.metric.n=1}\n"},
	{"Metric 5 1 1 | 10 7", "Counter 5 1 3 7\n"},
	{"ParameterString 5 0 3", "NoOp 5 1 {otf2.event=23 otf2.param:load='world'}\n"},
	{"ParameterString 5 0 0", "NoOp 5 1 {otf2.event=23 otf2.param:load='~'}\n"},
	{"ParameterInt 5 1 -3", "NoOp 5 1 {otf2.event=24 otf2.param:load=-3}\n"},
	{"ParameterUnsignedInt 5 2 3", "NoOp 5 1 {otf2.event=25 otf2.param:load=3}\n"},
	{"RmaPut 5 0 0 64 7\nRmaOpCompleteBlocking 6 0 7", "RMAPut 5 1 0 2 13 7 64 0\nRMAEnd 6 1 0 13 7 0\n"},
	{"RmaGet 5 0 1 64 7\nRmaOpCompleteRemote 6 0 7\nRmaOpCompleteBlocking 7 0 7",
         "RMAGet 5 1 0 1 13 7 64 0\nRMAEnd 6 1 0 13 7 0 {otf2.event=43}\n"
         "NoOp 7 1 {otf2.event=40 otf2.RmaOpCompleteBlocking.win=13 otf2.RmaOpCompleteBlocking.matchingId=7}\n"},
	{"RmaPut 5 0 0 64 7\nRmaPut 5 0 0 64 4294967303\nRmaOpCompleteBlocking 6 0 4294967303",
         "RMAPut 5 1 0 2 13 7 64 0\nRMAPut 5 1 0 2 13 8 64 0 {otf2.RmaPut.matchingId=4294967303}\n"
         "RMAEnd 6 1 0 13 8 0 {otf2.RmaOpCompleteBlocking.matchingId=4294967303}\n"},
	{"RmaAtomic 5 0 0 5 8 16 9",
         "RMAPut 5 1 0 2 13 9 8 0 {otf2.event=39 otf2.RmaAtomic.type=5 otf2.RmaAtomic.bytesReceived=16}\n"},
	{"ProgramBegin 5 10 2 | 1 0\nThreadBegin 5 0 1\nThreadEnd 6 0 1\nProgramEnd 7 -3",
         "BeginProcess 5 1 {otf2.event=74 otf2.ProgramBegin.programName='a.out' "
         "otf2.ProgramBegin.programArguments='main~~'}\n"
         "NoOp 5 1 {otf2.event=54 otf2.ThreadBegin.threadContingent=10 otf2.ThreadBegin.sequenceCount=1}\n"
         "NoOp 6 1 {otf2.event=56 otf2.ThreadEnd.threadContingent=10 otf2.ThreadEnd.sequenceCount=1}\n"
         "EndProcess 7 1 {otf2.event=75 otf2.ProgramEnd.exitStatus=-3}\n"},
	{"CallingContextEnter 5 0 1\nCallingContextLeave 6 0",
         "Enter 5 1 1 1 {otf2.event=57 otf2.CallingContextEnter.callingContext=0 "
         "otf2.CallingContextEnter.unwindDistance=1}\n"
         "Leave 6 1 1 1 {otf2.event=58 otf2.CallingContextLeave.callingContext=0}\n"},
	{"IoCreateHandle 5 0 2 1 2", "FileOperation 5 1 1 1 0 0 0 0 {otf2.IoCreateHandle.mode=2 "
                                     "otf2.IoCreateHandle.creationFlags=1 otf2.IoCreateHandle.statusFlags=2}\n"},
	{"IoDestroyHandle 5 0", "FileOperation 5 1 1 1 1 0 0 0\n"},
	{"IoDuplicateHandle 5 3 0 0", "FileOperation 5 1 1 1 7 0 0 0 {otf2.IoDuplicateHandle.oldHandle=3 "
                                      "otf2.IoDuplicateHandle.statusFlags=0}\n"},
	{"IoSeek 5 0 -10 2 990",
         "FileOperation 5 1 1 1 4 990 0 0 {otf2.IoSeek.offsetRequest=-10 otf2.IoSeek.whence=2}\n"},
	{"IoDeleteFile 5 0 0", "FileOperation 5 1 1 0 5 0 0 0 {otf2.IoDeleteFile.ioParadigm=0}\n"},
	{"IoOperationBegin 5 0 1 1 100 21\nIoOperationComplete 6 0 90 21",
         "BeginFileOperation 5 1 21 0 {otf2.IoOperationBegin.handle=0 otf2.IoOperationBegin.mode=1 "
         "otf2.IoOperationBegin.operationFlags=1 otf2.IoOperationBegin.bytesRequest=100}\n"
         "EndFileOperation 6 1 1 21 1 67 90 0\n"},
	{"IoOperationBegin 5 0 9 4 100 21\nIoOperationComplete 6 0 90 21",
         "BeginFileOperation 5 1 21 0 {otf2.IoOperationBegin.handle=0 otf2.IoOperationBegin.mode=9 "
         "otf2.IoOperationBegin.operationFlags=4 otf2.IoOperationBegin.bytesRequest=100}\n"
         "EndFileOperation 6 1 1 21 1 31 90 0\n"},
	{"IoOperationBegin 5 0 0 2 100 21\nIoOperationCancelled 6 0 21",
         "BeginFileOperation 5 1 21 0 {otf2.IoOperationBegin.handle=0 otf2.IoOperationBegin.mode=0 "
         "otf2.IoOperationBegin.operationFlags=2 otf2.IoOperationBegin.bytesRequest=100}\n"
         "EndFileOperation 6 1 1 21 1 162 0 0 {otf2.event=70}\n"},
	{"IoOperationComplete 6 0 90 21", "NoOp 6 1 {otf2.event=69 otf2.IoOperationComplete.handle=0 "
                                          "otf2.IoOperationComplete.bytesResult=90 "
                                          "otf2.IoOperationComplete.matchingId=21}\n"},
	{"IoAcquireLock 5 0 0", "FileOperation 5 1 1 1 9 0 0 0\n"},
	{"IoAcquireLock 5 0 7", "FileOperation 5 1 1 1 9 0 0 0 {otf2.IoAcquireLock.lockType=7}\n"},
	{"IoReleaseLock 5 0 1", "FileOperation 5 1 1 1 1034 0 0 0\n"},
	{"IoTryLock 5 0 1", "FileOperation 5 1 1 1 1033 0 0 0 {otf2.event=73}\n"},
	{"BufferFlush 5 77", "NoOp 5 1 {otf2.event=1 otf2.BufferFlush.stopTime=77}\n"},
	{"ThreadFork 5 3 4", "NoOp 5 1 {otf2.event=44 otf2.ThreadFork.model=3 "
                             "otf2.ThreadFork.numberOfRequestedThreads=4}\n"},
	{"CommCreate 5 0", "NoOp 5 1 {otf2.event=78 otf2.CommCreate.communicator=10}\n"},
	{"Unknown 5", ""},
	{"Unknown 5 || 0 3 42", "NoOp 5 1 {otf2.attr:u.attr=42}\n"},
	/* snapshots */
	{"SnapEnter 9 5 0", "EnterSnapshot 9 1 5 1 0\n"},
	{"SnapMpiSend 9 5 0 0 7 8", "SendSnapshot 9 1 5 2 10 7 8 0\n"},
	{"SnapMpiIsend 9 5 0 0 7 8 3", "SendSnapshot 9 1 5 2 10 7 8 0 {otf2.SnapMpiIsend.requestID=3}\n"},
	{"SnapMetric 9 5 1 1 | 4 7",
         "SnapshotComment 9 1 'otf2:snap Metric origEventTime=5 metric=1 values=UINT64:7'\n"},
	{"SnapMetric 9 5 1 1 | 10 7", "CounterSnapshot 9 1 5 3 7\n"},
	{"SnapMpiCollectiveBegin 9 5\nSnapMpiCollectiveEnd 9 6 1 0 0 8 16",
         "BeginCollopSnapshot 9 1 5 2 3 10 2 8 16 0 {otf2.SnapMpiCollectiveEnd.origEventTime=6}\n"},
	{"SnapMpiCollectiveBegin 9 5", "SnapshotComment 9 1 'otf2:snap MpiCollectiveBegin origEventTime=5'\n"},
	{"SnapOmpFork 9 5 4", "SnapshotComment 9 1 'otf2:snap OmpFork origEventTime=5 numberOfRequestedThreads=4'\n"},
	{"SnapParameterString 9 5 0 3",
         "SnapshotComment 9 1 'otf2:snap ParameterString origEventTime=5 parameter=t:4261412864 string=s:world'\n"},
};

static void events_become_the_records_of_the_mapping(void **state)
{
	struct otf2_room *r = otf2_room_of(0, 0);

	(void)state;
	for (unsigned i = 0; i < sizeof events / sizeof *events; i++) {
		/* transfers and operations of one row do not concern the next */
		otfp_otf2_pending_release(&r->lane.transfers);
		otfp_otf2_pending_release(&r->lane.tags);
		otfp_otf2_pending_release(&r->lane.io);
		assert_string_equal(otf2_convert(r, events[i].events), events[i].records);
	}
	assert_int_equal(r->c.troubles, 0);
	otf2_room_free(r);
}

/* A frame with small numbers, no contents, and one attribute. */
static void plain_frame(char *text, size_t room, unsigned row)
{
	size_t n = (size_t)snprintf(text, room, "%s%s 5", otfp_otf2_rows[row].kind == OTFP_OTF2_SNAP ? "Snap" : "",
	                            otfp_otf2_rows[row].name);

	for (unsigned i = 0; i < otfp_otf2_rows[row].nfields; i++)
		n += (size_t)snprintf(text + n, room - n, " 0");
	snprintf(text + n, room - n, " || 0 3 42");
}

static void each_event_and_snapshot_gives_records_with_its_attributes_and_is_counted_once(void **state)
{
	char text[400];

	(void)state;
	for (unsigned row = 0; row < OTFP_OTF2_NROWS; row++) {
		const unsigned kind = otfp_otf2_rows[row].kind;
		struct otf2_room *r;
		const struct otfp_otf2_counts *k;
		if (kind != OTFP_OTF2_EVENT && kind != OTFP_OTF2_SNAP)
			continue;
		r = otf2_room_of(0, 0);
		plain_frame(text, sizeof text, row);
		assert_non_null(strstr(otf2_convert(r, text), "otf2.attr:u.attr=42"));
		k = &r->c.report.kinds[row];
		assert_int_equal(k->native + k->carried + k->dropped, 1);
		assert_int_equal(k->dropped, row == OTFP_OTF2_Unknown);
		otf2_room_free(r);
	}
}

static void without_carriers_nothing_of_otf2_is_in_the_records(void **state)
{
	char text[400];

	(void)state;
	for (unsigned row = 0; row < OTFP_OTF2_NROWS; row++) {
		struct otf2_room *r;
		if (otfp_otf2_rows[row].kind != OTFP_OTF2_EVENT)
			continue;
		r = otf2_room_of(0, 1);
		plain_frame(text, sizeof text, row);
		otf2_convert(r, text);
		assert_null(strstr(r->text, "otf2.e"));
		assert_null(strstr(r->text, "otf2.M"));
		assert_null(strstr(r->text, "NoOp 5 1 {otf2.R"));
		assert_int_equal(r->c.report.kinds[row].carried, 0);
		if (otfp_otf2_rows[row].fidelity == OTFP_OTF2_CARRIED)
			assert_int_equal(r->c.report.kinds[row].dropped, 1);
		otf2_room_free(r);
	}
}

/* ---- who the others are ---- */

static void a_thread_that_is_no_member_has_the_ranks_of_its_process(void **state)
{
	struct otf2_room *r = otf2_room_of(UINT64_C(1) << 32, 0);

	(void)state;
	assert_string_equal(otf2_convert(r, "MpiSend 5 0 0 9 4"), "SendMsg 5 3 2 10 9 4 0\n");
	assert_string_equal(otf2_convert(r, "MpiSend 5 0 1 9 4"), "SendMsg 5 3 1 11 9 4 0\n");
	assert_string_equal(otf2_convert(r, "MpiSend 5 0 2 9 4"), "SendMsg 5 3 2 12 9 4 0\n");
	otf2_room_free(r);
}

static void the_other_side_of_an_intercommunicator_depends_on_who_sends(void **state)
{
	struct otf2_room *r = otf2_room_of(1, 0);

	(void)state;
	assert_string_equal(otf2_convert(r, "MpiSend 5 0 2 9 4"), "SendMsg 5 2 1 12 9 4 0\n");
	otf2_room_free(r);
}

static void what_is_not_defined_is_damage_with_its_place(void **state)
{
	static const char *const bad[][2] = {
		{"MpiSend 5 7 0 1 1", "demo: location 0: event 1: MpiSend: rank 7 is not in communicator 10"},
		{"MpiSend 5 0 9 1 1", "demo: location 0: event 1: MpiSend: communicator 9 is not defined"},
		{"Metric 5 9 1 | 4 1", "demo: location 0: event 1: Metric: metric 9 is not defined"},
		{"Metric 5 1 2 | 4 1 4 1", "demo: location 0: event 1: Metric: 2 values, but the metric has 1 members"},
		{"RmaPut 5 9 0 1 1", "demo: location 0: event 1: RmaPut: RMA window 9 is not defined"},
		{"IoDestroyHandle 5 9", "demo: location 0: event 1: IoDestroyHandle: I/O handle 9 is not defined"},
		{"CallingContextEnter 5 9 1",
	         "demo: location 0: event 1: CallingContextEnter: calling context 9 is not defined"},
		{"ParameterInt 5 9 1", "demo: location 0: event 1: ParameterInt: parameter 9 is not defined"},
		{"Enter 5 0 || 9 3 1", "demo: location 0: event 1: Enter: attribute 9 is not defined"},
	};

	(void)state;
	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct otf2_room *r = otf2_room_of(0, 0);
		assert_string_not_equal(otf2_convert(r, bad[i][0]), "");
		assert_string_equal(r->err.text, bad[i][1]);
		assert_int_equal(r->c.troubles, 1);
		otf2_room_free(r);
	}
}

static void pending_operations_are_found_until_they_end(void **state)
{
	struct otfp_otf2_pending o = {0};

	(void)state;
	for (uint64_t i = 0; i < 1000; i++)
		assert_int_equal(otfp_otf2_pending_add(&o, i << 32, i), 0);
	for (uint64_t i = 0; i < 1000; i += 2)
		otfp_otf2_pending_end(&o, i << 32);
	for (uint64_t i = 0; i < 1000; i++) {
		const uint64_t *v = otfp_otf2_pending_find(&o, i << 32);
		assert_true(i % 2 ? v && *v == i : !v);
	}
	for (uint64_t i = 0; i < 500; i++)
		assert_int_equal(otfp_otf2_pending_add(&o, i, i), 0);
	assert_int_equal(o.cap, 1024); /* ended ones were used again */
	otfp_otf2_pending_release(&o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(events_become_the_records_of_the_mapping),
		cmocka_unit_test(each_event_and_snapshot_gives_records_with_its_attributes_and_is_counted_once),
		cmocka_unit_test(without_carriers_nothing_of_otf2_is_in_the_records),
		cmocka_unit_test(a_thread_that_is_no_member_has_the_ranks_of_its_process),
		cmocka_unit_test(the_other_side_of_an_intercommunicator_depends_on_who_sends),
		cmocka_unit_test(what_is_not_defined_is_damage_with_its_place),
		cmocka_unit_test(pending_operations_are_found_until_they_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
