/*
 * fuzz_index.c - bytes as the index of a trace that otf-view kept, without its key: it is refused, or what it says can
 * be shown and is written as the same index again.
 */
#include "cmd/view/cache.h"
#include <stdlib.h>

#define CHECK(x) ((x) ? (void)0 : abort())

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct view_options options;
static struct views all = {.n = 1};

static const char *no_arg(void *ctx, const char *name)
{
	(void)ctx;
	(void)name;
	return NULL;
}

static int is_left(void *ctx)
{
	(void)ctx;
	return 0;
}

/* A view of a trace of which nothing else is known. */
static void begin(struct view *v)
{
	*v = (struct view){.o = &options, .siblings = &all, .is_complete = 1, .all = {0, 10}};
	all.p = v;
	pthread_mutex_init(&v->lock, NULL);
	pthread_mutex_init(&v->growing, NULL);
	pthread_cond_init(&v->freed, NULL);
}

static void end(struct view *v)
{
	index_release(v);
	pthread_cond_destroy(&v->freed);
	pthread_mutex_destroy(&v->growing);
	pthread_mutex_destroy(&v->lock);
}

/* Each level, as answers show it. */
static void show(struct view *v)
{
	for (unsigned i = 0; i < DETAIL_LEVELS && v->detail.levels[i]; i++) {
		const struct otfp_timeline *t = v->detail.levels[i];
		const struct view_part p = {.t = t,
		                            .first = v->detail.levels[0],
		                            .window = {t->o.from, t->o.to},
		                            .from = 0,
		                            .to = t->o.columns,
		                            .first_row = 0,
		                            .end_row = t->nrows,
		                            .is_level = 1,
		                            .bands = OTFP_TIMELINE_BANDS};
		struct request r = {.arg = no_arg, .is_left = is_left, .status = 200};
		struct otfp_buf text = OTFP_BUF_INIT;
		r.json.out = request_memory(&text);
		CHECK(r.json.out && view_put_part(v, &r, &p) == 0 && fclose(r.json.out) == 0);
		otfp_buf_release(&text);
	}
}

static void put(struct view *v, struct otfp_coder *c)
{
	*c = (struct otfp_coder){.writes = 1};
	index_code(c, v);
	CHECK(c->code == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct otfp_coder read = {.p = data, .end = data + size}, one, other;
	struct view v, again;

	begin(&v);
	index_code(&read, &v);
	CHECK(read.code == 0 || read.code == OTFP_EDAMAGE);
	if (!read.code) {
		show(&v);
		put(&v, &one);
		begin(&again);
		read = (struct otfp_coder){.p = (uint8_t *)one.out.p, .end = (uint8_t *)one.out.p + one.out.n};
		index_code(&read, &again);
		CHECK(read.code == 0 && read.p == read.end);
		put(&again, &other);
		CHECK(one.out.n == other.out.n);
		otfp_buf_release(&one.out);
		otfp_buf_release(&other.out);
		end(&again);
	}
	end(&v);
	return 0;
}
