/*
 * inputs.h - the inputs that a caller names. Each is looked at once, however many formats ask about it.
 *
 * Only regular files are opened here: a FIFO gives its bytes only once, to its reader. The regular file that was looked
 * at last stays open, so that its reader need not open it again.
 */
#ifndef OTFP_IO_INPUTS_H
#define OTFP_IO_INPUTS_H
#include "base/error.h"

#define OTFP_HEAD 96 /* bytes of a file that the first look reads */

/* Result of the first look at a name. */
struct otfp_first_look {
	uint8_t is_stdin; /* the name is NULL or "-"; nothing else is set */
	uint8_t exists, is_regular, is_directory;
	uint8_t is_readable; /* a regular file that can be read: size, head and n are set */
	uint8_t is_done;
	int failed; /* errno of looking or reading, see otfp_inputs_check; 0 = none */
	unsigned n; /* bytes of head */
	uint64_t size;
	char head[OTFP_HEAD];
};

struct otfp_inputs {
	const char *const *names;
	unsigned n;
	struct otfp_first_look *looks;
	unsigned kept; /* index of the input that is open as fd */
	int fd;        /* -1 = none */
};

/** @param names  must exist until release; n >= 1. @return 0 or <0; call otfp_inputs_release in any case */
int otfp_inputs_init(struct otfp_inputs *in, const char *const *names, unsigned n, struct otfp_error *err);
/** @return the first look at input i, valid until release */
const struct otfp_first_look *otfp_inputs_look(struct otfp_inputs *in, unsigned i);
/** @return 0, also for an input that does not exist; <0 if looking at input i failed */
int otfp_inputs_check(struct otfp_inputs *in, unsigned i, struct otfp_error *err);
/** Take the descriptor of regular file i, which the caller then closes; read it with pread. @return -1 if it is not
 * open, or no longer */
int otfp_inputs_detach(struct otfp_inputs *in, unsigned i);
/** Look at all inputs again: files were renamed. */
void otfp_inputs_forget(struct otfp_inputs *in);
/** @return whether a name means standard input: NULL or "-" */
int otfp_is_stdin(const char *name);
/** @return the name for messages: "stdin" for standard input */
const char *otfp_shown_name(const char *name);
/** Free all, and close the descriptor that nobody took. */
void otfp_inputs_release(struct otfp_inputs *in);
#endif
