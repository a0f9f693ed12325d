#include "otf2/types.h"
#include "otf2/stored.h"
#include "otf2/values.h"
#include "otfpipe.h"
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
#define SPACE(name, word) [OTFP_OTF2_##name] = word,
#include "otf2/spaces.def"
#undef SPACE
};

#define VALUE(type_name, form, space, stored_as, tag_type)                            \
	{                                                                             \
		.name = #type_name, .type = {OTFP_OTF2_##form, OTFP_OTF2_##space, 0}, \
		.stored = OTFP_OTF2_AS_##stored_as, .tag = OTFP_TAG_##tag_type        \
	}

/* What the values of an OTF2_Type are, in the order of its numbers. */
static const struct {
	const char *name;
	struct otfp_otf2_type type;
	uint8_t stored; /* enum otfp_otf2_code */
	uint8_t tag;    /* enum otfp_tag_type */
} values[] = {
	VALUE(NONE, U64, NO_SPACE, C64, UINT64),
	VALUE(UINT8, U8, NO_SPACE, U8, UINT8),
	VALUE(UINT16, U32, NO_SPACE, U16, UINT16),
	VALUE(UINT32, U32, NO_SPACE, C32, UINT32),
	VALUE(UINT64, U64, NO_SPACE, C64, UINT64),
	VALUE(INT8, I64, NO_SPACE, I8, INT8),
	VALUE(INT16, I64, NO_SPACE, I16, INT16),
	VALUE(INT32, I64, NO_SPACE, S32, INT32),
	VALUE(INT64, I64, NO_SPACE, S64, INT64),
	VALUE(FLOAT, F64, NO_SPACE, F32, FLOAT),
	VALUE(DOUBLE, F64, NO_SPACE, F64, DOUBLE),
	VALUE(STRING, U32, STRINGS, C32, BYTES),
	VALUE(ATTRIBUTE, U32, ATTRIBUTES, C32, UINT64),
	VALUE(LOCATION, U64, LOCATIONS, C64, UINT64),
	VALUE(REGION, U32, REGIONS, C32, UINT64),
	VALUE(GROUP, U32, GROUPS, C32, UINT64),
	VALUE(METRIC, U32, METRICS_SPACE, C32, UINT64),
	VALUE(COMM, U32, COMMS, C32, UINT64),
	VALUE(PARAMETER, U32, PARAMETERS, C32, UINT64),
	VALUE(RMA_WIN, U32, WINDOWS, C32, UINT64),
	VALUE(SOURCE_CODE_LOCATION, U32, SOURCES, C32, UINT64),
	VALUE(CALLING_CONTEXT, U32, CONTEXTS, C32, UINT64),
	VALUE(INTERRUPT_GENERATOR, U32, INTERRUPTS, C32, UINT64),
	VALUE(IO_FILE, U32, IO_FILES, C32, UINT64),
	VALUE(IO_HANDLE, U32, IO_HANDLES, C32, UINT64),
	VALUE(LOCATION_GROUP, U32, LOCATION_GROUPS, C32, UINT64),
};
enum { NVALUES = sizeof values / sizeof *values };
_Static_assert(NVALUES == OTFP_OTF2_TYPE_LOCATION_GROUP + 1, "values");

/* Values of unknown types are as those of NONE. */
struct otfp_otf2_type otfp_otf2_value_type(uint64_t type)
{
	return values[type < NVALUES ? type : OTFP_OTF2_TYPE_NONE].type;
}

unsigned otfp_otf2_stored_value(uint64_t type)
{
	return values[type < NVALUES ? type : OTFP_OTF2_TYPE_NONE].stored;
}

unsigned otfp_otf2_tag_type(uint64_t type)
{
	return values[type < NVALUES ? type : OTFP_OTF2_TYPE_NONE].tag;
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

uint64_t otfp_otf2_undefined_of(unsigned form)
{
	static const uint64_t undefined[] = {
		[OTFP_OTF2_U8] = UINT8_MAX, [OTFP_OTF2_U32] = UINT32_MAX, [OTFP_OTF2_U64] = UINT64_MAX};

	return form <= OTFP_OTF2_U64 ? undefined[form] : 0;
}

int otfp_otf2_is_undefined(unsigned form, uint64_t v)
{
	return form <= OTFP_OTF2_U64 && v == otfp_otf2_undefined_of(form);
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
