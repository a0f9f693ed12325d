/* Frames of OTF2 become records of OTF as the mapping says: each definition, event, snapshot and marker at least once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "otf2/define.h"
#include "otf2/event.h"
#include "otf2/types.h"

/* ---- frames out of text: "<row> <time> <field> ... | <content> ... | <attribute> <type> <value> ..." ---- */

enum { ROOM = 1 << 16 };

static unsigned row_of(const char *name)
{
	for (unsigned i = 0; i < OTFP_OTF2_NROWS; i++) {
		const int is_snap = otfp_otf2_rows[i].kind == OTFP_OTF2_SNAP;
		if (is_snap == (strncmp(name, "Snap", 4) == 0 && strcmp(name, "SnapshotStart") != 0) &&
		    strcmp(otfp_otf2_rows[i].name, name + (is_snap ? 4 : 0)) == 0)
			return i;
	}
	fail_msg("no row %s", name);
	return 0;
}

/* Write the frame at p. A content 'text' in quotes fills as many words as it needs. @return its words */
static size_t frame_of(uint64_t *p, const char *text)
{
	struct otfp_otf2_frame *f = (struct otfp_otf2_frame *)p;
	char name[64];
	int n, part = 0;
	size_t words = OTFP_OTF2_HEAD_WORDS, ntags = 0;

	sscanf(text, "%63s%n", name, &n);
	text += n;
	*f = (struct otfp_otf2_frame){.row = (uint16_t)row_of(name)};
	f->time = strtoull(text, (char **)&text, 10);
	for (; *text; text += *text == ' ') {
		if (*text == '|') {
			part++;
			text++;
		} else if (*text == '\'') {
			const char *end = strchr(text + 1, '\'');
			size_t bytes = (size_t)(end - text) - 1;
			memset(p + words, 0, (bytes + 7) / 8 * 8);
			memcpy(p + words, text + 1, bytes);
			words += (bytes + 7) / 8;
			text = end + 1;
		} else if (*text != ' ') {
			uint64_t v = *text == '-' ? (uint64_t)strtoll(text, (char **)&text, 10) :
			                            strtoull(text, (char **)&text, 10);
			if (part == 2 && ntags++ % 3 == 1)
				p[words - 1] |= v << 32;
			else
				p[words++] = v;
		}
	}
	f->ntags = (uint16_t)(ntags / 3);
	f->words = (uint32_t)words;
	if (!otfp_otf2_frame_is_sound(p, words))
		fail_msg("unsound: %s", name);
	return words;
}

/* ---- records as text: "<record> <time> <loc> <fields> {<key>=<value> ...}" ---- */

struct room {
	struct otfp_otf2_convert c;
	struct otfp_error err;
	struct otfp_otf2_lane lane;
	uint64_t words[ROOM];
	struct otfp_map keys; /* names of keys */
	char text[ROOM];
};

static const char *key_name(const struct room *r, uint32_t key)
{
	const uint64_t *name = otfp_map_get(&r->keys, key);

	return name ? (const char *)(uintptr_t)*name : "?";
}

static void learn_key(struct room *r, const struct otfp_record *rec)
{
	const struct otfp_str s = rec->f[OTFP_DefKeyValue_name].s;

	assert_int_equal(otfp_map_set(&r->keys, rec->f[OTFP_DefKeyValue_key].u, (uintptr_t)strndup(s.p, s.n)), 0);
}

static char *put_field(char *p, const struct otfp_field *f, const union otfp_value *v)
{
	p += sprintf(p, " ");
	if (f->type == OTFP_STR)
		return p + sprintf(p, "'%.*s'", (int)v->s.n, v->s.p);
	if (f->type != OTFP_LIST)
		return p + sprintf(p, "%llu", (unsigned long long)v->u);
	for (size_t i = 0; i < v->l.n; i++)
		p += sprintf(p, "%s%u", i ? "," : "", v->l.p[i]);
	return v->l.n ? p : p + sprintf(p, "()");
}

