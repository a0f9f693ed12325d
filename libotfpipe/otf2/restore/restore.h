/* restore.h - between the files that make the definitions of OTF2 again. See write/records.h. */
#ifndef OTFP_OTF2_RESTORE_RESTORE_H
#define OTFP_OTF2_RESTORE_RESTORE_H
#include "otf2/write/records.h"

/* ---- frame.c ---- */

/** Begin the frame of a definition, all fields undefined. @return it, valid until the next one begins */
struct otfp_otf2_frame *otfp_otf2_restore_make(struct otfp_otf2_writing *w, unsigned row);
/** Give the fields that its key-values have to the frame, and add it. @return 0 or <0 */
int otfp_otf2_restore_put_filled(struct otfp_otf2_writing *w, const struct otfp_record *def);
/** Whether a field, of which OTF has an empty text, was undefined. */
int otfp_otf2_restore_is_undefined(const struct otfp_otf2_writing *w, const struct otfp_record *def, unsigned field);
/** The string of a text of a definition, which is field `field` of OTF2; undefined if it was so. */
uint64_t otfp_otf2_restore_text(struct otfp_otf2_writing *w, const struct otfp_record *def, unsigned field,
                                const struct otfp_str *text);
/** The string that is the name of a definition. */
uint64_t otfp_otf2_restore_name_ref(struct otfp_otf2_writing *w, const struct otfp_record *def);
/** The reference of a token in a space. @return OTFP_OTF2_NO_REF if it has none */
uint64_t otfp_otf2_restore_ref(struct otfp_otf2_writing *w, unsigned space, uint64_t token);

/** Before the first event, for each process group: number the group of all locations that it needs, if a filter has
 * removed it. Readers want definitions in the order of their numbers, so it comes before those that need it. */
void otfp_otf2_restore_number_locations(struct otfp_otf2_writing *w, const struct otfp_record *def);

/* For each definition of a process group: @return 0 or <0. */

/** A group of OTF2, or one that a command added: of locations. */
int otfp_otf2_restore_group(struct otfp_otf2_writing *w, const struct otfp_record *def);
/** What a communicator or window needs and a filter has removed: its group, its communicator. */
int otfp_otf2_restore_lost_group(struct otfp_otf2_writing *w, const struct otfp_record *def);
/** For each process: the same of the system tree node of its location group. */
int otfp_otf2_restore_lost_node(struct otfp_otf2_writing *w, const struct otfp_record *def);

/* ---- counters, their groups and assignments: @return 0 or <0 ---- */

/** The member of a metric class that a counter was; a member is in each class that has it. */
int otfp_otf2_restore_member(struct otfp_otf2_writing *w, const struct otfp_record *def);
/** The class that a group of counters was. */
int otfp_otf2_restore_class(struct otfp_otf2_writing *w, const struct otfp_record *def);
/** The instance that a counter was of. */
int otfp_otf2_restore_instance(struct otfp_otf2_writing *w, const struct otfp_record *def);
/** Which location records a class; of an instance it stands with the counter. */
int otfp_otf2_restore_recorder(struct otfp_otf2_writing *w, const struct otfp_record *def);

/* ---- markers: @return 0 or <0 ---- */

int otfp_otf2_restore_marker_kind(struct otfp_otf2_writing *w, const struct otfp_record *def);
int otfp_otf2_restore_marker(struct otfp_otf2_writing *w, const struct otfp_record *rec);

/* ---- comments ---- */

/* When the definitions of a row are made; each after those that it refers to. */
enum { OTFP_OTF2_OF_PARADIGMS = 1, OTFP_OTF2_OF_GROUPS, OTFP_OTF2_OF_METRICS, OTFP_OTF2_OF_COMMS, OTFP_OTF2_OF_FILES };

/** Make the definition of a comment, if it is one of w->restored.stage. @return 0 or <0 */
int otfp_otf2_restore_comment(struct otfp_otf2_writing *w, const struct otfp_record *def);
/** Count the definitions that the archive has no place for, after all others. @return 0 or <0 */
int otfp_otf2_restore_rest(struct otfp_otf2_writing *w);
#endif
