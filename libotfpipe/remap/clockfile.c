/* clockfile.c - clocks as text: lines of process, old and new time. */
#include "base/num.h"
#include "base/text.h"
#include "base/ticks.h"
#include "remap/clock.h"
#include <inttypes.h>
#include <string.h>

enum { WORDS = 3 };

struct file {
	struct otfp_clocks *clocks;
	const char *name;
	unsigned line;
	const struct otfp_header *header;
	struct otfp_error *err;
};

static int bad_line(struct file *f, const char *what, const char *word)
{
	return otfp_fail(f->err, OTFP_EUSAGE, "%s:%u: %s%s%.100s", f->name, f->line, what, word ? ": " : "",
	                 word ? word : "");
}

static int get_time(struct file *f, const char *word, uint64_t *ticks)
{
	struct otfp_error why;
	struct otfp_time t;

	if (otfp_time_parse(&t, word, "", &why) < 0 || t.unit == OTFP_TIME_PERCENT)
		return bad_line(f, "no time, want ticks, or 1.5s 10ms 3us 7ns", word);
	return otfp_time_bind(&t, f->header, ticks, &why) < 0 ? bad_line(f, why.text, word) : 0;
}

/* @return the clock of the process that word names, or NULL with the error told */
static struct otfp_clock *get_clock(struct file *f, const char *word)
{
	struct otfp_clock *c;
	uint64_t process;
	int over = 0;

	if (strcmp(word, "*") == 0)
		return &f->clocks->others;
	if (*otfp_get_dec(word, &process, &over) || over || !*word || process > UINT32_MAX) {
		bad_line(f, "no process, want a number or *", word);
		return NULL;
	}
	c = otfp_clocks_get(f->clocks, (uint32_t)process);
	if (!c)
		otfp_fail_memory(f->err);
	return c;
}

/* Cut a line into words. @return how many there are */
static unsigned split(char *line, char *words[WORDS])
{
	unsigned n = 0;
	char *rest;

	for (char *w = strtok_r(line, " \t\r", &rest); w; w = strtok_r(NULL, " \t\r", &rest)) {
		if (n < WORDS)
			words[n] = w;
		n++;
	}
	return n;
}

static int take_line(struct file *f, char *line)
{
	char *words[WORDS];
	struct otfp_clock *c;
	uint64_t from, to;
	unsigned n;
	int code;

	line[strcspn(line, "#")] = 0;
	n = split(line, words);
	if (n == 0)
		return 0;
	if (n != WORDS)
		return bad_line(f, "want PROCESS FROM TO", NULL);
	c = get_clock(f, words[0]);
	if (!c)
		return f->err->code;
	code = get_time(f, words[1], &from);
	if (code == 0)
		code = get_time(f, words[2], &to);
	if (code < 0)
		return code;
	code = otfp_clock_add(c, from, to);
	if (code > 0)
		return bad_line(f, from <= c->knots[c->n - 1].from ? "not behind the time before it of its process" :
		                                                     "the clock runs backwards",
		                from <= c->knots[c->n - 1].from ? words[1] : words[2]);
	return code < 0 ? otfp_fail_memory(f->err) : 0;
}

int otfp_clocks_read(struct otfp_clocks *c, const char *name, const struct otfp_header *h, struct otfp_error *err)
{
	struct file f = {c, name, 0, h, err};
	struct otfp_buf text = OTFP_BUF_INIT;
	int code = otfp_text_read(&text, name, "--clocks", err);
	char *next = text.p;

	while (code == 0 && next && *next) {
		char *line = next;
		next = strchr(line, '\n');
		if (next)
			*next++ = 0;
		f.line++;
		code = take_line(&f, line);
	}
	otfp_buf_release(&text);
	return code;
}

static int format_clock(const struct otfp_clock *c, const char *process, struct otfp_buf *b)
{
	for (size_t i = 0; i < c->n; i++)
		if (otfp_buf_printf(b, "%s\t%" PRIu64 "\t%" PRIu64 "\n", process, c->knots[i].from, c->knots[i].to) < 0)
			return -1;
	return 0;
}

int otfp_clocks_format(const struct otfp_clocks *c, struct otfp_buf *b)
{
	char process[OTFP_DEC_MAX + 1];
	int code = otfp_buf_puts(b, "# process, time, new time; in ticks\n");

	for (size_t i = 0; i < c->n && code == 0; i++) {
		*otfp_put_dec(process, c->processes[i]) = 0;
		code = format_clock(&c->own[i], process, b);
	}
	return code == 0 ? format_clock(&c->others, "*", b) : code;
}
