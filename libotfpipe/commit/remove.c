#include "commit/remove.h"
#include "commit/journal-text.h"
#include "io/pool.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

enum { MANY = 64, THREADS = 16 }; /* from so many files on, with so many threads */

/* Each of `step` removals takes its share of the names. */
struct removal {
	struct otfp_task task;
	int dir;
	const char *before;
	const struct otfp_buf *names;
	unsigned from, step;
	const char *failed; /* the first name that could not be removed, and errno */
	int why;
};

static void remove_share(struct otfp_task *t)
{
	struct removal *r = (struct removal *)t;
	char path[2 * NAME_MAX];
	size_t i = 0;

	for (const char *s = otfp_first_string(r->names); s && !r->failed; s = otfp_next_string(r->names, s), i++) {
		if (i % r->step != r->from || !*s)
			continue;
		snprintf(path, sizeof path, "%s%s", r->before, s);
		if (unlinkat(r->dir, path, 0) == 0 || errno == ENOENT)
			continue;
		r->why = errno;
		r->failed = s;
	}
}

static int are_many(const struct otfp_buf *names)
{
	size_t n = 0;

	for (const char *s = otfp_first_string(names); s && n < MANY; s = otfp_next_string(names, s))
		n++;
	return n >= MANY;
}

/* Without threads if there are none to get. @return how many shares there are */
static unsigned share_out(struct otfp_pool **pool, struct removal *shares, const struct removal *all)
{
	struct otfp_error unused;
	const unsigned n =
		are_many(all->names) && otfp_pool_new(pool, THREADS, &unused) == 0 ? otfp_pool_threads(*pool) : 1;

	for (unsigned i = 0; i < n; i++) {
		shares[i] = *all;
		shares[i].from = i;
		shares[i].step = n;
	}
	return n;
}

const char *otfp_remove_names(int dir, const char *before, const struct otfp_buf *names)
{
	const struct removal all = {.task.run = remove_share, .dir = dir, .before = before, .names = names};
	const struct removal *first = NULL;
	struct removal shares[THREADS];
	struct otfp_pool *pool = NULL;
	const unsigned n = share_out(&pool, shares, &all);

	for (unsigned i = 1; i < n; i++)
		otfp_pool_submit(pool, &shares[i].task);
	remove_share(&shares[0].task);
	for (unsigned i = 0; i < n; i++) {
		if (i)
			otfp_pool_wait(pool, &shares[i].task);
		if (shares[i].failed && (!first || shares[i].failed < first->failed))
			first = &shares[i];
	}
	otfp_pool_free(pool);
	if (first)
		errno = first->why;
	return first ? first->failed : NULL;
}
