/* provenance.h - @PG: one line per stage, chained as in SAM; see otfpipe-stream(5). */
#ifndef CMD_RUN_PROVENANCE_H
#define CMD_RUN_PROVENANCE_H
#include "base/buf.h"
#include "otfpipe.h"

struct provenance {
	unsigned stages;      /* @PG lines seen */
	struct otfp_buf last; /* ID of the last one */
	struct otfp_buf line; /* our own */
	int done;             /* our own is written */
};

/** Look at a record or control line, and remember the ID if it is a @PG line. @return 1 if it is
 * one, else 0; -1 when memory is out */
int provenance_add(struct provenance *p, const struct otfp_record *rec);
/** Make our own @PG line: ID PP PN VN CL. Its text belongs to p. @return 0, or -1 when memory is out */
int provenance_line(struct provenance *p, int argc, char **argv, struct otfp_record *own);
/** Free all. */
void provenance_release(struct provenance *p);
#endif
