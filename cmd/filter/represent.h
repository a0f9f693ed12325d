/*
 * represent.h - --represent: keep the first process of each group and drop the others.
 *
 * FILE has one group per line: process tokens and ranges, separated by blanks or commas; # begins a comment. Records of
 * a dropped process and messages with it are dropped. The first process of each group gets DefProcessSubstitutes with
 * all processes of the group, itself included, and all processes that those represented already. Definitions are kept.
 * Memory: 100 bytes for each process in FILE.
 */
#ifndef CMD_FILTER_REPRESENT_H
#define CMD_FILTER_REPRESENT_H
#include "base/map.h"
#include "cmd/run/run.h"
#include "record/control.h"

struct group; /* of processes */

/* Zero-filled is empty. */
struct represent {
	const char *file;
	struct otfp_map group_of; /* process to index in groups */
	struct otfp_map members;  /* set of group << 32 | process: the group represents it */
	struct group *groups;
	size_t n, cap;
	struct otfp_map defined;        /* processes of groups that the stream defines */
	size_t next;                    /* groups[next...] are not put yet */
	uint64_t dropped;               /* records */
	uint8_t slots[OTFP_NTYPES][3];  /* 1 + slots of the processes that a message refers to; 0 ends them */
	struct otfp_record substitutes; /* the record that represent_next made */
	struct otfp_shorter_sm sm;
	int quiet; /* print nothing */
};

/** Read the groups; file is kept as a pointer. @return 0; OTFP_EUSAGE with the line; OTFP_EFAIL */
int represent_read(struct represent *r, const char *file, struct otfp_error *err);
/** Prepare for a second pass over the same stream. */
void represent_rewind(struct represent *r);
/** Free all. */
void represent_release(struct represent *r);
/** Get the next DefProcessSubstitutes that must be put before rec; rec NULL = the end of the stream. Call it until it
 * returns NULL. @return the record, valid until the next call, or NULL */
const struct otfp_record *represent_next(struct represent *r, const struct otfp_record *rec);
/** Decide on a record; may set *rec to a changed one. @return 1 to keep it, 0 to drop it, <0 */
int represent_record(struct represent *r, const struct otfp_record **rec, struct otfp_error *err);
/** Learn from a definition, kept or not. @return 0, or -1 when memory is out */
int represent_learn(struct represent *r, const struct otfp_record *rec);
/** Warn about processes that the stream does not define, and note how many records were dropped. @return 0; OTFP_EFAIL
 * if strict and there is such a process */
int represent_end(const struct represent *r, int strict, struct otfp_error *err);
#endif
