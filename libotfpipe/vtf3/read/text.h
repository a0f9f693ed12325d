/* text.h - parts of the lines of Standard and Legacy ASCII. Every line ends in LF. */
#ifndef OTFP_VTF3_READ_TEXT_H
#define OTFP_VTF3_READ_TEXT_H
#include "vtf3/read/scanning.h"

/** Skip blanks and tabs. */
static inline const char *otfp_vtf3_skip(const char *p)
{
	while (*p == ' ' || *p == '\t')
		p++;
	return p;
}
/** Whether the line ends at p: LF, or CR LF. */
static inline int otfp_vtf3_is_eol(const char *p)
{
	return *p == '\n' || (*p == '\r' && p[1] == '\n');
}
/** Whether a word ends at p: blank, tab or end of line. */
static inline int otfp_vtf3_is_gap(const char *p)
{
	return *p == ' ' || *p == '\t' || otfp_vtf3_is_eol(p);
}
/** Whether c can be in a keyword. */
static inline int otfp_vtf3_is_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || c == '_';
}

/* Each of these skips blanks and reads one item. They return the byte after it, or NULL if it is not there. The
 * caller checks how a number ends. */

/** Read a decimal integer in -2^31..2^32-1. On failure *v is unchanged. */
const char *otfp_vtf3_get_odd_int(const char *p, uint32_t *v);
/** The same, with a fast path for short numbers. */
static inline const char *otfp_vtf3_get_int(const char *p, uint32_t *v)
{
	const char *digits = p + (*p == ' ');
	unsigned n = otfp_get_dec_short(digits, v);

	return OTFP_LIKELY(n) ? digits + n : otfp_vtf3_get_odd_int(p, v);
}
/** Read a decimal number, any real, as a time or duration. */
const char *otfp_vtf3_get_time(const char *p, double *t);
/** Read a decimal real number. */
const char *otfp_vtf3_get_real(const char *p, double *v);
/**
 * Read text in quotes, or up to the next blank, or (rest) up to the end of the line. Goes to scratch memory, with a
 * NUL.
 */
const char *otfp_vtf3_get_text(struct otfp_vtf3_scanner *s, const char *p, struct otfp_str *str, int rest);
/** Read the rest of the line as it is, without its CR. @return the next line */
const char *otfp_vtf3_get_rest(struct otfp_vtf3_scanner *s, const char *p, struct otfp_str *str);

/**
 * Copy the text [p, end) of a line to scratch memory and decode its escapes. A backslash that starts no escape of the
 * writer is kept.
 */
void otfp_vtf3_keep_text(struct otfp_vtf3_scanner *s, const char *p, const char *end, struct otfp_str *str);
/** Read n bytes as hex digits. */
const char *otfp_vtf3_get_bytes(struct otfp_vtf3_scanner *s, const char *p, size_t n, const void **bytes);

/**
 * Read a word of an EXCHANGE line with its arguments: FROM, TO, DOWNTO, UPTO. @return the byte after them; NULL if
 * they are wrong; `word` if it is another word
 */
const char *otfp_vtf3_exchange_word(struct otfp_vtf3_scanner *s, const char *word, size_t n, uint32_t *seen);
/** Read the arguments of EXCH (TAU). @return the next line, or NULL */
const char *otfp_vtf3_exch(struct otfp_vtf3_scanner *s, const char *p);

/** Read the array of a slot; see vtf3.def. @param seen  bits of the slots that were read */
const char *otfp_vtf3_get_array(struct otfp_vtf3_scanner *s, const char *p, unsigned slot, uint32_t *seen);
/** Read a count and pairs file:line into the slots of a Defscl. */
const char *otfp_vtf3_get_pairs(struct otfp_vtf3_scanner *s, const char *p, unsigned slot);
/** Read tuples DEF token type value into the slots of a Samp. */
const char *otfp_vtf3_get_samples(struct otfp_vtf3_scanner *s, const char *p, unsigned slot);
#endif
