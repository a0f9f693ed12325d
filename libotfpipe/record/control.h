/*
 * control.h - control lines as types: the kind of a line, and its fields.
 *
 * Only this file knows the names of control lines. otfp_control_kind (otfpipe.h) returns the kind of a record. The
 * library makes each record of a control line with otfp_control_record, which determines the kind once.
 */
#ifndef OTFP_RECORD_CONTROL_H
#define OTFP_RECORD_CONTROL_H
#include "base/must.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/map.h"

/** The kind of the line p[0..n), which has no LF, by its name as a whole word. @return OTFP_C_NONE if it is no
 * control line: "@" and 2 to 8 capitals, alone or before a HT */
enum otfp_control otfp_control_of(const char *p, size_t n);
/** The name of a known kind, "@SM". */
const char *otfp_control_name(enum otfp_control kind);
/** The text after the name and its HT; p NULL = the line is only a name. */
struct otfp_str otfp_control_text(const struct otfp_str *line);
/** A record of the control line p[0..n), which the caller keeps. */
struct otfp_record otfp_control_record(const char *p, size_t n);

/* ---- @SM stream process,process,... ---- */

/* A reader of a stream and its processes. */
struct otfp_sm {
	uint32_t stream;
	uint32_t process; /* the last one read */
	/* the rest of the line: separator, number, separator, number */
	const char *at, *end;
	const char *why; /* what is wrong with the line */
	uint8_t base;    /* of the numbers: 10, or 16 in a master file */
	char separator;  /* before the next number */
};

/** Start with the stream id of the line. @return 0; OTFP_EDAMAGE with sm->why set */
int otfp_sm_begin(struct otfp_sm *sm, const struct otfp_str *line);
/** Read the next process to sm->process. @return 0; OTFP_END; OTFP_EDAMAGE with sm->why set and sm->at unchanged */
int otfp_sm_next(struct otfp_sm *sm);
/** Whether a stream may have that id: 0 means global definitions, and the highest id is reserved. */
int otfp_is_stream(uint32_t id);
/** Set streams[process] for each process of the line, up to an error in it. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_sm_map(struct otfp_map *streams, const struct otfp_str *line);
/** Write the line without LF to p, which has OTFP_SM_ROOM(n) bytes. @return the end */
#define OTFP_SM_ROOM(n) (32 + 11 * (n))
char *otfp_sm_put(char *p, uint32_t stream, const uint32_t *processes, size_t n);
/** Append the line without LF to b. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_sm_format(struct otfp_buf *b, uint32_t stream, const uint32_t *processes, size_t n);

/* An @SM line with fewer processes; zero-filled is empty. */
struct otfp_shorter_sm {
	struct otfp_buf text;
	struct otfp_record rec;
};

void otfp_shorter_sm_release(struct otfp_shorter_sm *s);
/** If *rec is an @SM line, point it to a copy without the processes for which goes() is true. A malformed line stays
 * as it is. @return 1; 0 if no process is left, so that the line goes; <0 */
int otfp_sm_shorten(struct otfp_shorter_sm *s, const struct otfp_record **rec,
                    int (*goes)(const void *ctx, uint64_t process), const void *ctx, struct otfp_error *err);

/* ---- @LOST process from to count ---- */

/* Events of a process that the source dropped. */
struct otfp_lost {
	uint32_t process;
	uint64_t from, to; /* ticks */
	uint64_t count;
	unsigned n;           /* how many of the four are valid; the others are 0 */
	struct otfp_str rest; /* the text after the valid ones */
};

void otfp_lost_get(struct otfp_lost *lost, const struct otfp_str *line);
/** Write the line without LF to p, which has OTFP_LOST_ROOM(lost) bytes. @return the end */
#define OTFP_LOST_ROOM(lost) (100 + (lost)->rest.n)
char *otfp_lost_put(char *p, const struct otfp_lost *lost);

/* ---- a piece of a longer trace ---- */

/* The text of a definition comment: records after the piece exist, so what is open at its end is no fault. */
#define OTFP_CONTINUES "otfpipe: the run continues after this piece"
/** @return whether the record is that comment */
int otfp_is_continues(const struct otfp_record *rec);
/* Another one: DefTimeRange is the window that was cut out of the run, so all time in it counts, also without records.
 */
#define OTFP_WINDOW "otfpipe: the time range is the window of this piece"
/** @return whether the record is that comment */
int otfp_is_window(const struct otfp_record *rec);

/* ---- @PG KEY:text ... ---- */

/** The value of a key of two capital letters, "ID"; p NULL if the line has no such key. */
struct otfp_str otfp_pg_get(const struct otfp_str *line, const char *key);
#endif
