/* usual.h - event lines as all known writers spell them: the fast path of those who read events. It takes nothing that
 * otfp_decode refuses, and gives the same records. */
#ifndef OTFP_OTF_READ_USUAL_H
#define OTFP_OTF_READ_USUAL_H
#include "base/num.h"
#include "otf/read/decode.h"

/* The row of the most frequent event records by their short keyword: one letter, or CNT. Sets *body to the byte after
 * the keyword; that is a letter if it only begins like one of them. @return 0 if it is none of them */
OTFP_INLINE unsigned otfp_usual_row(const char *p, const char **body)
{
	static const uint8_t rows['S' - 'E' + 1] = {
		['E' - 'E'] = OTFP_Enter,
		['L' - 'E'] = OTFP_Leave,
		['S' - 'E'] = OTFP_SendMsg,
		['R' - 'E'] = OTFP_RecvMsg,
	};
	unsigned letter = (unsigned)(uint8_t)*p - 'E', row = letter < sizeof rows ? rows[letter] : 0;

	*body = p + 1;
	if (p[0] == 'C' && p[1] == 'N' && p[2] == 'T') {
		*body = p + 3;
		row = OTFP_Counter;
	}
	return row;
}

/* The fields of Enter or Leave: a function, and X with a source location if there is one. Both share this code, so that
 * no branch depends on which of them comes: such a branch would be mispredicted at every other event.
 * @return the start of the next line, or NULL if the line needs otfp_decode */
OTFP_INLINE const char *otfp_usual_call(const char *p, struct otfp_record *rec)
{
	p = otfp_get_hex_field(p, &rec->f[0].u);
	rec->f[1].u = 0;
	if (p && *p == 'X')
		p = otfp_get_hex_field(p + 1, &rec->f[1].u);
	return OTFP_LIKELY(p && *p == '\n') ? p + 1 : NULL;
}

/* A number of at most 8 digits and the letter or LF after it. Digit by digit: the fields of messages have few digits,
 * or as many as before, so most of these branches are predicted. @return the byte after the letter, or NULL; so below
 */
OTFP_INLINE const char *otfp_usual_field(const char *p, uint64_t *v, char after)
{
	int over = 0;
	const char *end = otfp_get_hex(p, v, &over);

	return OTFP_LIKELY(*end == after && end > p && end - p <= 8) ? end + 1 : NULL;
}

/* The fields of SendMsg or RecvMsg, with a source location or without. */
OTFP_INLINE const char *otfp_usual_message(const char *p, struct otfp_record *rec)
{
	int over = 0;
	const char *end;

	if (!(p = otfp_usual_field(p, &rec->f[0].u, 'L')) || !(p = otfp_usual_field(p, &rec->f[3].u, 'T')) ||
	    !(p = otfp_usual_field(p, &rec->f[2].u, 'C')))
		return NULL;
	end = otfp_get_hex(p, &rec->f[1].u, &over);
	if (OTFP_UNLIKELY(end == p || end - p > 8))
		return NULL;
	rec->f[4].u = 0;
	if (*end == '\n')
		return end + 1;
	return *end == 'X' ? otfp_usual_field(end + 1, &rec->f[4].u, '\n') : NULL;
}

/* The fields of Counter. */
OTFP_INLINE const char *otfp_usual_counter(const char *p, struct otfp_record *rec)
{
	int over = 0;
	const char *end;

	p = otfp_usual_field(p, &rec->f[0].u, 'V');
	if (!p)
		return NULL;
	end = otfp_get_hex(p, &rec->f[1].u, &over);
	return OTFP_LIKELY(*end == '\n' && end > p && !over) ? end + 1 : NULL;
}

/** One of these records in the long form; sets its type, too. `p` is the start of the line.
 * @return the start of the next line, or NULL if the line needs otfp_decode */
const char *otfp_usual_long(const char *p, struct otfp_record *rec);
#endif
