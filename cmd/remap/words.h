/* words.h - text files with words in lines: clocks and delays. */
#ifndef OTFP_CMD_REMAP_WORDS_H
#define OTFP_CMD_REMAP_WORDS_H
#include "base/error.h"

enum { OTFP_WORDS_MAX = 4 };

struct otfp_word_lines {
	const char *name; /* of the file */
	unsigned line;
	char *word[OTFP_WORDS_MAX];
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
int otfp_words_read(struct otfp_word_lines *w, unsigned n, const char *want, const char *what,
                    int (*f)(void *ctx, struct otfp_word_lines *w), void *ctx);
/** Report an error in the current line: "FILE:LINE: what: word". @return OTFP_EUSAGE */
int otfp_words_bad(struct otfp_word_lines *w, const char *what, const char *word);
/** Parse word i as a process; *all is 1 if it is "*". @return 0 or OTFP_EUSAGE */
int otfp_words_process(struct otfp_word_lines *w, unsigned i, uint32_t *process, int *all);
/** Parse word i as a time, into ticks. @return 0 or OTFP_EUSAGE */
int otfp_words_time(struct otfp_word_lines *w, unsigned i, uint64_t *ticks);
#endif
