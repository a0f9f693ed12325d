#include "cmd/run/message.h"
#include "base/fd.h"
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

/* Names of files and functions are untrusted: they must not forge lines or send terminal escapes. */
static void make_printable(char *s)
{
	for (; *s; s++)
		if ((unsigned char)*s < ' ' || *s == 0x7f)
			*s = '?';
}

/* One write, so that the lines of several stages do not mix. */
static void write_line(char *line)
{
	size_t n = strlen(line);

	make_printable(line);
	line[n] = '\n';
	otfp_fd_write(STDERR_FILENO, line, n + 1, otfp_signal_came);
}

static void vmessage(const char *fmt, va_list ap)
{
	char line[MESSAGE_MAX];
	int n = snprintf(line, sizeof line - 1, "%s: ", program);

	vsnprintf(line + n, sizeof line - 1 - (size_t)n, fmt, ap);
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
	snprintf(line, sizeof line - 1, "Try '%s --help' for more information.", program);
	write_line(line);
	return 2;
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
