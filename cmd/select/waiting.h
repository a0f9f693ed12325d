/* waiting.h - the first pass for the table of root causes: it finds the waits. */
#ifndef CMD_SELECT_WAITING_H
#define CMD_SELECT_WAITING_H
#include "wait/roots.h"

/* Zero-filled has no waits: nothing is kept. */
struct waiting {
	struct otfp_wait_engine *engine;
	struct otfp_roots *roots;
	uint64_t number;           /* of records */
	struct otfp_error failure; /* of the pass; code 0 = none */
};

/** Begin. @param o  how to find waits; comm must outlive the roots @return 0 or <0 with err filled */
int waiting_begin(struct waiting *w, const struct otfp_wait_options *o, const struct otfp_header *h,
                  struct otfp_error *err);
/** Take a record; nothing happens if it was not begun. @return 0 or <0 with err filled */
int waiting_add(struct waiting *w, const struct otfp_record *rec, struct otfp_error *err);
/** After the last record: the roots are ready for the second pass. @return 0 or <0 with err filled */
int waiting_end(struct waiting *w, struct otfp_error *err);
/** Free what w owns. */
void waiting_release(struct waiting *w);
#endif
