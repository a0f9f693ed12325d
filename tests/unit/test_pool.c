/* The pool: each task runs once, with any number of threads; waiting never deadlocks. */
#include "io/pool.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

enum { MANY = 200 };

struct job {
	struct otfp_task task;
	int runs, in, out;
	pthread_t who;
	struct otfp_pool *pool; /* of a task that has parts */
	struct job *parts;
};

static void square(struct otfp_task *t)
{
	struct job *j = (struct job *)t;

	j->runs++;
	j->who = pthread_self();
	j->out = j->in * j->in;
}

static struct otfp_pool *make(unsigned threads)
{
	struct otfp_error err = {0};
	struct otfp_pool *p;

	assert_int_equal(otfp_pool_new(&p, threads, &err), 0);
	return p;
}

static void fill(struct job *jobs, int n)
{
	memset(jobs, 0, (size_t)n * sizeof(*jobs));
	for (int i = 0; i < n; i++) {
		jobs[i].task.run = square;
		jobs[i].in = i;
	}
}

static void each_task_runs_once_whatever_the_number_of_threads(void **state)
{
	static const unsigned threads[] = {0, 1, 2, 3, 8, 40};
	static struct job jobs[MANY];

	(void)state;
	for (size_t k = 0; k < sizeof(threads) / sizeof(*threads); k++) {
		struct otfp_pool *p = make(threads[k]);
		fill(jobs, MANY);
		for (int i = 0; i < MANY; i++)
			otfp_pool_submit(p, &jobs[i].task);
		for (int i = 0; i < MANY; i++) {
			otfp_pool_wait(p, &jobs[i].task);
			assert_int_equal(jobs[i].runs, 1);
			assert_int_equal(jobs[i].out, i * i);
		}
		otfp_pool_free(p);
	}
}

static void tasks_may_be_waited_for_in_any_order(void **state)
{
	static struct job jobs[MANY];
	struct otfp_pool *p = make(2);

	(void)state;
	fill(jobs, MANY);
	for (int i = 0; i < MANY; i++)
		otfp_pool_submit(p, &jobs[i].task);
	for (int i = 0; i < MANY; i++) {
		struct job *j = &jobs[i * 77 % MANY];
		otfp_pool_wait(p, &j->task);
		assert_int_equal(j->runs, 1);
	}
	otfp_pool_free(p);
}

static void one_thread_runs_tasks_only_when_they_are_waited_for(void **state)
{
	static struct job jobs[3];
	struct otfp_pool *p = make(1);

	(void)state;
	fill(jobs, 3);
	for (int i = 0; i < 3; i++)
		otfp_pool_submit(p, &jobs[i].task);
	otfp_pool_wait(p, &jobs[2].task);
	assert_int_equal(jobs[0].runs + jobs[1].runs, 0);
	assert_int_equal(jobs[2].runs, 1);
	otfp_pool_submit(p, &jobs[2].task);
	for (int i = 0; i < 3; i++) {
		otfp_pool_wait(p, &jobs[i].task);
		assert_true(pthread_equal(jobs[i].who, pthread_self()));
	}
	assert_int_equal(jobs[2].runs, 2);
	otfp_pool_free(p);
}

static void waiting_for_a_task_that_was_not_submitted_returns(void **state)
{
	struct job job = {.in = 3};
	struct otfp_pool *p = make(2);

	(void)state;
	otfp_pool_wait(p, &job.task);
	assert_int_equal(job.runs, 0);
	otfp_pool_free(p);
	otfp_pool_free(NULL);
}

static atomic_int started;

/* Goes on when two of it run at a time: a pool of two that ran one after the other would hang. */
static void meet(struct otfp_task *t)
{
	(void)t;
	atomic_fetch_add(&started, 1);
	while (atomic_load(&started) < 2)
		usleep(100);
}

static void two_threads_run_two_tasks_at_a_time(void **state)
{
	struct otfp_task a = {.run = meet}, b = {.run = meet};
	struct otfp_pool *p = make(2);

	(void)state;
	atomic_store(&started, 0);
	otfp_pool_submit(p, &a);
	otfp_pool_submit(p, &b);
	otfp_pool_wait(p, &b);
	otfp_pool_wait(p, &a);
	otfp_pool_free(p);
}

static void sum_parts(struct otfp_task *t)
{
	struct job *j = (struct job *)t;

	for (int i = 0; i < j->in; i++)
		otfp_pool_submit(j->pool, &j->parts[i].task);
	for (int i = 0; i < j->in; i++) {
		otfp_pool_wait(j->pool, &j->parts[i].task);
		j->out += j->parts[i].out;
	}
}

static void a_task_may_submit_and_wait_for_others(void **state)
{
	enum { PARTS = 10, WHOLES = 20 };
	static struct job parts[WHOLES][PARTS];
	struct job wholes[WHOLES] = {0};
	struct otfp_pool *p = make(3);

	(void)state;
	for (int i = 0; i < WHOLES; i++) {
		fill(parts[i], PARTS);
		wholes[i] = (struct job){.task.run = sum_parts, .in = PARTS, .pool = p, .parts = parts[i]};
		otfp_pool_submit(p, &wholes[i].task);
	}
	for (int i = 0; i < WHOLES; i++) {
		otfp_pool_wait(p, &wholes[i].task);
		assert_int_equal(wholes[i].out, 285);
	}
	otfp_pool_free(p);
}

static void look_at_mask(struct otfp_task *t)
{
	sigset_t set;

	meet(t);
	pthread_sigmask(SIG_SETMASK, NULL, &set);
	((struct job *)t)->out = sigismember(&set, SIGTERM);
	((struct job *)t)->who = pthread_self();
}

static void threads_of_the_pool_take_no_signals_and_the_callers_mask_stays(void **state)
{
	struct job jobs[2] = {{.task.run = look_at_mask}, {.task.run = look_at_mask}};
	struct otfp_pool *p = make(2);

	(void)state;
	atomic_store(&started, 0);
	for (int i = 0; i < 2; i++)
		otfp_pool_submit(p, &jobs[i].task);
	for (int i = 0; i < 2; i++) {
		otfp_pool_wait(p, &jobs[i].task);
		assert_int_equal(jobs[i].out, !pthread_equal(jobs[i].who, pthread_self()));
	}
	otfp_pool_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_task_runs_once_whatever_the_number_of_threads),
		cmocka_unit_test(tasks_may_be_waited_for_in_any_order),
		cmocka_unit_test(one_thread_runs_tasks_only_when_they_are_waited_for),
		cmocka_unit_test(waiting_for_a_task_that_was_not_submitted_returns),
		cmocka_unit_test(two_threads_run_two_tasks_at_a_time),
		cmocka_unit_test(a_task_may_submit_and_wait_for_others),
		cmocka_unit_test(threads_of_the_pool_take_no_signals_and_the_callers_mask_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
