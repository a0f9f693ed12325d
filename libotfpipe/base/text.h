/* text.h - whole text files: lists of terms, rules, groups. */
#ifndef OTFP_BASE_TEXT_H
#define OTFP_BASE_TEXT_H
#include "base/must.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/fd.h"

/**
 * Append the contents of the file `name`, which may be a pipe, to b, with a NUL that is not counted. @param what
 * option for messages, such as "--process". @param stop  asked after a signal (base/fd.h). @return 0; OTFP_EUSAGE if it
 * contains a NUL; OTFP_EFAIL if it cannot be read or memory is out
 */
OTFP_MUST_CHECK int otfp_text_read(struct otfp_buf *b, const char *name, const char *what, otfp_stop_fn *stop,
                                   struct otfp_error *err);
/** Cut the blanks at both ends of the NUL-terminated text p, in place. @return its new start */
char *otfp_text_trim(char *p);
#endif
