/*
 * extreme.c - write an OTF2 archive with all records of records.def, many times, with extreme values: 0, the undefined
 * value, all bits, the smallest and largest numbers, NaN, texts that are empty, long or not UTF-8, lists of none, one
 * and 255 elements, attributes of all types.
 *
 *     extreme DIRECTORY NAME [TIMES]     TIMES: events, snapshots and markers are there so many times
 *
 * The calls of libotf2 are made of records.def by extreme.awk: frames have no part in them. Compiling this compares the
 * values of values.def with those of libotf2.
 */
#define OTF2_IGNORE_ATTRIBUTE_DEPRECATED
#include <float.h>
#include <math.h>
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VALUE(type, name, value) _Static_assert((uint64_t)OTF2_##name == (value), #name);
#include "otf2/values.def"
#undef VALUE

_Static_assert(OTF2_UNDEFINED_STRING == UINT32_MAX && OTF2_UNDEFINED_IO_PARADIGM == UINT8_MAX &&
                       OTF2_UNDEFINED_LOCATION == UINT64_MAX && OTF2_UNDEFINED_TIMESTAMP == UINT64_MAX,
               "undefined values");

static int times = 1;

enum { ROUNDS = 26, LONG_TEXT = 70000, NLOCATIONS = 4, MANY = 1000 };

#define CHECK(call) check(call, #call)

static void check(OTF2_ErrorCode code, const char *call)
{
	if (code == OTF2_SUCCESS)
		return;
	fprintf(stderr, "extreme: %s: %s\n", call, OTF2_Error_GetDescription(code));
	exit(1);
}

/* ---- values of round k ---- */

static const uint64_t location_ids[NLOCATIONS] = {0, 1, UINT64_C(1) << 32, UINT64_MAX - 1};
static uint32_t list_u32[MANY];
static uint64_t list_u64[MANY];
static OTF2_Type metric_types[UINT8_MAX], types[UINT8_MAX];
static OTF2_MetricValue metric_values[UINT8_MAX];
static OTF2_IoParadigmProperty properties[UINT8_MAX];
static OTF2_AttributeValue values[UINT8_MAX];

static uint64_t number(int k)
{
	static const uint64_t numbers[] = {0,
	                                   UINT64_MAX,
	                                   UINT64_C(0x0123456789abcdef),
	                                   1,
	                                   INT64_MAX,
	                                   (uint64_t)INT64_MIN,
	                                   255,
	                                   256,
	                                   UINT16_MAX,
	                                   UINT32_MAX,
	                                   UINT64_MAX - 1,
	                                   0x7f,
	                                   0x80,
	                                   UINT64_C(1) << 31,
	                                   300};

	return numbers[(size_t)k % (sizeof numbers / sizeof *numbers)];
}

static uint8_t some_enum(int k)
{
	return (uint8_t[]){0, 1, 2, UINT8_MAX}[k % 4];
}

static OTF2_Type type(int k)
{
	return (OTF2_Type)(1 + k % OTF2_TYPE_LOCATION_GROUP);
}

static OTF2_AttributeValue value(int k)
{
	OTF2_AttributeValue v;

	memset(&v, 0xee, sizeof v); /* what is not part of a value must not matter */
	switch (type(k)) {
	case OTF2_TYPE_UINT8:
	case OTF2_TYPE_INT8: v.uint8 = 0x80; break;
	case OTF2_TYPE_UINT16:
	case OTF2_TYPE_INT16: v.uint16 = 0x8001; break;
	case OTF2_TYPE_FLOAT: v.float32 = NAN; break;
	case OTF2_TYPE_DOUBLE: v.float64 = -DBL_MIN / 2; break;
	case OTF2_TYPE_UINT64:
	case OTF2_TYPE_INT64:
	case OTF2_TYPE_LOCATION: v.uint64 = UINT64_C(0x8000000000000001); break;
	default: v.uint32 = 0x80000001;
	}
	return v;
}

static const char *some_text(int k)
{
	static char long_text[LONG_TEXT + 1];

	memset(long_text, 'x', LONG_TEXT);
	return (const char *[]){"",  "plain",  "\xff\xfe\x80 not UTF-8", "seven77", "eight888", "\"quote\" \\ \t",
	                        "ü", long_text}[k % 8];
}

static uint8_t some_count(int k)
{
	return (uint8_t[]){1, 2, UINT8_MAX, 0}[k % 4];
}

static uint32_t many(int k)
{
	return (uint32_t[]){0, 1, MANY, 7}[k % 4];
}

static uint64_t location(int k)
{
	return location_ids[k % NLOCATIONS];
}

static uint64_t next_time(void)
{
	static uint64_t now = 1000;

	return now += 3;
}

static OTF2_AttributeList *tags(int k)
{
	static OTF2_AttributeList *list;

	if (!list)
		list = OTF2_AttributeList_New();
	for (int i = 0; i < k; i++)
		CHECK(OTF2_AttributeList_AddAttribute(list, (OTF2_AttributeRef)i, type(i), value(i)));
	return list;
}

static void fill_lists(void)
{
	for (int i = 0; i < MANY; i++) {
		list_u64[i] = number(i);
		list_u32[i] = (uint32_t)number(i);
	}
	for (int i = 0; i < UINT8_MAX; i++) {
		metric_types[i] = (OTF2_Type[]){OTF2_TYPE_UINT64, OTF2_TYPE_INT64, OTF2_TYPE_DOUBLE}[i % 3];
		metric_values[i].unsigned_int = number(i / 3);
		if (i % 9 == 2)
			metric_values[i].floating_point = NAN;
		if (i % 9 == 5)
			metric_values[i].floating_point = -INFINITY;
		properties[i] = (OTF2_IoParadigmProperty)i;
		types[i] = type(i);
		values[i] = value(i);
	}
}

/* ---- records ---- */

#include "otf2-extreme.def"

#define ROWS(rows) rows, sizeof rows / sizeof *rows

static void write_rows(void *w, void (*const *rows)(void *, int), size_t n, int repeats)
{
	for (int k = 0; k < repeats * ROUNDS; k++)
		for (size_t i = 0; i < n; i++)
			rows[i](w, k % ROUNDS);
}

static OTF2_FlushType pre_flush(void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool is_final)
{
	(void)data, (void)type, (void)location, (void)caller, (void)is_final;
	return OTF2_FLUSH;
}

static void write_locations(OTF2_Archive *a)
{
	CHECK(OTF2_Archive_OpenEvtFiles(a));
	CHECK(OTF2_Archive_OpenSnapFiles(a));
	for (int i = 0; i < NLOCATIONS; i++) {
		OTF2_EvtWriter *events = OTF2_Archive_GetEvtWriter(a, location_ids[i]);
		OTF2_SnapWriter *snaps = OTF2_Archive_GetSnapWriter(a, location_ids[i]);

		write_rows(events, ROWS(event_rows), times);
		CHECK(OTF2_Archive_CloseEvtWriter(a, events));
		write_rows(snaps, ROWS(snap_rows), times);
		CHECK(OTF2_Archive_CloseSnapWriter(a, snaps));
	}
	CHECK(OTF2_Archive_CloseEvtFiles(a));
	CHECK(OTF2_Archive_CloseSnapFiles(a));
	CHECK(OTF2_Archive_SetNumberOfSnapshots(a, (uint32_t)(times * ROUNDS)));
}

/* Mapping tables and clock offsets that change nothing: what is copied has the same bytes. */
static void write_locals(OTF2_Archive *a)
{
	CHECK(OTF2_Archive_OpenDefFiles(a));
	for (int i = 0; i < NLOCATIONS; i++) {
		OTF2_DefWriter *defs = OTF2_Archive_GetDefWriter(a, location_ids[i]);
		OTF2_IdMap *map = OTF2_IdMap_Create(OTF2_ID_MAP_SPARSE, 1);

		CHECK(OTF2_IdMap_AddIdPair(map, 77, 78));
		for (int k = 0; k < OTF2_MAPPING_MAX && i > 0; k++)
			CHECK(OTF2_DefWriter_WriteMappingTable(defs, (OTF2_MappingType)k, map));
		CHECK(OTF2_DefWriter_WriteClockOffset(defs, 1000, 0, -NAN));
		CHECK(OTF2_DefWriter_WriteClockOffset(defs, 1000000, 0, DBL_MAX));
		OTF2_IdMap_Free(map);
		CHECK(OTF2_Archive_CloseDefWriter(a, defs));
	}
	CHECK(OTF2_Archive_CloseDefFiles(a));
}

static void write_globals(OTF2_Archive *a)
{
	OTF2_GlobalDefWriter *defs = OTF2_Archive_GetGlobalDefWriter(a);
	OTF2_MarkerWriter *markers = OTF2_Archive_GetMarkerWriter(a);

	write_rows(defs, ROWS(def_rows), 1);
	write_rows(markers, ROWS(marker_rows), times);
	CHECK(OTF2_Archive_CloseMarkerWriter(a, markers));
	CHECK(OTF2_Archive_CloseGlobalDefWriter(a, defs));
}

int main(int argc, char **argv)
{
	static const OTF2_FlushCallbacks flush = {pre_flush, NULL};
	OTF2_Archive *a;

	if (argc != 3 && argc != 4)
		return 2;
	times = argc > 3 ? atoi(argv[3]) : 1;
	fill_lists();
	a = OTF2_Archive_Open(argv[1], argv[2], OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_EVENTS_DEFAULT,
	                      OTF2_CHUNK_SIZE_MIN, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
	if (!a)
		return 1;
	CHECK(OTF2_Archive_SetFlushCallbacks(a, &flush, NULL));
	CHECK(OTF2_Archive_SetSerialCollectiveCallbacks(a));
	CHECK(OTF2_Archive_SetCreator(a, "extreme"));
	CHECK(OTF2_Archive_SetDescription(a, some_text(7)));
	CHECK(OTF2_Archive_SetMachineName(a, some_text(2)));
	CHECK(OTF2_Archive_SetProperty(a, "EXTREME::EMPTY", "", true));
	CHECK(OTF2_Archive_SetProperty(a, "EXTREME::LONG", some_text(7), true));
	write_locations(a);
	write_locals(a);
	write_globals(a);
	CHECK(OTF2_Archive_Close(a));
	return 0;
}
