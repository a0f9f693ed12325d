/* tau-handle.h - what handles of TAU_tf.h for reading and for writing have alike. */
#ifndef OTFP_TAU_HANDLE_H
#define OTFP_TAU_HANDLE_H
#include "api/TAU_tf.h"
#include "base/error.h"

/* The first member of both. */
struct ttf_handle {
	int (*close)(struct ttf_handle *h); /* frees it. @return 0, or -1 */
	int failed;                         /* the last call did */
	struct otfp_error err;
};

/** The handle, if it is of that sort. @return NULL if not, or it is NULL */
static inline struct ttf_handle *ttf_handle(Ttf_FileHandleT handle, int (*close)(struct ttf_handle *h))
{
	struct ttf_handle *h = handle;

	if (!h || h->close != close)
		return NULL;
	h->failed = 0;
	return h;
}

/** For `return`. @return -1 */
static inline int ttf_fail(struct ttf_handle *h)
{
	h->failed = 1;
	return -1;
}

/** For an open function that failed: errno and error[0..size) from err. @return NULL */
Ttf_FileHandleT ttf_not_open(const struct otfp_error *err, int e, char *error, size_t size);
#endif
