/*
 * journal-text.h - what a journal says, and its text:
 *
 *     otfpipe-journal 1
 *     dir .otfpipe-a1b2c3
 *     old .otf
 *     new .1.events
 *     new .otf
 *     drop /home/a/ring.0.otf
 *     end
 *
 * Names of the trace's own files are suffixes, so that all of them may be moved and renamed together.
 */
#ifndef OTFP_COMMIT_JOURNAL_TEXT_H
#define OTFP_COMMIT_JOURNAL_TEXT_H
#include "base/buf.h"

enum otfp_journal_list {
	OTFP_JOURNAL_OLD,  /* suffixes of files to be replaced; .otf first */
	OTFP_JOURNAL_NEW,  /* suffixes of files in the directory; the one that makes it a trace last */
	OTFP_JOURNAL_DROP, /* absolute paths of files that are to go when the new trace is in place */
	OTFP_JOURNAL_NLISTS
};

/* Zero-filled is empty. */
struct otfp_journal_text {
	char dir[32];                               /* suffix of the directory with the new files */
	struct otfp_buf lists[OTFP_JOURNAL_NLISTS]; /* strings, each with its NUL */
};

void otfp_journal_text_release(struct otfp_journal_text *t);
/** @return 0, or -1 when memory is out */
int otfp_journal_text_add(struct otfp_journal_text *t, enum otfp_journal_list list, const char *name);
/** The text, appended to b. @return 0, or -1 when memory is out */
int otfp_journal_text_format(const struct otfp_journal_text *t, struct otfp_buf *b);
/** Take text apart, which changes it. Only names that a journal may hold are taken.
 * @return 0, or -1 if it is no whole journal, or memory is out */
int otfp_journal_text_parse(struct otfp_journal_text *t, char *text);

/* for (s = first(list); s; s = next(list, s)) */
static inline const char *otfp_first_string(const struct otfp_buf *list)
{
	return list->n ? list->p : 0;
}
const char *otfp_next_string(const struct otfp_buf *list, const char *s);
const char *otfp_last_string(const struct otfp_buf *list);
#endif
