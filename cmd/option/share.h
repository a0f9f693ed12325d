/* share.h - @PART in the run loop: the options of this stage become part of the digest of the share. */
#ifndef CMD_OPTION_SHARE_H
#define CMD_OPTION_SHARE_H
#include "cmd/option/option.h"
#include "record/share.h"

/* The line of this stage; zero-filled is valid. */
struct share_line {
	struct otfp_buf text;
	struct otfp_record rec;
	int is_share; /* a line came: the stream is a share of several */
};

/** Whether an option says only how the command works or where its output goes, not which records it gives: shares made
 * with different ones fit together. */
int share_ignores(const struct option_row *o);
/** If *rec is a valid @PART line and options of the command count, point it to a copy with the new digest, valid until
 * the next call. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int share_line(struct share_line *l, const struct common *common, const struct otfp_record **rec);
/** Free all. */
void share_line_release(struct share_line *l);

/** The level of zstd for what --partial prints: a bit that flips there is noticed. 0: this build has no libzstd */
int partial_level(void);
/** Whether standard output can take it. @return 0, or 2 after it printed the usage error */
int partial_usage(void);
#endif
