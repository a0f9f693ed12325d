#include "cmd/text/message.h"
#include "base/fd.h"
#include "cmd/text/progress.h"
#include "cmd/text/safe.h"
#include "cmd/text/signals.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Bytes; enough for the text of a struct otfp_error and the program name. */
#define MESSAGE_MAX 2048

static int verbosity;

void message_set_verbosity(int level)
{
	verbosity = level;
}

/* One write, so that the lines of several stages do not mix. Names of files and functions are untrusted. */
static void write_line(const char *line)
{
	char text[4 * MESSAGE_MAX], *end = safe_put(text, line, strlen(line));

	*end = '\n';
	progress_hide();
	otfp_fd_write(STDERR_FILENO, text, (size_t)(end + 1 - text), signal_came);
}

static void vmessage(const char *fmt, va_list ap)
{
	char line[MESSAGE_MAX];
	int n = snprintf(line, sizeof line, "%s: ", program_name());

	vsnprintf(line + n, sizeof line - (size_t)n, fmt, ap);
	write_line(line);
}

void message_print(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vmessage(fmt, ap);
	va_end(ap);
}

void message_warning(const char *fmt, ...)
{
	va_list ap;

	if (verbosity < 0)
		return;
	va_start(ap, fmt);
	vmessage(fmt, ap);
	va_end(ap);
}

void message_no_events(void)
{
	message_warning("there is no event: the output is empty");
}

void message_note(int level, const char *fmt, ...)
{
	va_list ap;

	if (verbosity < level)
		return;
	va_start(ap, fmt);
	vmessage(fmt, ap);
	va_end(ap);
}

int message_usage(const char *fmt, ...)
{
	char line[MESSAGE_MAX];
	va_list ap;

	va_start(ap, fmt);
	vmessage(fmt, ap);
	va_end(ap);
	snprintf(line, sizeof line, "Try '%s --help' for more information.", program_name());
	write_line(line);
	return 2;
}

int message_memory(void)
{
	message_print("out of memory");
	return 1;
}

int message_bad_value(const struct otfp_error *err)
{
	if (err->code == OTFP_EUSAGE)
		return message_usage("%s", err->text);
	message_print("%s", err->text);
	return 1;
}

void message_error(void *ctx, const struct otfp_error *e)
{
	(void)ctx;
	if (e->code == OTFP_END)
		message_note(1, "%s", e->text);
	else
		message_warning("%s", e->text);
}

int exit_status(int code)
{
	if (code == OTFP_ETRUNC)
		return 3;
	return code == OTFP_EUSAGE ? 2 : 1;
}
