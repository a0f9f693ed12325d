/* Records of OTF become frames of OTF2, and wait for their location; carriers of OTF2 become fields again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "otf2/write/records.h"
#include "otf2/original.h"
#include "otf2/write/out.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct otfp_error err;

/* ---- records in, frames out ---- */

struct room {
	struct otfp_otf2_writing b;
	struct otfp_record rec;
};

static int setup(void **state)
{
	struct room *r = calloc(1, sizeof *r);

	*state = r;
	return r && otfp_otf2_write_init(&r->b, 0, &err) == 0 ? 0 : -1;
}

static int teardown(void **state)
{
	struct room *r = *state;

	otfp_otf2_write_release(&r->b);
	free(r);
	return 0;
}

static struct otfp_record *record(struct room *r, unsigned type, uint64_t time, uint32_t loc)
{
	otfp_record_init(&r->rec, type);
	r->rec.time = time;
	r->rec.loc = loc;
	return &r->rec;
}

static void take(struct room *r)
{
	assert_int_equal(otfp_otf2_write_record(&r->b, &r->rec), 0);
}

static void define(struct room *r, unsigned type, uint64_t token, const char *name)
{
	record(r, type, 0, 0)->f[0].u = token;
	r->rec.f[otfp_schema(type)->name_slot].s = (struct otfp_str){name, strlen(name)};
}

static void define_process(struct room *r, uint64_t token, uint64_t parent)
{
	define(r, OTFP_DefProcess, token, "p");
	r->rec.f[OTFP_DefProcess_parent].u = parent;
	take(r);
}

static void call(struct room *r, unsigned type, uint64_t time, uint32_t loc, uint64_t function)
{
	record(r, type, time, loc)->f[0].u = function;
	take(r);
}

/* The rows of the events of a location (by its row). @return their number */
static size_t events_of(struct room *r, size_t location, const struct otfp_otf2_frame *frames[], size_t room)
{
	struct otfp_otf2_spool_place place = {0};
	const uint64_t *p;
	size_t words, n = 0;

	while (otfp_otf2_spool_next(&r->b.spool, 2 * location, &place, &p, &words) == 0)
		for (size_t at = 0; at < words && n < room; at += frames[n - 1]->words) {
			assert_true(otfp_otf2_frame_is_sound(p + at, words - at));
			frames[n++] = (const struct otfp_otf2_frame *)(p + at);
		}
	return n;
}

static void assert_rows(struct room *r, size_t location, const unsigned *rows, size_t n)
{
	const struct otfp_otf2_frame *frames[20];

	assert_int_equal(otfp_otf2_write_end(&r->b), 0);
	assert_int_equal(events_of(r, location, frames, COUNT(frames)), n);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(frames[i]->row, rows[i]);
		assert_true(i == 0 || frames[i - 1]->time <= frames[i]->time);
	}
}

static const struct otfp_otf2_frame *definition(struct room *r, unsigned row, unsigned number)
{
	struct otfp_otf2_defined at = {0};
	const uint64_t *p;
	size_t words;

	while (otfp_otf2_write_defined(&r->b, &at, &p, &words) == 0)
		for (const uint64_t *end = p + words; p < end; p += ((const struct otfp_otf2_frame *)p)->words)
			if (((const struct otfp_otf2_frame *)p)->row == row && number-- == 0)
				return (const struct otfp_otf2_frame *)p;
	return NULL;
}

