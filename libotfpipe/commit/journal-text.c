/* journal-text.c - the contents of a journal. See journal-text.h. */
#include "commit/journal-text.h"
#include "base/assert.h"
#include "base/esc.h"
#include "commit/beside.h"
#include <stdio.h>
#include <string.h>

#define HEAD "otfpipe-journal 1\n"

static const char *const words[] = {"old", "new", "drop"}; /* by enum otfp_journal_list */

void otfp_journal_text_release(struct otfp_journal_text *t)
{
	for (int k = 0; k < OTFP_JOURNAL_NLISTS; k++)
		otfp_buf_release(&t->lists[k]);
}

int otfp_journal_text_add(struct otfp_journal_text *t, enum otfp_journal_list list, const char *name)
{
	OTFP_ASSERT(list < OTFP_JOURNAL_NLISTS);
	return otfp_buf_add(&t->lists[list], name, strlen(name) + 1);
}

/* ---- strings of a list ---- */

const char *otfp_next_string(const struct otfp_buf *list, const char *s)
{
	OTFP_ASSERT(s >= list->p && s < list->p + list->n && !list->p[list->n - 1]);
	s += strlen(s) + 1;
	return s < list->p + list->n ? s : NULL;
}

const char *otfp_last_string(const struct otfp_buf *list)
{
	const char *nul = list->n ? memrchr(list->p, 0, list->n - 1) : NULL;

	return nul ? nul + 1 : otfp_first_string(list);
}

/* ---- text ---- */

static int put_line(struct otfp_buf *b, const char *word, const char *s)
{
	size_t n = strlen(s);

	if (otfp_buf_printf(b, "%s ", word) < 0 || otfp_buf_reserve(b, 4 * n) < 0)
		return -1;
	b->n = (size_t)(otfp_esc_put(b->p + b->n, s, n) - b->p);
	return otfp_buf_puts(b, "\n");
}

int otfp_journal_text_format(const struct otfp_journal_text *t, struct otfp_buf *b)
{
	if (otfp_buf_puts(b, HEAD) < 0 || put_line(b, "dir", t->dir) < 0)
		return -1;
	for (int k = 0; k < OTFP_JOURNAL_NLISTS; k++)
		for (const char *s = otfp_first_string(&t->lists[k]); s; s = otfp_next_string(&t->lists[k], s))
			if (put_line(b, words[k], s) < 0)
				return -1;
	return otfp_buf_puts(b, "end\n");
}

static int take_dir(struct otfp_journal_text *t, const char *s)
{
	if (!otfp_is_fresh(s) || *t->dir)
		return -1;
	snprintf(t->dir, sizeof(t->dir), "%s", s);
	return 0;
}

static int take_name(struct otfp_journal_text *t, const char *word, const char *s)
{
	for (int k = 0; k < OTFP_JOURNAL_NLISTS; k++)
		if (!strcmp(word, words[k])) {
			int good = k == OTFP_JOURNAL_DROP ? *s == '/' : otfp_is_any_part(s);
			return good ? otfp_journal_text_add(t, (enum otfp_journal_list)k, s) : -1;
		}
	return -1;
}

/* Parse one line, which is NUL-terminated in place of its LF. @return 1 at "end", 0, or -1 */
static int take_line(struct otfp_journal_text *t, char *line)
{
	char *s = strchr(line, ' '), *end;

	if (!strcmp(line, "end"))
		return 1;
	if (!s)
		return -1;
	*s++ = 0;
	end = otfp_esc_get(s, s, strlen(s));
	if (!end)
		return -1;
	*end = 0;
	return strcmp(line, "dir") ? take_name(t, line, s) : take_dir(t, s);
}

int otfp_journal_text_parse(struct otfp_journal_text *t, char *p)
{
	int r = strncmp(p, HEAD, strlen(HEAD)) ? -1 : 0;
	char *lf;

	if (r == 0)
		p += strlen(HEAD);
	for (; r == 0 && (lf = strchr(p, '\n')); p = lf + 1) {
		*lf = 0;
		r = take_line(t, p);
	}
	return r == 1 && !*p && *t->dir && t->lists[OTFP_JOURNAL_NEW].n ? 0 : -1;
}
