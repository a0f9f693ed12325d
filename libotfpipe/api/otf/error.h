/* error.h - how the functions of otf.h fail: the message of the library goes to otf_strerr. */
#ifndef OTFP_API_OTF_ERROR_H
#define OTFP_API_OTF_ERROR_H
#include "base/error.h"
#include "open-trace-format/OTF_Errno.h"

/** Set otf_errno, and otf_strerr to the text of e. */
void otf_fail(const struct otfp_error *e);
/** The caller made a mistake: NULL for a handle, a call out of order. `who` is the function. */
void otf_misuse(const char *who, const char *what);
/** Memory is out. @return OTFP_EFAIL */
int otf_fail_memory(void);

#endif
