/* event.h - between the files that make events and snapshots of OTF2 again. See write/records.h. */
#ifndef OTFP_OTF2_RESTORE_EVENT_H
#define OTFP_OTF2_RESTORE_EVENT_H
#include "otf2/write/records.h"

/* ---- event-frame.c ---- */

/** The event that a record stands for: that of its key-value, or the usual one. A number that no event has, or an event
 * that such a record cannot be, is counted as dropped. @return its row */
unsigned otfp_otf2_restore_event_row(struct otfp_otf2_writing *w, const struct otfp_record *rec, unsigned usual);
/** Begin the frame of a row, all fields undefined. @return the frame, valid until the next one begins; never NULL */
struct otfp_otf2_frame *otfp_otf2_restore_event_frame(struct otfp_otf2_writing *w, const struct otfp_record *rec,
                                                      unsigned row);
/** Complete the frame with the fields and attributes of the key-values. @return 0 or <0 */
int otfp_otf2_restore_complete(struct otfp_otf2_writing *w, const struct otfp_record *rec);
/** Whether the archive has the handle of OTF2 that rec is of, or had none of that number: then rec is of no file. */
int otfp_otf2_restore_has_handle(const struct otfp_otf2_writing *w, const struct otfp_record *rec, uint64_t handle);
/** Whether the complete frame refers to definitions that the archive has; if not, rec is counted as dropped, and
 * nothing is to be written: readers would refuse the archive. */
int otfp_otf2_restore_is_whole(struct otfp_otf2_writing *w, const struct otfp_record *rec);
/** Do so, and add it to the events of a location if it is whole. @return 0 or <0 */
int otfp_otf2_restore_event_put(struct otfp_otf2_writing *w, const struct otfp_record *rec, size_t location);
/** The reference of a token in a field of rec. If it is not defined, rec is counted as dropped.
 * @return OTFP_OTF2_NO_REF if there is none */
uint64_t otfp_otf2_restore_ref_of(struct otfp_otf2_writing *w, const struct otfp_record *rec, unsigned space,
                                  uint64_t token);
/** The rank of a process in a process group, both tokens of rec. @return UINT32_MAX if it has none: then the frame at
 * hand is not whole */
uint64_t otfp_otf2_restore_rank_of(struct otfp_otf2_writing *w, const struct otfp_record *rec, uint64_t group,
                                   uint64_t peer);
/** Communicator or window, by its space, root and sizes of a collective operation. @return 1; 0: there is no such
 * communicator or window, and no key-value says so */
int otfp_otf2_restore_operation(struct otfp_otf2_writing *w, const struct otfp_record *begin, unsigned space,
                                uint64_t *f);

/* ---- one function for a kind of event: @return 0, OTFP_END if OTF2 has no such event, or <0 ---- */

typedef int otfp_otf2_restore_fn(struct otfp_otf2_writing *w, const struct otfp_record *rec, size_t location);

/* file.c */
otfp_otf2_restore_fn otfp_otf2_restore_file, otfp_otf2_restore_io_begin, otfp_otf2_restore_io_end;
/* snap.c */
otfp_otf2_restore_fn otfp_otf2_restore_snap_comment, otfp_otf2_restore_snap_collective;
#endif