static char *put_tag(char *p, const struct room *r, const struct otfp_tag *t)
{
	p += sprintf(p, "%s=", key_name(r, t->key));
	if (t->type != OTFP_BYTES)
		return p + sprintf(p, "%lld", (long long)t->bits);
	*p++ = '\'';
	for (size_t i = 0; i < t->bytes.n; i++)
		*p++ = t->bytes.p[i] ? t->bytes.p[i] : '~';
	*p++ = '\'';
	*p = 0;
	return p;
}

static char *put_record(char *p, const struct room *r, const struct otfp_record *rec)
{
	const struct otfp_schema *s = otfp_schema(rec->type);

	p += sprintf(p, "%s", s->name);
	if (s->file != OTFP_DEF && rec->type != OTFP_DefMarker)
		p += sprintf(p, " %llu %u", (unsigned long long)rec->time, rec->loc);
	for (unsigned i = 0; i < s->nfields; i++)
		p = put_field(p, &s->fields[i], &rec->f[i]);
	for (unsigned i = 0; i < rec->ntags; i++) {
		p += sprintf(p, i ? " " : " {");
		p = put_tag(p, r, &rec->tags[i]);
	}
	return p + sprintf(p, rec->ntags ? "}\n" : "\n");
}

/* All records of the batch but keys; the batch is empty afterwards. */
static const char *records(struct room *r)
{
	char *p = r->text;

	*p = 0;
	for (size_t i = 0; i < r->c.n; i++) {
		if (r->c.recs[i].type == OTFP_DefKeyValue)
			learn_key(r, &r->c.recs[i]);
		else
			p = put_record(p, r, &r->c.recs[i]);
	}
	otfp_otf2_convert_clear(&r->c);
	return r->text;
}

/* ---- a small archive ---- */

#define NONE "4294967295"
static const char *const strings[] = {"",       "main", "demo.c", "world", "node",   "Rank 0", "Rank 1",
                                      "Master", "load", "fp",     "a.out", "/tmp/x", "POSIX",  "u.attr"};

static const char *const definitions[] = {
	"ClockProperties 0 1000 10 90 18446744073709551615",
	"Attribute 0 0 13 0 3",
	"SystemTreeNode 0 0 4 4 " NONE,
	"LocationGroup 0 0 5 1 0 " NONE,
	"LocationGroup 0 1 6 1 0 " NONE,
	"Location 0 0 7 1 5 0",
	"Location 0 1 7 1 6 1",
	"Location 0 4294967296 8 1 7 0",
	"Region 0 0 1 1 0 1 1 0 2 10 20",
	"Region 0 1 9 0 0 23 4 0 " NONE " 0 0",
	"Group 0 0 0 4 4 0 2 | 0 1",
	"Group 0 1 3 5 4 0 2 | 1 0",
	"Group 0 2 0 6 4 0 0",
	"Comm 0 0 3 1 " NONE " 0",
	"Comm 0 1 3 2 0 0",
	"InterComm 0 2 3 3 4 0 0",
	"Group 0 3 0 5 4 0 1 | 0",
	"Group 0 4 0 5 4 0 1 | 1",
	"RmaWin 0 0 3 0 1",
	"MetricMember 0 0 8 0 0 16 10 1 0 0",
	"MetricMember 0 1 9 0 0 0 8 1 0 0",
	"MetricClass 0 0 2 1 2 | 0 1",
	"MetricClass 0 1 1 2 0 | 0",
	"Parameter 0 0 8 0",
	"Parameter 0 1 8 1",
	"Parameter 0 2 8 2",
	"SourceCodeLocation 0 0 2 55",
	"CallingContext 0 0 0 0 " NONE,
	"CallingContext 0 1 1 " NONE " 0",
	"IoParadigm 0 0 12 12 0 1 0",
	"IoRegularFile 0 0 11 0",
	"IoHandle 0 0 11 0 0 0 1 " NONE,
};

static void add(struct room *r, const char *text)
{
	frame_of(r->words, text);
	assert_int_equal(otfp_otf2_model_add(&r->c.model, (const struct otfp_otf2_frame *)r->words), 0);
}

