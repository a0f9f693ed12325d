/* zout.h - writes bytes to a descriptor: plain, as gzip or as zstd. */
#ifndef OTFP_IO_ZOUT_H
#define OTFP_IO_ZOUT_H
#include "base/must.h"
#include "base/error.h"
#include "base/fd.h"
#include "io/packing.h"
#include "io/pool.h"

/* How bytes are packed. Zero-filled: plain. */
struct otfp_zout_form {
	enum otfp_packing packing; /* OTFP_PLAIN, OTFP_GZIP or OTFP_ZSTD */
	int level;                 /* gzip 1 to 9, zstd 1 to OTFP_ZSTD_LEVELS; 0: plain */
	struct otfp_pool *pool;    /* for zstd: threads that compress; NULL: only the caller */
};

enum { OTFP_ZSTD_LEVELS = 19 };

/* Zero-filled, only otfp_zout_release is allowed. */
struct otfp_zout {
	int fd;
	otfp_stop_fn *stop;              /* after a signal (base/fd.h); NULL from otfp_zout_open, the user may set it */
	const struct otfp_zout_ops *ops; /* NULL: plain */
	void *packer;
	const char *name;
	struct otfp_error *err;
};

/** Whether this build can write that packing. */
int otfp_zout_can(enum otfp_packing packing);
/** Start writing. fd stays open and owned by the caller. @return 0 or <0 */
int otfp_zout_open(struct otfp_zout *z, int fd, const char *name, struct otfp_zout_form form, struct otfp_error *err);
/** Write n bytes, fewer than 4 GiB. @return 0 or <0, with errno if writing failed */
OTFP_MUST_CHECK int otfp_zout_put(struct otfp_zout *z, const void *p, size_t n);
/** Write what is buffered and end the packed file. @return 0 or <0, with errno if writing failed */
OTFP_MUST_CHECK int otfp_zout_end(struct otfp_zout *z);
/** Free it; without otfp_zout_end before, buffered data is lost. */
void otfp_zout_release(struct otfp_zout *z);
#endif
