/* run.h - otf-print(1): its options and its run. */
#ifndef CMD_PRINT_RUN_H
#define CMD_PRINT_RUN_H
#include "cmd/select/selection.h"

/* The options. Zero-filled is valid. */
struct print_options {
	struct selection select; /* only process, stream, record, time and part */
	int json, ticks, absolute, definitions;
	int color; /* 1 auto, 2 always, 3 never; 0 = auto */
	int no_pager;
};
extern const struct option_row print_options[];

/** Print the records of the sources of job on stdout; see otf-print(1). @return the exit status */
int print_run(struct job *job, void *own);
/** Free the option values. */
void print_release(void *own);
#endif