static void add_strings(struct room *r)
{
	char text[200];

	for (unsigned i = 0; i < sizeof strings / sizeof *strings; i++) {
		snprintf(text, sizeof text, "String 0 %u %zu | '%s'", i, strlen(strings[i]), strings[i]);
		if (!*strings[i])
			snprintf(text, sizeof text, "String 0 %u 0", i);
		add(r, text);
	}
}

static struct room *room_new(int plain)
{
	struct room *r = calloc(1, sizeof *r);

	assert_non_null(r);
	r->c.err = &r->err;
	r->c.name = "demo";
	r->c.options.plain = plain;
	assert_int_equal(otfp_otf2_convert_init(&r->c), 0);
	add_strings(r);
	return r;
}

/* Resolve; the lane is that of a location. */
static void begin(struct room *r, uint64_t location)
{
	assert_int_equal(otfp_otf2_model_resolve(&r->c.model), 0);
	assert_int_equal(otfp_otf2_convert_begin(&r->c), 0);
	assert_int_equal(otfp_otf2_define_all(&r->c, NULL), 0);
	records(r);
	r->lane.process = otfp_otf2_process_of(&r->c.model, location);
	r->lane.token = r->lane.process->token;
	r->lane.is_at_end = 1;
	r->lane.events = &r->lane;
	r->c.lane = &r->lane;
}

static struct room *room_of(uint64_t location, int plain)
{
	struct room *r = room_new(plain);

	for (unsigned i = 0; i < sizeof definitions / sizeof *definitions; i++)
		add(r, definitions[i]);
	begin(r, location);
	return r;
}

static void room_free(struct room *r)
{
	for (size_t i = 0; i < r->keys.cap; i++)
		if (r->keys.slots[i].used)
			free((char *)(uintptr_t)r->keys.slots[i].value);
	otfp_map_release(&r->keys);
	otfp_otf2_lane_release(&r->lane);
	otfp_otf2_convert_release(&r->c);
	free(r);
}