/* Long strings are not in memory. */
static void a_string_is_defined_once_however_long_it_is(void **state)
{
	enum { N = 8, LONG = 5000 };
	struct room *r = *state;
	static char text[LONG];
	uint32_t refs[N] = {0};

	for (unsigned i = 0; i < 2 * N; i++) {
		const size_t n = i % N < N / 2 ? LONG : LONG - 1;
		memset(text, 'a' + (int)(i % (N / 2)), LONG);
		const uint32_t ref = otfp_otf2_write_string(&r->b, text, n);
		assert_true(i < N || ref == refs[i - N]);
		refs[i % N] = ref;
		for (unsigned k = 0; i < N && k < i; k++)
			assert_int_not_equal(refs[k], ref);
	}
	assert_int_equal(otfp_otf2_write_end(&r->b), 0);
	assert_int_equal(OTFP_OTF2_F(definition(r, OTFP_OTF2_String, 1), String, string), LONG);
	assert_null(definition(r, OTFP_OTF2_String, 200));
}

static void a_leave_without_a_function_leaves_the_innermost_call(void **state)
{
	struct room *r = *state;
	const struct otfp_otf2_frame *frames[5];

	define(r, OTFP_DefFunction, 70, "a");
	take(r);
	define(r, OTFP_DefFunction, 90, "b");
	take(r);
	call(r, OTFP_Enter, 1, 1, 70);
	call(r, OTFP_Enter, 2, 1, 90);
	call(r, OTFP_Leave, 3, 1, 0);
	call(r, OTFP_Leave, 4, 1, 70);
	call(r, OTFP_Leave, 5, 1, 0);
	assert_rows(r, 0,
	            (unsigned[]){OTFP_OTF2_Enter, OTFP_OTF2_Enter, OTFP_OTF2_Leave, OTFP_OTF2_Leave,
	                         OTFP_OTF2_ParameterUnsignedInt},
	            5);
	assert_int_equal(events_of(r, 0, frames, 5), 5);
	assert_int_equal(OTFP_OTF2_F(frames[1], Enter, region), 1);
	assert_int_equal(OTFP_OTF2_F(frames[2], Leave, region), 1);
	assert_int_equal(OTFP_OTF2_F(frames[3], Leave, region), 0);
	assert_int_equal(r->b.report.kinds[OTFP_Leave].native, 1);
	assert_int_equal(r->b.report.kinds[OTFP_Leave].carried, 2);
}

static void collective(struct room *r, uint64_t time, uint64_t duration)
{
	record(r, OTFP_CollectiveOperation, time, 1)->f[OTFP_CollectiveOperation_duration].u = duration;
	take(r);
}

static void the_end_of_an_operation_comes_at_its_time(void **state)
{
	struct room *r = *state;

	call(r, OTFP_Enter, 1, 1, 1);
	collective(r, 2, 5);
	call(r, OTFP_Leave, 6, 1, 1);
	call(r, OTFP_Enter, 7, 1, 1);
	collective(r, 8, 100);
	assert_rows(r, 0,
	            (unsigned[]){OTFP_OTF2_Enter, OTFP_OTF2_MpiCollectiveBegin, OTFP_OTF2_Leave,
	                         OTFP_OTF2_MpiCollectiveEnd, OTFP_OTF2_Enter, OTFP_OTF2_MpiCollectiveBegin,
	                         OTFP_OTF2_MpiCollectiveEnd},
	            7);
}

static void an_operation_within_another_one_is_a_request(void **state)
{
	struct room *r = *state;

	collective(r, 1, 10);
	collective(r, 2, 3);
	assert_rows(r, 0,
	            (unsigned[]){OTFP_OTF2_MpiCollectiveBegin, OTFP_OTF2_NonBlockingCollectiveRequest,
	                         OTFP_OTF2_NonBlockingCollectiveComplete, OTFP_OTF2_MpiCollectiveEnd},
	            4);
}

static void transfer(struct room *r, unsigned type, uint64_t time, uint64_t tag)
{
	record(r, type, time, 1)->f[OTFP_RMAPut_target].u = 2;
	r->rec.f[OTFP_RMAPut_tag].u = tag;
	take(r);
}

