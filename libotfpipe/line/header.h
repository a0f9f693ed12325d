/* header.h - parse and format the magic line (otfpipe-stream(5)). */
#ifndef OTFP_LINE_HEADER_H
#define OTFP_LINE_HEADER_H
#include "base/buf.h"
#include "base/error.h"

#define OTFP_MAGIC "@OTFPIPE\t"

/** Parse the magic line p[0..n) without LF. Unknown keys go to `other`, and h->other points there.
 * @return 0, or OTFP_EFAIL with a text without place in err */
int otfp_header_parse(struct otfp_header *h, const char *p, size_t n, struct otfp_buf *other, struct otfp_error *err);
/** Append the magic line with LF to b. @return 0, or -1 when memory is out */
int otfp_header_format(const struct otfp_header *h, struct otfp_buf *b);
#endif
