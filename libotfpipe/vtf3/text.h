/* text.h - pieces of the lines of Standard and Legacy ASCII; every line ends in LF. */
#ifndef OTFP_VTF3_TEXT_H
#define OTFP_VTF3_TEXT_H
#include "vtf3/scanning.h"

static inline const char *otfp_vtf3_skip(const char *p)
{
	while (*p == ' ' || *p == '\t')
		p++;
	return p;
}
static inline int otfp_vtf3_is_eol(const char *p)
{
	return *p == '\n' || (*p == '\r' && p[1] == '\n');
}
static inline int otfp_vtf3_is_gap(const char *p)
{
	return *p == ' ' || *p == '\t' || otfp_vtf3_is_eol(p);
}
static inline int otfp_vtf3_is_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || c == '_';
}

/* Each skips blanks, then reads; NULL if it is not there. What ends a number is the caller's to see. */

/** A decimal integer in -2^31..2^32-1; the first for any, the second for most. *v stays if there is none. */
const char *otfp_vtf3_get_odd_int(const char *p, uint32_t *v);
static inline const char *otfp_vtf3_get_int(const char *p, uint32_t *v)
{
	const char *digits = p + (*p == ' ');
	unsigned n = otfp_get_dec_short(digits, v);

	return OTFP_LIKELY(n) ? digits + n : otfp_vtf3_get_odd_int(p, v);
}
/** A decimal number that is a time or duration; any real is taken. */
const char *otfp_vtf3_get_time(const char *p, double *t);
const char *otfp_vtf3_get_real(const char *p, double *v);
/** Text in quotes, or up to the next blank; rest: up to the end of the line. In scratch, with a NUL. */
const char *otfp_vtf3_get_text(struct otfp_vtf3_scanner *s, const char *p, struct otfp_str *str, int rest);
/** Behind the text at p, whatever it is, the rest of the line as it is, without its CR. */
const char *otfp_vtf3_get_rest(struct otfp_vtf3_scanner *s, const char *p, struct otfp_str *str);

/** Text [p,end) as it stands in a line, into scratch. A backslash before anything but what the writer escapes stands
 * for itself. */
void otfp_vtf3_keep_text(struct otfp_vtf3_scanner *s, const char *p, const char *end, struct otfp_str *str);
/** n bytes as hex digits. */
const char *otfp_vtf3_get_bytes(struct otfp_vtf3_scanner *s, const char *p, size_t n, const void **bytes);

/** A word of an EXCHANGE line: FROM, TO, DOWNTO, UPTO. @return behind what belongs to it; NULL if bad; `word` if it is
 * none of these */
const char *otfp_vtf3_exchange_word(struct otfp_vtf3_scanner *s, const char *word, size_t n, uint32_t *seen);
/** What stands behind EXCH. */
const char *otfp_vtf3_exch(struct otfp_vtf3_scanner *s, const char *p);

/** The arrays of one group: see vtf3.def. seen: slots that were read. */
const char *otfp_vtf3_get_array(struct otfp_vtf3_scanner *s, const char *p, unsigned slot, uint32_t *seen);
const char *otfp_vtf3_get_pairs(struct otfp_vtf3_scanner *s, const char *p, unsigned slot);
const char *otfp_vtf3_get_samples(struct otfp_vtf3_scanner *s, const char *p, unsigned slot);
/** lo and hi, behind the word UINT, FLOAT or TYPE at word. */
const char *otfp_vtf3_get_bounds(struct otfp_vtf3_scanner *s, const char *word, unsigned slot);
#endif
