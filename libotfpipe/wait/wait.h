/*
 * wait.h - who waits for whom, and the efficiencies of a run: one pass over a stream.
 *
 * Pass every record in order to otfp_wait_add; the result is in the windows, rows and worst waits. Terms: useful time
 * is the life of a process outside of every communication call. Its second clock starts when its life begins and
 * advances by useful time only; receives and collective operations carry it from one process to another, so its
 * maximum is the runtime on an ideal network. A wait is the part of a communication call in which its process could
 * not continue because of another process. otf-wait(1) defines each of them.
 *
 * Windows: the interval; or parts of it of equal length; or the n-th call of some function on each process. Waits are
 * cut at the ends of windows of equal length, and count in the window in which they start.
 *
 * Memory: the rows, 300 bytes per process and 80 per function that it called, 300 bytes per communication call that is
 * open or that has a message or collective operation under way, 32 bytes per message that such a call received if
 * transfers are reported, 32 bytes per member of such an operation, 12 bytes per member of a communicator.
 */
#ifndef OTFP_WAIT_WAIT_H
#define OTFP_WAIT_WAIT_H
#include "base/set.h"
#include "base/ticks.h"
#include "base/wide.h"
#include "profile/paths.h"
#include "record/names.h"

#define OTFP_NO_WINDOW UINT64_MAX /* outside of the interval, or of every call of `inside` */
#define OTFP_NO_PEER UINT64_MAX   /* no process caused the wait */

/* Kinds of waits. Those of WRONG_ORDER are also LATE_SENDER. */
enum otfp_wait_kind {
	OTFP_LATE_SENDER,
	OTFP_WRONG_ORDER,
	OTFP_LATE_RECEIVER,
	OTFP_BARRIER_WAIT,
	OTFP_BARRIER_COMPLETION,
	OTFP_NXN_WAIT,
	OTFP_NXN_COMPLETION,
	OTFP_LATE_BROADCAST,
	OTFP_EARLY_REDUCE,
	OTFP_REDUCE_SPREAD,
	OTFP_EARLY_SCAN,
	OTFP_INIT_WAIT,
	OTFP_FINALIZE_WAIT,
	OTFP_NWAITS
};

/* What the rows of waits have keys of, beside window and kind. */
enum otfp_wait_key {
	OTFP_WAIT_PROCESS,
	OTFP_WAIT_FUNCTION,
	OTFP_WAIT_PATH,
	OTFP_WAIT_PEER,
	OTFP_WAIT_COMMUNICATOR,
	OTFP_WAIT_NBYS,
	OTFP_WAIT_WINDOW = OTFP_WAIT_NBYS,
	OTFP_WAIT_KIND,
	OTFP_WAIT_NKEYS
};

/* What could not be judged. */
enum otfp_wait_count {
	OTFP_WAIT_SKEWED,     /* a receive before its send, or the end of a collective operation before a begin that it
	                       * needs */
	OTFP_WAIT_OUTSIDE,    /* a message or a member of a collective operation outside of every communication call */
	OTFP_WAIT_UNKNOWN,    /* a receive in a call that does not block until it: when it was posted is unknown */
	OTFP_WAIT_INCOMPLETE, /* a collective operation that lacks members, or whose communicator is unknown */
	OTFP_WAIT_UNTYPED,    /* a collective operation of unknown type, or without root */
	OTFP_WAIT_UNRECEIVED, /* a message of which only the send was read */
	OTFP_WAIT_UNSENT,     /* a message of which only the receive was read */
	OTFP_WAIT_NCOUNTS
};

struct otfp_wait_options {
	int clocks;              /* compute the efficiencies */
	int load;                /* with clocks: also the time of functions */
	int each;                /* with clocks: also each process */
	int states;              /* find waits */
	int rest;                /* with clocks and states: also what of communication is no wait */
	int idle;                /* with a single window: also how long threads are idle in parallel regions */
	unsigned by;             /* bits of enum otfp_wait_key below OTFP_WAIT_NBYS: keys of the rows of waits */
	unsigned frames;         /* of a call path that is a key: this many of the innermost calls; 0 = all */
	unsigned top;            /* this many of the worst waits are kept */
	struct otfp_set *comm;   /* names of functions and of their groups that communicate; NULL = the usual ones */
	struct otfp_set *inside; /* windows are the calls of these functions; NULL = they are parts of the interval */
	int has_from, has_to;
	uint64_t from, to; /* ticks: only [from, to) counts */
	int is_cut;        /* the run goes on at `to`, but no later records are passed */
	uint64_t every;    /* length of a window in ticks; 0 = a single window */
	uint64_t most;     /* windows at most; 0 = any number */
	/* NULL, or whether a process is reported. All records must be passed in any case: windows, lives, loads and
	 * waits are those of the reported processes, but what others did is known. */
	int (*is_reported)(void *ctx, uint32_t process);
	void *is_reported_ctx;
};

