#include "cmd/run/pen.h"
#include "base/assert.h"
#include "cmd/run/signals.h"

int otfp_pen_init(struct otfp_pen *pen, int fd, const char *name, struct otfp_error *err)
{
	int code = otfp_output_init(&pen->out, fd, name, err);

	pen->out.stop = otfp_signal_came;
	pen->code = 0;
	return code;
}

int otfp_pen_pack(struct otfp_pen *pen, int level)
{
	return otfp_output_pack(&pen->out, (struct otfp_zout_form){OTFP_GZIP, level, NULL});
}

void otfp_pen_release(struct otfp_pen *pen)
{
	otfp_output_release(&pen->out);
}

int otfp_pen_flush(struct otfp_pen *pen)
{
	if (pen->code == 0)
		pen->code = otfp_output_flush(&pen->out);
	return pen->code;
}

int otfp_pen_finish(struct otfp_pen *pen)
{
	if (pen->code == 0)
		pen->code = otfp_output_finish(&pen->out);
	return pen->code;
}

void otfp_pen_fail(struct otfp_pen *pen)
{
	if (pen->code == 0)
		pen->code = otfp_fail_memory(pen->out.err);
}

char *otfp_pen_make_room(struct otfp_pen *pen, size_t n)
{
	OTFP_ASSERT(n <= OTFP_PEN_ROOM);
	if (pen->code == 0)
		pen->code = otfp_output_room(&pen->out, n);
	if (pen->code < 0)
		pen->out.p = pen->out.buf;
	return pen->out.p;
}

void otfp_pen_put_long(struct otfp_pen *pen, const char *p, size_t n)
{
	while (n) {
		size_t k = n < OTFP_PEN_ROOM ? n : OTFP_PEN_ROOM;
		otfp_pen_put(pen, p, k);
		p += k;
		n -= k;
	}
}

void otfp_pen_pad_long(struct otfp_pen *pen, size_t n)
{
	for (size_t k; n; n -= k) {
		k = n < OTFP_PEN_ROOM ? n : OTFP_PEN_ROOM;
		memset(otfp_pen_room(pen, k), ' ', k);
		pen->out.p += k;
	}
}
