/* gzout.h - bytes out to a descriptor, as they are or as gzip. */
#ifndef OTFP_IO_GZOUT_H
#define OTFP_IO_GZOUT_H
#include "base/error.h"

struct otfp_gzout {
	int fd;
	void *gz; /* of zlib; NULL: as they are */
	const char *name;
	struct otfp_error *err;
};

/** fd stays the caller's. @param level  of gzip, 0 = plain. @return 0 or <0 */
int otfp_gzout_open(struct otfp_gzout *g, int fd, const char *name, int level, struct otfp_error *err);
int otfp_gzout_put(struct otfp_gzout *g, const void *p, size_t n);
/** All that is still on its way goes out. @return 0 or <0 */
int otfp_gzout_end(struct otfp_gzout *g);
/** Without the end before it, what is on its way may be lost. */
void otfp_gzout_release(struct otfp_gzout *g);
#endif
