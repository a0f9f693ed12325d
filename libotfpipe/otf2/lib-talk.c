/* lib-talk.c - how the child that calls libotf2 answers, and what libotf2 itself says. */
#include "base/esc.h"
#include "otf2/lib.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ROOM = 300, MESSAGE = 8 * ROOM }; /* each byte of ROOM may become 4 */

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

/* "where: what: the first words of libotf2". text has MESSAGE bytes. */
static void put_message(char *text, const char *where, const char *what)
{
	char *end = text + snprintf(text, MESSAGE / 4, "%s%s%s", where, *where ? ": " : "", what);

	if (end - text >= MESSAGE / 4)
		end = text + MESSAGE / 4 - 1;
	if (said[0]) {
		end += sprintf(end, ": ");
		end = otfp_esc_put(end, said, strlen(said));
	}
	*end = 0;
}

void otfp_otf2_lib_answer_text(enum otfp_otf2_told what, uint32_t location, const char *text)
{
	uint64_t words[MESSAGE / sizeof(uint64_t)] = {0};
	size_t n = strnlen(text, MESSAGE - 1);

	memcpy(words, text, n);
	otfp_otf2_lib_answer(what, location, words, n / sizeof *words + 1);
}

char *otfp_otf2_lib_forget(const char *where, const char *what)
{
	char text[MESSAGE];

	put_message(text, where, what);
	said[0] = 0;
	return strdup(text);
}

void otfp_otf2_lib_fail(const char *where, const char *what)
{
	char text[MESSAGE];

	put_message(text, where, what);
	otfp_otf2_lib_answer_text(OTFP_OTF2_FAILED, OTFP_OTF2_OF_ALL, text);
	otfp_contain_leave(0);
}
