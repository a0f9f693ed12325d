/* values.h - the rows of a profile as the values of pictures: bars, matrix, flame graph. */
#ifndef CMD_PICTURE_VALUES_H
#define CMD_PICTURE_VALUES_H
#include "base/map.h"
#include "cmd/picture/flame.h"
#include "cmd/picture/matrix.h"
#include "cmd/picture/stacks.h"
#include "profile/profile.h"
#include "timeline/classes.h"

/* Processes in the order of their definitions, several for an index if there are too many. */
struct draw_processes {
	struct otfp_map index; /* process -> index */
	struct otfp_str *labels;
	size_t n, shown; /* indexes; processes */
	size_t each;     /* processes for an index */
	struct otfp_arena arena;
};

/** Number the processes of a profile; those without records have numbers, too.
 * @param wanted  whether a process is shown. @param more  NULL, or more processes, by token
 * @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int values_number(struct draw_processes *p, const struct otfp_profile *profile,
                                  const struct otfp_map *more, size_t most, int (*wanted)(void *ctx, uint32_t process),
                                  void *ctx);

/* What a picture of a profile is made of. Zero-filled is empty. */
struct draw_values {
	int by_group; /* pieces of bars are groups, even if the rows have functions */
	struct draw_processes processes;
	struct otfp_classes *classes, *bars; /* names: of the pieces, of the bars by group */
	struct otfp_str *names, *labels;     /* of both */
	double *values, *counts;             /* counts: messages that arrived, for their mean latency */
	size_t pairs;                        /* of processes with messages */
	struct flame_frame *frames;
	struct legend_entry *legend;
	size_t nlegend;
};

/** Free all. */
void values_release(struct draw_values *v);
/** Whether one group has more than nine tenths of the time in calls, with rows by process or by path.
 * @param note  says which then, with `size` bytes of room. @return 1 if so, else 0; 0 when memory is out */
int values_one_group(const struct otfp_profile *p, char *note, size_t size);
/* All functions below: @return 0, or -1 when memory is out. */

/** Exclusive time by process and class: fills the values of s, which belong to v. The processes must be numbered. If
 * several have no calls, but not all, they have no bar. */
OTFP_MUST_CHECK int values_by_process(struct draw_values *v, const struct otfp_profile *p, struct stacks *s);
/** Exclusive time by group and function. */
OTFP_MUST_CHECK int values_by_group(struct draw_values *v, const struct otfp_profile *p, struct stacks *s);
/** Make room for messages by sender and receiver. The processes must be numbered. */
OTFP_MUST_CHECK int values_begin_pairs(struct draw_values *v, struct matrix *m);
/** Add a row of them. @return 1; 0 if a process has no number */
int values_add_pair(struct draw_values *v, const struct otfp_profile *p, const struct matrix *m,
                    const struct otfp_row *row);
/** Messages by sender and receiver: add all rows, and set all of m. */
OTFP_MUST_CHECK int values_pairs(struct draw_values *v, struct otfp_profile *p, struct matrix *m);
/** Make room for excess transfer time by sender and receiver, and set all of m. The processes must be numbered. */
OTFP_MUST_CHECK int values_begin_excess(struct draw_values *v, struct matrix *m);
/** Add that of a message; ctx is the struct draw_values. */
void values_add_excess(void *ctx, uint32_t sender, uint32_t receiver, uint64_t excess);
/** Exclusive time by call path. */
OTFP_MUST_CHECK int values_paths(struct draw_values *v, const struct otfp_profile *p, int by_function, struct flame *f);
#endif
