#include "trace/source.h"
#include <stdlib.h>

int otfp_source_make(struct otfp_source **src, const struct otfp_source_ops *ops, void *handle, struct otfp_error *err)
{
	*src = calloc(1, sizeof **src);
	if (!*src) {
		ops->close(handle);
		return otfp_fail_memory(err);
	}
	(*src)->ops = ops;
	(*src)->handle = handle;
	(*src)->err = err;
	return 0;
}

const struct otfp_header *otfp_source_header(const struct otfp_source *src)
{
	static const struct otfp_header none;

	return src ? src->ops->header(src->handle) : &none;
}

int otfp_source_list(struct otfp_source *src, int (*f)(void *ctx, const struct otfp_listed *file), void *ctx)
{
	return src->ops->list ? src->ops->list(src->handle, f, ctx) : 0;
}

const struct otfp_error *otfp_source_error(const struct otfp_source *src)
{
	static const struct otfp_error none;

	return src && src->over < 0 && src->err ? src->err : &none;
}

void otfp_source_ask_window(struct otfp_source *src,
                            int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to), void *ctx)
{
	if (src && !src->started && src->ops->window)
		src->ops->window(src->handle, window, ctx);
}

static int given_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	const struct otfp_source *src = ctx;

	*from = src->window.from;
	*to = src->window.to;
	*has_to = src->window.has_to;
	return 1;
}

void otfp_source_window(struct otfp_source *src, uint64_t from, uint64_t to, int has_to)
{
	if (!src)
		return;
	src->window.from = from;
	src->window.to = to;
	src->window.has_to = has_to;
	otfp_source_ask_window(src, given_window, src);
}

void otfp_source_wanted(struct otfp_source *src, int (*wanted)(void *ctx, uint32_t process), void *ctx)
{
	if (src && !src->started && src->ops->wanted)
		src->ops->wanted(src->handle, wanted, ctx);
}

void otfp_source_kinds(struct otfp_source *src, unsigned kinds)
{
	if (src && !src->started && src->ops->kinds)
		src->ops->kinds(src->handle, kinds);
}

void otfp_source_lines_only(struct otfp_source *src)
{
	if (!src->started && src->ops->lines_only)
		src->ops->lines_only(src->handle);
}

void otfp_source_taker(struct otfp_source *src, struct otfp_taker *taker)
{
	if (src->ops->taker)
		src->ops->taker(src->handle, taker);
}

static int read_any(struct otfp_source *src, const struct otfp_record *const **recs, size_t *n)
{
	int code;

	if (src->ops->batch)
		return src->ops->batch(src->handle, recs, n);
	code = src->ops->next(src->handle, &src->one);
	*recs = &src->one;
	*n = code == 0;
	return code;
}

static int read_batch(struct otfp_source *src, const struct otfp_record *const **recs, size_t *n)
{
	if (src->over)
		return src->over;
	src->started = 1;
	return src->over = read_any(src, recs, n);
}

int otfp_source_next(struct otfp_source *src, const struct otfp_record **rec)
{
	int code;

	if (!src || !rec)
		return OTFP_EUSAGE;
	code = src->n ? 0 : read_batch(src, &src->recs, &src->n);
	if (code) {
		src->n = 0;
		return code;
	}
	*rec = *src->recs++;
	src->n--;
	return 0;
}

int otfp_source_batch(struct otfp_source *src, const struct otfp_record *const **recs, size_t *n)
{
	if (!src || !recs || !n)
		return OTFP_EUSAGE;
	if (!src->n)
		return read_batch(src, recs, n);
	*recs = src->recs;
	*n = src->n;
	src->n = 0;
	return 0;
}

void otfp_source_origin(const struct otfp_source *src, const struct otfp_record *rec, struct otfp_origin *o)
{
	if (!o)
		return;
	*o = (struct otfp_origin){.file = OTFP_NFILES};
	if (src && rec && src->ops->origin)
		src->ops->origin(src->handle, rec, o);
}

size_t otfp_source_path(const struct otfp_source *src, const struct otfp_origin *o, char *text, size_t room)
{
	if (!text || !room)
		return 0;
	text[0] = '\0';
	return src && o && src->ops->path ? src->ops->path(src->handle, o, text, room) : 0;
}

int otfp_source_is_on_disk(const struct otfp_source *src)
{
	return src && src->ops->is_on_disk;
}

uint64_t otfp_source_troubles(const struct otfp_source *src)
{
	return src && src->ops->troubles ? src->ops->troubles(src->handle) : 0;
}

void otfp_source_close(struct otfp_source *src)
{
	if (!src)
		return;
	src->ops->close(src->handle);
	free(src->own);
	free(src);
}
