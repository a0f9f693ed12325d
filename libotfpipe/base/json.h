/*
 * json.h - writes strings and real numbers as JSON (RFC 8259).
 *
 * The output is always valid UTF-8: a byte that belongs to no sequence becomes the replacement character U+FFFD. JSON
 * has no infinity and no NaN: they become null.
 */
#ifndef OTFP_BASE_JSON_H
#define OTFP_BASE_JSON_H
#include "base/buf.h"
#include "otfpipe.h"
#include <stdio.h>

/** Length of the UTF-8 sequence at s[0..n), n > 0; 0 if it is invalid. */
size_t otfp_utf8_length(const char *s, size_t n);
/** Bytes that otfp_json_put needs for a string of n bytes. */
#define OTFP_JSON_ROOM(n) (6 * (n) + 2)
#define OTFP_JSON_REAL_MAX 32

/** Write s[0..n) as a string with quotes to p, which has room for OTFP_JSON_ROOM(n). @return the byte after it */
char *otfp_json_put(char *p, const char *s, size_t n);
/** Write a number or null to p, which has room for OTFP_JSON_REAL_MAX bytes. @return the byte after it */
char *otfp_json_put_real(char *p, double real);
/** Append a string to b; null if s.p is NULL. @return 0, or -1 when memory is out */
int otfp_json_add(struct otfp_buf *b, struct otfp_str s);
/** Write a string to out; null if s.p is NULL. Errors show in ferror(out). */
void otfp_json_print(struct otfp_str s, FILE *out);
/** Write a number or null to out. Errors show in ferror(out). */
void otfp_json_print_real(double real, FILE *out);
#endif