static void an_end_of_rma_completes_all_transfers_of_its_tag(void **state)
{
	struct room *r = *state;

	transfer(r, OTFP_RMAPut, 1, 5);
	transfer(r, OTFP_RMAGet, 2, 5);
	transfer(r, OTFP_RMAPut, 3, 6);
	record(r, OTFP_RMAEnd, 4, 1)->f[OTFP_RMAEnd_tag].u = 5;
	take(r);
	record(r, OTFP_RMAEnd, 5, 1)->f[OTFP_RMAEnd_tag].u = 9;
	take(r);
	assert_rows(r, 0,
	            (unsigned[]){OTFP_OTF2_RmaPut, OTFP_OTF2_RmaGet, OTFP_OTF2_RmaPut, OTFP_OTF2_RmaOpCompleteBlocking,
	                         OTFP_OTF2_RmaOpCompleteBlocking, OTFP_OTF2_ParameterUnsignedInt},
	            6);
}

static void the_begin_of_a_file_operation_says_what_its_end_does(void **state)
{
	struct room *r = *state;
	const struct otfp_otf2_frame *frames[3];

	record(r, OTFP_BeginFileOperation, 1, 1)->f[OTFP_BeginFileOperation_matching].u = 3;
	take(r);
	call(r, OTFP_Enter, 2, 1, 1);
	record(r, OTFP_EndFileOperation, 3, 1)->f[OTFP_EndFileOperation_matching].u = 3;
	r->rec.f[OTFP_EndFileOperation_operation].u = OTFP_OTF2_FILEOP_WRITE | OTFP_OTF2_IOFLAG_COLL;
	r->rec.f[OTFP_EndFileOperation_bytes].u = 4096;
	take(r);
	assert_rows(r, 0, (unsigned[]){OTFP_OTF2_IoOperationBegin, OTFP_OTF2_Enter, OTFP_OTF2_IoOperationComplete}, 3);
	events_of(r, 0, frames, 3);
	assert_int_equal(OTFP_OTF2_F(frames[0], IoOperationBegin, handle), 0);
	assert_int_equal(OTFP_OTF2_F(frames[0], IoOperationBegin, mode), OTFP_OTF2_IO_OPERATION_MODE_WRITE);
	assert_int_equal(OTFP_OTF2_F(frames[0], IoOperationBegin, operationFlags),
	                 OTFP_OTF2_IO_OPERATION_FLAG_COLLECTIVE);
	assert_int_equal(OTFP_OTF2_F(frames[0], IoOperationBegin, bytesRequest), 4096);
	assert_int_equal(OTFP_OTF2_F(frames[2], IoOperationComplete, matchingId),
	                 OTFP_OTF2_F(frames[0], IoOperationBegin, matchingId));
}

/* The number of events in the files of the first two locations. */
static uint64_t written(const struct room *r)
{
	uint64_t n = 0;

	for (size_t row = 0; row < 2; row++) {
		const struct otfp_otf2_out *out = otfp_otf2_writer_events(r->b.writer, row);
		n += out ? out->records : 0;
	}
	return n;
}

static void io(struct room *r, unsigned type, uint64_t time, uint64_t matching)
{
	record(r, type, time, 1)->f[0].u = matching;
	if (type == OTFP_EndFileOperation)
		r->rec.f[OTFP_EndFileOperation_bytes].u = 100 + time;
	if (type == OTFP_EndFileOperation)
		r->rec.f[OTFP_EndFileOperation_matching].u = matching;
	take(r);
}

