#include "otf2/read/feed.h"
#include <stdlib.h>

static void decode(struct otfp_otf2_feed *f)
{
	f->code = otfp_otf2_timed_read(&f->timed);
}

static void run_task(struct otfp_task *task)
{
	decode((struct otfp_otf2_feed *)(void *)task);
}

static void report(const struct otfp_otf2_feed *f, int code, struct otfp_error *err)
{
	if (code < 0 && f->own != err)
		*err = *f->own;
}

int otfp_otf2_feed_open(struct otfp_otf2_feed *f, struct otfp_files *files, struct otfp_pool *pool, const char *path,
                        const struct otfp_otf2_shape *shape, unsigned kind, struct otfp_otf2_locals *locals,
                        struct otfp_error *err)
{
	int code;

	f->task.run = run_task;
	f->pool = pool;
	f->own = pool ? calloc(1, sizeof *f->own) : err;
	if (!f->own)
		return otfp_fail_memory(err);
	code = otfp_otf2_timed_open(&f->timed, files, path, shape, kind, locals, f->own);
	report(f, code, err);
	if (code)
		otfp_otf2_feed_close(f);
	return code;
}

/* Let the pool decode the next batch, into the room of the batch before the last one. */
static void go_ahead(struct otfp_otf2_feed *f)
{
	uint64_t *spare = f->given;
	const size_t room = f->given_room;

	f->given = f->timed.frames;
	f->given_room = f->timed.room;
	f->timed.frames = spare;
	f->timed.room = room;
	f->is_ahead = 1;
	otfp_pool_submit(f->pool, &f->task);
}

static void get_batch(struct otfp_otf2_feed *f)
{
	if (f->is_ahead)
		otfp_pool_wait(f->pool, &f->task);
	else
		decode(f);
	f->is_ahead = 0;
}

/* The end, or the error; after damage there may be more. */
static int finish(struct otfp_otf2_feed *f, struct otfp_error *err)
{
	const int code = f->code;

	f->is_over = code != OTFP_EDAMAGE || !f->timed.later;
	f->code = 0;
	report(f, code, err);
	return code;
}

int otfp_otf2_feed_next(struct otfp_otf2_feed *f, const uint64_t **p, size_t *words, struct otfp_error *err)
{
	*p = NULL;
	*words = 0;
	if (f->is_over)
		return OTFP_END;
	if (!f->is_ahead && f->code) /* the last batch was given */
		return finish(f, err);
	get_batch(f);
	if (!f->timed.used)
		return finish(f, err);
	*p = f->timed.frames;
	*words = f->timed.used;
	if (f->pool && f->code == 0)
		go_ahead(f);
	return 0;
}

int otfp_otf2_feed_peek(struct otfp_otf2_feed *f, int wait, const uint64_t **p, size_t *words)
{
	*p = NULL;
	*words = 0;
	if (!f->is_ahead)
		return f->is_over || f->code == OTFP_END ? OTFP_END : OTFP_EFAIL;
	if (!wait && !otfp_pool_has_run(f->pool, &f->task))
		return OTFP_EFAIL;
	otfp_pool_wait(f->pool, &f->task);
	if (!f->timed.used)
		return f->code == OTFP_END ? OTFP_END : OTFP_EFAIL;
	*p = f->timed.frames;
	*words = f->timed.used;
	return 0;
}

void otfp_otf2_feed_close(struct otfp_otf2_feed *f)
{
	if (f->is_ahead)
		otfp_pool_wait(f->pool, &f->task);
	otfp_otf2_timed_close(&f->timed);
	free(f->given);
	if (f->pool)
		free(f->own);
	*f = (struct otfp_otf2_feed){.is_over = 1};
}
