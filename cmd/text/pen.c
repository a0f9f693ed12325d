#include "cmd/text/pen.h"
#include "base/assert.h"
#include "cmd/text/signals.h"

int pen_init(struct pen *pen, int fd, const char *name, struct otfp_error *err)
{
	int code = otfp_output_init(&pen->out, fd, name, err);

	pen->out.stop = signal_came;
	pen->code = 0;
	return code;
}

int pen_pack(struct pen *pen, int level)
{
	return otfp_output_pack(&pen->out, (struct otfp_zout_form){OTFP_GZIP, level, NULL});
}

void pen_release(struct pen *pen)
{
	otfp_output_release(&pen->out);
}

int pen_flush(struct pen *pen)
{
	if (pen->code == 0)
		pen->code = otfp_output_flush(&pen->out);
	return pen->code;
}

int pen_finish(struct pen *pen)
{
	if (pen->code == 0)
		pen->code = otfp_output_finish(&pen->out);
	return pen->code;
}

void pen_fail(struct pen *pen)
{
	if (pen->code == 0)
		pen->code = otfp_fail_memory(pen->out.err);
}

char *pen_make_room(struct pen *pen, size_t n)
{
	OTFP_ASSERT(n <= PEN_ROOM);
	if (pen->code == 0)
		pen->code = otfp_output_room(&pen->out, n);
	if (pen->code < 0)
		pen->out.p = pen->out.buf;
	return pen->out.p;
}

void pen_put_long(struct pen *pen, const char *p, size_t n)
{
	while (n) {
		size_t k = n < PEN_ROOM ? n : PEN_ROOM;
		pen_put(pen, p, k);
		p += k;
		n -= k;
	}
}

void pen_pad_long(struct pen *pen, size_t n)
{
	for (size_t k; n; n -= k) {
		k = n < PEN_ROOM ? n : PEN_ROOM;
		memset(pen_room(pen, k), ' ', k);
		pen->out.p += k;
	}
}
