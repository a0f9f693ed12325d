/* header.h - the magic line: text to struct otfp_header and back. */
#ifndef OTFP_LINE_HEADER_H
#define OTFP_LINE_HEADER_H
#include "base/buf.h"
#include "base/error.h"

#define OTFP_MAGIC "@OTFPIPE\t"

/** Parse the magic line p[0..n) without LF. h->other is put into `other`.
 * @return 0, or OTFP_EFAIL with the text "what" (no place) in err */
int otfp_header_parse(struct otfp_header *h, const char *p, size_t n, struct otfp_buf *other, struct otfp_error *err);
/** The magic line with LF, appended to b. @return 0, or -1 when memory is out */
int otfp_header_format(const struct otfp_header *h, struct otfp_buf *b);
#endif
