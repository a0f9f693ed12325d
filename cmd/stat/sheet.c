#include "cmd/stat/sheet.h"
#include "base/grow.h"
#include "cmd/text/safe.h"
#include <stdlib.h>
#include <string.h>

enum { GAP = 2, LEAST = 12 }; /* characters between columns; the least of a text that is cut */

/* The columns that are left out first. Others follow from the right. */
static const char *const dispensable[] = {
	"sum",         "reversed", "first",       "last",    "highest_rate",
	"latency_p50", "p50",      "latency_min", "min",     "others",
	"latency_p95", "p95",      "seeks",       "closes",  "bytes_received",
	"received",    "opens",    "latency_max", "max",     "calls_a",
	"calls_b",     "sent_a",   "sent_b",      "count_a", "count_b",
};

void sheet_free(struct sheet *s)
{
	if (!s)
		return;
	otfp_buf_release(&s->text);
	free(s->at);
	free(s);
}

void sheet_clear(struct sheet *s)
{
	s->n = 0;
	s->ncells = 0;
	s->text.n = 0;
}

int sheet_cell(struct sheet *s)
{
	struct sheet_column *c = &s->columns[s->ncells % s->n];
	const size_t start = s->ncells ? s->at[s->ncells - 1] + strlen(s->text.p + s->at[s->ncells - 1]) + 1 : 0;
	size_t width;

	if (otfp_buf_add(&s->text, "", 1) < 0 || otfp_grow(&s->at, s->ncells, &s->cap, sizeof *s->at) < 0)
		return -1;
	s->at[s->ncells++] = start;
	width = safe_width(s->text.p + start, s->text.n - start - 1);
	c->width = width > c->width ? width : c->width;
	return 0;
}

/* ---- the width ---- */

static size_t width_of(const struct sheet *s)
{
	size_t width = 0;

	for (unsigned i = 0; i < s->n; i++)
		if (!s->columns[i].left_out)
			width += s->columns[i].width + (i ? GAP : 0);
	return width;
}

/* Cut the texts to `most` characters. */
static void cut_texts(struct sheet *s, size_t most)
{
	for (unsigned i = 0; i < s->n; i++)
		if (s->columns[i].is != SHEET_NUMBER && s->columns[i].width > most)
			s->columns[i].width = most;
}

/* Leave out a column. @return 0 if there is none left but keys */
static int leave_one_out(struct sheet *s)
{
	for (size_t k = 0; k < sizeof dispensable / sizeof *dispensable; k++)
		for (unsigned i = 0; i < s->n; i++)
			if (!s->columns[i].left_out && strcmp(s->columns[i].name, dispensable[k]) == 0)
				return s->columns[i].left_out = 1;
	for (unsigned i = s->n; i-- > 0;)
		if (!s->columns[i].left_out && !s->columns[i].is_key)
			return s->columns[i].left_out = 1;
	return 0;
}

/* Give the texts the room that is left. */
static void widen_texts(struct sheet *s, const size_t *wanted, size_t width)
{
	for (unsigned i = 0; i < s->n; i++) {
		struct sheet_column *c = &s->columns[i];
		const size_t now = width_of(s), more = wanted[i] - c->width;
		if (!c->left_out && now < width)
			c->width += more < width - now ? more : width - now;
	}
}

int sheet_fit(struct sheet *s, size_t width, int all)
{
	size_t wanted[SHEET_COLUMNS], texts = 0, most;
	int left_out = 0;

	for (unsigned i = 0; i < s->n; i++) {
		wanted[i] = s->columns[i].width;
		texts += s->columns[i].is != SHEET_NUMBER;
	}
	if (!width || width_of(s) <= width)
		return 0;
	most = texts ? width / 2 / texts : 0;
	cut_texts(s, most > LEAST ? most : LEAST);
	while (!all && width_of(s) > width && leave_one_out(s))
		left_out = 1;
	if (width_of(s) > width)
		cut_texts(s, LEAST);
	widen_texts(s, wanted, width);
	return left_out;
}

void sheet_drop_empty(struct sheet *s)
{
	for (unsigned i = 0; i < s->n; i++) {
		size_t at = i;
		while (at < s->ncells && strcmp(s->text.p + s->at[at], "-") == 0)
			at += s->n;
		s->columns[i].left_out |= !s->columns[i].is_key && at >= s->ncells;
	}
}

/* ---- printing ---- */

/* The bytes of the first n characters of text. */
static size_t bytes_of(struct otfp_str text, size_t n)
{
	size_t i = 0;

	for (; i < text.n; i++)
		if (((uint8_t)text.p[i] & 0xc0) != 0x80 && n-- == 0)
			break;
	return i;
}

void sheet_print_text(struct otfp_str text, size_t width, FILE *out)
{
	if (!width || safe_width(text.p, text.n) <= width) {
		fwrite(text.p, 1, text.n, out);
		return;
	}
	fwrite(text.p, 1, bytes_of(text, width - 1), out);
	fputs("\u2026", out);
}

/* Print a path cut at its start. */
static void print_end(struct otfp_str text, size_t width, FILE *out)
{
	const size_t from = bytes_of(text, safe_width(text.p, text.n) - width + 1);

	fputs("\u2026", out);
	fwrite(text.p + from, 1, text.n - from, out);
}

/* Print a cell after `blanks` characters of the line. @return the blanks that must come before the next one */
static int print_cell(const struct sheet *s, unsigned i, const char *text, int blanks, FILE *out)
{
	const struct sheet_column *c = &s->columns[i];
	const struct otfp_str shown = {text, strlen(text)};
	const size_t width = safe_width(text, shown.n);
	const int pad = width < c->width ? (int)(c->width - width) : 0, is_number = c->is == SHEET_NUMBER;

	if (c->left_out)
		return blanks;
	if (!*text)
		return blanks + pad + GAP;
	fprintf(out, "%*s", blanks + (is_number ? pad : 0), "");
	if (c->is == SHEET_PATH && width > c->width)
		print_end(shown, c->width, out);
	else
		sheet_print_text(shown, is_number ? 0 : c->width, out);
	return GAP + (is_number ? 0 : pad);
}

void sheet_print_left_out(size_t width, const char *option, FILE *out)
{
	fprintf(out, "\nColumns that do not fit %zu characters are left out; %s prints them.\n", width, option);
}

void sheet_print_head(const struct sheet *s, FILE *out)
{
	int blanks = 0;

	for (unsigned i = 0; i < s->n; i++)
		blanks = print_cell(s, i, s->columns[i].name, blanks, out);
	putc('\n', out);
}

void sheet_print_row(const struct sheet *s, size_t row, FILE *out)
{
	int blanks = 0;

	for (unsigned i = 0; i < s->n; i++)
		blanks = print_cell(s, i, s->text.p + s->at[row * s->n + i], blanks, out);
	putc('\n', out);
}
