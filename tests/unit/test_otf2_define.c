/* Definitions and markers of OTF2 become records of OTF as the mapping says, each at least once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include "otf2room.h"

#define DEFINE(r, ...) \
	otf2_define(r, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))
#define HAS(r, line) assert_non_null(strstr((r)->text, line))

static void definitions_become_the_records_of_the_mapping(void **state)
{
	struct otf2_room *r = otf2_room_new(0);

	(void)state;
	otf2_define(r, otf2_definitions, otf2_ndefinitions);
	HAS(r, "DefTimerResolution 1000\nDefTimeRange 10 100\n");
	HAS(r, "DefProcess 1 'Rank 0' 0 {otf2.location=0 otf2.Location.name='Master' otf2.Location.locationType=1 "
	       "otf2.Location.numberOfEvents=5 otf2.LocationGroup.self=1 otf2.LocationGroup.locationGroupType=1 "
	       "otf2.LocationGroup.systemTreeParent=4}\n");
	HAS(r, "DefProcess 3 'load' 1 {otf2.location=4294967296 otf2.Location.locationType=1 "
	       "otf2.Location.numberOfEvents=7}\n");
	HAS(r, "DefAttributeList 1 1\nDefProcessOrGroupAttributes 1 1\nDefProcessOrGroupAttributes 2 1\n");
	HAS(r, "DefProcessGroup 4 'node' 1,2,3 {otf2.SystemTreeNode.self=4 otf2.SystemTreeNode.className='node'}\n");
	HAS(r, "DefFunctionGroup 2 'USER'\nDefSclFile 3 'demo.c'\nDefScl 2 3 10\nDefFunction 1 'main' 2 2 {");
	HAS(r, "otf2.Region.description='~' otf2.Region.regionRole=1 otf2.Region.paradigm=1 ");
	HAS(r, "DefFunctionGroup 5 'MPI'\nDefFunction 2 'fp' 5 0 {");
	HAS(r, "DefProcessGroup 6 'world' 2,1 {otf2.Group.self=6 otf2.Group.groupType=5 otf2.Group.paradigm=4 "
	       "otf2.Group.groupFlags=0}\n");
	HAS(r, "DefProcessGroup 10 'world' 2,1 {otf2.Comm.self=10 otf2.Comm.group=6 otf2.Comm.flags=0}\n");
	HAS(r, "DefProcessGroup 11 'world' () {otf2.Comm.self=11 otf2.Comm.group=7 otf2.Comm.parent=10 ");
	HAS(r, "DefProcessGroup 12 'world' 1,2 {otf2.InterComm.self=12 otf2.InterComm.groupA=8 ");
	HAS(r, "DefProcessGroup 13 'world' 2,1 {otf2.RmaWin.self=13 otf2.RmaWin.comm=10 otf2.RmaWin.flags=1}\n");
	HAS(r, "DefCounterGroup 1 'load, fp' {otf2.MetricClass.self=0 otf2.MetricClass.metricOccurrence=1 "
	       "otf2.MetricClass.recorderKind=2}\n");
	HAS(r, "DefCounter 1 'load' 292 1 '' {otf2.MetricMember.self=0 ");
	HAS(r, "DefCounter 2 'fp' 32 1 '' {otf2.MetricMember.self=1 ");
	HAS(r, "DefCounter 3 'load' 292 2 '' {otf2.MetricMember.self=0 ");
	HAS(r, "DefScl 1 3 55\n");
	HAS(r, "DefinitionComment 'otf2:def CallingContext self=1 region=t:2 sourceCodeLocation=- parent=0'\n");
	HAS(r, "DefinitionComment 'otf2:def IoParadigm self=0 identification=s:POSIX name=s:POSIX ioParadigmClass=0 "
	       "ioParadigmFlags=1 properties='\nDefFileGroup 1 'POSIX'\n");
	HAS(r, "DefFile 1 '/tmp/x' 0 {otf2.IoRegularFile.scope=4}\n");
	HAS(r, "DefinitionComment 'otf2:def IoHandle self=0 name=s:/tmp/x file=t:1 ioParadigm=0 ioHandleFlags=0 "
	       "comm=t:11 parent=-'\n");
	assert_int_equal(r->c.troubles, 0);
	otf2_room_free(r);
}

static void properties_stand_with_what_they_describe(void **state)
{
	struct otf2_room *r = otf2_room_new(0);

	(void)state;
	DEFINE(r, "SystemTreeNode 0 0 4 4 " OTF2_NONE, "SystemTreeNodeProperty 0 0 8 11 3",
	       "SystemTreeNodeDomain 0 0 1", "LocationGroup 0 0 5 1 0 " OTF2_NONE, "LocationGroupProperty 0 0 8 4 17",
	       "Location 0 3 7 1 5 0", "LocationProperty 0 3 8 8 -17", "IoDirectory 0 0 11 0",
	       "IoFileProperty 0 0 8 11 3", "LocationProperty 0 9 8 8 1");
	HAS(r, "DefProcessGroup 2 'node' 1 {otf2.SystemTreeNode.self=2 otf2.SystemTreeNode.className='node' "
	       "otf2.prop:load='world' otf2.SystemTreeNodeDomain.systemTreeDomain=1}\n");
	HAS(r, "otf2.prop:load=-17 otf2.LocationGroup.self=1 otf2.LocationGroup.locationGroupType=1 "
	       "otf2.LocationGroup.systemTreeParent=2 otf2.groupprop:load=17}\n");
	HAS(r, "DefFile 1 '/tmp/x' 0 {otf2.IoDirectory.scope=2 otf2.file.dir=1 otf2.prop:load='world'}\n");
	HAS(r, "DefinitionComment 'otf2:def LocationProperty location=t:0 name=s:load type=8 value=INT64:1'\n");
	assert_string_equal(r->err.text, "demo: LocationProperty: location 9 is not defined");
	otf2_room_free(r);
}

static void streams_of_an_accelerator_belong_to_the_process_that_uses_it(void **state)
{
	struct otf2_room *r = otf2_room_new(0);

	(void)state;
	DEFINE(r, "LocationGroup 0 0 5 1 " OTF2_NONE " " OTF2_NONE, "LocationGroup 0 1 6 2 " OTF2_NONE " 0",
	       "LocationGroup 0 2 3 1 " OTF2_NONE " " OTF2_NONE, "Location 0 8 7 3 0 0", "Location 0 0 7 1 5 0",
	       "Location 0 5 8 2 6 1", "Location 0 6 9 2 6 1", "Location 0 7 9 2 6 " OTF2_NONE);
	HAS(r, "DefProcess 1 'Master' 2 {otf2.location=8 otf2.Location.locationType=3 ");
	HAS(r, "DefProcess 2 'Rank 0' 0 {otf2.location=0 ");
	HAS(r, "DefProcess 3 'Rank 1' 2 {otf2.location=5 otf2.Location.name='load' ");
	HAS(r, "DefProcess 4 'fp' 2 {otf2.location=6 otf2.Location.locationType=2 otf2.Location.numberOfEvents=6 "
	       "otf2.Location.locationGroup=3}\n");
	HAS(r, "DefProcess 5 'fp' 0 {otf2.location=7 ");
	HAS(r, "DefProcess 6 'world' 0 {otf2.LocationGroup.self=6 ");
	otf2_room_free(r);
}

static void instances_of_metrics_have_counters_of_their_own(void **state)
{
	struct otf2_room *r = otf2_room_new(0);

	(void)state;
	DEFINE(r, "Location 0 0 7 1 5 " OTF2_NONE, "MetricMember 0 0 8 0 3 50 10 0 10 9",
	       "MetricMember 0 1 8 0 3 50 10 0 10 9", "MetricClass 0 0 1 2 0 | 0", "MetricInstance 0 1 0 0 0 0",
	       "MetricClassRecorder 0 0 0", "MetricInstance 0 2 9 0 0 0");
	HAS(r, "DefCounter 1 'load' 301 1 'fp' {otf2.MetricMember.self=0 otf2.MetricMember.description='~' "
	       "otf2.MetricMember.metricType=3 otf2.MetricMember.base=0 otf2.MetricMember.exponent=10 "
	       "otf2.metric.mode=50}\n");
	HAS(r, "otf2.metric.mode=50 otf2.MetricInstance.self=1 otf2.MetricInstance.metricClass=0 "
	       "otf2.MetricInstance.recorder=1 otf2.MetricInstance.metricScope=0 otf2.MetricInstance.scope=1}\n"
	       "DefCounterAssignments 2 1\nDefCounterAssignments 1 1\n");
	HAS(r, "DefinitionComment 'otf2:def MetricMember self=1 ");
	HAS(r, "DefinitionComment 'otf2:def MetricInstance self=2 ");
	assert_string_equal(r->err.text, "demo: MetricInstance: metric 9 is not defined");
	otf2_room_free(r);
}

static void other_definitions_and_second_ones_of_an_id_become_comments(void **state)
{
	struct otf2_room *r = otf2_room_new(0);

	(void)state;
	DEFINE(r, "Paradigm 0 4 12 0", "ParadigmProperty 0 4 0 11 3", "Callpath 0 0 " OTF2_NONE " 0",
	       "CallpathParameter 0 0 0 10 4609434218613702656", "Parameter 0 0 8 2", "Region 0 0 1 1 0 1 1 0 2 10 20",
	       "Region 0 0 3 1 0 1 1 0 2 10 20", "Group 0 0 3 2 1 0 2 | 0 5", "Callsite 0 0 2 7 0 " OTF2_NONE,
	       "CartDimension 0 0 8 2 1", "CartTopology 0 0 8 0 2 | 0 1", "CartCoordinate 0 0 1 2 | 3 4",
	       "CallingContext 0 0 0 " OTF2_NONE " " OTF2_NONE, "CallingContextProperty 0 0 8 4 5",
	       "InterruptGenerator 0 0 8 0 1 -9 5", "IoPreCreatedHandleState 0 0 1 2");
	HAS(r, "'otf2:def Paradigm paradigm=4 name=s:POSIX paradigmClass=0'");
	HAS(r, "'otf2:def ParadigmProperty paradigm=4 property=0 type=11 value=STRING:s:world'");
	HAS(r, "'otf2:def CallpathParameter callpath=0 parameter=t:4261412864 type=10 value=DOUBLE:1.5'");
	HAS(r, "'otf2:def Region self=0 name=s:world canonicalName=s:main description=s: ");
	HAS(r, "'otf2:def Group self=0 name=s:world groupType=2 paradigm=1 groupFlags=0 members=t:1,t:0'");
	HAS(r, "DefScl 2 3 7 {otf2.Callsite.self=0 otf2.Callsite.enteredRegion=1}\n");
	HAS(r, "'otf2:def CartTopology self=0 name=s:load communicator=t:0 cartDimensions=0,1'");
	HAS(r, "'otf2:def CartCoordinate cartTopology=0 rank=1 coordinates=3,4'");
	HAS(r, "'otf2:def CallingContextProperty callingContext=0 name=s:load type=4 value=UINT64:5'");
	HAS(r, "'otf2:def InterruptGenerator self=0 name=s:load interruptGeneratorMode=0 base=1 exponent=-9 period=5'");
	HAS(r, "'otf2:def IoPreCreatedHandleState ioHandle=0 mode=1 statusFlags=2'");
	assert_int_equal(r->c.model.nredefined, 1);
	assert_string_equal(r->err.text, "demo: CartTopology: communicator 0 is not defined");
	otf2_room_free(r);
}

/* The model packs the members of groups. */
static void groups_have_all_their_members(void **state)
{
	struct otf2_room *r = otf2_room_new(0);

	(void)state;
	DEFINE(r, "Location 0 0 5 1 0 " OTF2_NONE, "Location 0 1 6 1 0 " OTF2_NONE,
	       "Location 0 4294967296 6 1 0 " OTF2_NONE, "Group 0 0 3 1 0 0 9 | 1 0 1 0 1 1 1 0 0",
	       "Group 0 1 3 1 0 0 9 | 1 0 1 4294967296 1 1 1 0 0", "Group 0 2 3 1 0 0 0",
	       "Group 0 0 3 1 0 0 9 | 0 1 0 1 4294967295 18446744073709551615 1 0 0",
	       "Group 0 0 3 1 0 0 9 | 0 1 0 1 4294967295 7 1 0 0");
	HAS(r, " 2,1,2,1,2,2,2,1,1 {");
	HAS(r, " 2,1,2,3,2,2,2,1,1 {");
	HAS(r, " () {");
	HAS(r, " members=0,1,0,1,4294967295,-,1,0,0'");
	HAS(r, " members=0,1,0,1,4294967295,7,1,0,0'");
	otf2_room_free(r);
}

