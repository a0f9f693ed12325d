/*
 * lock.h - one writer at a time for a trace or a file NAME: a lock (flock) on the file NAME.otfpipe-lock, which is
 * removed with the lock. A killed writer may leave the file, but not the lock.
 */
#ifndef OTFP_COMMIT_LOCK_H
#define OTFP_COMMIT_LOCK_H
#include "base/error.h"
#include "base/fd.h"

struct otfp_lock;

/** Take the lock; another owner is an error, and errno is EWOULDBLOCK then. @param suffix  messages name
 * <stub><suffix>. @return 0 or <0 */
int otfp_lock_acquire(struct otfp_lock **l, const char *stub, const char *suffix, struct otfp_error *err);
/** The same, but wait for another owner. @param stop  asked after a signal (base/fd.h). @return 0 or <0 */
int otfp_lock_wait(struct otfp_lock **l, const char *stub, const char *suffix, otfp_stop_fn *stop,
                   struct otfp_error *err);
/** Whether the lock works; 0 on a file system without locks, where writers do not see each other. */
int otfp_lock_holds(const struct otfp_lock *l);
/** Release the lock and remove its file; l may be NULL. The lock is released, and l is freed, in any case.
 * @param err  NULL: something else has failed. @return 0, or <0 if the file stays */
int otfp_lock_release(struct otfp_lock *l, struct otfp_error *err);
#endif