static void events_leave_at_once_but_for_those_after_an_open_file_operation(void **state)
{
	struct room *r = *state;
	char dir[] = "/tmp/otf2XXXXXX", command[40];

	assert_non_null(mkdtemp(dir));
	assert_int_equal(otfp_otf2_writer_open(&r->b.writer, dir, "a", &err), 0);
	call(r, OTFP_Enter, 1, 1, 1);
	assert_int_equal(written(r), 1);
	call(r, OTFP_Leave, 1, 1, 1);
	assert_int_equal(written(r), 2);
	io(r, OTFP_BeginFileOperation, 2, 3);
	call(r, OTFP_Enter, 3, 1, 1);
	io(r, OTFP_BeginFileOperation, 4, 4);
	io(r, OTFP_EndFileOperation, 5, 3);
	call(r, OTFP_Enter, 6, 2, 1);
	assert_int_equal(written(r), 3); /* that of the other process */
	io(r, OTFP_EndFileOperation, 7, 4);
	assert_int_equal(written(r), 8);
	io(r, OTFP_BeginFileOperation, 8, 3);
	assert_int_equal(written(r), 8);
	assert_int_equal(otfp_otf2_write_end(&r->b), 0);
	assert_int_equal(written(r), 9);
	otfp_otf2_writer_close(r->b.writer);
	snprintf(command, sizeof command, "rm -r %s", dir);
	assert_int_equal(system(command), 0);
}

/* With a search from the last one, this took 10 s. */
static void many_operations_end_in_the_order_they_began(void **state)
{
	enum { MANY = 100000 };
	struct room *r = *state;

	for (uint64_t i = 0; i < MANY; i++)
		io(r, OTFP_BeginFileOperation, i, i);
	for (uint64_t i = 0; i < MANY; i++)
		io(r, OTFP_EndFileOperation, MANY + i, i);
	assert_int_equal(r->b.report.kinds[OTFP_EndFileOperation].dropped, 0);
	assert_int_equal(r->b.places[0].open.index[1].n, 0);
	assert_true(r->b.places[0].open.n == MANY);
}

static void an_event_before_the_last_one_of_its_process_is_dropped_and_counted(void **state)
{
	struct room *r = *state;

	call(r, OTFP_Enter, 5, 1, 1);
	call(r, OTFP_Enter, 4, 1, 1);
	call(r, OTFP_Enter, 4, 2, 1);
	assert_int_equal(r->b.report.kinds[OTFP_Enter].dropped, 1);
	assert_int_equal(r->b.report.kinds[OTFP_Enter].native, 2);
}

static void the_same_token_of_two_streams_is_two_regions(void **state)
{
	struct room *r = *state;
	const struct otfp_otf2_frame *frames[1];

	define(r, OTFP_DefFunction, 7, "one");
	r->rec.loc = 1;
	take(r);
	define(r, OTFP_DefFunction, 7, "two");
	r->rec.loc = 2;
	take(r);
	call(r, OTFP_Enter, 1, 1, 7);
	call(r, OTFP_Enter, 2, 2, 7);
	assert_int_equal(otfp_otf2_write_end(&r->b), 0);
	assert_int_equal(events_of(r, 1, frames, 1), 1);
	assert_int_equal(OTFP_OTF2_F(frames[0], Enter, region), 1);
	assert_non_null(definition(r, OTFP_OTF2_Region, 1));
	assert_null(definition(r, OTFP_OTF2_Region, 2));
}

static void threads_are_in_the_location_group_of_their_process(void **state)
{
	struct room *r = *state;

	define_process(r, 10, 0);
	define_process(r, 11, 10);
	define_process(r, 12, 11);
	define_process(r, 20, 0);
	assert_int_equal(otfp_otf2_write_end(&r->b), 0);
	for (unsigned i = 0; i < 4; i++) {
		const struct otfp_otf2_frame *f = definition(r, OTFP_OTF2_Location, i);
		assert_non_null(f);
		assert_int_equal(OTFP_OTF2_F(f, Location, locationGroup), i == 3);
	}
	assert_non_null(definition(r, OTFP_OTF2_LocationGroup, 1));
	assert_null(definition(r, OTFP_OTF2_LocationGroup, 2));
}