/* Convert events or snapshots, separated by newlines, to text. */
static const char *convert(struct room *r, const char *text)
{
	char line[1000];
	size_t words = 0;

	for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
		snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
		words += frame_of(r->words + words, line);
	}
	memset(r->lane.sought, 0, sizeof r->lane.sought);
	r->lane.start = r->lane.p = r->words;
	r->lane.end = r->words + words;
	while (r->lane.p < r->lane.end) {
		const struct otfp_otf2_frame *f = (const struct otfp_otf2_frame *)r->lane.p;
		r->c.time = f->time;
		assert_int_equal(otfp_otf2_rows[f->row].kind == OTFP_OTF2_SNAP ? otfp_otf2_snap(&r->c) :
		                                                                 otfp_otf2_event(&r->c),
		                 0);
		r->lane.p += f->words;
	}
	return records(r);
}

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
         "DefCollectiveOperation 2 'MPI_Bcast' 2\nBeginCollectiveOperation 5 1 2 1 10 2 8 16 0\nEnter 6 1 1 0\n"
         "EndCollectiveOperation 7 1 1\n"},
	{"MpiCollectiveBegin 5\nMpiCollectiveBegin 6\nMpiCollectiveEnd 7 11 0 4294967295 8 16",
         "DefCollectiveOperation 12 'MPI_Allreduce' 4\nBeginCollectiveOperation 5 1 12 2 10 0 8 16 0\nNoOp 6 1 "
         "{otf2.event=13}\nEndCollectiveOperation 7 1 2\n"},
	{"MpiCollectiveEnd 7 11 0 4294967294 8 16",
         "NoOp 7 1 {otf2.event=14 otf2.MpiCollectiveEnd.collectiveOp=11 otf2.MpiCollectiveEnd.communicator=10 "
         "otf2.MpiCollectiveEnd.root=4294967294 otf2.MpiCollectiveEnd.sizeSent=8 "
         "otf2.MpiCollectiveEnd.sizeReceived=16}\n"},
	{"RmaCollectiveBegin 5\nRmaCollectiveEnd 6 0 1 0 4294967295 0 0",
         "DefCollectiveOperation 1 'MPI_Barrier' 1\nBeginCollectiveOperation 5 1 1 4611686018427387905 13 0 0 0 0 "
         "{otf2.event=28}\n"
         "EndCollectiveOperation 6 1 4611686018427387905 {otf2.event=29 otf2.RmaCollectiveEnd.syncLevel=1}\n"},
	{"NonBlockingCollectiveComplete 6 1 0 1 8 16 3",
         "BeginCollectiveOperation 6 1 2 9223372036854775809 10 1 8 16 0 {otf2.event=77 "
         "otf2.NonBlockingCollectiveComplete.requestID=3}\nEndCollectiveOperation 6 1 9223372036854775809\n"},
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
	{"IoDuplicateHandle 5 0 3 0", "FileOperation 5 1 1 1 7 0 0 0 {otf2.IoDuplicateHandle.newHandle=3 "
                                      "otf2.IoDuplicateHandle.statusFlags=0}\n"},
	{"IoSeek 5 0 -10 2 990",
         "FileOperation 5 1 1 1 4 990 0 0 {otf2.IoSeek.offsetRequest=-10 otf2.IoSeek.whence=2}\n"},
	{"IoDeleteFile 5 0 0", "FileOperation 5 1 1 0 5 0 0 0 {otf2.IoDeleteFile.ioParadigm=0}\n"},
	{"IoOperationBegin 5 0 1 1 100 21\nIoOperationComplete 6 0 90 21",
         "BeginFileOperation 5 1 21 0 {otf2.IoOperationBegin.bytesRequest=100}\n"
         "EndFileOperation 6 1 1 21 1 67 90 0\n"},
	{"IoOperationBegin 5 0 0 2 100 21\nIoOperationCancelled 6 0 21",
         "BeginFileOperation 5 1 21 0 {otf2.IoOperationBegin.bytesRequest=100}\n"
         "EndFileOperation 6 1 1 21 1 162 0 0 {otf2.event=70}\n"},
	{"IoOperationComplete 6 0 90 21", "NoOp 6 1 {otf2.event=69 otf2.IoOperationComplete.handle=0 "
                                          "otf2.IoOperationComplete.bytesResult=90 "
                                          "otf2.IoOperationComplete.matchingId=21}\n"},
	{"IoAcquireLock 5 0 0", "FileOperation 5 1 1 1 9 0 0 0\n"},
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
	{"SnapMetric 9 5 1 1 | 10 7", "CounterSnapshot 9 1 5 3 7\n"},
	{"SnapMpiCollectiveBegin 9 5\nSnapMpiCollectiveEnd 9 6 1 0 0 8 16",
         "BeginCollopSnapshot 9 1 5 2 2 10 2 8 16 0 {otf2.SnapMpiCollectiveEnd.origEventTime=6}\n"},
	{"SnapMpiCollectiveBegin 9 5", "SnapshotComment 9 1 'otf2:snap MpiCollectiveBegin origEventTime=5'\n"},
	{"SnapOmpFork 9 5 4", "SnapshotComment 9 1 'otf2:snap OmpFork origEventTime=5 numberOfRequestedThreads=4'\n"},
	{"SnapParameterString 9 5 0 3",
         "SnapshotComment 9 1 'otf2:snap ParameterString origEventTime=5 parameter=t:4261412864 string=s:world'\n"},
};

static void events_become_the_records_of_the_mapping(void **state)
{
	struct room *r = room_of(0, 0);

	(void)state;
	for (unsigned i = 0; i < sizeof events / sizeof *events; i++) {
		/* transfers and operations of one row do not concern the next */
		otfp_otf2_pending_release(&r->lane.transfers);
		otfp_otf2_pending_release(&r->lane.tags);
		otfp_otf2_pending_release(&r->lane.io);
		assert_string_equal(convert(r, events[i].events), events[i].records);
	}
	assert_int_equal(r->c.troubles, 0);
	room_free(r);
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
		struct room *r;
		const struct otfp_otf2_counts *k;
		if (kind != OTFP_OTF2_EVENT && kind != OTFP_OTF2_SNAP)
			continue;
		r = room_of(0, 0);
		plain_frame(text, sizeof text, row);
		assert_non_null(strstr(convert(r, text), "otf2.attr:u.attr=42"));
		k = &r->c.report.kinds[row];
		assert_int_equal(k->native + k->carried + k->dropped, 1);
		assert_int_equal(k->dropped, row == OTFP_OTF2_Unknown);
		room_free(r);
	}
}

