/* lib-talk.c - how the child that calls libotf2 answers, and what libotf2 itself says. */
#include "base/esc.h"
#include "otf2/lib.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ROOM = 300 };

/* libotf2 reports an error at each level that it passes; the first is the cause. */
static char said[ROOM];

static OTF2_ErrorCode hear(void *data, const char *file, uint64_t line, const char *function, OTF2_ErrorCode code,
                           const char *format, va_list list)
{
	size_t n;

	(void)data, (void)file, (void)line, (void)function;
	if (code == OTF2_WARNING || code == OTF2_DEPRECATED || said[0])
		return code;
	vsnprintf(said, sizeof said, format, list);
	n = strlen(said);
	if (code != OTF2_ERROR_INVALID && code != OTF2_ABORT)
		snprintf(said + n, sizeof said - n, "%s%s", n ? ": " : "", OTF2_Error_GetDescription(code));
	return code;
}

void otfp_otf2_lib_start(void)
{
	OTF2_Error_RegisterCallback(hear, NULL);
}

int otfp_otf2_lib_erred(void)
{
	return said[0] != 0;
}

void otfp_otf2_lib_answer(enum otfp_otf2_told what, uint32_t location, const uint64_t *p, size_t words)
{
	struct otfp_otf2_answer a = {what, location, words};
	size_t n = words * sizeof *p;

	if (otfp_fd_write(1, (const char *)&a, sizeof a, otfp_go_on) != sizeof a ||
	    otfp_fd_write(1, (const char *)p, n, otfp_go_on) != n)
		otfp_contain_leave(1);
	otfp_contain_progress();
}

void otfp_otf2_lib_fail(const char *where, const char *what)
{
	union {
		uint64_t words[8 * ROOM / 8];
		char text[8 * ROOM];
	} u = {{0}};
	char *end = u.text + snprintf(u.text, sizeof u.text / 4, "%s%s%s", where, *where ? ": " : "", what);

	if (said[0]) {
		end += sprintf(end, ": ");
		end = otfp_esc_put(end, said, strlen(said));
	}
	otfp_otf2_lib_answer(OTFP_OTF2_FAILED, 0, u.words, (size_t)(end - u.text) / 8 + 1);
	otfp_contain_leave(0);
}
