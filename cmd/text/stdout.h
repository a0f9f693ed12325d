/*
 * stdout.h - standard output for printf: the C library drops what it has buffered when a signal interrupts its write,
 * so the bytes go through base/fd.h.
 */
#ifndef CMD_TEXT_STDOUT_H
#define CMD_TEXT_STDOUT_H

/** Call once, before anything is printed. The stream is flushed at exit, as usual. */
void stdout_begin(void);
#endif
