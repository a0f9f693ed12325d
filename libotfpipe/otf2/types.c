#include "otf2/types.h"
#include "otf2/values.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const struct otfp_otf2_group_kind otfp_otf2_group_kinds[OTFP_OTF2_NGROUP_KINDS] = {
	{OTFP_OTF2_SystemTreeNode, OTFP_OTF2_TREE_NODES},
	{OTFP_OTF2_Group, OTFP_OTF2_GROUPS},
	{OTFP_OTF2_Comm, OTFP_OTF2_COMMS},
	{OTFP_OTF2_InterComm, OTFP_OTF2_COMMS},
	{OTFP_OTF2_RmaWin, OTFP_OTF2_WINDOWS},
};

static const struct {
	const char *name, *word;
	uint8_t form;
} spaces[OTFP_OTF2_NSPACES] = {
	[OTFP_OTF2_NO_SPACE] = {"", "record", OTFP_OTF2_U32},
	[OTFP_OTF2_STRINGS] = {"StringRef", "string", OTFP_OTF2_U32},
	[OTFP_OTF2_ATTRIBUTES] = {"AttributeRef", "attribute", OTFP_OTF2_U32},
	[OTFP_OTF2_TREE_NODES] = {"SystemTreeNodeRef", "system tree node", OTFP_OTF2_U32},
	[OTFP_OTF2_LOCATION_GROUPS] = {"LocationGroupRef", "location group", OTFP_OTF2_U32},
	[OTFP_OTF2_LOCATIONS] = {"LocationRef", "location", OTFP_OTF2_U64},
	[OTFP_OTF2_REGIONS] = {"RegionRef", "region", OTFP_OTF2_U32},
	[OTFP_OTF2_CALLSITES] = {"CallsiteRef", "callsite", OTFP_OTF2_U32},
	[OTFP_OTF2_CALLPATHS] = {"CallpathRef", "callpath", OTFP_OTF2_U32},
	[OTFP_OTF2_GROUPS] = {"GroupRef", "group", OTFP_OTF2_U32},
	[OTFP_OTF2_MEMBERS] = {"MetricMemberRef", "metric member", OTFP_OTF2_U32},
	[OTFP_OTF2_METRICS_SPACE] = {"MetricRef", "metric", OTFP_OTF2_U32},
	[OTFP_OTF2_COMMS] = {"CommRef", "communicator", OTFP_OTF2_U32},
	[OTFP_OTF2_PARAMETERS] = {"ParameterRef", "parameter", OTFP_OTF2_U32},
	[OTFP_OTF2_WINDOWS] = {"RmaWinRef", "RMA window", OTFP_OTF2_U32},
	[OTFP_OTF2_DIMENSIONS] = {"CartDimensionRef", "Cartesian dimension", OTFP_OTF2_U32},
	[OTFP_OTF2_TOPOLOGIES] = {"CartTopologyRef", "Cartesian topology", OTFP_OTF2_U32},
	[OTFP_OTF2_SOURCES] = {"SourceCodeLocationRef", "source code location", OTFP_OTF2_U32},
	[OTFP_OTF2_CONTEXTS] = {"CallingContextRef", "calling context", OTFP_OTF2_U32},
	[OTFP_OTF2_INTERRUPTS] = {"InterruptGeneratorRef", "interrupt generator", OTFP_OTF2_U32},
	[OTFP_OTF2_IO_FILES] = {"IoFileRef", "I/O file", OTFP_OTF2_U32},
	[OTFP_OTF2_IO_HANDLES] = {"IoHandleRef", "I/O handle", OTFP_OTF2_U32},
	[OTFP_OTF2_IO_PARADIGMS] = {"IoParadigmRef", "I/O paradigm", OTFP_OTF2_U8},
	[OTFP_OTF2_MARKERS] = {"MarkerRef", "marker", OTFP_OTF2_U32},
};

