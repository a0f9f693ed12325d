/*
 * ranks.h - what number a process has in its run, so that the processes of two runs can be compared.
 *
 * Tokens and names may differ from run to run. The order does not: processes without a parent count from 0 in ascending
 * order of their tokens, and so do the children (threads) of each process: 3.1 is the second thread of the fourth
 * process.
 */
#ifndef CMD_TABLE_RANKS_H
#define CMD_TABLE_RANKS_H
#include "base/buf.h"
#include "record/names.h"

struct ranked {
	uint32_t process, parent; /* 0 = it has none that is defined */
	uint32_t number;          /* among the processes with that parent, from 0 */
};

/* Zero-filled is empty. */
struct ranks {
	struct ranked *p;
	size_t n, cap;
	struct otfp_map index; /* process -> place in p */
};

/** Number the processes that names define. @return 0, or -1 when memory is out; release r in both cases */
int ranks_make(struct ranks *r, const struct otfp_names *names);
/** Free what r owns. */
void ranks_release(struct ranks *r);
/** Append the rank of a process: "3.1", or "-" if it is not defined. @return 0, or -1 when memory is out */
int ranks_put(const struct ranks *r, uint32_t process, struct otfp_buf *b);
/** Append a text of the rank: memcmp(3) of two such texts gives the order of ranks. Processes without a rank have
 * theirs by token, and come last. @return 0, or -1 when memory is out */
int ranks_id(const struct ranks *r, uint32_t process, struct otfp_buf *b);
#endif
