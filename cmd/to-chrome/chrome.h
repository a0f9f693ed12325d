/*
 * chrome.h - records as events of a timeline, for Perfetto, chrome://tracing and speedscope.
 *
 * The forms are "Trace Event Format", Google 2016, as a JSON object, and the protobuf of Perfetto. otf-to-chrome(1)
 * lists the event of each record type. Each begin of a call has its end. The events of a thread are in time order,
 * except async events.
 *
 * Memory: the definitions, about 400 bytes for each process, 56 for each open call, 80 for each message on its way, and
 * other open operations.
 */
#ifndef CMD_TO_CHROME_CHROME_H
#define CMD_TO_CHROME_CHROME_H
#include "state/state.h"
#include "cmd/text/clock.h"
#include "cmd/text/labels.h"
#include "cmd/text/pen.h"

struct chrome_options {
	int absolute; /* times as stored, not relative to the first event */
	/* the interval [from, to): calls that are open at `from` begin there, those open at `to` end there */
	int has_from, has_to;
	uint64_t from, to;
	int level;                                  /* of gzip; 0: plain */
	int no_calls;                               /* calls are not shown, not even those open at `from` */
	int (*wanted)(void *ctx, uint32_t process); /* whether a process is selected; NULL: all are */
	void *ctx;
};

/* Counts that are reported at the end. */
enum chrome_count {
	CHROME_LEAVES,    /* Leaves without an Enter: dropped */
	CHROME_OTHERS,    /* Leaves of a function that is not the innermost: the innermost call was closed */
	CHROME_NUMBERS,   /* counter values that are no finite numbers: dropped */
	CHROME_UNKNOWN,   /* records of unknown type or name: dropped */
	CHROME_ENDS,      /* ends of collective operations that did not begin: dropped */
	CHROME_RENAMED,   /* functions defined again among the events with another name: ignored */
	CHROME_RECEIVES,  /* receives without a send: no arrow */
	CHROME_SENDS,     /* sends without a receive: an arrow without an end */
	CHROME_LOOSE,     /* messages with an end outside of every call that is shown: no arrow */
	CHROME_OPEN,      /* calls open at the end: closed there */
	CHROME_RUNNING,   /* operations open at the end: closed there */
	CHROME_EARLY,     /* events before time 0 where times have no sign: shown at 0 */
	CHROME_ROUNDED,   /* counter values above 2^63-1 where integers have a sign: as the nearest real number */
	CHROME_NOT_SHOWN, /* summaries, and snapshots that repeat what is known */
	NCHROME
};

/* A process as a thread; its pid is its topmost ancestor. */
struct chrome_thread {
	uint32_t process, pid;
	uint8_t n;      /* 0 = not seen yet */
	char place[54]; /* ,"pid":1,"tid":2 */
};

/* Zero-fill it, then set `o` and `form`. */
struct chrome {
	const struct chrome_form *form; /* event.h */
	struct perfetto *perfetto;      /* of that form */
	struct chrome_options o;
	struct otfp_header header;
	struct pen pen;
	struct labels labels;
	struct otfp_state state;
	struct time_form clock; /* in microseconds */
	struct otfp_error *err;
	struct otfp_str creator;       /* of the first DefCreator; a copy */
	struct chrome_thread *threads; /* by index of the process in state */
	size_t nthreads;
	struct otfp_map pids;  /* pids whose name is written */
	struct otfp_map twins; /* counters with the name of an earlier one, by otfp_ref */
	struct otfp_buf scratch;
	int is_begun;  /* the head is written */
	int is_inside; /* past the start of the interval */
	int has_first;
	uint64_t first, last;     /* times of the timed records so far */
	uint64_t sends, received; /* sends that are shown; those whose receive is, too */
	uint64_t arrows;          /* the ids of arrows are 1.. */
	uint32_t operations;      /* id of the last operation; JSON */
	uint64_t events;
	uint64_t counts[NCHROME];
};

/** Begin to write to fd, which stays owned by the caller. name, for messages, and err must outlive c; later errors go
 * to err too. @return 0 or <0 */
int chrome_begin(struct chrome *c, int fd, const char *name, const struct otfp_header *h, struct otfp_error *err);
/** Take the next record or control line. @param shown  0: only learn from it; 1: write its events. @return 0 or <0 */
int chrome_record(struct chrome *c, const struct otfp_record *rec, int shown);
/** After a complete input: close what is open, end the output and flush. @return 0 or <0 */
int chrome_end(struct chrome *c);
/** Free what c owns. */
void chrome_release(struct chrome *c);
/** The text of a count (enum chrome_count), for a message. */
const char *chrome_count_name(unsigned i);
#endif
