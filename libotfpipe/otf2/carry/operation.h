/* operation.h - the collective operations of OTF2, and their names in OTF. */
#ifndef OTFP_OTF2_CARRY_OPERATION_H
#define OTFP_OTF2_CARRY_OPERATION_H
#include "otfpipe.h"

enum { OTFP_OTF2_UNKNOWN_OPERATION }; /* OTF_COLLECTIVE_TYPE_UNKNOWN */

struct otfp_otf2_operation {
	const char *name; /* "MPI_Bcast" */
	uint8_t type;     /* OTF_COLLECTIVE_TYPE_... */
};

/** The operation with a number of OTF2. @return NULL if it is unknown */
const struct otfp_otf2_operation *otfp_otf2_operation(uint64_t op);
/** The number in OTF2 of the operation with that name, in upper or lower case. @return -1 if there is none */
int otfp_otf2_operation_by_name(const struct otfp_str *name);
#endif
