/*
 * view.h - what the server knows of its traces, and how an answer reads a part of it.
 *
 * Several threads answer at once. What the start found does not change; the result of the first pass is there when
 * view_is_complete() says so, and does not change then either.
 *
 * Memory: the definitions; what is kept of the first pass, as --memory says; for each of VIEW_READERS answers at once
 * what the window has.
 */
#ifndef CMD_VIEW_VIEW_H
#define CMD_VIEW_VIEW_H
#include "cmd/page/detail.h"
#include "cmd/picture/colors.h"
#include "cmd/run/span.h"
#include "cmd/view/request.h"
#include "cmd/select/show.h"
#include "cmd/view/run.h"
#include "record/table.h"
#include "state/nodes.h"
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <zlib.h>

enum { VIEW_READERS = 8, VIEW_ROWS = 128, VIEW_LANES = 256, VIEW_SOURCES = 2 /* files of a trace at most */ };

/* An instant that reading may start at. */
struct view_point {
	uint64_t time;  /* ticks: the state before the events at it */
	char *packed;   /* the state, see states.c; NULL: the trace has a snapshot of all streams there */
	size_t npacked; /* bytes */
	size_t n;       /* words, state/words.h */
	int has_lives;  /* the state has what otf-stat and otf-wait need */
};

/* Functions that are entered in a part of the trace, see entered.c. */
enum { ENTERED_WORDS = 64 };
struct view_entered {
	uint64_t until; /* ticks, exclusive: it begins where the one before ends */
	uint64_t bits[ENTERED_WORDS];
};
struct view_entries {
	struct view_entered *p;
	size_t n, cap;
	struct view_entered now; /* while records come: the part that is open */
};

/* A file of the trace as it was at the start. */
struct view_file {
	char *path;
	struct stat st;
};

/* What other commands print, see store.c. */
struct view_store {
	struct view_kept **p;
	size_t n, cap;
	size_t bytes;       /* of those that are made */
	uint64_t questions; /* so far */
};

struct view {
	const struct view_options *o;
	struct views *siblings; /* all traces, this one among them */
	struct job job;         /* to read it */
	const char *title;      /* its name for people */
	size_t room;            /* bytes for what the first pass keeps: its part of --memory */
	/* the input; standard input has the name of the file that it is */
	struct job_sources what;
	const char *names[VIEW_SOURCES];
	struct event_span span;  /* of the trace */
	struct selection select; /* its values are those of the options */
	struct show show;
	struct window all;               /* that can be asked for: the span, or what -t leaves of it */
	int is_part;                     /* -t is given */
	int selects_processes;           /* -p or -s is */
	uint8_t is_dropped[OTFP_NTYPES]; /* records of these types are not shown */
	int has_dropped_state;           /* types of snapshots are among them */
	uint64_t resolution;             /* ticks per second; 0 = unknown */
	struct otfp_names defined;
	struct otfp_nodes nodes; /* that processes ran on */
	int has_nodes;
	uint32_t *processes; /* those with a row, if selected, in the order of their definitions */
	size_t nprocesses;
	struct otfp_map place; /* process -> its number */
	struct colors colors;  /* of groups, then functions */
	char *folder;          /* of the programs of otfpipe */

	atomic_int stopping; /* all answers are to end */
	pthread_mutex_t lock;
	pthread_cond_t freed;
	unsigned readers;

	int has_late_definitions; /* there are some after the first event */
	struct cache *cache;      /* of the index, see cache.h; NULL: without --cache */

	/* the first pass, under `lock` until complete; `detail` under `growing` */
	pthread_mutex_t growing;
	atomic_int looking; /* answers that want `growing` */
	pthread_t pass;
	int is_complete, has_pass;
	char damage[1024]; /* why it ended early; "" = it did not */
	struct view_file *files;
	size_t nfiles, files_cap;
	struct detail detail;
	struct view_point *points;   /* ascending by time */
	size_t npoints, nsnapshots;  /* all; those that are snapshots */
	struct view_entries entries; /* n 0: they are not known */
	int has_more; /* calls have key-values, or threads send messages: states do not have all of these */

