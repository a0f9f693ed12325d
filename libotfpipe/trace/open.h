/* open.h - which names are one source. */
#ifndef OTFP_TRACE_OPEN_H
#define OTFP_TRACE_OPEN_H

/** How many of the names are the first trace, for otfp_source_open_all: 2 of a TAU trace, else 1; 0 for n 0. */
unsigned otfp_source_takes(const char *const *names, unsigned n);
#endif