static void a_group_that_messages_use_is_a_communicator_and_another_one_is_not(void **state)
{
	struct room *r = *state;
	const uint32_t members[] = {12, 11};
	const struct otfp_otf2_frame *frames[1], *comm, *group;

	define_process(r, 11, 0);
	define_process(r, 12, 0);
	for (uint64_t token = 100; token < 102; token++) {
		define(r, OTFP_DefProcessGroup, token, token == 100 ? "used" : "not used");
		r->rec.f[OTFP_DefProcessGroup_members].l = (struct otfp_list){members, 2};
		take(r);
	}
	record(r, OTFP_SendMsg, 1, 11)->f[OTFP_SendMsg_receiver].u = 12;
	r->rec.f[OTFP_SendMsg_group].u = 100;
	take(r);
	assert_int_equal(otfp_otf2_write_end(&r->b), 0);
	assert_int_equal(events_of(r, 0, frames, 1), 1);
	assert_int_equal(OTFP_OTF2_F(frames[0], MpiSend, receiver), 0);
	comm = definition(r, OTFP_OTF2_Comm, 0);
	assert_non_null(comm);
	assert_null(definition(r, OTFP_OTF2_Comm, 1));
	group = definition(r, OTFP_OTF2_Group, 1);
	assert_int_equal(OTFP_OTF2_F(group, Group, self), OTFP_OTF2_F(comm, Comm, group));
	assert_int_equal(OTFP_OTF2_F(group, Group, groupType), OTFP_OTF2_GROUP_TYPE_COMM_GROUP);
	assert_int_equal(otfp_otf2_contents(group, OTFP_OTF2_Group_members)[0], 1);
	assert_int_equal(OTFP_OTF2_F(definition(r, OTFP_OTF2_Group, 2), Group, groupType),
	                 OTFP_OTF2_GROUP_TYPE_LOCATIONS);
}

/* ---- what came from OTF2 ---- */

static void define_key(struct room *r, uint32_t key, unsigned type, const char *name)
{
	define(r, OTFP_DefKeyValue, key, name);
	r->rec.f[OTFP_DefKeyValue_type].u = type;
	take(r);
}

static void a_noop_with_the_number_of_an_event_is_that_event(void **state)
{
	struct room *r = *state;
	const uint8_t number = otfp_otf2_rows[OTFP_OTF2_ThreadFork].number;
	const struct otfp_tag tags[] = {{.key = 1, .type = OTFP_TAG_UINT8, .bits = number},
	                                {.key = 2, .type = OTFP_TAG_UINT8, .bits = OTFP_OTF2_PARADIGM_OPENMP},
	                                {.key = 3, .type = OTFP_TAG_UINT32, .bits = 8}};
	const struct otfp_otf2_frame *frames[1];

	define_key(r, 1, OTFP_TAG_UINT8, "otf2.event");
	define_key(r, 2, OTFP_TAG_UINT8, "otf2.ThreadFork.model");
	define_key(r, 3, OTFP_TAG_UINT32, "otf2.ThreadFork.numberOfRequestedThreads");
	record(r, OTFP_NoOp, 5, 1)->tags = tags;
	r->rec.ntags = COUNT(tags);
	take(r);
	assert_rows(r, 0, (unsigned[]){OTFP_OTF2_ThreadFork}, 1);
	events_of(r, 0, frames, 1);
	assert_int_equal(OTFP_OTF2_F(frames[0], ThreadFork, model), OTFP_OTF2_PARADIGM_OPENMP);
	assert_int_equal(OTFP_OTF2_F(frames[0], ThreadFork, numberOfRequestedThreads), 8);
	assert_int_equal(frames[0]->ntags, 0);
	assert_int_equal(r->b.report.kinds[OTFP_NoOp].native, 1);
	assert_null(definition(r, OTFP_OTF2_Attribute, 0));
}

static void comment(struct room *r, const char *text)
{
	record(r, OTFP_DefinitionComment, 0, 0)->f[0].s = (struct otfp_str){text, strlen(text)};
	take(r);
}

