/* run.h - otf-cat(1): its options and its run. */
#ifndef CMD_CAT_RUN_H
#define CMD_CAT_RUN_H
#include "cmd/select/selection.h"

/* The options. Zero-filled: all records, merged. */
struct cat_options {
	struct selection select;
	int schema, count, adopt, sort, unify;
	const char *ticks; /* per second of the result, or NULL */
	size_t buffer;     /* bytes to sort in, 0 = not given */
	const char *num;   /* A:B, or NULL */
	const char **add;  /* files, NULL after the last; or NULL */
};
extern const struct option_row cat_options[];

/** Print the records of the sources of job; see otf-cat(1). @return the exit status */
int cat_run(struct job *job, void *own);
/** Free the option values. */
void cat_release(void *own);
#endif
