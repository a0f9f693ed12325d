/* gzout.h - writes bytes to a descriptor, plain or as gzip. */
#ifndef OTFP_IO_GZOUT_H
#define OTFP_IO_GZOUT_H
#include "base/must.h"
#include "base/error.h"
#include "base/fd.h"

/* Zero-filled, only otfp_gzout_release is allowed. */
struct otfp_gzout {
	int fd;
	otfp_stop_fn *stop; /* after a signal (base/fd.h); NULL from otfp_gzout_open, the user may set it */
	struct otfp_gzout_packer *packer; /* NULL: plain */
	const char *name;
	struct otfp_error *err;
};

/** Start writing. fd stays open and owned by the caller. @param level  gzip level; 0: plain. @return 0 or <0 */
int otfp_gzout_open(struct otfp_gzout *g, int fd, const char *name, int level, struct otfp_error *err);
/** Write n bytes, fewer than 4 GiB. @return 0 or <0, with errno if writing failed */
OTFP_MUST_CHECK int otfp_gzout_put(struct otfp_gzout *g, const void *p, size_t n);
/** Write what is buffered and end the gzip file. @return 0 or <0, with errno if writing failed */
OTFP_MUST_CHECK int otfp_gzout_end(struct otfp_gzout *g);
/** Free it; without otfp_gzout_end before, buffered data is lost. */
void otfp_gzout_release(struct otfp_gzout *g);
#endif