static const struct {
	const char *name;
	uint8_t form;
} numbers[] = {
	{"u8", OTFP_OTF2_U8},   {"u32", OTFP_OTF2_U32},     {"u64", OTFP_OTF2_U64},    {"i64", OTFP_OTF2_I64},
	{"f64", OTFP_OTF2_F64}, {"value", OTFP_OTF2_VALUE}, {"text", OTFP_OTF2_BYTES}, {"TimeStamp", OTFP_OTF2_U64},
};

/* Flags have 32 bits, other enumerations 8. */
static uint8_t form_of_enum(const char *name)
{
	size_t n = strlen(name);
	int is_flag = (n > 4 && strcmp(name + n - 4, "Flag") == 0) || strcmp(name, "RmaSyncLevel") == 0;

	return is_flag ? OTFP_OTF2_U32 : OTFP_OTF2_U8;
}

struct otfp_otf2_type otfp_otf2_type_of(const char *name)
{
	for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (strcmp(numbers[i].name, name) == 0)
			return (struct otfp_otf2_type){numbers[i].form, OTFP_OTF2_NO_SPACE, 0};
	for (unsigned i = 1; i < OTFP_OTF2_NSPACES; i++)
		if (strcmp(spaces[i].name, name) == 0)
			return (struct otfp_otf2_type){spaces[i].form, (uint8_t)i, 0};
	return (struct otfp_otf2_type){form_of_enum(name), OTFP_OTF2_NO_SPACE, 1};
}

static const struct {
	const char *name;
	struct otfp_otf2_type type;
} values[] = {
	[OTFP_OTF2_TYPE_NONE] = {"NONE", {OTFP_OTF2_U64, OTFP_OTF2_NO_SPACE, 0}},
	[OTFP_OTF2_TYPE_UINT8] = {"UINT8", {OTFP_OTF2_U8, OTFP_OTF2_NO_SPACE, 0}},
	[OTFP_OTF2_TYPE_UINT16] = {"UINT16", {OTFP_OTF2_U32, OTFP_OTF2_NO_SPACE, 0}},
	[OTFP_OTF2_TYPE_UINT32] = {"UINT32", {OTFP_OTF2_U32, OTFP_OTF2_NO_SPACE, 0}},
	[OTFP_OTF2_TYPE_UINT64] = {"UINT64", {OTFP_OTF2_U64, OTFP_OTF2_NO_SPACE, 0}},
	[OTFP_OTF2_TYPE_INT8] = {"INT8", {OTFP_OTF2_I64, OTFP_OTF2_NO_SPACE, 0}},
	[OTFP_OTF2_TYPE_INT16] = {"INT16", {OTFP_OTF2_I64, OTFP_OTF2_NO_SPACE, 0}},
	[OTFP_OTF2_TYPE_INT32] = {"INT32", {OTFP_OTF2_I64, OTFP_OTF2_NO_SPACE, 0}},
	[OTFP_OTF2_TYPE_INT64] = {"INT64", {OTFP_OTF2_I64, OTFP_OTF2_NO_SPACE, 0}},
	[OTFP_OTF2_TYPE_FLOAT] = {"FLOAT", {OTFP_OTF2_F64, OTFP_OTF2_NO_SPACE, 0}},
	[OTFP_OTF2_TYPE_DOUBLE] = {"DOUBLE", {OTFP_OTF2_F64, OTFP_OTF2_NO_SPACE, 0}},
	[OTFP_OTF2_TYPE_STRING] = {"STRING", {OTFP_OTF2_U32, OTFP_OTF2_STRINGS, 0}},
	[OTFP_OTF2_TYPE_ATTRIBUTE] = {"ATTRIBUTE", {OTFP_OTF2_U32, OTFP_OTF2_ATTRIBUTES, 0}},
	[OTFP_OTF2_TYPE_LOCATION] = {"LOCATION", {OTFP_OTF2_U64, OTFP_OTF2_LOCATIONS, 0}},
	[OTFP_OTF2_TYPE_REGION] = {"REGION", {OTFP_OTF2_U32, OTFP_OTF2_REGIONS, 0}},
	[OTFP_OTF2_TYPE_GROUP] = {"GROUP", {OTFP_OTF2_U32, OTFP_OTF2_GROUPS, 0}},
	[OTFP_OTF2_TYPE_METRIC] = {"METRIC", {OTFP_OTF2_U32, OTFP_OTF2_METRICS_SPACE, 0}},
	[OTFP_OTF2_TYPE_COMM] = {"COMM", {OTFP_OTF2_U32, OTFP_OTF2_COMMS, 0}},
	[OTFP_OTF2_TYPE_PARAMETER] = {"PARAMETER", {OTFP_OTF2_U32, OTFP_OTF2_PARAMETERS, 0}},
	[OTFP_OTF2_TYPE_RMA_WIN] = {"RMA_WIN", {OTFP_OTF2_U32, OTFP_OTF2_WINDOWS, 0}},
	[OTFP_OTF2_TYPE_SOURCE_CODE_LOCATION] = {"SOURCE_CODE_LOCATION", {OTFP_OTF2_U32, OTFP_OTF2_SOURCES, 0}},
	[OTFP_OTF2_TYPE_CALLING_CONTEXT] = {"CALLING_CONTEXT", {OTFP_OTF2_U32, OTFP_OTF2_CONTEXTS, 0}},
	[OTFP_OTF2_TYPE_INTERRUPT_GENERATOR] = {"INTERRUPT_GENERATOR", {OTFP_OTF2_U32, OTFP_OTF2_INTERRUPTS, 0}},
	[OTFP_OTF2_TYPE_IO_FILE] = {"IO_FILE", {OTFP_OTF2_U32, OTFP_OTF2_IO_FILES, 0}},
	[OTFP_OTF2_TYPE_IO_HANDLE] = {"IO_HANDLE", {OTFP_OTF2_U32, OTFP_OTF2_IO_HANDLES, 0}},
	[OTFP_OTF2_TYPE_LOCATION_GROUP] = {"LOCATION_GROUP", {OTFP_OTF2_U32, OTFP_OTF2_LOCATION_GROUPS, 0}},
};
enum { NVALUES = sizeof values / sizeof *values };

