/*
 * packed.h - copies of records that are seldom looked at, such as definitions that wait for the end of a trace.
 *
 * Each element of a list takes 1 to 5 bytes, 1 if it differs from the one before it by less than 64: the members of a
 * process group mostly do.
 */
#ifndef OTFP_RECORD_PACKED_H
#define OTFP_RECORD_PACKED_H
#include "base/must.h"
#include "record/queue.h"

/** The number of bytes of a list when it is packed. */
size_t otfp_list_packed_size(const struct otfp_list *l);
/** Pack a list into so many bytes at `to`. @return what follows them */
uint8_t *otfp_list_pack_to(uint8_t *to, const struct otfp_list *l);
/** A packed copy of a list. @return it, to be freed with free(3); NULL when memory is out */
OTFP_MUST_CHECK void *otfp_list_pack(const struct otfp_list *l);
/** Write the n elements of a packed list to `to`. @return what follows the packed list */
const uint8_t *otfp_list_unpack(const void *packed, uint32_t *to, size_t n);

/* A place in a packed list, for elements that are asked for one by one. */
struct otfp_list_mark {
	size_t offset;   /* in bytes */
	uint32_t before; /* the element before it */
};
enum { OTFP_LIST_STEP = 64 }; /* elements from one to the next */

/** Mark the places 0, OTFP_LIST_STEP, 2 * OTFP_LIST_STEP, ... of a list of n. */
void otfp_list_mark(const void *packed, size_t n, struct otfp_list_mark *marks);
/** Element i of a packed list. */
uint32_t otfp_list_at(const void *packed, const struct otfp_list_mark *marks, size_t i);

/* A packed copy of a record. */
struct otfp_packed {
	struct otfp_record rec; /* of its lists only the numbers of elements; the elements are packed */
	uint64_t since;         /* this and `mark` are for the caller; 0 at first */
	uint32_t mark;
	const uint8_t *lists; /* private */
};

/** A packed copy of rec. @return it, to be freed with free(3); NULL when memory is out */
OTFP_MUST_CHECK struct otfp_packed *otfp_packed_copy(const struct otfp_record *rec);
/** The record again, with since and mark. @return a copy as of otfp_queued_copy */
OTFP_MUST_CHECK struct otfp_queued *otfp_packed_open(const struct otfp_packed *p);
#endif
