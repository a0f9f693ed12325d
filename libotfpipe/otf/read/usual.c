/* usual.c - event lines in the long form, as all known writers spell them: one blank between words and numbers. */
#include "otf/read/usual.h"
#include <string.h>

/* A word and the number of at most `most` digits after it. @return the byte after them, or NULL if there is anything
 * else, or p is NULL */
OTFP_INLINE const char *get(const char *p, const char *word, size_t n, unsigned most, uint64_t *v)
{
	const char *end;
	int over = 0;

	if (!p || memcmp(p, word, n) != 0)
		return NULL;
	end = otfp_get_hex(p + n, v, &over);
	return end > p + n && end - (p + n) <= (int)most ? end : NULL;
}
#define GET(p, word, most, v) get(p, word, sizeof word - 1, most, v)

/* @return the start of the next line, or NULL if p is NULL or not the end of a line; so below */
OTFP_INLINE const char *get_end(const char *p)
{
	return p && *p == '\n' ? p + 1 : NULL;
}

/* The source location in a slot, 0 if there is none, and the end of the line. */
OTFP_INLINE const char *get_source(const char *p, uint64_t *v)
{
	*v = 0;
	return get_end(p && *p == ' ' ? GET(p, " SCL ", 8, v) : p);
}

OTFP_INLINE const char *get_message(const char *p, struct otfp_record *rec)
{
	p = GET(p, " LEN ", 8, &rec->f[3].u);
	p = GET(p, " TAG ", 8, &rec->f[2].u);
	return get_source(GET(p, " COMM ", 8, &rec->f[1].u), &rec->f[4].u);
}

const char *otfp_usual_long(const char *p, struct otfp_record *rec)
{
	switch (*p) {
	case 'E': rec->type = OTFP_Enter; return get_source(GET(p, "ENTER ", 8, &rec->f[0].u), &rec->f[1].u);
	case 'L': rec->type = OTFP_Leave; return get_source(GET(p, "LEAVE ", 8, &rec->f[0].u), &rec->f[1].u);
	case 'S': rec->type = OTFP_SendMsg; return get_message(GET(p, "SEND ", 8, &rec->f[0].u), rec);
	case 'R': rec->type = OTFP_RecvMsg; return get_message(GET(p, "RECEIVE ", 8, &rec->f[0].u), rec);
	case 'C':
		rec->type = OTFP_Counter;
		p = GET(p, "COUNTER ", 8, &rec->f[0].u);
		return get_end(GET(p, " VALUE ", 16, &rec->f[1].u));
	default: return NULL;
	}
}
