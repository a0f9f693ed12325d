/* counts.h - the file of --report: what became of the records of each kind, as a table with tabs. */
#ifndef CMD_TEXT_COUNTS_H
#define CMD_TEXT_COUNTS_H
#include "base/buf.h"
#include "commit/newfile.h"

/* Zero-filled is no file. */
struct counts {
	struct otfp_newfile file;
	struct otfp_buf text;
	int is_open, is_out_of_memory;
};

/** Begin the file, before anything is converted. @param name  NULL: none. @return the exit status, 0 */
int counts_open(struct counts *c, const char *name, int force);
/** Add the line of a kind; ctx is a struct counts. */
void counts_add(void *ctx, const struct otfp_otf2_count *count);
/** Give the file its name if there are counts, and free everything. @return status, or 1 if that is 0 and the file
 * cannot be written */
int counts_close(struct counts *c, int status);
#endif
