/* inside.h - --inside: the interval of a call, from its Enter to its Leave. */
#ifndef CMD_RUN_INSIDE_H
#define CMD_RUN_INSIDE_H
#include "cmd/run/twice.h"

/* The call to find. */
struct inside {
	struct otfp_set *function, *process; /* of which one of these functions is called, by one of these processes;
	                                        process NULL: by any */
	uint64_t nth;                        /* its number among such calls, from 1 */
};

/** Find it: reads the input once, as a pass of `twice`; sets the stage of the job. Sets the interval [*from, *to),
 * which ends after the Leave; without a Leave *has_to is 0. @return 0 or <0 */
int inside_find(struct job *job, const struct inside *what, struct twice *twice, uint64_t *from, uint64_t *to,
                int *has_to, struct otfp_error *err);
#endif
