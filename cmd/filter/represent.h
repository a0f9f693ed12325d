/*
 * represent.h - --represent: of a group of processes the first stays, the others go.
 *
 * FILE has a group a line: process tokens and ranges, by blanks or commas; # begins a comment. What
 * belongs to a process that goes is dropped, and messages with it. The first of each group gets
 * DefProcessSubstitutes with all of the group, itself included, and with whomever those stood for
 * already. Definitions stay. Memory: 100 bytes a process named.
 */
#ifndef OTFP_CMD_FILTER_REPRESENT_H
#define OTFP_CMD_FILTER_REPRESENT_H
#include "base/map.h"
#include "cmd/run/run.h"
#include "record/sm.h"

struct group; /* of processes */

/* Zero-filled is empty. */
struct otfp_represent {
	const char *file;
	struct otfp_map group_of; /* process to group */
	struct otfp_map members;  /* group << 32 | process: it stands for that one */
	struct group *groups;
	size_t n, cap;
	struct otfp_map defined;        /* processes of groups that have a definition */
	size_t next;                    /* groups[next...] were not put yet */
	uint64_t dropped;               /* records */
	uint8_t slots[OTFP_NTYPES][3];  /* 1 + slot of what a message names; 0 ends */
	struct otfp_record substitutes; /* the record that otfp_represent_next made */
	struct otfp_sm sm;
	int quiet; /* nothing is told */
};

/** Read the groups. @return 0; OTFP_EUSAGE with the line; OTFP_EFAIL */
int otfp_represent_read(struct otfp_represent *r, const char *file, struct otfp_error *err);
/** The same stream comes once more. */
void otfp_represent_rewind(struct otfp_represent *r);
void otfp_represent_release(struct otfp_represent *r);
/** Whether DefProcessSubstitutes have to come before rec; rec NULL = the end of the stream.
 * @return the next of them, valid until the next call, or NULL */
const struct otfp_record *otfp_represent_next(struct otfp_represent *r, const struct otfp_record *rec);
/** May point *rec to a record that is changed. @return 1 it stays, 0 it goes, <0 */
int otfp_represent_record(struct otfp_represent *r, const struct otfp_record **rec, struct otfp_error *err);
/** A definition, whether it stays or not. @return 0, or -1 when memory is out */
int otfp_represent_learn(struct otfp_represent *r, const struct otfp_record *rec);
/** Tell of processes that the stream does not define. */
void otfp_represent_end(const struct otfp_represent *r);
#endif
