/*
 * pen.h - write text to a descriptor, piece by piece. The first error is kept in `code`, which the caller checks once,
 * for example after otfp_pen_flush; text put after an error is dropped.
 */
#ifndef OTFP_CMD_RUN_PEN_H
#define OTFP_CMD_RUN_PEN_H
#include "base/json.h"
#include "base/num.h"
#include "io/output.h"

#define OTFP_PEN_ROOM 4096 /* bytes, the most that otfp_pen_room can give at once */
#define OTFP_PEN_SHORT 32  /* bytes, see otfp_pen_put_short */

struct otfp_pen {
	struct otfp_output out;
	struct otfp_json_nest json;
	int code; /* 0, or the enum otfp_code of the first error; its text is in the error of otfp_pen_init */
};

/** Begin. fd stays the caller's; name, for messages, and err are kept as pointers. @return 0 or <0 */
int otfp_pen_init(struct otfp_pen *pen, int fd, const char *name, struct otfp_error *err);
/** Before the first byte: write gzip of that level; 0: plain. @return 0 or <0 */
int otfp_pen_pack(struct otfp_pen *pen, int level);
void otfp_pen_release(struct otfp_pen *pen); /* does not flush */
/** Write all that was put. @return 0, or the code <0 of the first error so far */
int otfp_pen_flush(struct otfp_pen *pen);
/** The same, and end a gzip file; nothing may follow. @return as otfp_pen_flush */
int otfp_pen_finish(struct otfp_pen *pen);
/** Memory is out: this is the error, unless there was one before. */
void otfp_pen_fail(struct otfp_pen *pen);
/** For otfp_pen_room: flush to have room for n bytes. After an error there is room, too, but its content is dropped. */
char *otfp_pen_make_room(struct otfp_pen *pen, size_t n);
/** For otfp_pen_put: text longer than OTFP_PEN_ROOM. */
void otfp_pen_put_long(struct otfp_pen *pen, const char *p, size_t n);
/** For otfp_pen_pad: more than OTFP_PEN_SHORT blanks. */
void otfp_pen_pad_long(struct otfp_pen *pen, size_t n);

/** @return where to put up to n bytes, at most OTFP_PEN_ROOM; the caller then sets pen->out.p to the byte after them */
static inline char *otfp_pen_room(struct otfp_pen *pen, size_t n)
{
	if (__builtin_expect((size_t)(pen->out.end - pen->out.p) >= n, 1))
		return pen->out.p;
	return otfp_pen_make_room(pen, n);
}

/** Put n bytes. @param p  may be NULL if n is 0 */
static inline void otfp_pen_put(struct otfp_pen *pen, const char *p, size_t n)
{
	if (!n)
		return;
	if (__builtin_expect(n > OTFP_PEN_ROOM, 0)) {
		otfp_pen_put_long(pen, p, n);
		return;
	}
	/* cppcheck-suppress uninitvar ; the caller filled p[0..n) through another pointer */
	memcpy(otfp_pen_room(pen, n), p, n);
	pen->out.p += n;
}

/** Put n bytes of a text that has OTFP_PEN_SHORT readable bytes: mostly a copy of constant size. */
static inline void otfp_pen_put_short(struct otfp_pen *pen, const char *p, size_t n)
{
	if (__builtin_expect(n > OTFP_PEN_SHORT, 0)) {
		otfp_pen_put(pen, p, n);
		return;
	}
	memcpy(otfp_pen_room(pen, OTFP_PEN_SHORT), p, OTFP_PEN_SHORT);
	pen->out.p += n;
}

/** Put n blanks. */
static inline void otfp_pen_pad(struct otfp_pen *pen, size_t n)
{
	if (__builtin_expect(n > OTFP_PEN_SHORT, 0)) {
		otfp_pen_pad_long(pen, n);
		return;
	}
	memset(otfp_pen_room(pen, OTFP_PEN_SHORT), ' ', OTFP_PEN_SHORT);
	pen->out.p += n;
}

/** Put a string. */
static inline void otfp_pen_puts(struct otfp_pen *pen, const char *s)
{
	otfp_pen_put(pen, s, strlen(s));
}

/** Put a decimal number. */
static inline void otfp_pen_dec(struct otfp_pen *pen, uint64_t v)
{
	pen->out.p = otfp_put_dec(otfp_pen_room(pen, OTFP_DEC_MAX + 4), v);
}

/* ---- JSON without blanks ---- */

/** Put what comes before an element of an array: a comma, but not before the first. */
static inline void otfp_pen_next(struct otfp_pen *pen)
{
	*otfp_pen_room(pen, 1) = ',';
	pen->out.p += otfp_json_comma(&pen->json);
}

/** Put what comes before the value of a member of an object: a comma if needed, and the name with the suffix, neither
 * of which may need escapes. */
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

/** Begin an object or array: '{' or '['. */
static inline void otfp_pen_begin(struct otfp_pen *pen, char bracket)
{
	otfp_pen_put(pen, &bracket, 1);
	otfp_json_down(&pen->json);
}

/** End an object or array: '}' or ']'. */
static inline void otfp_pen_end(struct otfp_pen *pen, char bracket)
{
	otfp_pen_put(pen, &bracket, 1);
	otfp_json_up(&pen->json);
}

/** Put text as a JSON string; it must not need escapes. */
static inline void otfp_pen_word(struct otfp_pen *pen, const char *text)
{
	otfp_pen_put(pen, "\"", 1);
	otfp_pen_puts(pen, text);
	otfp_pen_put(pen, "\"", 1);
}
#endif
