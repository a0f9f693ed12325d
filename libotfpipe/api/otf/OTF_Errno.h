/* OTF_Errno.h - errors: otf.h. otf_errno and otf_strerr are in OTF_Definitions.h. */
#ifndef OTF_ERRNO_H
#define OTF_ERRNO_H
#include "OTF_Definitions.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Set otf_errno to OTF_ERROR and otf_strerr to the text, which is cut to OTF_ERR_LEN - 1 bytes. */
OTF_API void OTF_Error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/** Does nothing: the library never prints, and a warning is no error. */
OTF_API void OTF_Warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

#ifdef __cplusplus
}
#endif
#endif
