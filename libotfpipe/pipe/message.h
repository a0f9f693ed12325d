/* message.h - the only state of a program: its name and how much it says. */
#ifndef OTFP_MESSAGE_H
#define OTFP_MESSAGE_H
#include "otfpipe-cmd.h"

/** name is kept as a pointer. */
void otfp_program_set(const char *name);
/** -1 quiet, 0 normal, 1 and up: so many -v. */
void otfp_verbosity_set(int verbosity);
#endif
