/*
 * json.h - writes JSON (RFC 8259): strings and real numbers, objects and arrays.
 *
 * The output is always valid UTF-8: a byte that belongs to no sequence becomes the replacement character U+FFFD. JSON
 * has no infinity and no NaN: they become null.
 */
#ifndef OTFP_BASE_JSON_H
#define OTFP_BASE_JSON_H
#include "base/must.h"
#include "base/buf.h"
#include "otfpipe.h"
#include <stdio.h>

/** Length of the UTF-8 sequence at s[0..n), n > 0; 0 if it is invalid. */
size_t otfp_utf8_length(const char *s, size_t n);
/** Bytes that otfp_json_put needs for a string of n bytes. */
#define OTFP_JSON_ROOM(n) (6 * (n) + 2)
#define OTFP_JSON_REAL_MAX 32

/** Write s[0..n) as a string with quotes to p, which has room for OTFP_JSON_ROOM(n). @return the byte after it */
char *otfp_json_put(char *p, const char *s, size_t n);
/** Write a number or null to p, which has room for OTFP_JSON_REAL_MAX bytes. @return the byte after it */
char *otfp_json_put_real(char *p, double real);
/** Append a string to b; null if s.p is NULL. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_json_add(struct otfp_buf *b, struct otfp_str s);

/* ---- objects and arrays ---- */

/* One bit for each open object or array, at most 64: whether it has a member already. The lowest bit is the innermost.
 */
struct otfp_json_nest {
	uint64_t more;
};

/** Enter an object or array. */
static inline void otfp_json_down(struct otfp_json_nest *n)
{
	n->more <<= 1;
}

/** Leave it. */
static inline void otfp_json_up(struct otfp_json_nest *n)
{
	n->more >>= 1;
}

/** Start a member. @return 1 if it needs a comma before it, else 0 */
static inline unsigned otfp_json_comma(struct otfp_json_nest *n)
{
	const unsigned comma = n->more & 1;

	n->more |= 1;
	return comma;
}

/*
 * Writes JSON to a file, with a blank after each comma and colon. Set `out` and fill the rest with zeros. The caller
 * checks ferror(out). `name` is the name of a member, without characters that need escapes; NULL for an element of an
 * array and for the outermost value.
 */
struct otfp_json {
	FILE *out;
	struct otfp_json_nest nest;
	int line; /* 1 + blanks: the next member or end starts a line with this indentation */
};

/** Write the comma and the name before a value that the caller writes. */
void otfp_json_next(struct otfp_json *j, const char *name);
/** Open an object or array. @param bracket  '{' or '[' */
void otfp_json_begin(struct otfp_json *j, const char *name, char bracket);
/** Close it. @param bracket  '}' or ']' */
void otfp_json_end(struct otfp_json *j, char bracket);
/** Let the next member, or the end, start a line with that many blanks. */
void otfp_json_line(struct otfp_json *j, int blanks);
/** Write a number, or null if `has` is 0. */
void otfp_json_number(struct otfp_json *j, const char *name, int has, uint64_t v);
/** Write a real number; null if it is not finite. */
void otfp_json_real(struct otfp_json *j, const char *name, double real);
/** Write true or false. */
void otfp_json_yes(struct otfp_json *j, const char *name, int yes);
/** Write a string, or null if s.p is NULL. */
void otfp_json_text(struct otfp_json *j, const char *name, struct otfp_str s);
/** The same for a string that ends in NUL. */
void otfp_json_word(struct otfp_json *j, const char *name, const char *text);
#endif
