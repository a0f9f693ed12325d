/* tau-handle.h - the common part of the handles of TAU_tf.h for reading and writing. */
#ifndef OTFP_TAU_HANDLE_H
#define OTFP_TAU_HANDLE_H
#include "api/TAU_tf.h"
#include "base/error.h"

/* First member of struct reader and struct writer. */
struct ttf_handle {
	int (*close)(struct ttf_handle *h); /* frees h. @return 0, or -1 */
	int failed;                         /* the last call failed */
	struct otfp_error err;
};

/** The handle, if it is of the kind that `close` belongs to; clears its error. @return NULL if not */
static inline struct ttf_handle *ttf_handle(Ttf_FileHandleT handle, int (*close)(struct ttf_handle *h))
{
	struct ttf_handle *h = handle;

	if (!h || h->close != close)
		return NULL;
	h->failed = 0;
	return h;
}

/** Mark the handle as failed; h->err has the message. @return -1 */
static inline int ttf_fail(struct ttf_handle *h)
{
	h->failed = 1;
	return -1;
}

/**
 * The string for p[0..n), for a callback: the same pointer for equal strings, valid until the process ends. Any thread
 * may call it. @return NULL when memory is out
 */
const char *ttf_name(const char *p, size_t n);
/**
 * Set errno to e (EINVAL if e is 0) and copy the message of err to error[0..size), for an open function that failed.
 * @return NULL
 */
Ttf_FileHandleT ttf_not_open(const struct otfp_error *err, int e, char *error, size_t size);
#endif
