/*
 * tau-names.c - TAU_tf.h: the strings that callbacks get. Clients of TAU's own library keep the pointers, also after
 * they closed the trace. So the table of strings belongs to the process, not to a handle, and is never freed.
 */
#include "api/tau-handle.h"
#include "base/words.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct otfp_words names;

const char *ttf_name(const char *p, size_t n)
{
	const char *name;
	size_t i;

	pthread_mutex_lock(&lock);
	i = otfp_words_put(&names, p, n);
	name = i == SIZE_MAX ? NULL : names.words[i].p;
	pthread_mutex_unlock(&lock);
	return name;
}
