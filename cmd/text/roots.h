/* roots.h - how exact root causes are, as a warning. */
#ifndef CMD_TEXT_ROOTS_H
#define CMD_TEXT_ROOTS_H
#include "wait/roots.h"

/** Warn of what there was no memory for. @param where  the name of the trace, or "" */
void roots_warn(const struct otfp_roots *r, const char *where);
#endif
