/* error.h - fills a struct otfp_error where the cause is known. err may be NULL in all functions. */
#ifndef OTFP_BASE_ERROR_H
#define OTFP_BASE_ERROR_H
#include "otfpipe.h"

/** Fill err with code and the message "where: what". @return code, for `return otfp_fail(...)` */
int otfp_fail(struct otfp_error *err, int code, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/**
 * Fill err with code, the message "path:line: what" and the kind of flaw.
 * @param path  NULL: the place is unknown, and the message is only "what"; line is 0 then
 * @param line  0: none
 * @return code
 */
int otfp_fail_at(struct otfp_error *err, int code, enum otfp_flaw flaw, const char *path, uint64_t line,
                 const char *fmt, ...) __attribute__((format(printf, 6, 7)));
/** Add "; " and what to do to the text of an error. */
void otfp_error_advise(struct otfp_error *err, const char *what);
/** As otfp_fail, with ": " and strerror(errno) appended. @return OTFP_EINTR if errno is EINTR, else OTFP_EFAIL */
int otfp_fail_errno(struct otfp_error *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** Fill err with what an earlier stage said by @ABORT: "aborted by PROGRAM: REASON", which says so if they are empty.
 * @return OTFP_EABORT */
int otfp_fail_aborted(struct otfp_error *err, struct otfp_str program, struct otfp_str reason);
/** The two parts of such an error. They point into err->text, which is no message any more. */
void otfp_error_aborted(struct otfp_error *err, const char **program, const char **reason);
/** Copy own to err, which may be NULL, and free it. @return code */
int otfp_fail_owned(struct otfp_error *err, struct otfp_error *own, int code);
/** How many bytes of a text of n a message shows, for "%.*s". */
static inline int otfp_shown_bytes(size_t n)
{
	enum { SHOWN = 60 };

	return n < SHOWN ? (int)n : SHOWN;
}

/** Fill err with "out of memory". @return OTFP_EFAIL */
int otfp_fail_memory(struct otfp_error *err);
#endif