	struct view_store store; /* under `lock` */
};

/* All traces; zero-filled, then views_begin. */
struct views {
	struct view *p;
	size_t n;
	pthread_mutex_t behind; /* of what is made behind the first passes */
};

/** Find what the n traces of the job are: definitions, span, what is selected. @return the exit status after it printed
 * why; -1 to go on. Call views_release in any case */
int views_begin(struct views *all, const struct job *job, const struct view_options *o, size_t n);
/** Let all answers and passes end. */
void views_stop(struct views *all);
/** The same, wait for the passes, and free all. */
void views_release(struct views *all);
/** Start the first pass in a thread, unless the index of an earlier one is there. @return 0, or -1 with errno */
int view_start(struct view *v);
/** @return whether the first pass is done */
int view_is_complete(struct view *v);
/** The window of all events, as far as -t selects them. */
struct window view_all(const struct view *v);
/** The window that is asked for, in the time of -t; all without `from` and `to`. @return 0; -1 after request_fail */
int view_window(const struct view *v, struct request *r, struct window *w);
/** @return whether -p and -s select a process */
int view_has(const struct view *v, uint32_t process);

/* ---- read.c ---- */

/* The name of standard input, which is a file that each reader opens for itself. */
extern const char view_stdin[];

/* A part of the trace to read; zero-filled, then its members. */
struct reading {
	struct view *view;
	const struct request *request; /* NULL: of the first pass */
	uint64_t from, to;             /* ticks: the state at `from` and what comes up to `to`, exclusive */
	int is_whole;                  /* all of it instead */
	int needs_trace;               /* not a state of the first pass, which does not have all, see `has_more` */
	int lists;                     /* list the files of the trace */
	/* may be NULL */
	/* @return 0, 1 = no record is needed, or <0 */
	int (*begin)(void *ctx, const struct otfp_header *h, struct otfp_error *err);
	/* @return 0, 1 = no more is needed, or <0 */
	int (*take)(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err);
	int (*wanted)(void *ctx, uint32_t process); /* NULL: all are */
	void *ctx;
};

/** A message without the file that standard input is. @return `said`, or text */
const char *view_say(const char *said, char *text, size_t size);
/** request_fail for an error of reading. */
void view_fail(struct request *r, const struct otfp_error *err);
/** In the first pass: keep why it ended early, or what was skipped. */
void view_note_damage(struct view *v, const struct otfp_error *err);
/** Read: from the last snapshot before `from`, if the trace has some, else from its start. @return 0, 1 or <0;
 * OTFP_EINTR if nobody waits for the answer any more */
int view_read(const struct reading *r, struct otfp_error *err);
/** After the first pass: the files of the trace are those that it read. @return 0 or <0 */
int view_check_files(struct view *v, struct otfp_error *err);
/** Wait until fewer than VIEW_READERS answers are made. @return 0, or -1 if nobody waits for this one any more */
int view_enter(struct view *v, const struct request *r);
/** The answer is made. */
void view_leave(struct view *v);
/** Wait for that, or for one that is kept, at most `ms`; `lock` is held, and let go meanwhile. */
void view_wait(struct view *v, unsigned ms);
/** @return whether nobody waits for the answer; r NULL: whether the server ends */
int view_is_left(struct view *v, const struct request *r);

/* ---- pass.c ---- */

/** Let the first pass wait, so that its levels can be looked at. */
void view_hold(struct view *v);
/** Let it go on. */
void view_let_go(struct view *v);

/* ---- store.c ---- */

/* An answer that is made; zero-filled. */
struct view_copy {
	struct view_kept *of; /* NULL: it is not kept */
	struct otfp_buf packed;
	z_stream z;
	int is_begun, is_cut; /* `z` is; it is too large to be kept, or not to be kept */
};

/** Give the answer of a command, or wait for it while another thread makes it. @return 1 if it is written, or failed;
 * 0: the caller makes it, and calls store_end() in any case */