/* The lives of the reported processes in a window. */
struct otfp_wait_window {
	uint64_t window;
	uint64_t nroots, nthreads;      /* processes without and with a parent */
	uint64_t nall, begin;           /* all processes, and when the first of them begins: lives count from there */
	uint64_t first, last;           /* ticks: begin of the first, end of the last; 0 if there are none */
	uint64_t max_useful, max_clock; /* maximum useful time; maximum of the second clock, which started at `first` */
	otfp_wide useful;               /* sum over processes without parent */
	otfp_wide life;                 /* sum over all that are reported: the time that they live */
	uint64_t slowest; /* sum of the maximum useful time in each stage, which an operation of all processes ends */
	uint64_t slowest_last; /* until the end: that of the last stage */
	uint64_t counts[OTFP_WAIT_NCOUNTS];
};

/* A process in a window. */
struct otfp_wait_life {
	uint64_t window, begin, end, useful, clock;
	uint32_t process;
	int is_thread;
};

/* The exclusive time of a function in a window, over processes without parent. */
struct otfp_wait_load {
	uint64_t window, max;
	otfp_wide sum;
	otfp_ref function;
	uint32_t process; /* with the maximum */
};

/* The time of the outermost communication calls of a function in a window, over all reported processes. What is neither
 * a wait nor a completion is the rest. */
struct otfp_wait_rest {
	uint64_t window;
	otfp_ref function;
	otfp_wide ticks, waits, completions;
};

/* A thread in the parallel regions of a function of its parent. */
struct otfp_wait_idle {
	otfp_ref function;
	otfp_wide ticks, idle; /* of the regions; of these the thread is in no call */
	uint64_t regions;
	uint32_t process;
};

/* The exclusive time of a function in all windows. */
struct otfp_wait_time {
	uint64_t own;       /* ticks on a process */
	otfp_wide all;      /* on all of its kind, without a parent or with one */
	uint64_t processes; /* how many these are */
	uint64_t others;    /* without the process; it may have no part in the interval */
};

/* A wait: [start, end) on a process. */
struct otfp_wait_found {
	uint64_t start, end;
	uint64_t kind; /* enum otfp_wait_kind */
	uint64_t peer; /* token of the process that ended it, or OTFP_NO_PEER */
	otfp_ref function, communicator;
	otfp_ref caller; /* of the communication call; OTFP_NO_REF = none */
	otfp_ref
		peer_caller; /* what the peer did before: the caller of its communication call; OTFP_NO_REF = nothing */
	uint64_t order;  /* number of the record that ended it; 0 = no record: clocks are skewed, or it has no peer */
	uint64_t window; /* with `inside`: the call in which it is, or OTFP_NO_WINDOW */
	uint32_t process, path;
	int wrong_order;
	int is_reported; /* the process is */
	/* numbers of records, see otfp_wait_number */
	uint64_t call;   /* the Enter of the call that waited */
	uint64_t reason; /* the later record of the message, or the begin of this member of the collective operation */
	uint64_t peer_call; /* the Enter of the call in which the peer ended the wait; 0 = no peer */
};

/* A message, or the part of a member in a collective operation, from when nothing but the network was missing. */
struct otfp_wait_transfer {
	uint64_t ticks, bytes;
	otfp_ref operation, communicator; /* OTFP_NO_REF: it is a message, ... */
	uint32_t sender, receiver;        /* ... between these */
	uint32_t others;                  /* messages that the same call received, without this one */
	int with_sends;                   /* the call may have completed sends, too */
	int is_reported;                  /* one of the processes is */
};

/* A row of waits. Parts of the key that were not asked for are 0. */
struct otfp_wait_row {
	uint64_t key[OTFP_WAIT_NKEYS];
	uint64_t count, max;          /* waits that start in the window; the longest of them, whole */
	otfp_wide sum;                /* ticks in the window */
	struct otfp_wait_found worst; /* the longest; of equal ones the first, then that of the lower process */
};

struct otfp_wait_engine;

/** Set the interval, see has_from to is_cut. */
void otfp_wait_bound(struct otfp_wait_options *o, const struct otfp_bounds *b);
/** Start; h is the header of the stream. @return NULL when memory is out; free with otfp_wait_free */
struct otfp_wait_engine *otfp_wait_new(const struct otfp_wait_options *o, const struct otfp_header *h);
/** Free all; w may be NULL. */
void otfp_wait_free(struct otfp_wait_engine *w);
/** Take a record or control line. @return 0, or -1 when memory is out or otfp_wait_too_many */
int otfp_wait_add(struct otfp_wait_engine *w, const struct otfp_record *rec);
/** The same for n records, whose numbers are from `number` on: see otfp_wait_number. */
int otfp_wait_add_all(struct otfp_wait_engine *w, const struct otfp_record *const *recs, size_t n, uint64_t number);
/** After the last record: a process had an event at `time`, of which nothing else matters; see reduce.h. @return as
 * otfp_wait_add */
