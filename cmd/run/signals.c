#include "cmd/run/signals.h"
#include <stddef.h>
#include <unistd.h>

volatile sig_atomic_t otfp_signal_caught;

static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGALRM};

/* The alarm interrupts a system call that began, or was restarted, after the flag was checked. */
static void note(int sig)
{
	if (sig != SIGALRM)
		otfp_signal_caught = sig;
	alarm(1);
}

static void set_all(void (*handler)(int))
{
	struct sigaction now, sa = {.sa_handler = handler};

	for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
		if (sigaction(caught[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
			sigaction(caught[i], &sa, NULL);
}

void otfp_signals_catch(void)
{
	otfp_signal_caught = 0;
	set_all(note);
}

void otfp_signals_release(void)
{
	alarm(0);
	set_all(SIG_DFL);
	if (otfp_signal_caught)
		raise(otfp_signal_caught);
}
