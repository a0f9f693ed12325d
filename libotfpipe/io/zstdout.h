/* zstdout.h - writes bytes to a descriptor as one zstd frame; in a build without zstd, plain. */
#ifndef OTFP_IO_ZSTDOUT_H
#define OTFP_IO_ZSTDOUT_H
#include "base/must.h"
#include "base/error.h"
#include "base/fd.h"

/* Zero-filled, only otfp_zstdout_release is allowed. */
struct otfp_zstdout {
	int fd;
	otfp_stop_fn *stop; /* after a signal (base/fd.h); NULL from otfp_zstdout_open, the user may set it */
	struct otfp_zstdout_packer *packer; /* NULL: plain */
	const char *name;
	struct otfp_error *err;
};

/** Whether this build compresses. */
int otfp_zstdout_packs(void);
/** Start writing. fd stays open and owned by the caller; name is not copied. Its reader needs 256 KiB. @return 0 or <0
 */
OTFP_MUST_CHECK int otfp_zstdout_open(struct otfp_zstdout *z, int fd, const char *name, struct otfp_error *err);
/** Write n bytes. @return 0 or <0 */
OTFP_MUST_CHECK int otfp_zstdout_put(struct otfp_zstdout *z, const void *p, size_t n);
/** Write what is buffered and end the frame. @return 0 or <0 */
OTFP_MUST_CHECK int otfp_zstdout_end(struct otfp_zstdout *z);
/** Free it; without otfp_zstdout_end before, the frame is truncated. */
void otfp_zstdout_release(struct otfp_zstdout *z);
#endif
