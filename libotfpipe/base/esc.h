/*
 * esc.h - strings of the line stream: raw bytes, except \\ \t \n \r and \xHH
 * (lower-case hex) for the other bytes below 0x20 and 0x7f. No string at all is \N.
 */
#ifndef OTFP_BASE_ESC_H
#define OTFP_BASE_ESC_H
#include <stddef.h>

/** Escape s[0..n) to p, which has room for 4*n bytes. @return first byte behind */
char *otfp_esc_put(char *p, const char *s, size_t n);
/** Undo it, from s[0..n) to p (room for n; p == s is allowed). "\N" is not handled here.
 * @return first byte behind, or NULL at an escape that does not exist or is not canonical
 * (\x of a byte that stands for itself or has a letter, upper-case digits), or a raw byte
 * that must be escaped */
char *otfp_esc_get(char *p, const char *s, size_t n);
#endif
