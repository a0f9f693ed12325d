/* command.h - main() of every command. */
#ifndef CMD_RUN_COMMAND_H
#define CMD_RUN_COMMAND_H
#include "cmd/run/run.h"

/** Run a command with the arguments of main(): parse its options, call its run with a job that has them, and free what
 * they hold. @return the exit status */
int command_main(const struct command *c, int argc, char **argv);
#endif
