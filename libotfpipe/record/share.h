/*
 * share.h - @PART K N ID DIGEST: which share of which trace a stream is, and whether several shares are the whole; see
 * otfpipe-stream(5).
 */
#ifndef OTFP_RECORD_SHARE_H
#define OTFP_RECORD_SHARE_H
#include "base/must.h"
#include "base/buf.h"
#include "base/error.h"

enum { OTFP_SHARE_HASH = 32, OTFP_SHARES_MAX = 1000000 }; /* hex digits; the largest N */

struct otfp_share {
	unsigned part, parts;             /* share `part` of 1..parts; parts 0 = not a share */
	char id[OTFP_SHARE_HASH + 1];     /* hash of the files of the whole trace */
	char digest[OTFP_SHARE_HASH + 1]; /* hash of the options of the stages that changed it; all 0 = none */
};

/** Parse the line. @return 0, or -1 if it is malformed: *s is then no share */
int otfp_share_get(struct otfp_share *s, const struct otfp_str *line);
/** Append the line without LF to b. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_share_format(const struct otfp_share *s, struct otfp_buf *b);
/** Add to the digest the text [p, p + n), such as an option of one more stage. */
void otfp_share_add(struct otfp_share *s, const char *p, size_t n);
/** Write the first half of a SHA-256 digest as text. */
void otfp_share_hash(char hex[OTFP_SHARE_HASH + 1], const uint8_t *digest);

/* The shares that are put together; zero-filled = none. */
struct otfp_shares {
	struct otfp_share first;
	const char **names; /* by part, from 0; NULL = not taken yet */
	const char *any;    /* name of the first one */
};

/** Free the table; *all is zero-filled then. */
void otfp_shares_release(struct otfp_shares *all);
/**
 * Take one more. All are shares of one trace, made with the same options, and each comes once; or none is a share.
 * @param name  for messages; it must stay until otfp_shares_release
 * @return 0; OTFP_EFAIL with "NAME: what" in err
 */
OTFP_MUST_CHECK int otfp_shares_add(struct otfp_shares *all, const struct otfp_share *s, const char *name,
                                    struct otfp_error *err);
/** Check that none is missing. @return 0; OTFP_EFAIL with a message that lists the first missing ones */
OTFP_MUST_CHECK int otfp_shares_check(const struct otfp_shares *all, struct otfp_error *err);
#endif