struct otfp_otf2_type otfp_otf2_value_type(uint64_t type)
{
	return type < NVALUES ? values[type].type : values[OTFP_OTF2_TYPE_NONE].type;
}

const char *otfp_otf2_type_name(uint64_t type)
{
	return type < NVALUES ? values[type].name : NULL;
}

const char *otfp_otf2_type_text(uint64_t type, char *room)
{
	const char *name = otfp_otf2_type_name(type);

	if (!name)
		snprintf(room, OTFP_OTF2_TYPE_ROOM, "%" PRIu64, type);
	return name ? name : room;
}

int otfp_otf2_is_undefined(unsigned form, uint64_t v)
{
	static const uint64_t undefined[] = {
		[OTFP_OTF2_U8] = UINT8_MAX, [OTFP_OTF2_U32] = UINT32_MAX, [OTFP_OTF2_U64] = UINT64_MAX};

	return form <= OTFP_OTF2_U64 && v == undefined[form];
}

unsigned otfp_otf2_scope_of_marker(uint64_t scope)
{
	static const uint8_t spaces[] = {
		[OTFP_OTF2_MARKER_SCOPE_GLOBAL] = OTFP_OTF2_NO_SPACE,
		[OTFP_OTF2_MARKER_SCOPE_LOCATION] = OTFP_OTF2_LOCATIONS,
		[OTFP_OTF2_MARKER_SCOPE_LOCATION_GROUP] = OTFP_OTF2_LOCATION_GROUPS,
		[OTFP_OTF2_MARKER_SCOPE_SYSTEM_TREE_NODE] = OTFP_OTF2_TREE_NODES,
		[OTFP_OTF2_MARKER_SCOPE_GROUP] = OTFP_OTF2_GROUPS,
		[OTFP_OTF2_MARKER_SCOPE_COMM] = OTFP_OTF2_COMMS,
	};

	return scope < sizeof spaces ? spaces[scope] : OTFP_OTF2_NO_SPACE;
}

const char *otfp_otf2_space_word(unsigned space)
{
	return spaces[space].word;
}
