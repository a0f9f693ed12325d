/*
 * journal-text.h - the contents of a journal, and its text:
 *
 *     otfpipe-journal 1
 *     dir .otfpipe-a1b2c3
 *     old .otf
 *     new .1.events
 *     new .otf
 *     drop /home/a/ring.0.otf
 *     end
 *
 * The files of the trace itself are listed as suffixes, so that they may be moved and renamed together.
 */
#ifndef OTFP_COMMIT_JOURNAL_TEXT_H
#define OTFP_COMMIT_JOURNAL_TEXT_H
#include "base/buf.h"

enum otfp_journal_list {
	OTFP_JOURNAL_OLD,  /* suffixes of files to replace; .otf first */
	OTFP_JOURNAL_NEW,  /* suffixes of files in the directory; the one that completes the trace last */
	OTFP_JOURNAL_DROP, /* absolute paths of files to remove when the new trace is in place */
	OTFP_JOURNAL_NLISTS
};

/* Zero-filled is empty. */
struct otfp_journal_text {
	char dir[32];                               /* suffix of the directory of new files */
	struct otfp_buf lists[OTFP_JOURNAL_NLISTS]; /* strings, each with its NUL */
};

/** Free the lists. */
void otfp_journal_text_release(struct otfp_journal_text *t);
/** Add a name to a list; it is copied. @return 0, or -1 when memory is out */
int otfp_journal_text_add(struct otfp_journal_text *t, enum otfp_journal_list list, const char *name);
/** Append the text to b. @return 0, or -1 when memory is out */
int otfp_journal_text_format(const struct otfp_journal_text *t, struct otfp_buf *b);
/**
 * Parse a text, which is modified. Accepts only names that a journal may contain. @return 0; -1 if it is no complete
 * journal, or memory is out
 */
int otfp_journal_text_parse(struct otfp_journal_text *t, char *text);

/** The first name of a list, for: for (s = first(list); s; s = next(list, s)). @return NULL if the list is empty */
static inline const char *otfp_first_string(const struct otfp_buf *list)
{
	return list->n ? list->p : 0;
}
/** The name after s. @return NULL after the last */
const char *otfp_next_string(const struct otfp_buf *list, const char *s);
/** The last name of a list. @return NULL if the list is empty */
const char *otfp_last_string(const struct otfp_buf *list);
#endif
