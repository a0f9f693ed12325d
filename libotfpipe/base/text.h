/* text.h - whole files of text: lists of terms, rules, groups. */
#ifndef OTFP_BASE_TEXT_H
#define OTFP_BASE_TEXT_H
#include "base/buf.h"
#include "base/error.h"

/** Append what the file `name` holds to b, with a NUL behind it that does not count. It may be a pipe.
 * @param what  for messages, e.g. "--process". @return 0; OTFP_EUSAGE if it holds a NUL; OTFP_EFAIL
 * when it cannot be read or memory is out */
int otfp_text_read(struct otfp_buf *b, const char *name, const char *what, struct otfp_error *err);
/** Cut the blanks of both ends of the NUL-terminated text p, which is changed. @return its new start */
char *otfp_text_trim(char *p);
#endif
