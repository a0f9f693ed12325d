/*
 * spill.h - a file without a name, for what a sort cannot keep in memory. The system
 * removes it with its descriptor, however the program ends.
 */
#ifndef OTFP_MERGE_SPILL_H
#define OTFP_MERGE_SPILL_H
#include "base/error.h"

struct otfp_spill {
	struct otfp_error *err;
	const char *dir;   /* named in messages */
	int (*stop)(void); /* asked before each read and write; not 0 = give up with OTFP_EINTR. May be NULL */
	int fd;            /* -1 = not open */
	uint64_t end;      /* bytes */
};

/** Open in f->dir; err, dir and stop are set. @return 0 or <0 */
int otfp_spill_open(struct otfp_spill *f);
/** All n bytes at byte `at`. @return 0 or <0; OTFP_EINTR when a signal came or stop said so */
int otfp_spill_read(struct otfp_spill *f, void *p, size_t n, uint64_t at);
int otfp_spill_write(struct otfp_spill *f, const void *p, size_t n, uint64_t at);
/** Give n bytes at `at` back to the disk where the file system can; they are not read again. */
void otfp_spill_drop(struct otfp_spill *f, uint64_t n, uint64_t at);
void otfp_spill_close(struct otfp_spill *f);

/* Small pieces written as large ones. */
struct otfp_spill_out {
	struct otfp_spill *f;
	uint64_t at; /* of buf in the file; the user sets it, f, buf and cap */
	char *buf;
	size_t cap, n;
};

/** Append to what is written. @return 0 or <0 */
int otfp_spill_put(struct otfp_spill_out *out, const void *p, size_t n);
int otfp_spill_flush(struct otfp_spill_out *out);
#endif
