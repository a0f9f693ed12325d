#include "otf/write/outfile.h"
#include "base/assert.h"
#include "base/num.h"
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAP = 256 };

void otfp_outfile_init(struct otfp_outfile *f, int (*append)(void *to, const void *p, size_t n), void *to, int is_long,
                       const size_t *limit)
{
	memset(f, 0, sizeof *f);
	f->append = append;
	f->to = to;
	f->is_long = (uint8_t)is_long;
	f->limit = limit;
}

static int append_staged(void *to, const void *p, size_t n)
{
	return otfp_staged_append(to, p, n);
}

int otfp_outfile_open(struct otfp_outfile *f, struct otfp_staging *st, struct otfp_files *fs, const char *suffix,
                      int level, int is_long, const size_t *limit)
{
	struct otfp_staged *to;
	int code = otfp_staging_create(&to, st, fs, suffix, level);

	otfp_outfile_init(f, append_staged, to, is_long, limit);
	return code;
}

void otfp_outfile_release(struct otfp_outfile *f)
{
	free(f->buf);
	f->buf = NULL;
	f->n = f->cap = 0;
}

int otfp_outfile_flush(struct otfp_outfile *f)
{
	int code = f->n ? f->append(f->to, f->buf, f->n) : 0;

	f->n = 0;
	return code;
}

int otfp_outfile_make_room(struct otfp_outfile *f, size_t need, struct otfp_error *err)
{
	size_t cap = f->cap ? f->cap : FIRST_CAP;
	char *p;
	int code;

	if (f->n && f->n + need > *f->limit && (code = otfp_outfile_flush(f)) < 0)
		return code;
	if (f->n + need <= f->cap)
		return 0;
	while (cap < f->n + need)
		cap *= 2;
	p = realloc(f->buf, cap);
	if (!p)
		return otfp_fail_memory(err);
	f->buf = p;
	f->cap = cap;
	return 0;
}

char *otfp_outfile_room(struct otfp_outfile *f, size_t need, struct otfp_error *err)
{
	if (f->n + need > f->cap && otfp_outfile_make_room(f, need, err) < 0)
		return NULL;
	return f->buf + f->n;
}

void otfp_outfile_set_high(struct otfp_outfile *f, uint64_t high)
{
	f->high = high;
	f->high_n = (uint8_t)(high ? otfp_put_hex(f->high_text, high) - f->high_text : 0);
}

int otfp_outfile_place(struct otfp_outfile *f, uint64_t time, uint32_t process, struct otfp_error *err)
{
	int code = otfp_outfile_make_room(f, OTFP_PLACE_ROOM, err);

	if (code == 0)
		f->n = (size_t)(otfp_outfile_put_place(f, f->buf + f->n, time, process) - f->buf);
	return code;
}

int otfp_outfile_blank(struct otfp_outfile *f, struct otfp_error *err)
{
	int code = otfp_outfile_make_room(f, 1, err);

	if (code == 0)
		f->buf[f->n++] = '\n';
	return code;
}

int otfp_outfile_finish(struct otfp_outfile *f, int trailer, struct otfp_error *err)
{
	int code;

	if (trailer && f->placed) {
		code = otfp_outfile_make_room(f, OTFP_PLACE_ROOM, err);
		if (code < 0)
			return code;
		f->n = (size_t)(otfp_outfile_put_process(otfp_outfile_put_time(f, f->buf + f->n, f->time), f->process) -
		                f->buf);
	}
	code = otfp_outfile_flush(f);
	otfp_outfile_release(f);
	return code;
}
