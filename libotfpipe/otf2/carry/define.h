/* define.h - makes records of the definitions and markers of an archive. */
#ifndef OTFP_OTF2_CARRY_DEFINE_H
#define OTFP_OTF2_CARRY_DEFINE_H
#include "otf2/archive.h"
#include "otf2/carry/convert.h"

/* The locations below the nodes of the system tree. */
struct otfp_otf2_tree {
	struct otfp_map index; /* of nodes, by id */
	size_t *ends;          /* by index: where the members end, which begin where those of the node before end */
	uint32_t *members;     /* tokens; NULL = not filled yet */
};

/* How far the definitions are converted, and the properties of what has an id, in chains. Zero-filled but for c at
 * first. */
struct otfp_otf2_define {
	struct otfp_otf2_carrying *c;
	struct otfp_map owners[OTFP_OTF2_NROWS]; /* of rows of properties: 1 + index of the first, by id of the owner */
	uint32_t *next;                          /* 1 + index of the next one of the same owner; 0 = last */
	unsigned stage;                          /* the definitions are gone through once for each */
	size_t at;                               /* index of the definition */
	struct otfp_otf2_tree tree;
	unsigned has_clock; /* only the first ClockProperties counts */
};

/** Put the records of the next definitions into the batch until it has `most` or more; those of markers come from
 * otfp_otf2_define_markers. The model is resolved. anchor may be NULL. @return 0, OTFP_END if there are none, <0 */
int otfp_otf2_define_next(struct otfp_otf2_define *d, size_t most, const struct otfp_otf2_anchor *anchor);
void otfp_otf2_define_release(struct otfp_otf2_define *d);
/** Count the definitions of an archive of original.h, whose lines say it all. */
void otfp_otf2_define_original(struct otfp_otf2_carrying *c);
/** Put the records of all markers into the batch. @return 0 or <0 */
int otfp_otf2_define_markers(struct otfp_otf2_carrying *c);
/** At the end: carry the strings that nothing refers to. @param all  everything was read: others do not refer to them.
 * @return 0 or <0 */
int otfp_otf2_define_strings(struct otfp_otf2_carrying *c, int all);
/** Carry a local definition of c->lane, which the reader has applied; those of the kinds of global definitions count as
 * dropped: nothing refers to them. @return 0 or <0 */
int otfp_otf2_define_local(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame);

/* ---- between the files that define ---- */

typedef int otfp_otf2_define_fn(struct otfp_otf2_define *d, const struct otfp_otf2_frame *frame);

/** The text that a field refers to; "" if it is undefined, which is carried as otf2.undefined. If a text file of OTF
 * cannot contain it, it is carried as otf2.name. */
struct otfp_str otfp_otf2_name(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, unsigned field);
/** The same for a text that is no name: otf2.name is not carried. */
struct otfp_str otfp_otf2_text(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, unsigned field);
/** A list of tokens that the batch owns. */
int otfp_otf2_members(struct otfp_otf2_carrying *c, const uint32_t *p, size_t n, struct otfp_list *list);

/* define-property.c */
/** Before all definitions: find the properties of each owner. @return 0 or <0 */
int otfp_otf2_chain_properties(struct otfp_otf2_define *d);
/** Carry all properties of the given row that the owner of an id has. @return 0 or <0 */
int otfp_otf2_carry_properties(struct otfp_otf2_define *d, unsigned row, const char *prefix, uint64_t owner);
otfp_otf2_define_fn otfp_otf2_define_property;
/* define-process.c */
otfp_otf2_define_fn otfp_otf2_define_location, otfp_otf2_define_location_group, otfp_otf2_define_tree_node,
	otfp_otf2_define_group, otfp_otf2_define_comm, otfp_otf2_define_inter_comm, otfp_otf2_define_window;
void otfp_otf2_tree_release(struct otfp_otf2_tree *t);
/** Define what the paradigms say of processes: that they are ranks or threads. @return 0 or <0 */
int otfp_otf2_define_attributes(struct otfp_otf2_carrying *c);
/* define-region.c */
otfp_otf2_define_fn otfp_otf2_define_source_location, otfp_otf2_define_callsite, otfp_otf2_define_region;
/* define-metric.c */
otfp_otf2_define_fn otfp_otf2_define_member, otfp_otf2_define_class, otfp_otf2_define_instance,
	otfp_otf2_define_recorder;
#endif
