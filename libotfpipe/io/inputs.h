/*
 * inputs.h - the inputs that somebody names, each looked at once, whatever asks what it is.
 *
 * What is no regular file is never opened here: a FIFO gives its bytes once only, to who reads it. Of regular files the
 * one that was looked at last stays open, so that who reads it need not open it again.
 */
#ifndef OTFP_IO_INPUTS_H
#define OTFP_IO_INPUTS_H
#include "base/error.h"

#define OTFP_HEAD 96 /* bytes of a file that a first look gets */

/* What the first look at a name shows. */
struct otfp_first_look {
	uint8_t is_stdin; /* the name is NULL or "-"; nothing else is set */
	uint8_t exists, is_regular, is_directory;
	uint8_t is_readable; /* a regular file that could be read: size, head and n are set */
	uint8_t is_done;
	unsigned n; /* bytes of head */
	uint64_t size;
	char head[OTFP_HEAD];
};

struct otfp_inputs {
	const char *const *names;
	unsigned n;
	struct otfp_first_look *looks;
	unsigned kept; /* the one that is open as fd */
	int fd;        /* -1 = none is */
};

/** @param names  stay the caller's; n >= 1. @return 0 or <0; release it in any case */
int otfp_inputs_init(struct otfp_inputs *in, const char *const *names, unsigned n, struct otfp_error *err);
/** @return what the first look at input i shows; valid until release */
const struct otfp_first_look *otfp_inputs_look(struct otfp_inputs *in, unsigned i);
/** The descriptor of regular file i, which is the caller's from now on; read it by position. @return -1 if it is not
 * open (any more) */
int otfp_inputs_take(struct otfp_inputs *in, unsigned i);
/** Whether a name means standard input. */
int otfp_is_stdin(const char *name);
/** The name for messages. */
const char *otfp_shown_name(const char *name);
void otfp_inputs_release(struct otfp_inputs *in);
#endif
