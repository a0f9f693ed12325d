/* tau-handle.c - handles of TAU_tf.h: errors and close. */
#include "api/tau-handle.h"
#include <errno.h>
#include <stdio.h>

Ttf_FileHandleT ttf_not_open(const struct otfp_error *err, int e, char *error, size_t size)
{
	if (error && size)
		snprintf(error, size, "%s", err->text);
	errno = e ? e : EINVAL;
	return NULL;
}

const char *Ttf_Error(Ttf_FileHandleT handle)
{
	const struct ttf_handle *h = handle;

	return h && h->failed ? h->err.text : NULL;
}

Ttf_FileHandleT Ttf_CloseFile(Ttf_FileHandleT fileHandle)
{
	struct ttf_handle *h = fileHandle;

	return h && h->close(h) == 0 ? fileHandle : NULL;
}

Ttf_FileHandleT Ttf_CloseOutputFile(Ttf_FileHandleT file)
{
	return Ttf_CloseFile(file);
}
