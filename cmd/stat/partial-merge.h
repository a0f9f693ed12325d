/* partial-merge.h - many sorted files as one. */
#ifndef CMD_STAT_PARTIAL_MERGE_H
#define CMD_STAT_PARTIAL_MERGE_H
#include "cmd/stat/partial-line.h"

enum { PARTIAL_FILES = 16 }; /* that are merged at once, each with a decoder of more than 1 MiB */

/* What all merges of a command have in common. */
struct partial_merging {
	struct otfp_files *temps;         /* budget of files without a name */
	const struct partial_head *head;  /* options and times */
	const struct otfp_profile *kinds; /* a profile that has begun with these options */
	struct otfp_error *err;
};

/** Takes a line of the result. @return 0 or <0 */
typedef int partial_put_fn(void *ctx, const struct partial_line *line);

/** Merge n files, whose heads are read, and give each line of the result to put. @return 0 or <0 */
OTFP_MUST_CHECK int partial_merge(const struct partial_merging *c, struct partial_in *in, unsigned n,
                                  partial_put_fn *put, void *ctx);
/** The same into a file without a name, which is opened as *to, with its head read. The caller releases it in all
 * cases. @return 0 or <0 */
OTFP_MUST_CHECK int partial_merge_to_temp(const struct partial_merging *c, struct partial_in *in, unsigned n,
                                          struct partial_in *to);

/* Lines as a profile. */
struct partial_loader {
	struct otfp_profile *p;
	uint32_t *parents; /* by depth - 1: the last path of that depth; the user frees it */
	size_t cap;
	uint32_t depth; /* of the last path */
	struct otfp_error *err;
};

/** Begin a profile, which must be zero-filled. */
void partial_load_head(struct otfp_profile *p, const struct partial_head *h);
/** Add a line to it: an partial_put_fn with a loader as ctx. */
int partial_load_line(void *ctx, const struct partial_line *line);
#endif