int store_give(struct view *v, struct request *r, const char *key, int is_whole, struct view_copy *c);
/** Add a part of the answer. */
void store_add(struct view *v, struct view_copy *c, const char *p, size_t n);
/** It is made, or failed. */
void store_end(struct view *v, struct view_copy *c, int is_good);
/** Free all; nobody reads one. */
void store_release(struct view_store *s);

/* ---- behind.c ---- */

/** After the first pass, of so many records: make what is asked for of the whole trace, until the server ends. */
void view_fill_store(struct view *v, uint64_t records);

/* ---- part.c ---- */

/* A part of a timeline to write. */
struct view_part {
	const struct otfp_timeline *t, *first; /* `first` has names, classes, messages and markers */
	struct window window;                  /* ticks of the columns */
	uint32_t from, to;                     /* columns [from, to) */
	size_t first_row, end_row;             /* rows of t */
	uint32_t bands;                        /* of shares in a row, at most */
	size_t limit;                          /* of messages */
	int is_level, is_open;                 /* of the first pass; which goes on */
};

/** Write it. @return 0, or -1 when memory is out */
int view_put_part(struct view *v, struct request *r, const struct view_part *p);
/** Write its messages, as members of an object: the longest first, of those that are under way in the window. */
void view_put_messages(struct otfp_json *j, const struct view_part *p);

/* ---- states.c ---- */

/* States that the first pass keeps, so that no window is read from far; zero-filled, then view_states_begin. */
struct view_states {
	size_t room; /* bytes for all of them */
	struct view_point *points;
	size_t n, cap, bytes;
	uint64_t records;     /* how many there will be, about */
	uint64_t step, since; /* records from one to the next; since the last one */
	uint64_t first, last; /* time of the first and the last record */
	int has_first;
	/* there was a CollectiveOperation, whose end has no record: what is under way is not known */
	int has_undelimited;
};

/** Begin. @param room  bytes for all of them. @param records  how many there will be, about */
void view_states_begin(struct view_states *s, size_t room, uint64_t records);
/** @return whether the state before a record is to be kept. Call it for each timed record, in order */
int view_states_due(struct view_states *s, uint64_t time);
/** Keep the state before the events at `time`. @return 0, or -1 when memory is out */
int view_states_keep(struct view_states *s, const struct otfp_state *state, uint64_t time);
/** Free all. */
void view_states_release(struct view_states *s);
/** A copy of a packed state, malloc'd. @return NULL when memory is out */
char *view_states_copy(const char *packed, size_t n);
/** The words of a state, malloc'd. @return NULL when memory is out */
uint64_t *view_states_words(const struct view_point *p);
/** The last state from before `time` that has what otf-stat and otf-wait need. @return NULL if there is none */
const struct view_point *view_states_before(const struct view *v, uint64_t time);
/** Give the records of a kept state. @return 0, or what `take` of the reading returned */
int view_states_give(const struct view_point *p, const struct reading *r, struct otfp_error *err);

/* ---- entered.c ---- */

static inline void view_entered_note(struct view_entered *e, uint32_t function)
{
	e->bits[function / 64 % ENTERED_WORDS] |= (uint64_t)1 << function % 64;
}
/** End the open part. @return 0, or -1 when memory is out */
int view_entered_cut(struct view_entries *e, uint64_t until);
/** Set the bits of the functions of a name. */
void view_entered_named(const struct otfp_names *names, struct otfp_str name, struct view_entered *of);
/** Whether a part may have calls of them. */
int view_entered_has(const struct view_entered *part, const struct view_entered *of);
/** The number of the part that a time is in; of the last one. */
size_t view_entered_at(const struct view_entries *e, uint64_t time);
void view_entered_release(struct view_entries *e);

/* ---- answers, see doc/internals ---- */

typedef void view_answer(struct view *v, struct request *r);
view_answer answer_timeline, answer_messages, answer_at, answer_calls, answer_counter, answer_profile, answer_waits,
	answer_picture, answer_command;

/** @return the function that answers, NULL = there is none of that name */
view_answer *view_answer_named(const char *name);
#endif
