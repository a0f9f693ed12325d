#include "base/grow.h"
#include "base/assert.h"
#include "base/large.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Resize an array to `more` elements. @return 0, or -1 when memory is out */
static int resize(void *array, size_t more, size_t size)
{
	void *old, *p;

	if (more > SIZE_MAX / size)
		return -1;
	memcpy(&old, array, sizeof old);
	p = otfp_large(realloc(old, more * size), more * size);
	if (!p)
		return -1;
	memcpy(array, &p, sizeof p);
	return 0; /* cppcheck-suppress memleak ; *array owns it */
}

int otfp_grow(void *array, size_t n, size_t *cap, size_t size)
{
	size_t more = *cap ? 2 * *cap : 8;

	OTFP_ASSERT_HOT(n <= *cap && size > 0);
	return n < *cap ? 0 : otfp_grow_to(array, more, cap, size);
}

int otfp_grow_to(void *array, size_t more, size_t *cap, size_t size)
{
	if (resize(array, more, size) < 0)
		return -1;
	*cap = more;
	return 0;
}

int otfp_grow_thin(void *array, uint32_t n, uint32_t *cap, size_t size)
{
	const uint64_t more = *cap ? *cap + (uint64_t)(*cap + 1) / 2 : 3;

	OTFP_ASSERT_HOT(n <= *cap && size > 0);
	if (n < *cap)
		return 0;
	if (more > UINT32_MAX || resize(array, (size_t)more, size) < 0)
		return -1;
	*cap = (uint32_t)more;
	return 0;
}
