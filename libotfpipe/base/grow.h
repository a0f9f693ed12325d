/* grow.h - arrays that grow when they are full. */
#ifndef OTFP_BASE_GROW_H
#define OTFP_BASE_GROW_H
#include "base/must.h"
#include <stddef.h>
#include <stdint.h>

/**
 * Make room for one more element after n: the array doubles.
 * @param array  address of the pointer to the elements, which are malloc'd and may move
 * @param cap  number of elements that fit; updated
 * @param size  bytes of an element
 * @return 0, or -1 when memory is out and nothing has changed
 */
OTFP_MUST_CHECK int otfp_grow(void *array, size_t n, size_t *cap, size_t size);
/** Make room for `more` elements, at least as many as there are. Parameters and result as of otfp_grow. */
OTFP_MUST_CHECK int otfp_grow_to(void *array, size_t more, size_t *cap, size_t size);
/** As otfp_grow for one of very many arrays, most of them short: it has room for three elements, then grows by half. */
OTFP_MUST_CHECK int otfp_grow_thin(void *array, uint32_t n, uint32_t *cap, size_t size);
#endif
