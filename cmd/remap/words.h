/* words.h - files of words by lines, as of clocks and delays. */
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

/** Read a file and call f for each line of `n` words, comments (from # on) and blanks left out, until it fails.
 * @param want  what a line holds; of another it is told @param what  the option, for messages
 * @return 0, what f returned, OTFP_EUSAGE, or OTFP_EFAIL */
int otfp_words_read(struct otfp_word_lines *w, unsigned n, const char *want, const char *what,
                    int (*f)(void *ctx, struct otfp_word_lines *w), void *ctx);
/** "FILE:LINE: what: word". @return OTFP_EUSAGE */
int otfp_words_bad(struct otfp_word_lines *w, const char *what, const char *word);
/** Word i as a process. @return 0 with *all set where it is "*"; or <0 */
int otfp_words_process(struct otfp_word_lines *w, unsigned i, uint32_t *process, int *all);
/** Word i as a time, in ticks. @return 0 or <0 */
int otfp_words_time(struct otfp_word_lines *w, unsigned i, uint64_t *ticks);
#endif
