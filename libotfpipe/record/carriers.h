/*
 * carriers.h - key-values in which otf2-to-otf keeps what a field of OTF cannot express: lengths of messages from 4 GiB
 * on, the type of a location, the scale of a counter.
 *
 * A key is known by the name in its DefKeyValue, since tools may renumber it. A trace without these keys costs a
 * comparison per definition, and nothing per event.
 */
#ifndef OTFP_RECORD_CARRIERS_H
#define OTFP_RECORD_CARRIERS_H
#include "record/table.h"
#include "otfpipe.h"

/* The keys; 0 = not defined so far. Zero-filled is valid. */
struct otfp_carriers {
	uint32_t length;         /* of SendMsg, RecvMsg, SendSnapshot: bytes, 64 bits */
	uint32_t location_type;  /* of DefProcess */
	uint32_t base, exponent; /* of DefCounter */
};

enum { OTFP_SCALED_UNIT = 24 }; /* bytes that otfp_carried_scale writes at most */

/** Learn the keys from definitions; ignores all other records. */
void otfp_carriers_add(struct otfp_carriers *c, const struct otfp_record *rec);
/** otfp_true_number of a field that has the maximum of 32 bits. */
uint64_t otfp_carried_number(const struct otfp_carriers *c, const struct otfp_record *rec, unsigned slot);
/** Whether a DefProcess is a location of OTF2 that is no CPU: an accelerator, or a place for metrics alone. */
int otfp_carried_device(const struct otfp_carriers *c, const struct otfp_record *rec);
/** Write the factor of the values of a DefCounter, as "10^-6", with a zero byte at its end.
 * @return its length; 0 if the factor is 1 */
size_t otfp_carried_scale(const struct otfp_carriers *c, const struct otfp_record *rec, char text[OTFP_SCALED_UNIT]);

/** The number in a field; if it is the length of a message that its 32 bits cannot express, the one that is carried.
 * @param c  NULL: none is carried */
static inline uint64_t otfp_true_number(const struct otfp_carriers *c, const struct otfp_record *rec, unsigned slot)
{
	if (OTFP_LIKELY(rec->f[slot].u != UINT32_MAX) || !c || !c->length)
		return rec->f[slot].u;
	return otfp_carried_number(c, rec, slot);
}
#endif
