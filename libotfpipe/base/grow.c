#include "base/grow.h"
#include "base/assert.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int otfp_grow(void *array, size_t n, size_t *cap, size_t size)
{
	size_t more = *cap ? 2 * *cap : 8;
	void *old, *p;

	OTFP_ASSERT_HOT(n <= *cap && size > 0);
	if (n < *cap)
		return 0;
	if (more > SIZE_MAX / size)
		return -1;
	memcpy(&old, array, sizeof old);
	p = realloc(old, more * size);
	if (!p)
		return -1;
	memcpy(array, &p, sizeof p);
	*cap = more;
	return 0; /* cppcheck-suppress memleak ; *array owns it */
}
