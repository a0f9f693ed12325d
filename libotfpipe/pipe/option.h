/*
 * option.h - the options of a command as one list, for the parser, --help and
 * the completions. Only the files pipe/option*.c use it.
 */
#ifndef OTFP_OPTION_H
#define OTFP_OPTION_H
#include "otfpipe-cmd.h"

#define OTFP_MAX_TABLES ((int)(sizeof((struct otfp_command *)0)->options / sizeof(struct otfp_options)))

/** Number of tables of a command. */
int otfp_command_tables(const struct otfp_command *c);
/** Whether an earlier table than `table` has a row of that name, which counts in its place. */
int otfp_option_is_hidden(const struct otfp_command *c, int table, const struct otfp_option *o);
/** What --help prints; on stdout. @return exit status: 0, or 1 where stdout fails (told) */
int otfp_print_help(const struct otfp_command *c);
/** What --version prints, with build facts if verbose. @return as otfp_print_help */
int otfp_print_version(const struct otfp_command *c, int verbose);
/** What --otfp-complete prints. @return as otfp_print_help */
int otfp_print_options(const struct otfp_command *c);
/** The left column of an option in --help, "  -p, --process=SET", at to. */
void otfp_option_usage(const struct otfp_option *o, char *to, size_t size);
#endif
