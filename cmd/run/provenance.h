/* provenance.h - @PG: one line a stage, chained as in SAM. */
#ifndef OTFP_CMD_RUN_PROVENANCE_H
#define OTFP_CMD_RUN_PROVENANCE_H
#include "base/buf.h"
#include "otfpipe.h"

struct otfp_provenance {
	unsigned stages;      /* @PG lines seen */
	struct otfp_buf last; /* ID of the last */
	struct otfp_buf line; /* our own */
	int done;             /* our own is written */
};

/** Note a record or control line that passes. @return 1 if it is @PG, else 0 */
int otfp_provenance_see(struct otfp_provenance *p, const struct otfp_record *rec);
/** Our own @PG line: ID PP PN VN CL; its text is owned by p. @return 0, or -1 when memory is out */
int otfp_provenance_line(struct otfp_provenance *p, int argc, char **argv, struct otfp_record *own);
void otfp_provenance_release(struct otfp_provenance *p);
#endif