static void a_comment_is_the_definition_again_unless_its_token_is_gone(void **state)
{
	struct room *r = *state;
	const struct otfp_otf2_frame *f;

	define(r, OTFP_DefFunction, 7, "f");
	take(r);
	comment(r, "otf2:def CallingContext self=0 region=t:7 sourceCodeLocation=- parent=-");
	comment(r, "otf2:def CallingContext self=1 region=t:8 sourceCodeLocation=- parent=0");
	comment(r, "otf2:def IoParadigm self=2 identification=s:A%20b name=s:%3C ioParadigmClass=1 ioParadigmFlags=1 "
	           "properties=0:STRING:s:3.1,1:UINT64:18");
	assert_int_equal(otfp_otf2_write_end(&r->b), 0);
	f = definition(r, OTFP_OTF2_CallingContext, 0);
	assert_non_null(f);
	assert_int_equal(OTFP_OTF2_F(f, CallingContext, region), 0);
	assert_int_equal(OTFP_OTF2_F(f, CallingContext, parent), UINT32_MAX);
	assert_null(definition(r, OTFP_OTF2_CallingContext, 1));
	f = definition(r, OTFP_OTF2_IoParadigm, 0);
	assert_non_null(f);
	assert_int_equal(OTFP_OTF2_F(f, IoParadigm, properties), 2);
	assert_int_equal(otfp_otf2_contents(f, OTFP_OTF2_IoParadigm_properties)[5], 18);
	assert_int_equal(r->b.report.kinds[OTFP_DefinitionComment].carried, 1);
	assert_int_equal(r->b.report.kinds[OTFP_DefinitionComment].native, 2);
}

static void keys_are_known_by_their_names(void **state)
{
	static const struct {
		const char *name;
		unsigned kind, row, field;
	} keys[] = {
		{"otf2.MpiIrecv.requestID", OTFP_OTF2_KEY_FIELD, OTFP_OTF2_MpiIrecv, OTFP_OTF2_MpiIrecv_requestID},
		{"otf2.SnapMpiIsend.requestID", OTFP_OTF2_KEY_FIELD, OTFP_OTF2_SnapMpiIsend,
	         OTFP_OTF2_SnapMpiIsend_requestID},
		{"otf2.send.length", OTFP_OTF2_KEY_WORD, 0, OTFP_OTF2_WORD_LENGTH},
		{"otf2.attr:x", OTFP_OTF2_KEY_ATTRIBUTE, 0, 0},
		{"otf2.param:x", OTFP_OTF2_KEY_PARAMETER, 0, 0},
		{"otf2.prop:x", OTFP_OTF2_KEY_PROPERTY, 0, 0},
		{"otf2.groupprop:x", OTFP_OTF2_KEY_GROUP, 0, 0},
		{"otf2.", OTFP_OTF2_KEY_OTHER, 0, 0},
		{"otf2.Nothing.x", OTFP_OTF2_KEY_OTHER, 0, 0},
		{"otf2", OTFP_OTF2_KEY_NONE, 0, 0},
		{"mine", OTFP_OTF2_KEY_NONE, 0, 0},
	};
	struct room *r = *state;

	for (size_t i = 0; i < COUNT(keys); i++) {
		struct otfp_otf2_key key;
		define(r, OTFP_DefKeyValue, 1, keys[i].name);
		key = otfp_otf2_key_of(&r->rec);
		assert_int_equal(key.kind, keys[i].kind);
		assert_int_equal(key.row, keys[i].row);
		assert_int_equal(key.field, keys[i].field);
	}
}

