/* launcher.h - --part auto: which process of how many this is, as the program that started it says in the environment.
 */
#ifndef CMD_OPTION_LAUNCHER_H
#define CMD_OPTION_LAUNCHER_H
#include "cmd/option/option.h"

/**
 * Set *to to the share of this process: its rank + 1, of as many shares as the launcher has started processes.
 * @param text  the value of the option, for messages. @param parts  N of auto/N; 0 = as many as there are processes
 * @return -1, or 2 after it printed the usage error that the environment has no number, or two of them
 */
int launcher_part(struct part *to, const char *text, unsigned parts);
#endif