static void without_carriers_nothing_of_otf2_is_in_the_records(void **state)
{
	char text[400];

	(void)state;
	for (unsigned row = 0; row < OTFP_OTF2_NROWS; row++) {
		struct room *r;
		if (otfp_otf2_rows[row].kind != OTFP_OTF2_EVENT)
			continue;
		r = room_of(0, 1);
		plain_frame(text, sizeof text, row);
		convert(r, text);
		assert_null(strstr(r->text, "otf2.e"));
		assert_null(strstr(r->text, "otf2.M"));
		assert_null(strstr(r->text, "NoOp 5 1 {otf2.R"));
		assert_int_equal(r->c.report.kinds[row].carried, 0);
		if (otfp_otf2_rows[row].fidelity == OTFP_OTF2_CARRIED)
			assert_int_equal(r->c.report.kinds[row].dropped, 1);
		room_free(r);
	}
}

/* ---- who the others are ---- */

static void a_thread_that_is_no_member_has_the_ranks_of_its_process(void **state)
{
	struct room *r = room_of(UINT64_C(1) << 32, 0);

	(void)state;
	assert_string_equal(convert(r, "MpiSend 5 0 0 9 4"), "SendMsg 5 3 2 10 9 4 0\n");
	assert_string_equal(convert(r, "MpiSend 5 0 1 9 4"), "SendMsg 5 3 1 11 9 4 0\n");
	assert_string_equal(convert(r, "MpiSend 5 0 2 9 4"), "SendMsg 5 3 2 12 9 4 0\n");
	room_free(r);
}

static void the_other_side_of_an_intercommunicator_depends_on_who_sends(void **state)
{
	struct room *r = room_of(1, 0);

	(void)state;
	assert_string_equal(convert(r, "MpiSend 5 0 2 9 4"), "SendMsg 5 2 1 12 9 4 0\n");
	room_free(r);
}

static void what_is_not_defined_is_damage_with_its_place(void **state)
{
	static const char *const bad[][2] = {
		{"MpiSend 5 7 0 1 1", "demo: location 0: MpiSend: rank 7 is not in communicator 10"},
		{"MpiSend 5 0 9 1 1", "demo: location 0: MpiSend: communicator 9 is not defined"},
		{"Metric 5 9 1 | 4 1", "demo: location 0: Metric: metric 9 is not defined"},
		{"Metric 5 1 2 | 4 1 4 1", "demo: location 0: Metric: 2 values, but the metric has 1 members"},
		{"RmaPut 5 9 0 1 1", "demo: location 0: RmaPut: RMA window 9 is not defined"},
		{"IoDestroyHandle 5 9", "demo: location 0: IoDestroyHandle: I/O handle 9 is not defined"},
		{"CallingContextEnter 5 9 1",
	         "demo: location 0: CallingContextEnter: calling context 9 is not defined"},
		{"ParameterInt 5 9 1", "demo: location 0: ParameterInt: parameter 9 is not defined"},
		{"Enter 5 0 || 9 3 1", "demo: location 0: Enter: attribute 9 is not defined"},
	};

	(void)state;
	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct room *r = room_of(0, 0);
		assert_string_not_equal(convert(r, bad[i][0]), "");
		assert_string_equal(r->err.text, bad[i][1]);
		assert_int_equal(r->c.troubles, 1);
		room_free(r);
	}
}

/* ---- definitions ---- */

/* Definitions of one archive as text. */
static const char *define(struct room *r, const char *const *frames, size_t n)
{
	for (size_t i = 0; i < n; i++)
		add(r, frames[i]);
	assert_int_equal(otfp_otf2_model_resolve(&r->c.model), 0);
	assert_int_equal(otfp_otf2_convert_begin(&r->c), 0);
	assert_int_equal(otfp_otf2_define_all(&r->c, NULL), 0);
	assert_int_equal(otfp_otf2_define_markers(&r->c), 0);
	return records(r);
}

#define DEFINE(r, ...) \
	define(r, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))
