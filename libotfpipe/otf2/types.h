/* types.h - what the types of fields in records.def are: their width, and what references refer to. */
#ifndef OTFP_OTF2_TYPES_H
#define OTFP_OTF2_TYPES_H
#include "otf2/frame.h"

/* The id spaces of OTF2, one for each type of reference. */
enum otfp_otf2_space {
	OTFP_OTF2_NO_SPACE,
	OTFP_OTF2_STRINGS,
	OTFP_OTF2_ATTRIBUTES,
	OTFP_OTF2_TREE_NODES,
	OTFP_OTF2_LOCATION_GROUPS,
	OTFP_OTF2_LOCATIONS,
	OTFP_OTF2_REGIONS,
	OTFP_OTF2_CALLSITES,
	OTFP_OTF2_CALLPATHS,
	OTFP_OTF2_GROUPS,
	OTFP_OTF2_MEMBERS,
	OTFP_OTF2_METRICS_SPACE, /* classes and instances */
	OTFP_OTF2_COMMS,         /* intercommunicators, too */
	OTFP_OTF2_PARAMETERS,
	OTFP_OTF2_WINDOWS,
	OTFP_OTF2_DIMENSIONS,
	OTFP_OTF2_TOPOLOGIES,
	OTFP_OTF2_SOURCES,
	OTFP_OTF2_CONTEXTS,
	OTFP_OTF2_INTERRUPTS,
	OTFP_OTF2_IO_FILES,
	OTFP_OTF2_IO_HANDLES,
	OTFP_OTF2_IO_PARADIGMS,
	OTFP_OTF2_MARKERS,
	OTFP_OTF2_NSPACES
};

enum otfp_otf2_form {
	OTFP_OTF2_U8,
	OTFP_OTF2_U32,
	OTFP_OTF2_U64,
	OTFP_OTF2_I64,
	OTFP_OTF2_F64,
	OTFP_OTF2_VALUE, /* of the OTF2_Type in the field before it */
	OTFP_OTF2_BYTES, /* text */
};

struct otfp_otf2_type {
	uint8_t form;    /* enum otfp_otf2_form: of a reference its width */
	uint8_t space;   /* enum otfp_otf2_space of a reference, otherwise 0 */
	uint8_t is_enum; /* an enumeration or flags: all bits set is one more value */
};

/** What a type of records.def is: "RegionRef", "u64". */
struct otfp_otf2_type otfp_otf2_type_of(const char *name);
/** What a value of an OTF2_Type is; unknown types are numbers of 64 bits. */
struct otfp_otf2_type otfp_otf2_value_type(uint64_t type);
/** The name of an OTF2_Type, "UINT64", "REGION"; NULL if it is unknown. */
const char *otfp_otf2_type_name(uint64_t type);
/** The same, of an unknown type its number. `room` has OTFP_OTF2_TYPE_ROOM bytes. */
#define OTFP_OTF2_TYPE_ROOM 24
const char *otfp_otf2_type_text(uint64_t type, char *room);
/** The undefined value of a form, all bits of its width; signed and real numbers have none: UINT64_MAX of 65 bits. */
int otfp_otf2_is_undefined(unsigned form, uint64_t v);
/* The definitions that are groups of processes in OTF, in the order of their tokens, and the spaces of their
 * references. */
enum { OTFP_OTF2_NGROUP_KINDS = 5 };
extern const struct otfp_otf2_group_kind {
	uint16_t row;
	uint8_t space;
} otfp_otf2_group_kinds[OTFP_OTF2_NGROUP_KINDS];

/** What the scopeRef of a marker with that MarkerScope refers to; 0 = nothing. */
unsigned otfp_otf2_scope_of_marker(uint64_t scope);
/** What a word says in messages: "region". */
const char *otfp_otf2_space_word(unsigned space);
#endif
