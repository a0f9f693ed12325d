/*
 * load.h - how much useful work each process did: its life without its communication.
 *
 * The life of a process in an interval lasts from its first to its last event there; a call that is open at the end
 * extends it. A call is communication if its function or the group of the function says so, and the calls that it makes
 * belong to it. load balance = mean useful time / longest useful time, over processes without a parent.
 */
#ifndef OTFP_PROFILE_LOAD_H
#define OTFP_PROFILE_LOAD_H
#include "base/wide.h"
#include "record/names.h"

struct otfp_load {
	uint32_t process;
	int is_root;         /* it has no parent */
	uint64_t life, comm; /* ticks: of its life, and of its outermost calls that communicate */
};

/* The loads of all processes; zero-filled is none. */
struct otfp_loads {
	struct otfp_load *p; /* owned; free(3) */
	size_t n, cap;
};

/* What the loads say. */
struct otfp_balance {
	uint64_t processes;       /* without a parent and with a life */
	otfp_wide useful, life;   /* ticks: their sums */
	uint64_t longest;         /* ticks: the longest useful time, ... */
	uint32_t longest_process; /* ... and whose it is */
	otfp_wide comm, all_life; /* ticks: sums over all processes */
};

/** Add a load. @return 0, or -1 when memory is out */
int otfp_loads_add(struct otfp_loads *l, struct otfp_load load);
/** Sum up. @return 1; 0 if no process without a parent has useful time: then there is no load balance */
int otfp_loads_balance(const struct otfp_loads *l, struct otfp_balance *b);
#endif
