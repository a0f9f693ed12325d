/* links.h - private to trail.c, links.c and retrace.c: the waits between the passes, and the state of the second. */
#ifndef OTFP_WAIT_LINKS_H
#define OTFP_WAIT_LINKS_H
#include "base/map.h"
#include "merge/sort.h"
#include "state/state.h"
#include "wait/trail.h"

/* A wait in which `peer` made others wait, by start. */
struct wait_blame {
	uint64_t start, end;
	uint32_t peer, pad;
};

/* Where the path may go from one process to another, last first. */
struct wait_jump {
	uint64_t time, order;
	uint32_t process, peer;
};

/* A part of the critical path, by begin. */
struct wait_leg {
	uint64_t from, to;
	uint32_t process, pad; /* OTFP_NOT_STARTED */
};

/* What the second pass keeps of a process. */
struct wait_actor {
	uint64_t open;            /* waits that it causes now */
	uint64_t last;            /* time up to which its cause is accounted */
	uint32_t idle, unstarted; /* 1 + index of its rows outside of every call; 0 = none yet */
	uint8_t started;
};

struct otfp_trail {
	struct otfp_trail_options o;
	struct otfp_error err;
	struct otfp_sort *blames, *jumps, *legs; /* NULL = not needed any more */
	uint64_t first, last, njumps;            /* of the path */

	/* the second pass */
	struct otfp_names names;
	struct otfp_paths paths;
	struct otfp_state state;
	struct wait_actor *actors; /* by index of struct otfp_process */
	size_t nactors, actors_cap;
	struct wait_leg leg;    /* the current one; from == to: there is none */
	uint64_t at;            /* time up to which it is accounted */
	struct wait_blame next; /* the next wait to start */
	int has_next;
	struct wait_blame *open; /* heap of waits by end */
	size_t nopen, open_cap;
	struct otfp_map row_index; /* hash of process and function or path -> index, then by the next key */
	struct otfp_trail_row *rows;
	size_t nrows, rows_cap;
};

/** Start the second pass: get the first leg and the first wait. */
int otfp_trail_start(struct otfp_trail *t);
/** Read the next record of a sorter into p, of n bytes. @return 0, 1 at the end, <0 */
int otfp_trail_next(struct otfp_sort *s, void *p, size_t n);
/** Put one. */
int otfp_trail_add(struct otfp_sort *s, uint64_t key, const void *p, size_t n);
#endif
