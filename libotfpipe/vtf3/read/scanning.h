/*
 * scanning.h - the inside of the scanner. scan.c reads and tracks the position; scan-binary.c, scan-text.c and
 * scan-fast.c decode one record each.
 */
#ifndef OTFP_VTF3_READ_SCANNING_H
#define OTFP_VTF3_READ_SCANNING_H
#include "base/buf.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/num.h"
#include "record/table.h"
#include "vtf3/activities.h"
#include "vtf3/read/scan.h"
#include "vtf3/table.h"
#include "base/hash.h"
#include <endian.h>
#include <string.h>

#define OTFP_VTF3_HEAD 6 /* bytes of a binary record before its payload: length and type */
#define OTFP_VTF3_KEYWORDS 256
#define OTFP_VTF3_NEAR 256      /* size of the cache of activity names */
#define OTFP_VTF3_IMPLIED_MAX 2 /* activities of one EXCHANGE */

struct otfp_vtf3_scanner {
	struct otfp_vtf3_record rec;
	const char *p, *end; /* unread bytes; in ASCII whole lines, and OTFP_INPUT_AHEAD readable bytes follow */
	enum otfp_vtf3_format format;
	int is_open; /* the format is known */
	int is_last; /* no bytes after end */
	int is_cut;
	int added;   /* the newline at the end of the window is not in the file */
	int is_lost; /* binary: skipping to the next header */
	int raw;     /* Legacy ASCII: text has no escapes */
	const char *why;
	uint64_t base;     /* offset in the input ... */
	const char *start; /* of this byte of the window */
	uint64_t at, line, next_line, records;
	double last_time;
	/* memory for arrays and text of one record */
	char *scratch, *free;
	size_t scratch_n;
	struct otfp_vtf3_activities activities;
	/* records to return before rec */
	struct otfp_vtf3_record implied[OTFP_VTF3_IMPLIED_MAX];
	unsigned nimplied, implied_given;
	struct otfp_input *in; /* NULL: memory */
	struct otfp_error *err;
	struct otfp_buf own;                   /* bytes fed; or the last line, with a newline */
	uint8_t by_code[256], by_private[256]; /* type + 1; 0: unknown */
	struct otfp_vtf3_keyword {
		uint64_t head; /* its first eight bytes */
		char word[20]; /* padded with NUL */
		uint8_t n, type;
	} keywords[OTFP_VTF3_KEYWORDS]; /* hash table; n is 0 in free entries */
	/* activities of an EXCHANGE line: where the names are, and the activities if they are cached */
	struct otfp_vtf3_named {
		const char *at;
		const struct otfp_vtf3_activity *activity;
	} to, from;
	struct otfp_vtf3_near_name {
		uint64_t head; /* first eight bytes at the name in the line, with what follows a shorter name */
		const struct otfp_vtf3_activity *activity;
	} near[OTFP_VTF3_NEAR];
	uint16_t required[OTFP_VTF3_NTYPES]; /* slots that a line of this type must have */
	uint8_t fixed[OTFP_VTF3_NTYPES];     /* minimum bytes of the payload, with the time */
	uint8_t roomy[OTFP_VTF3_NTYPES];     /* the type has text or arrays */
	struct otfp_vtf3_record blank[OTFP_VTF3_NTYPES];
};

/* Result of decoding one record. */
enum otfp_vtf3_took { OTFP_VTF3_TOOK, OTFP_VTF3_BAD, OTFP_VTF3_NOMEM };

/** Make room in the scratch memory for any record of n bytes on disk. @return 0, or -1 when memory is out */
int otfp_vtf3_scratch(struct otfp_vtf3_scanner *s, size_t n);
/** Take n bytes of the scratch memory, aligned for numbers. The room must exist. */
static inline void *otfp_vtf3_scratch_get(struct otfp_vtf3_scanner *s, size_t n)
{
	void *p = s->free;

	OTFP_ASSERT_HOT(n <= (size_t)(s->scratch + s->scratch_n - s->free));
	s->free += (n + 7) & ~(size_t)7;
	return p;
}

/** The type of a record type code. @return enum otfp_vtf3_type, or OTFP_VTF3_NTYPES if it is unknown */
static inline unsigned otfp_vtf3_type_of(const struct otfp_vtf3_scanner *s, unsigned code)
{
	unsigned found = code < 256                          ? s->by_code[code] :
	                 code >> 8 == OTFP_VTF3_PRIVATE >> 8 ? s->by_private[code & 255] :
	                                                       0;

	if (OTFP_UNLIKELY(!found && code == otfp_vtf3_rows[OTFP_VTF3_Srcinfo_obsol].code))
		return OTFP_VTF3_Srcinfo_obsol;
	return found ? found - 1u : OTFP_VTF3_NTYPES;
}
/** Minimum bytes of the payload of a type. */
unsigned otfp_vtf3_least(unsigned type);
/** Clip the floating-point numbers among `values`, the array of that slot of rec. */
void otfp_vtf3_clip_values(const struct otfp_vtf3_record *rec, unsigned slot, char *values);
/** Decode the payload [p, end) of a record of this type into s->rec. */
enum otfp_vtf3_took otfp_vtf3_scan_payload(struct otfp_vtf3_scanner *s, unsigned type, const char *p, const char *end);
/**
 * Decode a line of Standard or Legacy ASCII at p into s->rec: up to its LF, or to the next declaration on the line.
 * @return the byte after it; NULL if it is no record, with s->why; NULL with s->why NULL when memory is out
 */
const char *otfp_vtf3_scan_text(struct otfp_vtf3_scanner *s, const char *p);
/** The same for Fast ASCII. */
const char *otfp_vtf3_scan_fast(struct otfp_vtf3_scanner *s, const char *p);
/**
 * Complete the activities of an old record, which has tokens (is_token) or names: add the other. A new name adds an
 * implied record before this one. @return 0, or -1 when memory is out
 */
int otfp_vtf3_scan_activities(struct otfp_vtf3_scanner *s, int is_token);
/** Start s->rec with this type and time; every slot has its blank value. */
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

/** The first n bytes of a word, at most eight, as a number. Eight bytes must be readable. */
static inline uint64_t otfp_vtf3_head(const char *word, size_t n)
{
	return otfp_load8(word) & (n < 8 ? ((uint64_t)1 << 8 * n) - 1 : UINT64_MAX);
}
/** Index into keywords for the head of a word. */
static inline unsigned otfp_vtf3_keyword_hash(uint64_t head)
{
	return otfp_hash_slot(head, 8);
}
#endif
