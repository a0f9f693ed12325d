#include "cmd/text/stdout.h"
#include "base/error.h"
#include "base/fd.h"
#include "cmd/text/message.h"
#include "cmd/text/signals.h"
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

/* The C library takes fewer bytes than n as an error. */
static ssize_t put(void *cookie, const char *p, size_t n)
{
	(void)cookie;
	return (ssize_t)otfp_fd_write(STDOUT_FILENO, p, n, signal_came);
}

void stdout_begin(void)
{
	FILE *f = fopencookie(NULL, "w", (cookie_io_functions_t){.write = put});

	if (!f)
		return; /* what the program started with works, too, as long as no signal interrupts it */
	setvbuf(f, NULL, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF, BUFSIZ);
	stdout = f;
}

int stdout_flush(struct otfp_error *err)
{
	errno = 0;
	return fflush(stdout) == 0 && !ferror(stdout) ? 0 : otfp_fail(err, OTFP_EFAIL, "stdout: write error");
}

int stdout_end(void)
{
	struct otfp_error err;
	const int code = stdout_flush(&err);

	if (code < 0)
		message_print("%s", err.text);
	return code;
}
