/* pool.c - a pool of threads. See pool.h. */
#include "io/pool.h"
#include "base/assert.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

enum state { IDLE, QUEUED, RUNNING };

struct otfp_pool {
	pthread_mutex_t lock; /* protects all members below and the states of tasks */
	pthread_cond_t submitted, ran;
	struct otfp_task *first, **end; /* the queue */
	int stopping;
	unsigned n;       /* threads started */
	unsigned waiting; /* callers that sleep until a task has run */
	pthread_t threads[];
};

/* ---- the queue; needs the lock ---- */

static void unlink_task(struct otfp_pool *p, struct otfp_task *t)
{
	*t->link = t->next;
	if (t->next)
		t->next->link = t->link;
	else
		p->end = t->link;
}

/* Run a queued task; the lock is released meanwhile. */
static void run(struct otfp_pool *p, struct otfp_task *t)
{
	OTFP_ASSERT(t->state == QUEUED);
	unlink_task(p, t);
	t->state = RUNNING;
	pthread_mutex_unlock(&p->lock);
	t->run(t);
	pthread_mutex_lock(&p->lock);
	t->state = IDLE;
	pthread_cond_broadcast(&p->ran);
}

static void *work(void *pool)
{
	struct otfp_pool *p = pool;

	pthread_mutex_lock(&p->lock);
	while (!p->stopping) {
		if (p->first)
			run(p, p->first);
		else
			pthread_cond_wait(&p->submitted, &p->lock);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

/* ---- the pool ---- */

static int start(struct otfp_pool *p, unsigned threads, struct otfp_error *err)
{
	sigset_t all, before;
	int e = 0;

	/* signals must interrupt the thread that reads and writes, not the workers */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (e == 0 && p->n + 1 < threads)
		if ((e = pthread_create(&p->threads[p->n], NULL, work, p)) == 0)
			p->n++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = e;
	return e ? otfp_fail_errno(err, "thread %u of %u", p->n + 2, threads) : 0;
}

int otfp_pool_new(struct otfp_pool **out, unsigned threads, struct otfp_error *err)
{
	size_t workers = threads > 1 ? threads - 1 : 0;
	struct otfp_pool *p;
	int r;

	if (!out)
		return otfp_fail(err, OTFP_EUSAGE, "there is no place for the pool: p is NULL");
	*out = NULL;
	p = calloc(1, sizeof(*p) + workers * sizeof(p->threads[0]));
	if (!p)
		return otfp_fail_memory(err);
	p->end = &p->first;
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->submitted, NULL);
	pthread_cond_init(&p->ran, NULL);
	r = start(p, threads, err);
	if (r < 0)
		otfp_pool_free(p);
	else
		*out = p;
	return r;
}

unsigned otfp_pool_threads(const struct otfp_pool *p)
{
	return p->n + 1;
}

void otfp_pool_submit(struct otfp_pool *p, struct otfp_task *t)
{
	pthread_mutex_lock(&p->lock);
	OTFP_ASSERT(t->run && t->state == IDLE);
	t->state = QUEUED;
	t->next = NULL;
	t->link = p->end;
	*p->end = t;
	p->end = &t->next;
	pthread_cond_signal(&p->submitted);
	if (p->waiting) /* all workers may be busy */
		pthread_cond_broadcast(&p->ran);
	pthread_mutex_unlock(&p->lock);
}

void otfp_pool_wait(struct otfp_pool *p, struct otfp_task *t)
{
	pthread_mutex_lock(&p->lock);
	while (t->state != IDLE) {
		if (t->state == QUEUED) {
			run(p, t);
		} else if (p->first) {
			run(p, p->first);
		} else {
			p->waiting++;
			pthread_cond_wait(&p->ran, &p->lock);
			p->waiting--;
		}
	}
	pthread_mutex_unlock(&p->lock);
}

int otfp_pool_has_run(struct otfp_pool *p, const struct otfp_task *t)
{
	int is_idle;

	pthread_mutex_lock(&p->lock);
	is_idle = t->state == IDLE;
	pthread_mutex_unlock(&p->lock);
	return is_idle;
}

void otfp_pool_free(struct otfp_pool *p)
{
	if (!p)
		return;
	pthread_mutex_lock(&p->lock);
	OTFP_ASSERT(!p->first);
	p->stopping = 1;
	pthread_cond_broadcast(&p->submitted);
	pthread_mutex_unlock(&p->lock);
	while (p->n > 0)
		pthread_join(p->threads[--p->n], NULL);
	pthread_cond_destroy(&p->ran);
	pthread_cond_destroy(&p->submitted);
	pthread_mutex_destroy(&p->lock);
	free(p);
}
