#include "base/error.h"
#include "base/assert.h"
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Formats to a local buffer first, so that err->text may be one of the arguments. */
static int fill(struct otfp_error *err, int code, const char *reason, const char *fmt, va_list ap)
{
	char text[sizeof err->text];
	size_t room = sizeof text - strlen(reason), n;

	OTFP_ASSERT(strlen(reason) < sizeof text);
	if (!err)
		return code;
	if (vsnprintf(text, room, fmt, ap) < 0)
		text[0] = 0;
	n = strlen(text);
	memcpy(text + n, reason, strlen(reason) + 1);
	memcpy(err->text, text, sizeof text - room + n + 1);
	err->code = code;
	err->flaw = OTFP_FLAW_NONE;
	err->where = err->path = 0;
	err->line = err->more = 0;
	return code;
}

int otfp_fail(struct otfp_error *err, int code, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fill(err, code, "", fmt, ap);
	va_end(ap);
	return code;
}

int otfp_fail_at(struct otfp_error *err, int code, enum otfp_flaw flaw, const char *path, uint64_t line,
                 const char *fmt, ...)
{
	char what[sizeof err->text], number[24] = "";
	va_list ap;

	if (!err)
		return code;
	va_start(ap, fmt);
	vsnprintf(what, sizeof what, fmt, ap);
	va_end(ap);
	if (line)
		snprintf(number, sizeof number, ":%" PRIu64, line);
	otfp_fail(err, code, "%s%s%s%s", path ? path : "", number, path ? ": " : "", what);
	err->flaw = (int)flaw;
	if (!path)
		return code;
	err->path = (unsigned)strnlen(path, sizeof err->text - 1);
	err->where = (unsigned)strnlen(err->text, err->path + strlen(number));
	err->line = line;
	return code;
}

int otfp_fail_errno(struct otfp_error *err, const char *fmt, ...)
{
	char room[100], reason[104] = ": ";
	int code = errno == EINTR ? OTFP_EINTR : OTFP_EFAIL;
	va_list ap;

	strncat(reason, strerror_r(errno, room, sizeof room), sizeof reason - 3);
	va_start(ap, fmt);
	fill(err, code, reason, fmt, ap);
	va_end(ap);
	return code;
}

void otfp_error_advise(struct otfp_error *err, const char *what)
{
	const size_t n = strlen(err->text);

	snprintf(err->text + n, sizeof err->text - n, "; %s", what);
}

static const char by[] = "aborted by ", colon[] = ": ";

int otfp_fail_aborted(struct otfp_error *err, struct otfp_str program, struct otfp_str reason)
{
	static const char nobody[] = "an unknown program", none[] = "no reason given";

	program.n = strnlen(program.p, program.n);
	if (!program.n)
		program = (struct otfp_str){nobody, sizeof nobody - 1};
	if (!reason.n)
		reason = (struct otfp_str){none, sizeof none - 1};
	otfp_fail(err, OTFP_EABORT, "%s%.*s%s%.*s", by, (int)program.n, program.p, colon, (int)reason.n, reason.p);
	err->flaw = OTFP_FLAW_ABORTED;
	err->where = (unsigned)strnlen(err->text, sizeof by - 1 + program.n);
	return OTFP_EABORT;
}

void otfp_error_aborted(struct otfp_error *err, const char **program, const char **reason)
{
	char *end = err->text + err->where;

	*program = err->text + sizeof by - 1;
	*reason = end + strnlen(end, sizeof colon - 1);
	*end = 0;
}

int otfp_fail_owned(struct otfp_error *err, struct otfp_error *own, int code)
{
	if (err)
		*err = *own;
	free(own);
	return code;
}

int otfp_fail_memory(struct otfp_error *err)
{
	return otfp_fail(err, OTFP_EFAIL, "out of memory");
}
