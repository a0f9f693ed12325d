/*
 * pen.h - write text to a descriptor, piece by piece. The first error is kept in `code`, which the caller checks once,
 * for example after pen_flush; text put after an error is dropped.
 */
#ifndef CMD_TEXT_PEN_H
#define CMD_TEXT_PEN_H
#include "base/json.h"
#include "base/num.h"
#include "io/output.h"

#define PEN_ROOM 4096 /* bytes, the most that pen_room can give at once */
#define PEN_SHORT 32  /* bytes, see pen_put_short */

struct pen {
	struct otfp_output out;
	struct otfp_json_nest json;
	int code; /* 0, or the enum otfp_code of the first error; its text is in the error of pen_init */
};

/** Begin. fd stays the caller's; name, for messages, and err are kept as pointers. @return 0 or <0 */
int pen_init(struct pen *pen, int fd, const char *name, struct otfp_error *err);
/** Before the first byte: write gzip of that level; 0: plain. @return 0 or <0 */
int pen_pack(struct pen *pen, int level);
void pen_release(struct pen *pen); /* does not flush */
/** Write all that was put. @return 0, or the code <0 of the first error so far */
int pen_flush(struct pen *pen);
/** The same, and end a gzip file; nothing may follow. @return as pen_flush */
int pen_finish(struct pen *pen);
/** Memory is out: this is the error, unless there was one before. */
void pen_fail(struct pen *pen);
/** For pen_room: flush to have room for n bytes. After an error there is room, too, but its content is dropped. */
char *pen_make_room(struct pen *pen, size_t n);
/** For pen_put: text longer than PEN_ROOM. */
void pen_put_long(struct pen *pen, const char *p, size_t n);
/** For pen_pad: more than PEN_SHORT blanks. */
void pen_pad_long(struct pen *pen, size_t n);

/** @return where to put up to n bytes, at most PEN_ROOM; the caller then sets pen->out.p to the byte after them */
static inline char *pen_room(struct pen *pen, size_t n)
{
	if (__builtin_expect((size_t)(pen->out.end - pen->out.p) >= n, 1))
		return pen->out.p;
	return pen_make_room(pen, n);
}

/** Put n bytes. @param p  may be NULL if n is 0 */
static inline void pen_put(struct pen *pen, const char *p, size_t n)
{
	if (!n)
		return;
	if (__builtin_expect(n > PEN_ROOM, 0)) {
		pen_put_long(pen, p, n);
		return;
	}
	/* cppcheck-suppress uninitvar ; the caller filled p[0..n) through another pointer */
	memcpy(pen_room(pen, n), p, n);
	pen->out.p += n;
}

/** Put n bytes of a text that has PEN_SHORT readable bytes: mostly a copy of constant size. */
static inline void pen_put_short(struct pen *pen, const char *p, size_t n)
{
	if (__builtin_expect(n > PEN_SHORT, 0)) {
		pen_put(pen, p, n);
		return;
	}
	memcpy(pen_room(pen, PEN_SHORT), p, PEN_SHORT);
	pen->out.p += n;
}

/** Put n blanks. */
static inline void pen_pad(struct pen *pen, size_t n)
{
	if (__builtin_expect(n > PEN_SHORT, 0)) {
		pen_pad_long(pen, n);
		return;
	}
	memset(pen_room(pen, PEN_SHORT), ' ', PEN_SHORT);
	pen->out.p += n;
}

/** Put a string. */
static inline void pen_puts(struct pen *pen, const char *s)
{
	pen_put(pen, s, strlen(s));
}

/** Put a decimal number. */
static inline void pen_dec(struct pen *pen, uint64_t v)
{
	pen->out.p = otfp_put_dec(pen_room(pen, OTFP_DEC_MAX + 4), v);
}

/* ---- JSON without blanks ---- */

/** Put what comes before an element of an array: a comma, but not before the first. */
static inline void pen_next(struct pen *pen)
{
	*pen_room(pen, 1) = ',';
	pen->out.p += otfp_json_comma(&pen->json);
}

/** Put what comes before the value of a member of an object: a comma if needed, and the name with the suffix, neither
 * of which may need escapes. */
static inline void pen_key(struct pen *pen, const char *name, const char *suffix)
{
	const size_t n = strlen(name), more = strlen(suffix);
	char *p = pen_room(pen, n + more + 4);

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
static inline void pen_begin(struct pen *pen, char bracket)
{
	pen_put(pen, &bracket, 1);
	otfp_json_down(&pen->json);
}

/** End an object or array: '}' or ']'. */
static inline void pen_end(struct pen *pen, char bracket)
{
	pen_put(pen, &bracket, 1);
	otfp_json_up(&pen->json);
}

/** Put text as a JSON string; it must not need escapes. */
static inline void pen_word(struct pen *pen, const char *text)
{
	pen_put(pen, "\"", 1);
	pen_puts(pen, text);
	pen_put(pen, "\"", 1);
}
#endif
