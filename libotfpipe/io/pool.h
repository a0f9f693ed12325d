/*
 * pool.h - a small pool of threads. Tasks are queued, run once each in the order of submission as threads become free,
 * and waited for one by one.
 *
 * A task is the first member of a struct of its user, who owns it. It must not move until it was waited for; then it
 * may be submitted again. The task sees what was written before the submit; after the wait the caller sees what the
 * task wrote. Nothing else orders tasks: tasks that share data must synchronise themselves. Any thread may submit and
 * wait, also from within a task. Before the pool is freed, all submitted tasks must have been waited for.
 */
#ifndef OTFP_IO_POOL_H
#define OTFP_IO_POOL_H
#include "base/error.h"

struct otfp_task {
	void (*run)(struct otfp_task *);
	/* private; zero-filled: not submitted */
	struct otfp_task *next,
		**link; /* link: address of the pointer to this task, in the task before it or in the queue */
	int state;
};

/** The number of threads given to otfp_pool_new, at least 1. */
unsigned otfp_pool_threads(const struct otfp_pool *p);
/** Queue t; t->run must be set. Never fails and never blocks. */
void otfp_pool_submit(struct otfp_pool *p, struct otfp_task *t);
/**
 * Wait until t has run; returns at once if it was not submitted. If no thread has started t, runs it here; else runs
 * other queued tasks, else sleeps.
 */
void otfp_pool_wait(struct otfp_pool *p, struct otfp_task *t);
/** Whether t has run, or was not submitted: then otfp_pool_wait returns at once. */
int otfp_pool_has_run(struct otfp_pool *p, const struct otfp_task *t);
#endif
