/* message.h - messages on stderr, "program: where: what", one write(2) each. The name of the program and its verbosity
 * are the only global state of a command. */
#ifndef CMD_TEXT_MESSAGE_H
#define CMD_TEXT_MESSAGE_H
#include "otfpipe.h"

/** Print an error, at any verbosity. */
void message_print(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/** Print a warning: nothing under -q. */
void message_warning(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/** Warn that a trace without events has nothing that the output would show. */
void message_no_events(void);
/** Print a note if -v was given at least `level` times. */
void message_note(int level, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** Print a usage error and "Try 'NAME --help' for more information." @return 2, the exit status */
int message_usage(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/** Print that memory is out. @return 1, the exit status */
int message_memory(void);
/** Print why the value of an option cannot be used: a usage error, or no memory. @return 2 or 1, the exit status */
int message_bad_value(const struct otfp_error *err);
/** @return the name that message_set_program set */
const char *message_program(void);
/** For `report` of the read and write options: print a warning, or if the code is OTFP_END a note under -v. ctx is not
 * used. */
void message_error(void *ctx, const struct otfp_error *e);
/** @return the exit status for an error code <0: 3 for input that ended early, 2 for a usage error, else 1 */
int exit_status(int code);

/** Set the name for messages; the pointer is kept. */
void message_set_program(const char *name);
/** Set the verbosity: -1 under -q, else the number of -v. */
void message_set_verbosity(int verbosity);
#endif
