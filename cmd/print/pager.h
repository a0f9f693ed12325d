/*
 * pager.h - text on a terminal goes through a pager, as git does it: OTF_PAGER, else PAGER, else less, with LESS=FRX if
 * LESS is not set. An empty name or cat means none.
 */
#ifndef CMD_PRINT_PAGER_H
#define CMD_PRINT_PAGER_H

/**
 * Start a pager if standard output is a terminal that can use one. The process splits: one of the two goes on, with its
 * output and its messages for the terminal in the pager; the other waits for both.
 * @return -1: go on; else print nothing any more and exit with this status: that of the command, 0 if the pager was
 * left before the end, 1 if it cannot run
 */
int pager_start(void);
#endif
