/*
 * mktrace-out.h - the lines of mktrace: one buffer, written when it is full.
 *
 * Call room() once a line, and once more for each element of a list; a line
 * without lists is shorter than LINE_ROOM.
 */
#ifndef MKTRACE_OUT_H
#define MKTRACE_OUT_H
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OUT_BYTES (1u << 18)
#define LINE_ROOM 512
#define DEC_MAX 20 /* digits of UINT64_MAX */

struct out {
	char *at;
	uint64_t records;
	uint64_t time; /* whose text is kept */
	int time_len;
	char time_text[DEC_MAX];
	char bytes[OUT_BYTES];
};

static inline void die(const char *what)
{
	fprintf(stderr, "mktrace: %s: %s\n", what, strerror(errno));
	exit(1);
}

static inline void flush_out(struct out *o)
{
	const char *p = o->bytes;
	while (p < o->at) {
		ssize_t n = write(STDOUT_FILENO, p, (size_t)(o->at - p));
		if (n < 0 && errno != EINTR)
			die("stdout");
		if (n > 0)
			p += n;
	}
	o->at = o->bytes;
}

static inline void room(struct out *o)
{
	if (o->at + LINE_ROOM > o->bytes + OUT_BYTES)
		flush_out(o);
}

static inline void put_bytes(struct out *o, const char *s, size_t n)
{
	memcpy(o->at, s, n);
	o->at += n;
}

static inline void put_text(struct out *o, const char *s)
{
	put_bytes(o, s, strlen(s));
}

static inline void put_dec(struct out *o, uint64_t v)
{
	char digits[DEC_MAX];
	char *p = digits + DEC_MAX;
	do
		*--p = (char)('0' + v % 10);
	while (v /= 10);
	put_bytes(o, p, (size_t)(digits + DEC_MAX - p));
}

static inline void put_time(struct out *o, uint64_t t)
{
	if (t != o->time) {
		const char *from = o->at;
		put_dec(o, t);
		o->time = t;
		o->time_len = (int)(o->at - from);
		memcpy(o->time_text, from, (size_t)o->time_len);
		return;
	}
	put_bytes(o, o->time_text, (size_t)o->time_len);
}

static inline void field(struct out *o, uint64_t v)
{
	*o->at++ = '\t';
	put_dec(o, v);
}

static inline void field_text(struct out *o, const char *s)
{
	*o->at++ = '\t';
	put_text(o, s);
}

static inline void line_end(struct out *o)
{
	*o->at++ = '\n';
}

#endif
