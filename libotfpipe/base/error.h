/* error.h - filling a struct otfp_error where the cause is known. */
#ifndef OTFP_BASE_ERROR_H
#define OTFP_BASE_ERROR_H
#include "otfpipe.h"

/** Fill err with code and "where: what". @return code, so that one can `return otfp_fail(...)`. */
int otfp_fail(struct otfp_error *err, int code, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/** The same with where it is, "path:line: what", and what kind of flaw it is.
 * @param path  NULL = not known here: the text is "what" alone; line is 0 then
 * @param line  0 = none */
int otfp_fail_at(struct otfp_error *err, int code, enum otfp_flaw flaw, const char *path, uint64_t line,
                 const char *fmt, ...) __attribute__((format(printf, 6, 7)));
/** The same with ": " and strerror(errno) behind it; code OTFP_EFAIL, or OTFP_EINTR on EINTR. */
int otfp_fail_errno(struct otfp_error *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** Copy own to err, which may be NULL, and free it. @return code */
int otfp_fail_owned(struct otfp_error *err, struct otfp_error *own, int code);
/** Out of memory. @return OTFP_EFAIL */
int otfp_fail_memory(struct otfp_error *err);
#endif
