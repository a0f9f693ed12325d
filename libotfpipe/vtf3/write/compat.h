/*
 * compat.h - converts new records to old ones, which any reader of the Pallas format understands. legacy.h is the
 * other direction.
 */
#ifndef OTFP_VTF3_WRITE_COMPAT_H
#define OTFP_VTF3_WRITE_COMPAT_H
#include "vtf3/activities.h"
#include "vtf3/stacks.h"

struct otfp_vtf3_compat {
	struct otfp_map state_activity; /* activity token of the old records, by state */
	struct otfp_map sources;        /* file << 32 | line, by source location with one pair */
	struct otfp_vtf3_stacks stacks;
};

/**
 * Convert rec to an old record in *old. Remembers Defact, Defstate and Defscl.
 * @param to_source  replace known source locations by file and line
 * @return 1 if *old is filled; 0 if rec has no old form, and *old is unchanged; <0 when memory is out
 */
int otfp_vtf3_compat_record(struct otfp_vtf3_compat *c, struct otfp_vtf3_activities *a,
                            const struct otfp_vtf3_record *rec, int to_source, struct otfp_vtf3_record *old);
/** Free what c owns, not c itself. */
void otfp_vtf3_compat_release(struct otfp_vtf3_compat *c);
#endif
