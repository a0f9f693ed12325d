/*
 * request.h - a request and its answer, for the functions that answer it: they know nothing of HTTP.
 *
 * An answer is JSON that is written to `body`. What fails sets `status` and writes {"error": ...}.
 */
#ifndef CMD_VIEW_REQUEST_H
#define CMD_VIEW_REQUEST_H
#include "base/buf.h"
#include "base/error.h"
#include "base/json.h"
#include <stdint.h>
#include <stdio.h>

struct request {
	const char *(*arg)(void *ctx, const char *name); /* the value of a parameter, or NULL */
	int (*is_left)(void *ctx);                       /* whether nobody waits for the answer any more */
	void *ctx;
	struct otfp_json json; /* the answer; `out` is set */
	unsigned status;       /* of HTTP */
	const char *type;      /* of what `out` has; NULL: JSON */
	int is_behind;         /* nobody waits for it: others come first */
};

/* Ticks [from, to). */
struct window {
	uint64_t from, to;
};

/** A stream that writes to the end of *b, which must be empty; rewind() empties it. Unlike that of open_memstream(3),
 * of glibc, ferror() tells when memory was out. @return it, for fclose(3), or NULL with errno */
FILE *request_memory(struct otfp_buf *b);
/** Set the status of a request that failed, and the text of its error. */
void request_fail(struct request *r, unsigned status, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/** Parse a parameter that is a decimal number up to `most`; without it *to is unchanged. @return 0; -1 after
 * request_fail */
int request_number(struct request *r, const char *name, uint64_t most, uint64_t *to);
/** Parse `from` and `to`, ticks, of which the first must be less. Without them *w is unchanged. @return 0; -1 after
 * request_fail */
int request_window(struct request *r, struct window *w);
/** A parameter that must be there. @return it, or NULL after request_fail */
const char *request_word(struct request *r, const char *name);
#endif
