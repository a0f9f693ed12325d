/* screen.h - the report for people, on one screen. */
#ifndef CMD_WAIT_SCREEN_H
#define CMD_WAIT_SCREEN_H
#include "cmd/wait/tables.h"
#include <stdio.h>

/** Print it. The rows of waits must be by path and peer, and the trail must have a path.
 * @return 0, or -1 when memory is out */
int wait_screen(const struct wait_view *v, uint64_t resolution, FILE *out);
#endif
