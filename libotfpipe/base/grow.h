/* grow.h - arrays that double when they are full. */
#ifndef OTFP_BASE_GROW_H
#define OTFP_BASE_GROW_H
#include "base/must.h"
#include <stddef.h>

/**
 * Make room for one more element after n.
 * @param array  address of the pointer to the elements, which are malloc'd and may move
 * @param cap  number of elements that fit; updated
 * @param size  bytes of an element
 * @return 0, or -1 when memory is out and nothing has changed
 */
OTFP_MUST_CHECK int otfp_grow(void *array, size_t n, size_t *cap, size_t size);
#endif
