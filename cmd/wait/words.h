/* words.h - what a run loses, in at most three sentences: how much of the time is useful and what takes most of the
 * rest; who causes the waiting; how much of the communication no wait explains. */
#ifndef CMD_WAIT_WORDS_H
#define CMD_WAIT_WORDS_H
#include "cmd/wait/tables.h"

/** Print them, each on a line. Without root causes the second is left out, without loads a part of it. Memory that is
 * out shows in t->failed. */
void wait_words(const struct wait_view *v, struct table *t);
#endif
