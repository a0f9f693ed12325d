/* screen.h - the report for people, on one screen. */
#ifndef CMD_WAIT_SCREEN_H
#define CMD_WAIT_SCREEN_H
#include "cmd/wait/tables.h"

/** Print it. The rows of waits must be by path and peer, and the trail must have a path. Memory that is out shows in
 * t->failed. */
void wait_screen(const struct wait_view *v, struct table *t);
#endif
