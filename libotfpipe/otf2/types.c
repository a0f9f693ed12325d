#include "otf2/types.h"
#include "otf2/values.h"
#include <ctype.h>
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

static const char *const space_words[OTFP_OTF2_NSPACES] = {
	[OTFP_OTF2_NO_SPACE] = "record",
	[OTFP_OTF2_STRINGS] = "string",
	[OTFP_OTF2_ATTRIBUTES] = "attribute",
	[OTFP_OTF2_TREE_NODES] = "system tree node",
	[OTFP_OTF2_LOCATION_GROUPS] = "location group",
	[OTFP_OTF2_LOCATIONS] = "location",
	[OTFP_OTF2_REGIONS] = "region",
	[OTFP_OTF2_CALLSITES] = "callsite",
	[OTFP_OTF2_CALLPATHS] = "callpath",
	[OTFP_OTF2_GROUPS] = "group",
	[OTFP_OTF2_MEMBERS] = "metric member",
	[OTFP_OTF2_METRICS_SPACE] = "metric",
	[OTFP_OTF2_COMMS] = "communicator",
	[OTFP_OTF2_PARAMETERS] = "parameter",
	[OTFP_OTF2_WINDOWS] = "RMA window",
	[OTFP_OTF2_DIMENSIONS] = "Cartesian dimension",
	[OTFP_OTF2_TOPOLOGIES] = "Cartesian topology",
	[OTFP_OTF2_SOURCES] = "source code location",
	[OTFP_OTF2_CONTEXTS] = "calling context",
	[OTFP_OTF2_INTERRUPTS] = "interrupt generator",
	[OTFP_OTF2_IO_FILES] = "I/O file",
	[OTFP_OTF2_IO_HANDLES] = "I/O handle",
	[OTFP_OTF2_IO_PARADIGMS] = "I/O paradigm",
	[OTFP_OTF2_MARKERS] = "marker",
};

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

unsigned otfp_otf2_space_of(unsigned row)
{
	const struct otfp_otf2_field *self = otfp_otf2_rows[row].fields;

	return otfp_otf2_rows[row].nfields && strcmp(self->name, "self") == 0 ? self->type.space : OTFP_OTF2_NO_SPACE;
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

unsigned otfp_otf2_scope_of_metric(uint64_t scope)
{
	static const uint8_t spaces[] = {
		[OTFP_OTF2_SCOPE_LOCATION] = OTFP_OTF2_LOCATIONS,
		[OTFP_OTF2_SCOPE_LOCATION_GROUP] = OTFP_OTF2_LOCATION_GROUPS,
		[OTFP_OTF2_SCOPE_SYSTEM_TREE_NODE] = OTFP_OTF2_TREE_NODES,
		[OTFP_OTF2_SCOPE_GROUP] = OTFP_OTF2_GROUPS,
	};

	return scope < sizeof spaces ? spaces[scope] : OTFP_OTF2_NO_SPACE;
}

const char *otfp_otf2_space_word(unsigned space)
{
	return space_words[space];
}

static int is_of_name(char c)
{
	return isascii((unsigned char)c) && (isalnum((unsigned char)c) || c == '_');
}

int otfp_otf2_is_property(const char *name)
{
	unsigned parts = 0;

	for (;; name += 2) {
		const char *start = name;

		while (is_of_name(*name))
			name++;
		if (name == start)
			return 0;
		parts++;
		if (!*name)
			return parts > 1;
		if (name[0] != ':' || name[1] != ':')
			return 0;
	}
}
