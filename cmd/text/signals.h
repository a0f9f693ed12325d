/*
 * signals.h - SIGINT, SIGTERM, SIGHUP and SIGXCPU (the limit of CPU time) stop a run cleanly: temporary files are
 * removed, then the signal kills the program as it would have done at once.
 */
#ifndef CMD_TEXT_SIGNALS_H
#define CMD_TEXT_SIGNALS_H
#include <signal.h>

/* The number of the signal that came; 0 = none. */
extern volatile sig_atomic_t signal_caught;

/** Catch these signals from now on; system calls that wait return EINTR. Ignored signals stay ignored. */
void signals_catch(void);
/** @return whether a signal came since signals_catch */
static inline int signal_came(void)
{
	return signal_caught != 0;
}
/** Restore the default actions; a signal that came kills the program now. */
void signals_release(void);
#endif
