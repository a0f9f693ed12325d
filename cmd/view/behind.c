/*
 * behind.c - behind the first pass: what other commands print of the whole trace is made while nobody asks for
 * something else, so that it is there when a page asks for it.
 */
#include "base/fd.h"
#include "cmd/view/view.h"

enum { RESTS = 4, REST = 50 /* ms */ };
enum { RECORDS_MOST = 100000000 /* of a trace; that takes about half a minute for each answer */ };

/* What a page asks for comes first. */
static const struct question {
	view_answer *answer;
	const char *by;
} questions[] = {
	{answer_profile, "function"}, {answer_waits, NULL},        {answer_profile, NULL},
	{answer_profile, "group"},    {answer_profile, "process"}, {answer_profile, "path"},
};

static const char *arg_of(void *ctx, const char *name)
{
	const struct question *q = ctx;

	return name[0] == 'b' && name[1] == 'y' && !name[2] ? q->by : NULL;
}

/* Nobody waits for it, and it is not to end. */
static int is_left(void *ctx)
{
	(void)ctx;
	return 0;
}

/* Only what is kept of it matters. */
static ssize_t put_nowhere(void *cookie, const char *p, size_t n)
{
	(void)cookie;
	(void)p;
	return (ssize_t)n;
}

/* Whether answers of any trace are being made. */
static int is_busy(struct view *v)
{
	unsigned readers = 0;

	for (size_t i = 0; i < v->siblings->n; i++) {
		struct view *one = &v->siblings->p[i];
		pthread_mutex_lock(&one->lock);
		readers += one->readers;
		pthread_mutex_unlock(&one->lock);
	}
	return readers != 0;
}

/* Until nobody asked for a while. @return 0, or -1 if the server ends */
static int rest(struct view *v)
{
	for (unsigned idle = 0; idle < RESTS; idle = is_busy(v) ? 0 : idle + 1) {
		if (view_is_left(v, NULL))
			return -1;
		otfp_fd_pause(REST);
	}
	return 0;
}

static void make(struct view *v, const struct question *q)
{
	struct request r = {.arg = arg_of, .is_left = is_left, .ctx = (void *)(uintptr_t)q, .is_behind = 1};

	r.status = 200;
	r.json.out = fopencookie(NULL, "w", (cookie_io_functions_t){.write = put_nowhere});
	if (!r.json.out)
		return; /* it is made when somebody asks */
	q->answer(v, &r);
	fclose(r.json.out);
}

void view_fill_store(struct view *v, uint64_t records)
{
	if (records > RECORDS_MOST || *v->damage)
		return;
	for (size_t i = 0; i < sizeof questions / sizeof *questions && rest(v) == 0; i++) {
		pthread_mutex_lock(&v->siblings->behind); /* one at a time of all traces */
		make(v, &questions[i]);
		pthread_mutex_unlock(&v->siblings->behind);
	}
}
