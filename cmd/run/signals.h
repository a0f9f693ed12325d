/*
 * signals.h - SIGINT, SIGTERM and SIGHUP end a run in order: what was
 * written beside is removed, then the signal kills the program as it would have.
 */
#ifndef OTFP_CMD_RUN_SIGNALS_H
#define OTFP_CMD_RUN_SIGNALS_H
#include <signal.h>

extern volatile sig_atomic_t otfp_signal_caught;

/** Catch them from now on; system calls that wait return EINTR. */
void otfp_signals_catch(void);
static inline int otfp_signal_came(void)
{
	return otfp_signal_caught != 0;
}
/** Back to the default; a signal that came kills now. */
void otfp_signals_release(void);
#endif
