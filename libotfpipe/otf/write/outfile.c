#include "otf/write/outfile.h"
#include "base/assert.h"
#include "base/num.h"
#include <stdlib.h>
#include <string.h>

enum { PLACE_ROOM = 2 * OTFP_HEX_MAX + 8, FIRST_CAP = 256 };

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

/* Make room for `need` more bytes: the buffer grows up to *limit, then it is written as a block. */
static int make_room(struct otfp_outfile *f, size_t need, struct otfp_error *err)
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
	if (f->n + need > f->cap && make_room(f, need, err) < 0)
		return NULL;
	return f->buf + f->n;
}

static __attribute__((noinline)) void set_high(struct otfp_outfile *f, uint64_t high)
{
	f->high = high;
	f->high_n = (uint8_t)(high ? otfp_put_hex(f->high_text, high) - f->high_text : 0);
}

/* Times grow slowly: keep the text of all but the low six hex digits. */
OTFP_INLINE char *put_time(struct otfp_outfile *f, char *p, uint64_t time)
{
	if (OTFP_UNLIKELY(time >> 24 != f->high))
		set_high(f, time >> 24);
	memcpy(p, f->high_text, sizeof f->high_text);
	p += f->high_n;
	p = f->high_n ? otfp_put_hex6(p, time) : otfp_put_hex(p, time);
	*p++ = '\n';
	return p;
}

OTFP_INLINE char *put_process(char *p, uint32_t process)
{
	*p++ = '*';
	p = otfp_put_hex(p, process);
	*p++ = '\n';
	return p;
}

/* The rule of the reference library: no line if time and process are unchanged, a process line if only the process
 * changed, else both lines; at time 0 always both. */
OTFP_INLINE char *put_place(struct otfp_outfile *f, char *p, uint64_t time, uint32_t process)
{
	if (time == f->time && time > 0 && f->placed) {
		if (process != f->process)
			p = put_process(p, process);
	} else {
		p = put_process(put_time(f, p, time), process);
	}
	f->time = time;
	f->process = process;
	f->placed = 1;
	return p;
}

int otfp_outfile_put(struct otfp_outfile *f, const struct otfp_record *rec, uint64_t *blanks, struct otfp_error *err)
{
	size_t need = PLACE_ROOM + otfp_encode_room(rec);
	char *p;

	if (OTFP_UNLIKELY(f->n + need > f->cap)) {
		int code = make_room(f, need, err);
		if (code < 0)
			return code;
	}
	p = f->buf + f->n;
	if (otfp_is_timed(rec->file))
		p = put_place(f, p, rec->time, rec->loc);
	p = otfp_encode(p, rec, f->is_long, blanks);
	OTFP_ASSERT_HOT((size_t)(p - f->buf) <= f->n + need);
	f->n = (size_t)(p - f->buf);
	return 0;
}

int otfp_outfile_place(struct otfp_outfile *f, uint64_t time, uint32_t process, struct otfp_error *err)
{
	int code = make_room(f, PLACE_ROOM, err);

	if (code == 0)
		f->n = (size_t)(put_place(f, f->buf + f->n, time, process) - f->buf);
	return code;
}

int otfp_outfile_blank(struct otfp_outfile *f, struct otfp_error *err)
{
	int code = make_room(f, 1, err);

	if (code == 0)
		f->buf[f->n++] = '\n';
	return code;
}

int otfp_outfile_finish(struct otfp_outfile *f, int trailer, struct otfp_error *err)
{
	int code;

	if (trailer && f->placed) {
		code = make_room(f, PLACE_ROOM, err);
		if (code < 0)
			return code;
		f->n = (size_t)(put_process(put_time(f, f->buf + f->n, f->time), f->process) - f->buf);
	}
	code = otfp_outfile_flush(f);
	otfp_outfile_release(f);
	return code;
}
