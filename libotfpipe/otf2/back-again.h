/* back-again.h - between the files that make the definitions of OTF2 again, back-again-*.c. See back.h. */
#ifndef OTFP_OTF2_BACK_AGAIN_H
#define OTFP_OTF2_BACK_AGAIN_H
#include "otf2/back.h"

/** Begin the frame of a definition, all fields undefined. @return NULL when memory is out, which is reported */
struct otfp_otf2_frame *otfp_otf2_again_make(struct otfp_otf2_back *b, unsigned row);
/** Add the frame to the definitions. @return 0 or <0 */
int otfp_otf2_again_put(struct otfp_otf2_back *b);
/** The string that is the name of a definition. */
uint64_t otfp_otf2_again_name_ref(struct otfp_otf2_back *b, const struct otfp_record *def);
/** The reference of a token in a space. @return OTFP_OTF2_NO_REF if it has none */
uint64_t otfp_otf2_again_ref(struct otfp_otf2_back *b, unsigned space, uint64_t token);

/** Before the first event, for each process group: number the group of all locations that it needs, if a filter has
 * removed it. Readers want definitions in the order of their numbers, so it comes before those that need it. */
void otfp_otf2_again_number_locations(struct otfp_otf2_back *b, const struct otfp_record *def);

/* For each definition of a process group: @return 0 or <0. */

/** A group of OTF2, or one that a command added: of locations. */
int otfp_otf2_again_group(struct otfp_otf2_back *b, const struct otfp_record *def);
/** What a communicator or window needs and a filter has removed: its group, its communicator. */
int otfp_otf2_again_lost_group(struct otfp_otf2_back *b, const struct otfp_record *def);
/** For each process: the same of the system tree node of its location group. */
int otfp_otf2_again_lost_node(struct otfp_otf2_back *b, const struct otfp_record *def);
#endif
