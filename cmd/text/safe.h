/* safe.h - text of untrusted origin, such as names, for people and terminals: no line ends, no terminal escapes. */
#ifndef CMD_TEXT_SAFE_H
#define CMD_TEXT_SAFE_H
#include "base/buf.h"
#include "otfpipe.h"
#include <stdio.h>

/** Replace control characters (C0, DEL, C1, those of direction, U+2028 and U+2029) and bytes that are not UTF-8 by
 * \xHH, or \t \n \r. p has room for 4*n bytes and does not overlap s. An chrome_form_fn. @return the first byte after
 * the text */
char *safe_put(char *p, const char *s, size_t n);
/** Append such text. @return 0, or -1 when memory is out */
int safe_add(struct otfp_buf *b, struct otfp_str s);
/** Print such text; errors show in ferror(out). */
void safe_print(struct otfp_str s, FILE *out);
/** Print such text of a NUL-terminated string. */
void safe_puts(const char *s, FILE *out);
/* Bytes of names for people. */
enum {
	NAME_LONG = 100,  /* one that is longer and does not fit loses its middle, not its end */
	NAME_WHOLE = 300, /* the most that a page shows as it is */
	SAFE_SHOWN = 50,  /* of a longer one */
	NAME_TIP = 1000,  /* in a tooltip, and in a script */
};
/** Append s as it is, if it has at most that many bytes, else its first two thirds, an ellipsis and its last third, in
 * whole characters: names may be of any length. @return 0, or -1 when memory is out */
int short_add(struct otfp_buf *b, struct otfp_str s, size_t most);
/** Append what short_add makes of s as safe text. @return as short_add */
int safe_add_short(struct otfp_buf *b, struct otfp_str s, size_t most);
/** @return the columns of n bytes that safe_put wrote: one per character */
size_t safe_width(const char *p, size_t n);
#endif
