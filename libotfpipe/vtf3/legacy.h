/*
 * legacy.h - old records as the ones that replaced them: what a reader of VTF3 does with files of all ages.
 *
 * Put each record of the scanner through otfp_vtf3_legacy_take(); what is not old comes out as it is.
 *
 *     Defact_obsol       Defact, with token - 1 (so that "no activity", 0, is OTFP_VTF3_NOACT)
 *     Defstate_obsol     Defstate; its state token is the number of the symbol if no other activity has that number
 *                        and it is not negative, else a fresh one from OTFP_VTF3_FRESH on
 *     Exchange_obsol     Downto or Upto. TO, which says no direction: Upto if the new state is among those that the
 *                        cpu is in, or is none; else Downto. "No activity" is OTFP_VTF3_NOSTATE
 *     file and line      a Defscl of one pair, token from OTFP_VTF3_FRESH on, before the first use
 *     what was never declared (TAU's IDLE -99)   Defact and Defstate before the first use
 *     Exchange           Downto, Upfrom or Upto, by its exchangetype
 *
 * Jobs and clusters have no place in the new records and are counted.
 */
#ifndef OTFP_VTF3_LEGACY_H
#define OTFP_VTF3_LEGACY_H
#include "vtf3/record.h"

#define OTFP_VTF3_FRESH 0x100000 /* first token of states and source locations made here */

struct otfp_vtf3_legacy;

/** @return 0 or <0 */
int otfp_vtf3_legacy_new(struct otfp_vtf3_legacy **l, struct otfp_error *err);
/**
 * Take one record. @param out  what it becomes, n of them, valid until the next call or the next read of the scanner
 * @return 0, or <0 when memory is out
 */
int otfp_vtf3_legacy_take(struct otfp_vtf3_legacy *l, const struct otfp_vtf3_record *rec,
                          const struct otfp_vtf3_record *const **out, size_t *n);
/** Whether otfp_vtf3_legacy_take() has anything to do with it; what is not old need not go there. */
static inline int otfp_vtf3_is_old(const struct otfp_vtf3_record *rec)
{
	switch (rec->type) {
	case OTFP_VTF3_Defact_obsol:
	case OTFP_VTF3_Defstate_obsol:
	case OTFP_VTF3_Defstate: /* its token is taken */
	case OTFP_VTF3_Exchange_obsol:
	case OTFP_VTF3_Exchange: return 1;
	default: return rec->flags & OTFP_VTF3_HAS_SRC;
	}
}
/** Jobs (not "no job") of Exchange and Exchange_obsol that were passed over. */
uint64_t otfp_vtf3_legacy_jobs(const struct otfp_vtf3_legacy *l);
void otfp_vtf3_legacy_free(struct otfp_vtf3_legacy *l); /* may be NULL */
#endif
