/* options.h - options of a program whose header may be older or newer than the library. */
#ifndef OTFP_BASE_OPTIONS_H
#define OTFP_BASE_OPTIONS_H
#include "base/error.h"

/**
 * Take options as far as both sides know them.
 * @param to    a struct of `size` bytes that begins with its size; it has the defaults
 * @param from  one that begins with the size it has in the program; NULL = the defaults
 * @param what  the name of the struct, for messages
 * @return 0; OTFP_EUSAGE if the size is not set, or if something is set that this library does not know
 */
int otfp_options_copy(void *to, size_t size, const void *from, const char *what, struct otfp_error *err);
#endif
