/*
 * json.h - texts and reals as JSON (RFC 8259) has them.
 *
 * What is made is always valid UTF-8: a byte that belongs to none becomes the
 * replacement character, U+FFFD. JSON has no infinities and no NaN: they are null.
 */
#ifndef OTFP_BASE_JSON_H
#define OTFP_BASE_JSON_H
#include "base/buf.h"
#include "otfpipe.h"
#include <stdio.h>

/** Bytes of the UTF-8 sequence at s[0..n), n > 0; 0 = there is none. */
size_t otfp_utf8_length(const char *s, size_t n);
/** Room that otfp_json_put needs for n bytes. */
#define OTFP_JSON_ROOM(n) (6 * (n) + 2)
#define OTFP_JSON_REAL_MAX 32

/** s[0..n) as a string with its quotes, to p with room for OTFP_JSON_ROOM(n). @return first byte behind */
char *otfp_json_put(char *p, const char *s, size_t n);
/** A binary64 number or null, to p with room for OTFP_JSON_REAL_MAX. @return first byte behind */
char *otfp_json_put_real(char *p, double real);
/** A string as otfp_json_put, appended to b; without text (s.p NULL) null. @return 0, or -1 when memory is out */
int otfp_json_add(struct otfp_buf *b, struct otfp_str s);
/** The same into out; what fails shows in ferror(out). */
void otfp_json_print(struct otfp_str s, FILE *out);
void otfp_json_print_real(double real, FILE *out);
#endif
