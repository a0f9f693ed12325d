/* words.h - text files with words in lines: clocks and delays. */
#ifndef CMD_REMAP_WORDS_H
#define CMD_REMAP_WORDS_H
#include "base/error.h"

enum { WORDS_MAX = 4 };

struct word_lines {
	const char *name; /* of the file */
	unsigned line;
	char *word[WORDS_MAX];
	const struct otfp_header *header; /* for times in seconds */
	struct otfp_error *err;
};

/**
 * Read a file and call f for each line, until it fails. Lines without words are skipped; `#` starts a comment.
 * @param w  name, header and err must be set
 * @param n  number of words that a line must have
 * @param want  the words of a line, for the message about a line that has another number
 * @param what  the option, for messages
 * @return 0, what f returned, OTFP_EUSAGE, or OTFP_EFAIL
 */
int words_read(struct word_lines *w, unsigned n, const char *want, const char *what,
               int (*f)(void *ctx, struct word_lines *w), void *ctx);
/** Report an error in the current line: "FILE:LINE: what: word". @return OTFP_EUSAGE */
int words_bad(struct word_lines *w, const char *what, const char *word);
/** Parse word i as a process; *all is 1 if it is "*". @return 0 or OTFP_EUSAGE */
int words_process(struct word_lines *w, unsigned i, uint32_t *process, int *all);
/** Parse word i as a time, into ticks. @return 0 or OTFP_EUSAGE */
int words_time(struct word_lines *w, unsigned i, uint64_t *ticks);
#endif