/* Every row of events and definitions comes back from the comment that carry.h describes. */
static void every_definition_without_values_comes_back_from_its_comment(void **state)
{
	struct room *r = *state;
	const struct otfp_otf2_resolver resolver = otfp_otf2_restore_resolver(&r->b);

	for (unsigned row = 0; row < OTFP_OTF2_NROWS; row++) {
		const struct otfp_otf2_row *def = &otfp_otf2_rows[row];
		struct otfp_buf text = OTFP_BUF_INIT, contents = OTFP_BUF_INIT;
		uint64_t f[OTFP_OTF2_MAX_FIELDS];
		unsigned found;
		if (def->kind != OTFP_OTF2_DEF)
			continue;
		assert_int_equal(otfp_buf_printf(&text, "otf2:def %s", def->name), 0);
		for (unsigned i = 0; i < def->nfields; i++)
			if (!def->fields[i].tail && def->fields[i].type.form != OTFP_OTF2_VALUE)
				assert_int_equal(otfp_buf_printf(&text, " %s=%s", def->fields[i].name,
				                                 def->fields[i].type.space == OTFP_OTF2_STRINGS ? "s:" :
				                                                                                  "5"),
				                 0);
		assert_int_equal(otfp_otf2_carrier_comment(&resolver, &(struct otfp_str){text.p, text.n}, &found, f,
		                                           &contents),
		                 1);
		assert_int_equal(found, row);
		for (unsigned i = 0; i < def->nfields; i++)
			if (!def->fields[i].tail && def->fields[i].type.form != OTFP_OTF2_VALUE)
				assert_int_equal(f[i], def->fields[i].type.space == OTFP_OTF2_STRINGS ? 0 : 5);
		otfp_buf_release(&text);
		otfp_buf_release(&contents);
	}
}

static void bad_comments_are_refused_and_not_read_past_their_end(void **state)
{
	static const char *const texts[] = {"otf2:def",
	                                    "otf2:def ",
	                                    "otf2:def Nothing x=1",
	                                    "otf2:snap Region self=1",
	                                    "otf2:def Group members=,",
	                                    "otf2:def Group members=1,x",
	                                    "otf2:def Location self=x",
	                                    "otf2:def IoParadigm properties=0",
	                                    "otf2:def IoParadigm properties=0:UINT64",
	                                    "otf2:x",
	                                    "otf2:"};
	struct room *r = *state;
	const struct otfp_otf2_resolver resolver = otfp_otf2_restore_resolver(&r->b);

	for (size_t i = 0; i < COUNT(texts); i++) {
		struct otfp_buf contents = OTFP_BUF_INIT;
		const size_t n = strlen(texts[i]);
		char *exact = malloc(n);
		uint64_t f[OTFP_OTF2_MAX_FIELDS];
		unsigned row;
		assert_non_null(exact);
		memcpy(exact, texts[i], n);
		assert_int_equal(otfp_otf2_carrier_comment(&resolver, &(struct otfp_str){exact, n}, &row, f, &contents),
		                 0);
		otfp_buf_release(&contents);
		free(exact);
	}
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(a_string_is_defined_once_however_long_it_is),
		TEST(a_leave_without_a_function_leaves_the_innermost_call),
		TEST(the_end_of_an_operation_comes_at_its_time),
		TEST(an_operation_within_another_one_is_a_request),
		TEST(an_end_of_rma_completes_all_transfers_of_its_tag),
		TEST(the_begin_of_a_file_operation_says_what_its_end_does),
		TEST(events_leave_at_once_but_for_those_after_an_open_file_operation),
		TEST(many_operations_end_in_the_order_they_began),
		TEST(an_event_before_the_last_one_of_its_process_is_dropped_and_counted),
		TEST(the_same_token_of_two_streams_is_two_regions),
		TEST(threads_are_in_the_location_group_of_their_process),
		TEST(a_group_that_messages_use_is_a_communicator_and_another_one_is_not),
		TEST(a_noop_with_the_number_of_an_event_is_that_event),
		TEST(a_comment_is_the_definition_again_unless_its_token_is_gone),
		TEST(keys_are_known_by_their_names),
		TEST(every_definition_without_values_comes_back_from_its_comment),
		TEST(bad_comments_are_refused_and_not_read_past_their_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