#define HAS(r, line) assert_non_null(strstr((r)->text, line))

static void definitions_become_the_records_of_the_mapping(void **state)
{
	struct room *r = room_new(0);

	(void)state;
	define(r, definitions, sizeof definitions / sizeof *definitions);
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
	room_free(r);
}

static void properties_stand_with_what_they_describe(void **state)
{
	struct room *r = room_new(0);

	(void)state;
	DEFINE(r, "SystemTreeNode 0 0 4 4 " NONE, "SystemTreeNodeProperty 0 0 8 11 3", "SystemTreeNodeDomain 0 0 1",
	       "LocationGroup 0 0 5 1 0 " NONE, "LocationGroupProperty 0 0 8 4 17", "Location 0 3 7 1 5 0",
	       "LocationProperty 0 3 8 8 -17", "IoDirectory 0 0 11 0", "IoFileProperty 0 0 8 11 3",
	       "LocationProperty 0 9 8 8 1");
	HAS(r, "DefProcessGroup 2 'node' 1 {otf2.SystemTreeNode.self=2 otf2.SystemTreeNode.className='node' "
	       "otf2.prop:load='world' otf2.SystemTreeNodeDomain.systemTreeDomain=1}\n");
	HAS(r, "otf2.prop:load=-17 otf2.LocationGroup.self=1 otf2.LocationGroup.locationGroupType=1 "
	       "otf2.LocationGroup.systemTreeParent=2 otf2.groupprop:load=17}\n");
	HAS(r, "DefFile 1 '/tmp/x' 0 {otf2.IoDirectory.scope=2 otf2.file.dir=1 otf2.prop:load='world'}\n");
	HAS(r, "DefinitionComment 'otf2:def LocationProperty location=t:0 name=s:load type=8 value=INT64:1'\n");
	assert_string_equal(r->err.text, "demo: LocationProperty: location 9 is not defined");
	room_free(r);
}

static void streams_of_an_accelerator_belong_to_the_process_that_uses_it(void **state)
{
	struct room *r = room_new(0);

	(void)state;
	DEFINE(r, "LocationGroup 0 0 5 1 " NONE " " NONE, "LocationGroup 0 1 6 2 " NONE " 0",
	       "LocationGroup 0 2 3 1 " NONE " " NONE, "Location 0 8 7 3 0 0", "Location 0 0 7 1 5 0",
	       "Location 0 5 8 2 6 1", "Location 0 6 9 2 6 1", "Location 0 7 9 2 6 " NONE);
	HAS(r, "DefProcess 1 'Master' 2 {otf2.location=8 otf2.Location.locationType=3 ");
	HAS(r, "DefProcess 2 'Rank 0' 0 {otf2.location=0 ");
	HAS(r, "DefProcess 3 'Rank 1' 2 {otf2.location=5 otf2.Location.name='load' ");
	HAS(r, "DefProcess 4 'fp' 2 {otf2.location=6 otf2.Location.locationType=2 otf2.Location.numberOfEvents=6 "
	       "otf2.Location.locationGroup=3}\n");
	HAS(r, "DefProcess 5 'fp' 0 {otf2.location=7 ");
	HAS(r, "DefProcess 6 'world' 0 {otf2.LocationGroup.self=6 ");
	room_free(r);
}

