/*
 * tau-names.c - TAU_tf.h: the strings that callbacks get. Clients of TAU's own library keep the pointers, also after
 * they closed the trace. So the table of strings belongs to the process, not to a handle, and is never freed.
 */
#include "api/tau-handle.h"
#include "base/intern.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct otfp_interns names;

const char *ttf_name(const char *p, size_t n)
{
	const char *name;
	uint32_t number;

	pthread_mutex_lock(&lock);
	number = otfp_intern(&names, p, n);
	name = number ? names.strings[number - 1].text.p : NULL;
	pthread_mutex_unlock(&lock);
	return name;
}
