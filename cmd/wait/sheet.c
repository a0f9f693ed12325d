#include "cmd/wait/sheet.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

void wait_sheet_release(struct wait_sheet *s)
{
	free(s->cells);
	otfp_buf_release(&s->text);
	memset(s, 0, sizeof *s);
}

void wait_sheet_column(struct wait_sheet *s, const char *name, int people, int is_text)
{
	s->columns[s->ncolumns++] = (struct wait_sheet_column){name, people, is_text};
}

static void add(struct wait_sheet *s, struct wait_sheet_cell cell)
{
	if (s->failed || otfp_grow(&s->cells, s->n, &s->cap, sizeof *s->cells) < 0)
		s->failed = 1;
	else
		s->cells[s->n++] = cell;
}

void wait_sheet_none(struct wait_sheet *s)
{
	add(s, (struct wait_sheet_cell){.kind = WAIT_CELL_NONE});
}

void wait_sheet_number(struct wait_sheet *s, otfp_wide v)
{
	add(s, (struct wait_sheet_cell){.kind = WAIT_CELL_NUMBER, .whole = v});
}

void wait_sheet_ticks(struct wait_sheet *s, otfp_wide v)
{
	add(s, (struct wait_sheet_cell){.kind = WAIT_CELL_TICKS, .whole = v, .real = otfp_wide_real(v)});
}

void wait_sheet_mean(struct wait_sheet *s, otfp_wide ticks, uint64_t by)
{
	if (by)
		wait_sheet_ticks(s, (ticks + by / 2) / by);
	else
		wait_sheet_none(s);
}

void wait_sheet_share(struct wait_sheet *s, otfp_wide part, otfp_wide of)
{
	if (of)
		add(s, (struct wait_sheet_cell){.kind = WAIT_CELL_SHARE,
		                                .real = otfp_wide_real(part) / otfp_wide_real(of)});
	else
		wait_sheet_none(s);
}

void wait_sheet_text_from(struct wait_sheet *s, size_t at)
{
	add(s, (struct wait_sheet_cell){.kind = WAIT_CELL_TEXT, .at = at, .n = s->text.n - at});
}

void wait_sheet_text(struct wait_sheet *s, struct otfp_str text)
{
	const size_t at = s->text.n;

	if (!s->failed && otfp_buf_add(&s->text, text.p, text.n) < 0)
		s->failed = 1;
	wait_sheet_text_from(s, at);
}
