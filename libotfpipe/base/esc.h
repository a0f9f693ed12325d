/*
 * esc.h - strings of the line stream, see otfpipe-stream(5): raw bytes, except \\ \t \n \r, and \xHH (lower-case hex)
 * for the other bytes below 0x20 and for 0x7f. A missing string is \N.
 */
#ifndef OTFP_BASE_ESC_H
#define OTFP_BASE_ESC_H
#include <stddef.h>

/** Escape s[0..n) to p, which has room for 4 * n bytes. @return the byte after the result */
char *otfp_esc_put(char *p, const char *s, size_t n);
/**
 * Unescape s[0..n) to p, which has room for n bytes; p == s is allowed. "\N" is not handled here.
 * @return the byte after the result; NULL at an invalid escape, an escape that is not canonical (\x of a byte that is
 *   plain or has a letter, upper-case digits), or a raw byte that must be escaped
 */
char *otfp_esc_get(char *p, const char *s, size_t n);
#endif
