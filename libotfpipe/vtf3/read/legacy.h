/*
 * legacy.h - converts old records to the ones that replaced them, so that one reader handles files of all ages.
 *
 * Pass each record of the scanner to otfp_vtf3_legacy_record(); other records come out unchanged.
 *
 *   Defact_obsol       Defact with token - 1, so that "no activity" (0) becomes OTFP_VTF3_NOACT
 *   Defstate_obsol     Defstate. Its token is the number of the symbol, unless the number is negative or another
 *                      activity has it; then a new token, from OTFP_VTF3_FRESH on
 *   Exchange_obsol     Downto or Upto. TO has no direction: it is Upto if the cpu is in the new state or the new
 *                      state is none, else Downto. "No activity" is OTFP_VTF3_NOSTATE
 *   file and line      a Defscl with one pair before the first use; its token is at least OTFP_VTF3_FRESH
 *   undeclared states  (TAU's IDLE -99) Defact and Defstate before the first use
 *   Exchange           Downto, Upfrom or Upto, by its exchangetype
 *
 * The new records have no place for jobs and clusters, which are dropped; source.c passes the job to records.h.
 */
#ifndef OTFP_VTF3_READ_LEGACY_H
#define OTFP_VTF3_READ_LEGACY_H
#include "vtf3/record.h"

#define OTFP_VTF3_FRESH 0x100000 /* first token for states and source locations made here */

struct otfp_vtf3_legacy;

/** Make a converter; messages go to err. @return 0 or <0 */
int otfp_vtf3_legacy_new(struct otfp_vtf3_legacy **l, struct otfp_error *err);
/**
 * Convert one record. @param out  the n results, valid until the next call or the next read of the scanner
 * @return 0, or <0 when memory is out
 */
int otfp_vtf3_legacy_record(struct otfp_vtf3_legacy *l, const struct otfp_vtf3_record *rec,
                            const struct otfp_vtf3_record *const **out, size_t *n);
/** Whether otfp_vtf3_legacy_record() must see rec; other records need not be passed. */
static inline int otfp_vtf3_is_old(const struct otfp_vtf3_record *rec)
{
	switch (rec->type) {
	case OTFP_VTF3_Defact_obsol:
	case OTFP_VTF3_Defstate_obsol:
	case OTFP_VTF3_Defstate: /* its token is then taken */
	case OTFP_VTF3_Exchange_obsol:
	case OTFP_VTF3_Exchange: return 1;
	default: return rec->flags & OTFP_VTF3_HAS_SRC;
	}
}
/** Free the converter; l may be NULL. */
void otfp_vtf3_legacy_free(struct otfp_vtf3_legacy *l);
#endif
