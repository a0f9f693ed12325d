/* grow.h - arrays that double when they are full. */
#ifndef OTFP_BASE_GROW_H
#define OTFP_BASE_GROW_H
#include <stddef.h>

/**
 * Room for one more element behind n.
 * @param array  points to the pointer to the elements, of `size` bytes each, from malloc; they may move
 * @param cap  elements that there is room for
 * @return 0, or -1 when memory is out and nothing has changed
 */
int otfp_grow(void *array, size_t n, size_t *cap, size_t size);
#endif
