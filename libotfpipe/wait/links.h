/* links.h - private to trail.c, actors.c, apart.c and retrace.c: the waits between the passes, and the state of the
 * second. */
#ifndef OTFP_WAIT_LINKS_H
#define OTFP_WAIT_LINKS_H
#include "base/index.h"
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
	uint32_t process, pad; /* OTFP_NOT_STARTED */
	uint64_t from, to;
};

/* From `time` on so many processes more wait for this one: 1 or -1. */
struct wait_change {
	uint32_t process;
	int32_t number;
	uint64_t time;
};

/* What the second pass keeps of a process. */
struct wait_actor {
	uint64_t open;            /* waits that it is blamed for now */
	uint64_t last;            /* time up to which its blame is accounted */
	uint32_t idle, unstarted; /* 1 + index of its rows outside of every call; 0 = none yet */
	uint8_t started;
	uint8_t is_found;           /* the indexes below are set; they are for processes by themselves */
	size_t change, last_change; /* of its changes: the next one, and past the last */
	size_t way, last_way;       /* of its legs of the critical path */
};

struct wait_shortcut;

struct otfp_trail {
	struct otfp_trail_options o;
	struct otfp_error err;
	struct otfp_sort *blames, *jumps, *legs; /* NULL = not needed any more */
	uint64_t first, last, njumps;            /* of the path */
	uint64_t nkept;                          /* waits and legs put */

	/* processes by themselves: sorted by process, then time */
	int is_apart;
	struct wait_change *changes;
	size_t nchanges;
	struct wait_leg *ways;
	size_t nways;

	struct wait_shortcut *shortcut; /* NULL: none is tried, or it is over */
	int is_found;                   /* by a shortcut: there are rows */

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
	struct otfp_index row_index; /* of rows, by all but what is counted */
	struct otfp_trail_row *rows;
	size_t nrows, rows_cap;
};

/* ---- actors.c ---- */

/** Read the next record of a sorter into p, of n bytes. @return 0, 1 at the end, <0 */
int otfp_trail_next(struct otfp_sort *s, void *p, size_t n);
/** Put one. */
int otfp_trail_add(struct otfp_sort *s, uint64_t key, const void *p, size_t n);
/** The process, also before its first record. *state is set to it. @return NULL when memory is out */
struct wait_actor *otfp_trail_actor(struct otfp_trail *t, uint32_t process, struct otfp_process **state);
/** The same for what a process does now, by window. @return 0, or -1 when memory is out */
int otfp_trail_on_path(struct otfp_trail *t, struct wait_actor *a, struct otfp_process *state, uint64_t from,
                       uint64_t to);
/** Up to `time` a->open processes wait for this one. */
int otfp_trail_ticks(struct otfp_trail *t, struct wait_actor *a, struct otfp_process *state, uint64_t time);

/* ---- apart.c ---- */

/** Load all for processes by themselves. @return 0 or <0 */
int otfp_trail_load(struct otfp_trail *t);
/** Account a process by itself up to `time`. */
int otfp_trail_alone(struct otfp_trail *t, struct wait_actor *a, struct otfp_process *state, uint64_t time);
int otfp_trail_alone_end(struct otfp_trail *t);

/* ---- shortcut.c ---- */

/** Free what it needs. */
void otfp_trail_forget_shortcut(struct otfp_trail *t);

/* ---- retrace.c ---- */

/** Start the second pass: get the first leg and the first wait. */
int otfp_trail_start(struct otfp_trail *t);
#endif
