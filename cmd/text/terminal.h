/* terminal.h - the terminal that text for people goes to. */
#ifndef CMD_TEXT_TERMINAL_H
#define CMD_TEXT_TERMINAL_H
#include <stddef.h>

/** The columns of the output: COLUMNS if that is a number, else of a terminal its width, or 80 if it does not know it.
 * @return 0 = no limit: it is no terminal */
size_t terminal_width(int fd);
#endif
