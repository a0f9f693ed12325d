/*
 * pen.h - text out to a descriptor, piece by piece. What fails is kept and told once, by otfp_pen_flush or who asks
 * for `code`; what is put behind it is lost.
 */
#ifndef OTFP_CMD_RUN_PEN_H
#define OTFP_CMD_RUN_PEN_H
#include "base/json.h"
#include "base/num.h"
#include "io/output.h"

#define OTFP_PEN_ROOM 4096 /* that otfp_pen_room can give at once */

struct otfp_pen {
	struct otfp_output out;
	struct otfp_json_nest json;
	int code; /* 0, or what failed: enum otfp_code, told in the error of otfp_pen_init */
};

/** fd stays the caller's; name is kept as a pointer, for messages. @return 0 or <0 */
int otfp_pen_init(struct otfp_pen *pen, int fd, const char *name, struct otfp_error *err);
void otfp_pen_release(struct otfp_pen *pen); /* does not flush */
/** Write all that was put. @return 0, or <0 what failed now or before */
int otfp_pen_flush(struct otfp_pen *pen);
/** After a failure there is room, too, but nobody reads what is put there. */
char *otfp_pen_make_room(struct otfp_pen *pen, size_t n);
void otfp_pen_put_long(struct otfp_pen *pen, const char *p, size_t n);
/** n blanks. */
void otfp_pen_pad(struct otfp_pen *pen, size_t n);

/** Where to put up to n bytes, OTFP_PEN_ROOM at most; then pen->out.p moves behind them. */
static inline char *otfp_pen_room(struct otfp_pen *pen, size_t n)
{
	if (__builtin_expect((size_t)(pen->out.end - pen->out.p) >= n, 1))
		return pen->out.p;
	return otfp_pen_make_room(pen, n);
}

static inline void otfp_pen_put(struct otfp_pen *pen, const char *p, size_t n)
{
	if (__builtin_expect(n > OTFP_PEN_ROOM, 0)) {
		otfp_pen_put_long(pen, p, n);
		return;
	}
	memcpy(otfp_pen_room(pen, n), p, n);
	pen->out.p += n;
}

static inline void otfp_pen_puts(struct otfp_pen *pen, const char *s)
{
	otfp_pen_put(pen, s, strlen(s));
}

static inline void otfp_pen_dec(struct otfp_pen *pen, uint64_t v)
{
	pen->out.p = otfp_put_dec(otfp_pen_room(pen, OTFP_DEC_MAX + 4), v);
}

/* ---- JSON without blanks ---- */

/** What stands before an element of an array. */
static inline void otfp_pen_next(struct otfp_pen *pen)
{
	*otfp_pen_room(pen, 1) = ',';
	pen->out.p += otfp_json_comma(&pen->json);
}

/** What stands before a member of an object; the name and what is appended to it need no escapes. */
static inline void otfp_pen_key(struct otfp_pen *pen, const char *name, const char *suffix)
{
	const size_t n = strlen(name), more = strlen(suffix);
	char *p = otfp_pen_room(pen, n + more + 4);

	*p = ',';
	p += otfp_json_comma(&pen->json);
	*p++ = '"';
	memcpy(p, name, n);
	memcpy(p + n, suffix, more);
	p += n + more;
	*p++ = '"';
	*p++ = ':';
	pen->out.p = p;
}

/** An object or array as a value: '{' or '['. */
static inline void otfp_pen_begin(struct otfp_pen *pen, char bracket)
{
	otfp_pen_put(pen, &bracket, 1);
	otfp_json_down(&pen->json);
}

static inline void otfp_pen_end(struct otfp_pen *pen, char bracket)
{
	otfp_pen_put(pen, &bracket, 1);
	otfp_json_up(&pen->json);
}

/** Text that needs no escapes, as a string. */
static inline void otfp_pen_word(struct otfp_pen *pen, const char *text)
{
	otfp_pen_put(pen, "\"", 1);
	otfp_pen_puts(pen, text);
	otfp_pen_put(pen, "\"", 1);
}
#endif
