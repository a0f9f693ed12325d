/*
 * spill.h - a file without a name, for records that do not fit into memory. The system removes it when its descriptor
 * is closed, however the program ends.
 */
#ifndef OTFP_MERGE_SPILL_H
#define OTFP_MERGE_SPILL_H
#include "base/copy.h"
#include "base/error.h"

struct otfp_spill {
	struct otfp_error *err;
	const char *dir;   /* directory, for messages */
	int (*stop)(void); /* called before each read and write; not 0: stop with OTFP_EINTR. May be NULL */
	int fd;            /* -1: not open */
	uint64_t end;      /* size in bytes */
};

/** Create the file in f->dir; err, dir and stop must be set. @return 0 or <0 */
int otfp_spill_open(struct otfp_spill *f);
/** Read n bytes at byte `at`. @return 0 or <0; OTFP_EINTR after a signal or if stop returned not 0 */
int otfp_spill_read(struct otfp_spill *f, void *p, size_t n, uint64_t at);
/** Write n bytes at byte `at`. @return as otfp_spill_read */
int otfp_spill_write(struct otfp_spill *f, const void *p, size_t n, uint64_t at);
/** Give n bytes at `at` back to the file system, if it can; they will not be read again. */
void otfp_spill_drop(struct otfp_spill *f, uint64_t n, uint64_t at);
/** Close the file, if it is open. */
void otfp_spill_close(struct otfp_spill *f);

/* Collects small pieces to large writes. */
struct otfp_spill_out {
	struct otfp_spill *f;
	uint64_t at; /* place of buf in the file; the user sets at, f, buf and cap */
	char *buf;
	size_t cap, n;
};

/** For otfp_spill_put: buf has no room for n bytes. */
int otfp_spill_put_slowly(struct otfp_spill_out *out, const void *p, size_t n);
/** Append n bytes. @return 0 or <0 */
static inline int otfp_spill_put(struct otfp_spill_out *out, const void *p, size_t n)
{
	if (__builtin_expect(n > out->cap - out->n, 0))
		return otfp_spill_put_slowly(out, p, n);
	otfp_copy(out->buf + out->n, (const char *)p, n);
	out->n += n;
	return 0;
}
/** Write what is collected. @return 0 or <0 */
int otfp_spill_flush(struct otfp_spill_out *out);

/* The same for reading. */
struct otfp_spill_in {
	struct otfp_spill *f;
	uint64_t at, end; /* bytes of the file that are not in buf yet */
	char *buf;
	size_t cap, used, n; /* buf[used..n) is not given yet */
};

/** Get the next n bytes, which must be before `end`. @return 0 or <0 */
int otfp_spill_get(struct otfp_spill_in *in, void *p, size_t n);
#endif
