/*
 * Allocations that fail on demand: malloc and its kind, and the functions that make room in arenas, buffers, arrays and
 * maps, are linked with --wrap (see FAILING in the Makefile).
 */
#ifndef TESTS_UNIT_FAILING_H
#define TESTS_UNIT_FAILING_H

/** Let allocation number n from now fail, counted from 1, and with `all` those after it; 0: none fails. */
void allocation_fails(unsigned long n, int all);
/** @return how many allocations have failed since allocation_fails() */
unsigned long allocations_failed(void);

/**
 * Run try(ctx) while allocation number 1, 2, ... fails, once and then all from there on, until none is left to fail;
 * beyond the 1000th, about one in a hundred.
 * try() compares its result with the one that is right: it returns 0 if it is, <0 if it reports that memory was out,
 * and fails the test otherwise. It frees what it has; no descriptor may stay open.
 */
void each_allocation_fails(int (*try)(void *ctx), void *ctx);
#endif
