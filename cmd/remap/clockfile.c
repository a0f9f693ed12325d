/* clockfile.c - clocks as text: lines with process, old time and new time. */
#include "base/num.h"
#include "cmd/remap/clock.h"
#include "cmd/remap/words.h"
#include <inttypes.h>

static int take(void *ctx, struct word_lines *w)
{
	struct clocks *clocks = ctx;
	struct clock *c = &clocks->others;
	uint32_t process;
	uint64_t from, to;
	int all, code = words_process(w, 0, &process, &all);

	if (code == 0)
		code = words_time(w, 1, &from);
	if (code == 0)
		code = words_time(w, 2, &to);
	if (code < 0)
		return code;
	if (!all && !(c = clocks_get(clocks, process)))
		return otfp_fail_memory(w->err);
	code = clock_add(c, from, to);
	if (code > 0 && from <= c->knots[c->n - 1].from)
		return words_bad(w, "not after the time in the previous line of the process", w->word[1]);
	if (code > 0)
		return words_bad(w, "the clock runs backwards", w->word[2]);
	return code < 0 ? otfp_fail_memory(w->err) : 0;
}

int clocks_read(struct clocks *c, const char *file, const struct otfp_header *h, struct otfp_error *err)
{
	struct word_lines w = {.name = file, .header = h, .err = err};

	return words_read(&w, 3, "PROCESS TIME NEWTIME", "--clocks", take, c);
}

static int format_clock(const struct clock *c, const char *process, struct otfp_buf *b)
{
	for (size_t i = 0; i < c->n; i++)
		if (otfp_buf_printf(b, "%s\t%" PRIu64 "\t%" PRIu64 "\n", process, c->knots[i].from, c->knots[i].to) < 0)
			return -1;
	return 0;
}

int clocks_format(const struct clocks *c, struct otfp_buf *b)
{
	char process[OTFP_DEC_MAX + 1];
	int code = otfp_buf_puts(b, "# process, time, new time; in ticks\n");

	for (size_t i = 0; i < c->n && code == 0; i++) {
		*otfp_put_dec(process, c->processes[i]) = 0;
		code = format_clock(&c->own[i], process, b);
	}
	return code == 0 ? format_clock(&c->others, "*", b) : code;
}
