/*
 * stdout.h - standard output for printf: the C library drops what it has buffered when a signal interrupts its write,
 * so the bytes go through base/fd.h.
 */
#ifndef CMD_TEXT_STDOUT_H
#define CMD_TEXT_STDOUT_H
#include "otfpipe.h"

/** Call once, before anything is printed. The stream is flushed at exit, as usual. */
void stdout_begin(void);
/** Write what was printed. @return 0, or OTFP_EFAIL with err filled if that or an earlier write failed */
int stdout_flush(struct otfp_error *err);
/** The same, and print the error. @return 0 or OTFP_EFAIL */
int stdout_end(void);
#endif