int otfp_wait_live(struct otfp_wait_engine *w, uint32_t process, uint64_t time);
/** After the definitions, before the first event: begin at the state before the events at `time`, in words of
 * state/words.h, so that the windows are those of the whole run; what is passed from before it is left out. The
 * interval begins after `time`, and there are neither windows that are calls nor who is told of waits.
 * @return 0, 1 if the words are no such state; -1 when memory is out */
int otfp_wait_resume(struct otfp_wait_engine *w, uint64_t time, const uint64_t *words, size_t n);
/** Whether it turned out that the windows need a state from before *before, which is set then. */
int otfp_wait_needs_earlier(const struct otfp_wait_engine *w, uint64_t *before);
/** Whether nothing that comes can change the windows of the interval, whose end has come. It takes time for each
 * process. */
int otfp_wait_is_settled(const struct otfp_wait_engine *w);
/** End of the records. @return as otfp_wait_add */
int otfp_wait_end(struct otfp_wait_engine *w);
/** Whether a record needs more than o.most windows. */
int otfp_wait_too_many(const struct otfp_wait_engine *w);
/** Call fn for each wait that is found, whatever its window, also of processes that are not reported. fn returns 0, or
 * <0 to stop with -1. */
void otfp_wait_report(struct otfp_wait_engine *w, int (*fn)(void *ctx, const struct otfp_wait_found *f), void *ctx);
/** With o.states: call fn for each message and each member of a blocking collective operation, when all is known of
 * their calls. Those that are received, or left, outside of the interval are not passed. fn returns as there. */
void otfp_wait_report_transfers(struct otfp_wait_engine *w, int (*fn)(void *ctx, const struct otfp_wait_transfer *t),
                                void *ctx);
/** Give the next record a number, by which waits refer to it; the default is 0. */
void otfp_wait_number(struct otfp_wait_engine *w, uint64_t number);
/** Call fn, with the ctx of otfp_wait_report, for the begin of each member of a collective operation: the number of its
 * record, and of the operation in its communicator, from 0. fn returns as there. A begin in a snapshot is passed with
 * the next event; that of an unknown communicator never. */
void otfp_wait_report_member(struct otfp_wait_engine *w, int (*fn)(void *ctx, uint64_t number, uint64_t instance));

/** Whether a process is reported. */
int otfp_wait_is_reported(const struct otfp_wait_engine *w, uint32_t process);

/* ---- the result, valid until otfp_wait_free; the order of rows is unspecified ---- */

const struct otfp_names *otfp_wait_names(const struct otfp_wait_engine *w);
const struct otfp_paths *otfp_wait_paths(const struct otfp_wait_engine *w);
const struct otfp_wait_window *otfp_wait_windows(const struct otfp_wait_engine *w, size_t *n);
const struct otfp_wait_life *otfp_wait_lives(const struct otfp_wait_engine *w, size_t *n);
/** How many calls are open at the end. */
uint64_t otfp_wait_open_calls(const struct otfp_wait_engine *w);
const struct otfp_wait_load *otfp_wait_loads(const struct otfp_wait_engine *w, size_t *n);
/** With o.rest. */
const struct otfp_wait_rest *otfp_wait_rests(const struct otfp_wait_engine *w, size_t *n);
/** With o.idle. */
const struct otfp_wait_idle *otfp_wait_idles(const struct otfp_wait_engine *w, size_t *n);
/** What is left of it. */
otfp_wide otfp_wait_rest_of(const struct otfp_wait_rest *r);
/** With o.load: the time of a function, OTFP_NO_REF outside of every call. Functions of equal names are one. All
 * processes count, whether they are reported or not. @param process  a token; of none that is known: all processes
 * without parent, and no own time */
struct otfp_wait_time otfp_wait_time_of(const struct otfp_wait_engine *w, uint32_t process, otfp_ref function);
/** With o.load: the functions that do not communicate with the most exclusive time on processes without a parent, the
 * longest first; of those with equal names any. @return how many they are, n at most */
size_t otfp_wait_longest(const struct otfp_wait_engine *w, otfp_ref *list, size_t n);
/** With o.load: the same one for all functions of a name. */
otfp_ref otfp_wait_first_of(const struct otfp_wait_engine *w, otfp_ref function);
/** @return whether two functions have one name, or are the same without one */
int otfp_wait_is_same(const struct otfp_wait_engine *w, otfp_ref a, otfp_ref b);
const struct otfp_wait_row *otfp_wait_rows(const struct otfp_wait_engine *w, size_t *n);
/** The worst waits, worst first. */
const struct otfp_wait_found *otfp_wait_worst(const struct otfp_wait_engine *w, size_t *n);
/** The first time of a window; 0 for windows that are calls. */
uint64_t otfp_wait_window_start(const struct otfp_wait_engine *w, uint64_t window);
/** The name of a kind of wait: "late_sender". */
const char *otfp_wait_kind_name(unsigned kind);
/** The name of a count: "skewed". */
const char *otfp_wait_count_name(unsigned count);
#endif
