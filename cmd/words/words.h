/* words.h - what a run loses, in at most three sentences: how much of the time is useful and what takes most of the
 * rest; who causes the waiting; a slow pair, moving imbalance, or how much of the communication no wait explains, else
 * what the run would gain if the culprit took as long as the others. */
#ifndef CMD_WORDS_WORDS_H
#define CMD_WORDS_WORDS_H
#include "cmd/table/table.h"
#include "wait/gain.h"
#include "wait/roots.h"
#include "wait/transfers.h"
#include <stdio.h>

/* What the sentences are about. */
struct words_of {
	const struct otfp_wait_engine *w;       /* after its end */
	const struct otfp_roots *roots;         /* after its end; NULL: nothing is said about causes */
	const struct otfp_transfers *transfers; /* after its end; NULL: nothing is said about slow pairs */
	const struct otfp_gain *gain;           /* of words_repair, after its end; NULL: nothing is said about it */
	const struct otfp_names *names;
	uint64_t resolution; /* ticks per second; 0 = unknown */
	int is_part;         /* not all processes are reported */
};

/** Add the repair that the last sentence would be about to a gain, which is begun after it. of->gain is not used.
 * @return whether there is one; -1 when memory is out */
int words_repair(const struct words_of *of, struct otfp_gain *gain);
/** Append the sentences to a buffer, each with a newline at its end. Without loads nothing is said about how much
 * longer a culprit is than others. A name has at most 40 characters, and no control characters. @return 0, or -1 when
 * memory is out */
int words_add(const struct words_of *of, struct otfp_buf *to);
/** Append how long threads are idle in parallel regions, if there are any, as a sentence of the same form. @return as
 * there */
int words_idle(const struct words_of *of, struct otfp_buf *to);
/** Print sentences, each from the start of a line, in lines of at most so many characters, 0 = any number; a longer
 * word has a line of its own. */
void words_print(struct otfp_str sentences, size_t width, FILE *out);
#endif