static void instances_of_metrics_have_counters_of_their_own(void **state)
{
	struct room *r = room_new(0);

	(void)state;
	DEFINE(r, "Location 0 0 7 1 5 " NONE, "MetricMember 0 0 8 0 3 50 10 0 10 9",
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
	room_free(r);
}

static void other_definitions_and_second_ones_of_an_id_become_comments(void **state)
{
	struct room *r = room_new(0);

	(void)state;
	DEFINE(r, "Paradigm 0 4 12 0", "ParadigmProperty 0 4 0 11 3", "Callpath 0 0 " NONE " 0",
	       "CallpathParameter 0 0 0 10 4609434218613702656", "Parameter 0 0 8 2", "Region 0 0 1 1 0 1 1 0 2 10 20",
	       "Region 0 0 3 1 0 1 1 0 2 10 20", "Group 0 0 3 2 1 0 2 | 0 5", "Callsite 0 0 2 7 0 " NONE,
	       "CartDimension 0 0 8 2 1", "CartTopology 0 0 8 0 2 | 0 1", "CartCoordinate 0 0 1 2 | 3 4",
	       "CallingContext 0 0 0 " NONE " " NONE, "CallingContextProperty 0 0 8 4 5",
	       "InterruptGenerator 0 0 8 0 1 -9 5", "IoPreCreatedHandleState 0 0 1 2");
	HAS(r, "'otf2:def Paradigm paradigm=4 name=s:POSIX paradigmClass=0'");
	HAS(r, "'otf2:def ParadigmProperty paradigm=4 property=0 type=11 value=STRING:s:world'");
	HAS(r, "'otf2:def CallpathParameter callpath=0 parameter=t:4261412864 type=10 value=DOUBLE:1.5'");
	HAS(r, "'otf2:def Region self=0 name=s:world canonicalName=s:main description=s: ");
	HAS(r, "'otf2:def Group self=0 name=s:world groupType=2 paradigm=1 groupFlags=0 members=t:1,t:6'");
	HAS(r, "DefScl 2 3 7 {otf2.Callsite.self=0 otf2.Callsite.enteredRegion=1}\n");
	HAS(r, "'otf2:def CartTopology self=0 name=s:load communicator=t:0 cartDimensions=0,1'");
	HAS(r, "'otf2:def CartCoordinate cartTopology=0 rank=1 coordinates=3,4'");
	HAS(r, "'otf2:def CallingContextProperty callingContext=0 name=s:load type=4 value=UINT64:5'");
	HAS(r, "'otf2:def InterruptGenerator self=0 name=s:load interruptGeneratorMode=0 base=1 exponent=-9 period=5'");
	HAS(r, "'otf2:def IoPreCreatedHandleState ioHandle=0 mode=1 statusFlags=2'");
	assert_non_null(strstr(r->err.text, "definitions of an id that has one already"));
	room_free(r);
}

static void markers_go_to_the_process_of_their_scope(void **state)
{
	struct room *r = room_new(0);

	(void)state;
	DEFINE(r, "LocationGroup 0 4 5 1 " NONE " " NONE, "Location 0 0 7 1 5 " NONE, "Location 0 3 7 1 5 4",
	       "DefMarker 0 0 5 3 2 | 'group' 'hot'", "Marker 0 70 0 0 1 3 2 | 'me'", "Marker 0 80 5 0 2 4 2 | 'us'",
	       "Marker 0 90 0 0 0 0 3 | 'all'");
	HAS(r, "DefMarker 1 'hot' 2 {otf2.DefMarker.markerGroup='group'}\nMarker 70 2 1 'me'\n"
	       "Marker 80 2 1 'us' {otf2.Marker.duration=5 otf2.Marker.scope=2 otf2.Marker.scopeRef=2}\n"
	       "Marker 90 1 1 'all' {otf2.Marker.scope=0}\n");
	room_free(r);
}

static void texts_are_escaped_in_comments(void **state)
{
	struct otfp_buf b = OTFP_BUF_INIT;

	(void)state;
	assert_int_equal(otfp_otf2_encode(&b, (struct otfp_str){"a b%\"<>\n\x7f\xc3\xa4\\", 12}), 0);
	assert_string_equal(otfp_buf_str(&b), "a%20b%25%22%3C%3E%0A%7F\xc3\xa4\\");
	otfp_buf_release(&b);
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
		cmocka_unit_test(definitions_become_the_records_of_the_mapping),
		cmocka_unit_test(properties_stand_with_what_they_describe),
		cmocka_unit_test(streams_of_an_accelerator_belong_to_the_process_that_uses_it),
		cmocka_unit_test(instances_of_metrics_have_counters_of_their_own),
		cmocka_unit_test(other_definitions_and_second_ones_of_an_id_become_comments),
		cmocka_unit_test(markers_go_to_the_process_of_their_scope),
		cmocka_unit_test(texts_are_escaped_in_comments),
		cmocka_unit_test(pending_operations_are_found_until_they_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
