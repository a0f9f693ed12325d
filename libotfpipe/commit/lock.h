/*
 * lock.h - one writer at a time for a trace NAME: a lock (flock) on the file
 * NAME.otfpipe-lock, which is removed with it. A killed writer may leave the
 * file, but not the lock.
 */
#ifndef OTFP_COMMIT_LOCK_H
#define OTFP_COMMIT_LOCK_H
#include "base/error.h"

struct otfp_lock;

/** @param wait  until the other is done; else that it has the lock is an error. Messages name <stub>.otf.
 * @return 0 or <0 */
int otfp_lock_take(struct otfp_lock **l, const char *stub, int wait, struct otfp_error *err);
/** 0 where the file system has no locks, so that nobody knows of the others. */
int otfp_lock_holds(const struct otfp_lock *l);
/** l may be NULL. */
void otfp_lock_release(struct otfp_lock *l);
#endif
