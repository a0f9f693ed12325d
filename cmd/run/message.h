/* message.h - messages, "program: where: what" on stderr, one write each. The only state of a program: its name and how
 * much it says. */
#ifndef OTFP_CMD_RUN_MESSAGE_H
#define OTFP_CMD_RUN_MESSAGE_H
#include "otfpipe.h"

void otfp_message(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/** Like otfp_message, silent under -q. */
void otfp_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/** Like otfp_message, only from -v level `level` on. */
void otfp_note(int level, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** Usage error: the message and "Try 'NAME --help'". @return 2 */
int otfp_usage(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
const char *otfp_program(void);
/** For `report` of the options: warns, or notes under -v what is a mere note. ctx is not used. */
void otfp_report_error(void *ctx, const struct otfp_error *e);
/** The exit status of what ended with that code <0. */
int otfp_exit_status(int code);

/** name is kept as a pointer. */
void otfp_program_set(const char *name);
/** -1 quiet, 0 normal, 1 and up: so many -v. */
void otfp_verbosity_set(int verbosity);
#endif
