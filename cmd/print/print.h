/*
 * print.h - records as text for people, one line each: seconds, process and what happened, indented by call depth; or
 * as JSON, one object each, from which the record can be restored. See otf-print(1).
 *
 * Markers come at their places in time, although a stream has them before all events; JSON keeps the order of the
 * stream.
 *
 * Memory: the definitions, the markers, and 56 bytes for each open call.
 */
#ifndef CMD_PRINT_PRINT_H
#define CMD_PRINT_PRINT_H
#include "state/state.h"
#include "cmd/text/clock.h"
#include "cmd/text/labels.h"
#include "cmd/text/safe.h"
#include "cmd/text/pen.h"

struct option_print_words {
	int json;
	int ticks;       /* print times in ticks instead of seconds */
	int absolute;    /* times as stored, not relative to the first event */
	int definitions; /* print definitions too; JSON always has them */
	int all;         /* print all fields, and nothing shortened */
	int color;
};

#define PRINT_PLACES 4096

/* What is the same in all objects of a record type: the text up to the time, and the names of its fields. See
 * json-short.c */
struct print_object_form {
	uint8_t head_n; /* 0: not made yet */
	char head[2 * PEN_SHORT];
	struct print_member {
		char text[PEN_SHORT]; /* a comma and the name, without the second quote */
		uint8_t n;
		int8_t space; /* of enum otfp_named; <0: it has no names */
	} members[OTFP_MAX_FIELDS];
};

/* The text of a process, cached. */
struct print_place {
	uint32_t process;
	uint64_t changes; /* 1 + `changes` of the names when it was made; 0 = empty */
	struct otfp_buf text;
};

/* Zero-fill it, then set `o`. */
struct print {
	struct option_print_words o;
	struct otfp_header header;
	struct pen pen;
	struct labels labels;
	struct otfp_buf scratch;
	struct print_place places[PRINT_PLACES];
	struct print_object_form forms[OTFP_NTYPES];
	struct otfp_state state;
	struct print_markers {
		struct otfp_record **p; /* copies, by time from `next` on */
		size_t n, cap, next;    /* those before `next` are printed */
		int is_sorted;
	} markers;
	struct otfp_error *err;
	struct time_form clock;         /* in seconds */
	int is_begun;                   /* the definitions at the head are complete; clock and widths are set */
	size_t time_width, place_width; /* columns */
	size_t blanks;                  /* before the last time in its column, if fewer than PEN_SHORT */
	struct otfp_decimal_near near;  /* the last time */
	int is_headed;                  /* the lines above the first record are printed */
	uint64_t hidden;                /* definitions that were not shown */
	uint64_t records;               /* read so far, for @END of JSON */
};

/** Begin to print to fd, which stays owned by the caller. err must outlive p; later errors go there too.
 * @return 0 or <0 */
int print_begin(struct print *p, int fd, const struct otfp_header *h, struct otfp_error *err);
/** Take the next record or control line. @param shown  0: only learn from it; 1: print it. @return 0 or <0 */
int print_record(struct print *p, const struct otfp_record *rec, int shown);
/** Print the markers that no record came after. */
void print_markers_end(struct print *p);
/** Print the end of the output and flush it, after a complete input. @return 0 or <0 */
int print_end(struct print *p);
/** Write what is buffered. @return 0 or <0 */
int print_flush(struct print *p);
/** Free what p owns. */
void print_close(struct print *p);
#endif
