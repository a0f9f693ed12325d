/* gzout.h - writes bytes to a descriptor, plain or as gzip. */
#ifndef OTFP_IO_GZOUT_H
#define OTFP_IO_GZOUT_H
#include "base/error.h"

struct otfp_gzout {
	int fd;
	void *gz; /* gzFile of zlib; NULL: plain */
	const char *name;
	struct otfp_error *err;
};

/** Start writing. fd stays open and owned by the caller. @param level  gzip level; 0: plain. @return 0 or <0 */
int otfp_gzout_open(struct otfp_gzout *g, int fd, const char *name, int level, struct otfp_error *err);
/** Write n bytes. @return 0 or <0 */
int otfp_gzout_put(struct otfp_gzout *g, const void *p, size_t n);
/** Write what is buffered and end the gzip file. @return 0 or <0 */
int otfp_gzout_end(struct otfp_gzout *g);
/** Free it; without otfp_gzout_end before, buffered data may be lost. */
void otfp_gzout_release(struct otfp_gzout *g);
#endif
