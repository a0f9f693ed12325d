/* program.h - the name of the program. With its verbosity (message.h) the only global state of a command. */
#ifndef CMD_TEXT_PROGRAM_H
#define CMD_TEXT_PROGRAM_H

/** Set the name for messages; the pointer is kept. */
void program_set_name(const char *name);
/** @return the name that program_set_name set */
const char *program_name(void);
#endif
