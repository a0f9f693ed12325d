#include "cmd/run/message.h"
#include "base/fd.h"
#include "cmd/run/progress.h"
#include "cmd/run/safe.h"
#include "cmd/run/signals.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Bytes; enough for the text of a struct otfp_error and the program name. */
#define MESSAGE_MAX 2048

static const char *program = "otfpipe";
static int verbosity;

void otfp_program_set(const char *name)
{
	program = name;
}

void otfp_verbosity_set(int level)
{
	verbosity = level;
}

const char *otfp_program(void)
{
	return program;
}

/* One write, so that the lines of several stages do not mix. Names of files and functions are untrusted. */
static void write_line(const char *line)
{
	char text[4 * MESSAGE_MAX], *end = otfp_safe_put(text, line, strlen(line));

	*end = '\n';
	otfp_progress_hide();
	otfp_fd_write(STDERR_FILENO, text, (size_t)(end + 1 - text), otfp_signal_came);
}

static void vmessage(const char *fmt, va_list ap)
{
	char line[MESSAGE_MAX];
	int n = snprintf(line, sizeof line, "%s: ", program);

	vsnprintf(line + n, sizeof line - (size_t)n, fmt, ap);
	write_line(line);
}

void otfp_message(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vmessage(fmt, ap);
	va_end(ap);
}

void otfp_warn(const char *fmt, ...)
{
	va_list ap;

	if (verbosity < 0)
		return;
	va_start(ap, fmt);
	vmessage(fmt, ap);
	va_end(ap);
}

void otfp_warn_no_events(void)
{
	otfp_warn("there is no event: the output is empty");
}

void otfp_note(int level, const char *fmt, ...)
{
	va_list ap;

	if (verbosity < level)
		return;
	va_start(ap, fmt);
	vmessage(fmt, ap);
	va_end(ap);
}

int otfp_usage(const char *fmt, ...)
{
	char line[MESSAGE_MAX];
	va_list ap;

	va_start(ap, fmt);
	vmessage(fmt, ap);
	va_end(ap);
	snprintf(line, sizeof line, "Try '%s --help' for more information.", program);
	write_line(line);
	return 2;
}

int otfp_out_of_memory(void)
{
	otfp_message("out of memory");
	return 1;
}

int otfp_bad_value(const struct otfp_error *err)
{
	if (err->code == OTFP_EUSAGE)
		return otfp_usage("%s", err->text);
	otfp_message("%s", err->text);
	return 1;
}

void otfp_report_error(void *ctx, const struct otfp_error *e)
{
	(void)ctx;
	if (e->code == OTFP_END)
		otfp_note(1, "%s", e->text);
	else
		otfp_warn("%s", e->text);
}

int otfp_exit_status(int code)
{
	return code == OTFP_ETRUNC ? 3 : code == OTFP_EUSAGE ? 2 : 1;
}
