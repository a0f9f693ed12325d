/*
 * scanning.h - the inside of the scanner: scan.c reads and keeps the place, scan-binary.c, scan-text.c and
 * scan-fast.c make one record of the bytes in front of them.
 */
#ifndef OTFP_VTF3_SCANNING_H
#define OTFP_VTF3_SCANNING_H
#include "base/buf.h"
#include "base/error.h"
#include "base/num.h"
#include "record/table.h"
#include "vtf3/activities.h"
#include "vtf3/scan.h"
#include "vtf3/table.h"
#include "base/hash.h"
#include <endian.h>
#include <string.h>

#define OTFP_VTF3_HEAD 6 /* bytes of a binary record before its payload: length, type */
#define OTFP_VTF3_KEYWORDS 256
#define OTFP_VTF3_NEAR 256      /* names of activities */
#define OTFP_VTF3_IMPLIED_MAX 2 /* activities of one EXCHANGE */

struct otfp_vtf3_scanner {
	struct otfp_vtf3_record rec;
	const char *p, *end; /* what is at hand; in ASCII whole lines, and OTFP_INPUT_AHEAD bytes behind are readable */
	enum otfp_vtf3_format format;
	int is_open; /* the format is known */
	int is_last; /* [p, end) is all there is */
	int is_cut;
	int added;   /* the newline at the end of the window is ours */
	int is_lost; /* binary: passing over all up to the next header */
	int raw;     /* Legacy ASCII: text has no escapes */
	const char *why;
	uint64_t base;     /* byte of the input ... */
	const char *start; /* that is at this place of the window */
	uint64_t at, line, next_line, records;
	double last_time;
	/* memory for arrays and text of one record */
	char *scratch, *free;
	size_t scratch_n;
	struct otfp_vtf3_activities activities;
	/* records that are given before rec */
	struct otfp_vtf3_record implied[OTFP_VTF3_IMPLIED_MAX];
	unsigned nimplied, implied_given;
	struct otfp_input *in; /* NULL: memory */
	struct otfp_error *err;
	struct otfp_buf own;                   /* what was fed; the last line, with a newline */
	uint8_t by_code[256], by_private[256]; /* type + 1 */
	struct otfp_vtf3_keyword {
		uint64_t head; /* the first eight bytes */
		char word[20]; /* padded with NUL */
		uint8_t n, type;
	} keywords[OTFP_VTF3_KEYWORDS]; /* by hash; n is 0 where there is none */
	/* activities of an EXCHANGE line: where their names stand, and what they are if that is at hand */
	struct otfp_vtf3_named {
		const char *at;
		const struct otfp_vtf3_activity *activity;
	} to, from;
	struct otfp_vtf3_near_name {
		uint64_t head; /* the first eight bytes as in the line, with what is behind a shorter name */
		const struct otfp_vtf3_activity *activity;
	} near[OTFP_VTF3_NEAR];
	uint16_t required[OTFP_VTF3_NTYPES]; /* slots that its line must have */
	uint8_t fixed[OTFP_VTF3_NTYPES];     /* least bytes of the payload, with the time */
	uint8_t roomy[OTFP_VTF3_NTYPES];     /* has text or arrays */
	struct otfp_vtf3_record blank[OTFP_VTF3_NTYPES];
};

/* With EXCHANGE, nearly every record of a real trace is one of these: they are worth code of their own. */
#define OTFP_VTF3_HOT(X) X(Downto) X(Upfrom) X(Upto) X(Sendmsg) X(Recvmsg) X(Samp)

/* Of a record: was it one? */
enum otfp_vtf3_took { OTFP_VTF3_TOOK, OTFP_VTF3_BAD, OTFP_VTF3_NOMEM };

/** Room in the scratch for all that a record of `n` bytes on disk can hold. @return 0, or -1 when memory is out */
int otfp_vtf3_scratch(struct otfp_vtf3_scanner *s, size_t n);
/** n bytes of it, aligned for numbers; there is room. */
static inline void *otfp_vtf3_take(struct otfp_vtf3_scanner *s, size_t n)
{
	void *p = s->free;

	s->free += (n + 7) & ~(size_t)7;
	return p;
}

/** @return enum otfp_vtf3_type, or OTFP_VTF3_NTYPES */
static inline unsigned otfp_vtf3_type_of(const struct otfp_vtf3_scanner *s, unsigned code)
{
	unsigned found = code < 256                          ? s->by_code[code] :
	                 code >> 8 == OTFP_VTF3_PRIVATE >> 8 ? s->by_private[code & 255] :
	                                                       0;

	if (OTFP_UNLIKELY(!found && code == otfp_vtf3_rows[OTFP_VTF3_Srcinfo_obsol].code))
		return OTFP_VTF3_Srcinfo_obsol;
	return found ? found - 1u : OTFP_VTF3_NTYPES;
}
/** Least bytes of the payload of that type. */
unsigned otfp_vtf3_least(unsigned type);
/** Clip the floating-point ones among the values in the slot of rec, which are at `values`. */
void otfp_vtf3_clip_values(const struct otfp_vtf3_record *rec, unsigned slot, char *values);
/** The payload [p,end) of a record of that type. */
enum otfp_vtf3_took otfp_vtf3_scan_payload(struct otfp_vtf3_scanner *s, unsigned type, const char *p, const char *end);
/** A line from p of Standard or Legacy ASCII, up to and with its LF, or to the next declaration on it.
 * @return behind it; NULL with s->why set, or with why NULL when memory is out */
const char *otfp_vtf3_scan_text(struct otfp_vtf3_scanner *s, const char *p);
/** The same of Fast ASCII. */
const char *otfp_vtf3_scan_fast(struct otfp_vtf3_scanner *s, const char *p);
/** An old record got its activities by token (is_token) or by name: fill in the other. A name that is new puts an
 * implied record before this one. @return 0, or -1 when memory is out */
int otfp_vtf3_scan_activities(struct otfp_vtf3_scanner *s, int is_token);
/** Rec of that type and time, every slot as blank. */
OTFP_INLINE void otfp_vtf3_begin(struct otfp_vtf3_scanner *s, const struct otfp_vtf3_row *row, unsigned type,
                                 double time)
{
	memcpy(s->rec.v, s->blank[type].v, row->nargs * sizeof *s->rec.v);
	s->rec.time = time;
	s->rec.type = (uint16_t)type;
	s->rec.flags = 0;
}

static inline uint32_t otfp_vtf3_load4(const char *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof v);
	return le32toh(v);
}

/** The first n bytes of a word, of which eight may be read, but eight at most. */
static inline uint64_t otfp_vtf3_head(const char *word, size_t n)
{
	return otfp_load8(word) & (n < 8 ? ((uint64_t)1 << 8 * n) - 1 : UINT64_MAX);
}
static inline unsigned otfp_vtf3_keyword_hash(uint64_t head)
{
	return otfp_hash_slot(head, 8);
}
#endif
