/*
 * chrome.h - records as trace events in JSON, for Perfetto, chrome://tracing and speedscope, event by event.
 *
 * The format: "Trace Event Format", Google 2016; the JSON object form. What becomes of which record is
 * said in otf-to-chrome(1). Each B has its E, and the events of a thread stand in the order of time, but for async
 * ones.
 *
 * Memory: the definitions, some 400 bytes a process, 56 bytes an open call, 80 a message on its way, what else is open.
 */
#ifndef OTFP_CMD_CHROME_CHROME_H
#define OTFP_CMD_CHROME_CHROME_H
#include "state/state.h"
#include "cmd/run/clock.h"
#include "cmd/run/labels.h"
#include "cmd/run/pen.h"

struct otfp_chrome_options {
	int absolute; /* times are not from the first event on */
	/* [from, to): what is open at from begins there, what is open at to ends there */
	int has_from, has_to;
	uint64_t from, to;
	int no_calls;                               /* calls are not shown, not even those open at from */
	int (*wanted)(void *ctx, uint32_t process); /* whether what is open at from is shown; NULL: all */
	void *ctx;
};

/* What is told at the end. */
enum otfp_chrome_count {
	OTFP_CHROME_LEAVES,    /* without Enter: dropped */
	OTFP_CHROME_OTHERS,    /* Leaves of another function than the innermost: that was closed */
	OTFP_CHROME_NUMBERS,   /* counter values that JSON has no numbers for: dropped */
	OTFP_CHROME_UNKNOWN,   /* records of unknown type or name: dropped */
	OTFP_CHROME_ENDS,      /* of collective operations that were not begun: dropped */
	OTFP_CHROME_RENAMED,   /* functions defined again among the events, by another name: dropped */
	OTFP_CHROME_RECEIVES,  /* of messages that were not sent: no arrow */
	OTFP_CHROME_SENDS,     /* that were not received: an arrow without end */
	OTFP_CHROME_OPEN,      /* calls open at the end: closed there */
	OTFP_CHROME_RUNNING,   /* operations open at the end: closed there */
	OTFP_CHROME_NOT_SHOWN, /* snapshots that repeat what is known, summaries */
	OTFP_NCHROME
};

/* A process as thread of the topmost one above it. */
struct otfp_chrome_thread {
	uint32_t process, pid;
	uint8_t n;      /* 0 = not seen yet */
	char place[54]; /* ,"pid":1,"tid":2 */
};

/* Zero-filled, then `o`, is valid. */
struct otfp_chrome {
	struct otfp_chrome_options o;
	struct otfp_header header;
	struct otfp_pen pen;
	struct otfp_labels labels;
	struct otfp_state state;
	struct otfp_time_look clock; /* in microseconds */
	struct otfp_error *err;
	struct otfp_str creator;            /* of DefCreator, own copy */
	struct otfp_chrome_thread *threads; /* by index of the process in state */
	size_t nthreads;
	struct otfp_map pids;  /* that have a name */
	struct otfp_map twins; /* counters with the name of another, by ref */
	struct otfp_buf scratch;
	int is_begun, is_inside, has_first;
	uint64_t first, last;  /* of the timed records that were seen */
	uint64_t starts, ends; /* of arrows; their ids are 1.. */
	uint32_t operations;   /* the id of the latest */
	uint64_t events;
	uint64_t counts[OTFP_NCHROME];
};

/** JSON to fd, which stays the caller's. name and err must outlive c. @return 0 or <0 */
int otfp_chrome_begin(struct otfp_chrome *c, int fd, const char *name, const struct otfp_header *h,
                      struct otfp_error *err);
/** Each record and control line, in order. @param shown  0: learn from it only. @return 0 or <0 */
int otfp_chrome_see(struct otfp_chrome *c, const struct otfp_record *rec, int shown);
/** The proper end: what is open is closed. @return 0 or <0 */
int otfp_chrome_end(struct otfp_chrome *c);
void otfp_chrome_release(struct otfp_chrome *c);
/** What a count is of, for a message. */
const char *otfp_chrome_count_name(unsigned i);
#endif
