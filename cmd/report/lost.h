/*
 * lost.h - what a run loses: efficiencies, waits, their root causes and the critical path, which is found in a second
 * pass.
 *
 *     lost_begin -> lost_add for each record -> lost_end -> lost_retrace -> lost_follow for each of the same records ->
 *     lost_finish -> the models -> lost_release
 *
 * Memory: that of the models; waits between the passes above LOST_MEMORY bytes are in files in TMPDIR.
 */
#ifndef CMD_REPORT_LOST_H
#define CMD_REPORT_LOST_H
#include "wait/gain.h"
#include "wait/roots.h"
#include "wait/trail.h"
#include "wait/transfers.h"

enum { LOST_MEMORY = 64 << 20 };

/* Zero-filled is none. */
struct lost {
	struct otfp_wait_engine *w;       /* NULL: the first pass found no trace */
	struct otfp_roots *roots;         /* NULL: there are no waits */
	struct otfp_trail *trail;         /* NULL as w */
	struct otfp_transfers *transfers; /* NULL as w */
	struct otfp_gain *gain;           /* NULL: no sentence is about a repair */
	struct otfp_wait_options o;       /* of w */
	struct otfp_header header;
	uint64_t number;           /* of records of the first pass */
	struct otfp_map functions; /* in which waits are -> their numbers, from 1 on, which are the places of `roots` */
};

/** Begin the first pass. @param o  what is reported: interval and processes; the rest is set here. @return 0 or <0 */
int lost_begin(struct lost *l, const struct otfp_wait_options *o, const struct otfp_header *h, struct otfp_error *err);
/** Take a record of the first pass. @return 0 or <0 */
int lost_add(struct lost *l, const struct otfp_record *rec, struct otfp_error *err);
/** Take n records. */
int lost_add_all(struct lost *l, const struct otfp_record *const *recs, size_t n, struct otfp_error *err);
/** End it; the waits, their causes and the efficiencies are known. @return 0 or <0 */
int lost_end(struct lost *l, struct otfp_error *err);
/** Take a record of the second pass. @return 0 or <0 */
int lost_follow(struct lost *l, const struct otfp_record *rec, struct otfp_error *err);
/** End it. @return 0 or <0 */
int lost_finish(struct lost *l, struct otfp_error *err);
/** @return the largest root cause of the waits of a kind in a function; NULL if there is none */
const struct otfp_root_place *lost_root(const struct lost *l, unsigned kind, otfp_ref function);
/** Free all. */
void lost_release(struct lost *l);
#endif
