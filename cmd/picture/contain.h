/*
 * contain.h - runs a function in a child process, so that its crash, its endless loop or its hunger for memory is an
 * error of ours and not our end. What it prints is caught, and is part of the message.
 *
 * The child has a socket on which it is asked (descriptor 0) and a pipe on which it answers (1). It ends when its asker
 * closes them or dies: reading gives the end, writing fails. If the first thread of a program started it, it is killed
 * at the end of the program, whatever it does then. SIGINT, SIGTERM and the like are ignored in the child: the asker
 * decides. The child leaves by contain_leave, so nothing that the caller has registered for its end runs there.
 *
 * Limits: it is killed if it takes CONTAIN_SECONDS of processor time without contain_progress. Its memory can
 * grow by CONTAIN_MEMORY beyond what the caller has, and by what contain_allow adds. It leaves no core file.
 * It must not start threads: one that waits for a lock is killed, since it waits for ever. It may wait for anything
 * else as long as it takes.
 */
#ifndef CMD_PICTURE_CONTAIN_H
#define CMD_PICTURE_CONTAIN_H
#include "base/error.h"
#include "base/fd.h"
#include <sys/types.h>

enum { CONTAIN_SECONDS = 10 };
#define CONTAIN_MEMORY (UINT64_C(1) << 30)

struct contained {
	pid_t pid; /* 0 = none */
	int ask;   /* a socket; -1 = closed */
	int answer;
	int printed;     /* a file in memory: what the child printed */
	int is_stuck;    /* it was killed since it waited for a lock */
	const char *who; /* what the child runs, for messages: "cairo" */
	otfp_stop_fn *stop;
};

/* What the child does. It asks and answers on descriptors 0 and 1. */
typedef void contain_fn(void *ctx);

/** Start fn(ctx) in a child. who: what it runs, for messages. keep: it has all descriptors of the caller; otherwise
 * only 0, 1 and 2. stop: asked after a signal while the caller waits (base/fd.h). @return 0, or <0 with a message about
 * `path`; call contain_end in any case */
int contain_start(struct contained *c, contain_fn *fn, void *ctx, int keep, const char *who, const char *path,
                  otfp_stop_fn *stop, struct otfp_error *err);
/** Send n bytes to the child. A child that is gone is found by the next contain_receive. @return 0; <0 with errno:
 * OTFP_EINTR, OTFP_EFAIL */
int contain_send(struct contained *c, const void *p, size_t n);
/** Receive n bytes. @return 0; 1 if the child ended before; <0 with errno: OTFP_EINTR, OTFP_EFAIL */
int contain_receive(struct contained *c, void *p, size_t n);
/** After a child ended on its own: what ended it and what it printed, in one line, into `text` of `room` bytes. */
void contain_why(struct contained *c, char *text, size_t room);
/** End the child and free everything; again does nothing. */
void contain_end(struct contained *c);

/** In the child: its memory can grow by n bytes more. */
void contain_allow(uint64_t n);
/** In the child: it makes progress; it may take CONTAIN_SECONDS from now. */
void contain_progress(void);
/** In the child: end, without what the caller has registered for its own end. */
void contain_leave(int status) __attribute__((noreturn));
#endif
