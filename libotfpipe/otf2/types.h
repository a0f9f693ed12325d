/* types.h - what the types of fields in records.def are: their width, and what references refer to. */
#ifndef OTFP_OTF2_TYPES_H
#define OTFP_OTF2_TYPES_H
#include "otf2/frame.h"

/** What a reference to a region is, which has no field of its own in groups. */
#define OTFP_OTF2_REGION_TYPE ((struct otfp_otf2_type){OTFP_OTF2_U32, OTFP_OTF2_REGIONS, 0})
/** What a value of an OTF2_Type is; unknown types are numbers of 64 bits. */
struct otfp_otf2_type otfp_otf2_value_type(uint64_t type);
/** The name of an OTF2_Type, "UINT64", "REGION"; NULL if it is unknown. */
const char *otfp_otf2_type_name(uint64_t type);
/** The same, of an unknown type its number. `room` has OTFP_OTF2_TYPE_ROOM bytes. */
#define OTFP_OTF2_TYPE_ROOM 24
const char *otfp_otf2_type_text(uint64_t type, char *room);
/** The type of key-values of OTF for an OTF2_Type: enum otfp_tag_type. */
unsigned otfp_otf2_tag_type(uint64_t type);
/** The undefined value of a form: all bits of its width. Signed and real numbers have none; here it is 0. */
uint64_t otfp_otf2_undefined_of(unsigned form);
int otfp_otf2_is_undefined(unsigned form, uint64_t v);
/* The definitions that are groups of processes in OTF, in the order of their tokens, and the spaces of their
 * references. */
enum { OTFP_OTF2_NGROUP_KINDS = 5 };
extern const struct otfp_otf2_group_kind {
	uint16_t row;
	uint8_t space;
} otfp_otf2_group_kinds[OTFP_OTF2_NGROUP_KINDS];

/** The space of the id that records of a row define, their first field. @return OTFP_OTF2_NO_SPACE if they have none */
unsigned otfp_otf2_space_of(unsigned row);
/** What the scopeRef of a marker with that MarkerScope refers to; 0 = nothing. */
unsigned otfp_otf2_scope_of_marker(uint64_t scope);
/** What the scope of a metric instance with that MetricScope refers to; 0 = nothing that is known. */
unsigned otfp_otf2_scope_of_metric(uint64_t scope);
/** What a word says in messages: "region". */
const char *otfp_otf2_space_word(unsigned space);
/** Whether a property can be in an archive: its name is NAME::NAME..., of A-Z a-z 0-9 _. libotf2 reads no archive with
 * another one. */
int otfp_otf2_is_property(const char *name);
#endif
