/* safe.h - text of untrusted origin, such as names, for people and terminals: no line ends, no terminal escapes. */
#ifndef OTFP_CMD_RUN_SAFE_H
#define OTFP_CMD_RUN_SAFE_H
#include "base/buf.h"
#include "otfpipe.h"
#include <stdio.h>

/** Replace control characters (C0, DEL, C1, those of direction, U+2028 and U+2029) and bytes that are not UTF-8 by
 * \xHH, or \t \n \r. p has room for 4*n bytes and does not overlap s. An otfp_form_fn. @return the first byte after the
 * text */
char *otfp_safe_put(char *p, const char *s, size_t n);
/** Append such text. @return 0, or -1 when memory is out */
int otfp_safe_add(struct otfp_buf *b, struct otfp_str s);
/** Print such text; errors show in ferror(out). */
void otfp_safe_print(struct otfp_str s, FILE *out);
/** Print such text of a NUL-terminated string. */
void otfp_safe_puts(const char *s, FILE *out);
/** @return the columns of n bytes that otfp_safe_put wrote: one per character */
size_t otfp_safe_width(const char *p, size_t n);
#endif
