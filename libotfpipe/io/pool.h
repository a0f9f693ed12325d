/*
 * pool.h - a small pool of threads: tasks are queued, run once each in the
 * order of submission as threads get free, and waited for one by one.
 *
 * A task stands first in a struct of its user, who owns it; it must stay where it
 * is until it was waited for, and can be submitted again then. What is written before
 * the submit is seen by the task, and what the task wrote is seen behind the wait. Tasks
 * have no place in any order but that: those that share data do so at their own risk.
 * Submit and wait may be called from any thread, also from within a task. When the pool is freed all
 * tasks that were submitted must have been waited for.
 */
#ifndef OTFP_IO_POOL_H
#define OTFP_IO_POOL_H
#include "base/error.h"

struct otfp_task {
	void (*run)(struct otfp_task *);
	/* private; zero-filled = not submitted */
	struct otfp_task *next, **link; /* link points at it: from the task before, or the queue */
	int state;
};

/** As many as otfp_pool_new was asked for, at least 1. */
unsigned otfp_pool_threads(const struct otfp_pool *p);
/** Queue t, with t->run set. Never fails, never blocks. */
void otfp_pool_submit(struct otfp_pool *p, struct otfp_task *t);
/** Return when t has run, at once for one that was not submitted: runs it itself if nobody began it,
 * else runs other queued tasks meanwhile, else sleeps. */
void otfp_pool_wait(struct otfp_pool *p, struct otfp_task *t);
#endif
