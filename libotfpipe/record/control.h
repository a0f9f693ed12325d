/*
 * control.h - control lines as types: of which kind a line is, and what its fields say.
 *
 * This is the only place that knows the names of control lines. The kind of a record is otfp_control_kind(rec), of
 * otfpipe.h. Whoever makes a record of a control line makes it with otfp_control_record, so that its kind is found
 * once.
 */
#ifndef OTFP_RECORD_CONTROL_H
#define OTFP_RECORD_CONTROL_H
#include "base/buf.h"
#include "base/error.h"
#include "base/map.h"

/** The kind of the line p[0..n), which has no LF, by its name as a whole word. @return OTFP_C_NONE if it is no
 * control line: "@" and 2 to 8 capitals, alone or before a HT */
enum otfp_control otfp_control_of(const char *p, size_t n);
/** The name of a known kind, "@SM". */
const char *otfp_control_name(enum otfp_control kind);
/** What stands behind the name and its HT; p NULL = the name stands alone. */
struct otfp_str otfp_control_text(const struct otfp_str *line);
/** The record of the control line p[0..n), which stays the caller's. */
struct otfp_record otfp_control_record(const char *p, size_t n);

/* ---- @SM stream process,process,... ---- */

/* A stream and its processes, which are read one by one. */
struct otfp_sm {
	uint32_t stream;
	uint32_t process; /* the one that was read last */
	/* the rest of the line: separator, number, separator, number */
	const char *at, *end;
	const char *why; /* what is wrong with it */
	uint8_t base;    /* of the numbers: 10, or 16 in a master file */
	char separator;  /* before the next number */
};

/** Read the stream of the line. @return 0; OTFP_EDAMAGE with sm->why set */
int otfp_sm_begin(struct otfp_sm *sm, const struct otfp_str *line);
/** The next process, as sm->process. @return 0; OTFP_END; OTFP_EDAMAGE with sm->why set, and sm->at where it was */
int otfp_sm_next(struct otfp_sm *sm);
/** Whether a stream may have that id: not 0, which is that of global definitions, nor the highest. */
int otfp_is_stream(uint32_t id);
/** Note the stream of each process, as far as the line can be read. @return 0, or -1 when memory is out */
int otfp_sm_map(struct otfp_map *streams, const struct otfp_str *line);
/** The line without LF at p, which has room for so many bytes. @return behind it */
#define OTFP_SM_ROOM(n) (32 + 11 * (n))
char *otfp_sm_put(char *p, uint32_t stream, const uint32_t *processes, size_t n);
/** The same, appended to b. @return 0, or -1 when memory is out */
int otfp_sm_format(struct otfp_buf *b, uint32_t stream, const uint32_t *processes, size_t n);

/* An @SM line with fewer processes; zero-filled is empty. */
struct otfp_shorter_sm {
	struct otfp_buf text;
	struct otfp_record rec;
};

void otfp_shorter_sm_release(struct otfp_shorter_sm *s);
/** If *rec is an @SM line, point it to one without the processes that go. What cannot be read of it stays.
 * @return 1; 0 if nothing is left of its list, so that the line goes; <0 */
int otfp_sm_shorten(struct otfp_shorter_sm *s, const struct otfp_record **rec,
                    int (*goes)(const void *ctx, uint64_t process), const void *ctx, struct otfp_error *err);

/* ---- @LOST process from to count ---- */

/* Events of a process that the source dropped. */
struct otfp_lost {
	uint32_t process;
	uint64_t from, to; /* ticks */
	uint64_t count;
	unsigned n;           /* how many of the four could be read; the others are 0, */
	struct otfp_str rest; /* ... and their text is this */
};

void otfp_lost_get(struct otfp_lost *lost, const struct otfp_str *line);
/** The line without LF at p, which has room for so many bytes. @return behind it */
#define OTFP_LOST_ROOM(lost) (100 + (lost)->rest.n)
char *otfp_lost_put(char *p, const struct otfp_lost *lost);

/* ---- @PG KEY:text ... ---- */

/** The text behind a key of two capitals, "ID"; p NULL if the line does not have it. */
struct otfp_str otfp_pg_get(const struct otfp_str *line, const char *key);
#endif
