/*
 * view.h - what the server knows of its trace, and how an answer reads a part of it.
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
#include "cmd/view/run.h"
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>

enum { VIEW_READERS = 8, VIEW_ROWS = 128, VIEW_LANES = 256 };

/* A file of the trace as it was at the start. */
struct view_file {
	char *path;
	struct stat st;
};

struct view {
	const struct view_options *o;
	const struct job *job;
	/* the input; standard input has the name of the file that it is */
	struct job_sources what;
	const char *names[2];
	struct event_span span;
	uint64_t resolution; /* ticks per second; 0 = unknown */
	struct otfp_names defined;
	uint32_t *processes; /* those with a row, in the order of their definitions */
	size_t nprocesses;
	struct otfp_map place; /* process -> its number */
	struct colors colors;  /* of groups, then functions */
	char *folder;          /* of the programs of otfpipe */

	atomic_int stopping; /* all answers are to end */
	pthread_mutex_t lock;
	pthread_cond_t freed;
	unsigned readers;

	/* the first pass, under `lock` until complete */
	pthread_t pass;
	int is_complete, has_pass;
	char damage[1024]; /* why it ended early; "" = it did not */
	struct view_file *files;
	size_t nfiles, files_cap;
	struct detail detail;
	uint64_t *points; /* times of snapshots of all streams, ascending */
	size_t npoints;
};

/** Find what the trace is: definitions, span. @return the exit status; -1 to go on */
int view_begin(struct view *v, struct job *job, const struct view_options *o);
/** Start the first pass in a thread. @return 0, or -1 with errno */
int view_start(struct view *v);
/** End the first pass and free all. */
void view_release(struct view *v);
/** @return whether the first pass is done */
int view_is_complete(struct view *v);
/** The window of all events. */
struct window view_all(const struct view *v);

/* ---- read.c ---- */

/* A part of the trace to read; zero-filled, then its members. */
struct reading {
	struct view *view;
	const struct request *request; /* NULL: of the first pass */
	uint64_t from, to;             /* ticks: the state at `from` and what comes up to `to`, exclusive */
	int is_whole;                  /* all of it instead */
	/* may be NULL */
	int (*begin)(void *ctx, const struct otfp_header *h, struct otfp_error *err);
	/* @return 0, 1 = no more is needed, or <0 */
	int (*take)(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err);
	int (*wanted)(void *ctx, uint32_t process); /* NULL: all are */
	int (*list)(void *ctx, const struct otfp_listed *file);
	void *ctx;
};

/** Read: from the last snapshot before `from`, if the trace has some, else from its start. @return 0 or <0; OTFP_EINTR
 * if nobody waits for the answer any more */
int view_read(const struct reading *r, struct otfp_error *err);
/** Wait until fewer than VIEW_READERS answers are made. @return 0, or -1 if nobody waits for this one any more */
int view_enter(struct view *v, const struct request *r);
/** The answer is made. */
void view_leave(struct view *v);
/** @return whether nobody waits for the answer; r NULL: whether the server ends */
int view_is_left(struct view *v, const struct request *r);

/* ---- answers, see doc/internals ---- */

typedef void view_answer(struct view *v, struct request *r);
view_answer answer_overview, answer_timeline, answer_messages, answer_at, answer_calls, answer_counter, answer_profile,
	answer_waits, answer_command;

/** @return the function that answers, NULL = there is none of that name */
view_answer *view_answer_named(const char *name);
#endif
