/* compat.h - new records as the old ones that any reader of the Pallas format understands; legacy.h is the way back. */
#ifndef OTFP_VTF3_COMPAT_H
#define OTFP_VTF3_COMPAT_H
#include "vtf3/activities.h"
#include "vtf3/stacks.h"

struct otfp_vtf3_compat {
	struct otfp_map state_activity; /* token of the old records, by state */
	struct otfp_map sources;        /* file << 32 | line, by source location of one pair */
	struct otfp_vtf3_stacks stacks;
};

/**
 * rec as an old record, in *old. Defact, Defstate and Defscl are remembered.
 * @param to_source  source locations that are known become file and line
 * @return 1 if it is one; 0 if there is no old twin, and *old is not touched; <0 when memory is out
 */
int otfp_vtf3_compat_take(struct otfp_vtf3_compat *c, struct otfp_vtf3_activities *a,
                          const struct otfp_vtf3_record *rec, int to_source, struct otfp_vtf3_record *old);
void otfp_vtf3_compat_release(struct otfp_vtf3_compat *c);
#endif
