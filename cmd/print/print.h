/*
 * print.h - records for eyes, a line each: seconds, process, what happened, indented by the depth of calls; or as
 * JSON, an object each, out of which the record can be made anew.
 *
 * Memory: the definitions, and 56 bytes an open call.
 */
#ifndef OTFP_CMD_PRINT_PRINT_H
#define OTFP_CMD_PRINT_PRINT_H
#include "state/state.h"
#include "cmd/run/clock.h"
#include "cmd/run/labels.h"
#include "cmd/run/pen.h"

struct otfp_print_options {
	int json;
	int ticks;       /* in place of seconds */
	int absolute;    /* not from the first event on */
	int definitions; /* are lines, too; JSON has them anyway */
	int all;         /* all fields, nothing shortened */
	int color;
};

#define OTFP_PRINT_PLACES 4096

/* The column of a process, ready to be put. */
struct otfp_print_place {
	uint32_t process;
	uint64_t changes; /* 1 + those of the names when it was made; 0 = not yet */
	struct otfp_buf text;
};

/* Zero-filled, then `o`, is valid. */
struct otfp_print {
	struct otfp_print_options o;
	struct otfp_header header;
	struct otfp_pen pen;
	struct otfp_labels labels;
	struct otfp_buf scratch;
	struct otfp_print_place places[OTFP_PRINT_PLACES];
	struct otfp_state state;
	struct otfp_error *err;
	struct otfp_time_look clock;    /* in seconds */
	int is_begun;                   /* the definitions at the head are known, and all below is set */
	size_t time_width, place_width; /* columns */
	int is_headed;                  /* the lines above the first are put */
	uint64_t hidden;                /* definitions that were not shown */
	uint64_t records;               /* that were read, for @END of JSON */
};

/** Text to fd, which stays the caller's. err must outlive p. @return 0 or <0 */
int otfp_print_begin(struct otfp_print *p, int fd, const struct otfp_header *h, struct otfp_error *err);
/** Each record and control line, in order. @param shown  0: learn from it only. @return 0 or <0 */
int otfp_print_see(struct otfp_print *p, const struct otfp_record *rec, int shown);
/** The proper end. @return 0 or <0 */
int otfp_print_end(struct otfp_print *p);
/** Write what was put so far. @return 0 or <0 */
int otfp_print_flush(struct otfp_print *p);
void otfp_print_release(struct otfp_print *p);
#endif
