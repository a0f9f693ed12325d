/* define.h - what the files that make definitions share; see records.h. */
#ifndef OTFP_OTF2_WRITE_DEFINE_H
#define OTFP_OTF2_WRITE_DEFINE_H
#include "otf2/write/records.h"

enum { OTFP_OTF2_MACHINE = 0 }; /* the one node of the system tree */

/* definition.c */
/** Begin a definition with all fields 0. */
struct otfp_otf2_frame *otfp_otf2_def_make(struct otfp_otf2_writing *w, unsigned row);
/** References of strings. */
uint64_t otfp_otf2_def_text(struct otfp_otf2_writing *w, const char *text);
uint64_t otfp_otf2_def_string(struct otfp_otf2_writing *w, const struct otfp_str *s);
/** The name in a slot of a definition; without definition the word and the token. */
uint64_t otfp_otf2_def_name(struct otfp_otf2_writing *w, const struct otfp_otf2_token *t, unsigned slot,
                            const char *word);
/** The row that a token has in a definition. @return NULL if nothing defines it */
const struct otfp_otf2_token *otfp_otf2_def_find(const struct otfp_otf2_writing *w, unsigned what,
                                                 const struct otfp_record *in, uint64_t number);
/** Add a property: a frame of a row of properties. @return 0 or <0 */
int otfp_otf2_def_property(struct otfp_otf2_writing *w, unsigned row, uint64_t of, uint64_t name, uint64_t type,
                           uint64_t value);
/** Call define for each row of a space. @return 0 or <0 */
int otfp_otf2_def_each(struct otfp_otf2_writing *w, unsigned what,
                       int (*define)(struct otfp_otf2_writing *w, const struct otfp_otf2_token *t));

/* region.c */
/** The paradigms that functions may have. @return 0 or <0 */
int otfp_otf2_def_paradigms(struct otfp_otf2_writing *w);
/** A function; a source location. @return 0 or <0 */
int otfp_otf2_def_region(struct otfp_otf2_writing *w, const struct otfp_otf2_token *t);
int otfp_otf2_def_source(struct otfp_otf2_writing *w, const struct otfp_otf2_token *t);
/* group.c, line.c */
/** Counters, communicators, and groups of processes, functions and counters. @return 0 or <0 */
int otfp_otf2_def_groups(struct otfp_otf2_writing *w);
/** A group with n members, 8 bytes each. @return 0 or <0 */
int otfp_otf2_def_group(struct otfp_otf2_writing *w, uint64_t ref, uint64_t name, uint64_t type, uint64_t paradigm,
                        const void *members, size_t n);
/** A communicator of a group. @return 0 or <0 */
int otfp_otf2_def_comm(struct otfp_otf2_writing *w, uint64_t ref, uint64_t name, uint64_t group);
/** The recorders of a DefCounterAssignments. @return 0 or <0 */
int otfp_otf2_def_assignment(struct otfp_otf2_writing *w, const struct otfp_record *def);
/** What the trace was: tokens and lines (original.h). @return 0 or <0 */
int otfp_otf2_def_lines(struct otfp_otf2_writing *w);
/** Kinds of markers. @return 0 or <0 */
int otfp_otf2_def_markers(struct otfp_otf2_writing *w);
#endif
