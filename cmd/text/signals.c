#include "cmd/text/signals.h"
#include <stddef.h>
#include <unistd.h>

volatile sig_atomic_t signal_caught;

static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGALRM};

/* The alarm interrupts a system call that began, or was restarted, after the flag was checked. */
static void note(int sig)
{
	if (sig != SIGALRM)
		signal_caught = sig;
	alarm(1);
}

static void set_all(void (*handler)(int))
{
	struct sigaction now, sa = {.sa_handler = handler};

	for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
		if (sigaction(caught[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
			sigaction(caught[i], &sa, NULL);
}

void signals_catch(void)
{
	signal_caught = 0;
	set_all(note);
}

void signals_release(void)
{
	alarm(0);
	set_all(SIG_DFL);
	if (signal_caught)
		raise(signal_caught);
}
