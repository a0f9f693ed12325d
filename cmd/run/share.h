/* share.h - @PART in the run loop: the options of this stage become part of the digest of the share. */
#ifndef OTFP_CMD_RUN_SHARE_H
#define OTFP_CMD_RUN_SHARE_H
#include "cmd/run/option.h"
#include "record/share.h"

/* The line of this stage; zero-filled is valid. */
struct otfp_share_line {
	struct otfp_buf text;
	struct otfp_record rec;
	int is_share; /* a line came: the stream is a share of several */
};

/** Whether an option says only how the command works or where its output goes, not which records it gives: shares made
 * with different ones fit together. */
int otfp_share_ignores(const struct otfp_option *o);
/** If *rec is a valid @PART line and options of the command count, point it to a copy with the new digest, valid until
 * the next call. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_share_line(struct otfp_share_line *l, const struct otfp_common *common,
                                    const struct otfp_record **rec);
/** Free all. */
void otfp_share_line_release(struct otfp_share_line *l);

/** The level of zstd for what --partial prints: a bit that flips there is noticed. 0: this build has no libzstd */
int otfp_partial_level(void);
/** Whether standard output can take it. @return 0, or 2 after it printed the usage error */
int otfp_partial_usage(void);
#endif