static void markers_go_to_the_process_of_their_scope(void **state)
{
	struct otf2_room *r = otf2_room_new(0);

	(void)state;
	DEFINE(r, "LocationGroup 0 4 5 1 " OTF2_NONE " " OTF2_NONE, "Location 0 0 7 1 5 " OTF2_NONE,
	       "Location 0 3 7 1 5 4", "DefMarker 0 0 5 3 2 | 'group' 'hot'", "Marker 0 70 0 0 1 3 2 | 'me'",
	       "Marker 0 80 5 0 2 4 2 | 'us'", "Marker 0 90 0 0 0 0 3 | 'all'");
	HAS(r, "DefMarker 1 'hot' 2 {otf2.DefMarker.markerGroup='group'}\nMarker 70 2 1 'me'\n"
	       "Marker 80 2 1 'us' {otf2.Marker.duration=5 otf2.Marker.scope=2 otf2.Marker.scopeRef=2}\n"
	       "Marker 90 1 1 'all' {otf2.Marker.scope=0 otf2.Marker.scopeRef=0}\n");
	otf2_room_free(r);
}

static void texts_are_escaped_in_comments(void **state)
{
	struct otfp_buf b = OTFP_BUF_INIT;

	(void)state;
	assert_int_equal(otfp_otf2_encode(&b, (struct otfp_str){"a b%\"<>\n\x7f\xc3\xa4\\", 12}), 0);
	assert_string_equal(otfp_buf_str(&b), "a%20b%25%22%3C%3E%0A%7F\xc3\xa4\\");
	otfp_buf_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(definitions_become_the_records_of_the_mapping),
		cmocka_unit_test(properties_stand_with_what_they_describe),
		cmocka_unit_test(streams_of_an_accelerator_belong_to_the_process_that_uses_it),
		cmocka_unit_test(instances_of_metrics_have_counters_of_their_own),
		cmocka_unit_test(other_definitions_and_second_ones_of_an_id_become_comments),
		cmocka_unit_test(groups_have_all_their_members),
		cmocka_unit_test(markers_go_to_the_process_of_their_scope),
		cmocka_unit_test(texts_are_escaped_in_comments),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
