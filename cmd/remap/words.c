#include "cmd/text/signals.h"
#include "cmd/remap/words.h"
#include "base/num.h"
#include "base/text.h"
#include "base/ticks.h"
#include <string.h>

int words_bad(struct word_lines *w, const char *what, const char *word)
{
	return otfp_fail(w->err, OTFP_EUSAGE, "%s:%u: %s: %.100s", w->name, w->line, what, word);
}

int words_process(struct word_lines *w, unsigned i, uint32_t *process, int *all)
{
	uint64_t v = 0;
	int over = 0;

	*all = strcmp(w->word[i], "*") == 0;
	if (!*all && (*otfp_get_dec(w->word[i], &v, &over) || over || v > UINT32_MAX))
		return words_bad(w, "not a process; want a number or *", w->word[i]);
	*process = (uint32_t)v;
	return 0;
}

int words_time(struct word_lines *w, unsigned i, uint64_t *ticks)
{
	struct otfp_error why;
	struct otfp_time t;

	if (otfp_time_parse(&t, w->word[i], "", &why) < 0 || t.unit == OTFP_TIME_PERCENT)
		return words_bad(w, "not a time; want ticks, or 1.5s 10ms 3us 7ns", w->word[i]);
	return otfp_time_bind(&t, w->header, ticks, &why) < 0 ? words_bad(w, why.text, w->word[i]) : 0;
}

/* Cut a line into words, without its comment. @return how many; only WORDS_MAX of them are kept */
static unsigned split(struct word_lines *w, char *line)
{
	unsigned n = 0;
	char *rest;

	line[strcspn(line, "#")] = 0;
	for (char *at = strtok_r(line, " \t\r", &rest); at; at = strtok_r(NULL, " \t\r", &rest)) {
		if (n < WORDS_MAX)
			w->word[n] = at;
		n++;
	}
	return n;
}

int words_read(struct word_lines *w, unsigned n, const char *want, const char *what,
               int (*f)(void *ctx, struct word_lines *w), void *ctx)
{
	struct otfp_buf text = OTFP_BUF_INIT;
	int code = otfp_text_read(&text, w->name, what, signal_came, w->err);
	char *next = code == 0 ? text.p : NULL;

	while (code == 0 && next && *next) {
		char *line = next;
		unsigned got;

		next = strchr(line, '\n');
		if (next)
			*next++ = 0;
		w->line++;
		got = split(w, line);
		if (got == n)
			code = f(ctx, w);
		else if (got)
			code = otfp_fail(w->err, OTFP_EUSAGE, "%s:%u: want %s", w->name, w->line, want);
	}
	otfp_buf_release(&text);
	return code;
}
