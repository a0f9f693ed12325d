/*
 * packer.h - blocks deflated by several threads, each on its own, and appended to
 * their files in the order of coming. What is written does not depend on the number of threads.
 *
 * The packer and its files belong to one thread; only deflate runs in others.
 */
#ifndef OTFP_IO_PACKER_H
#define OTFP_IO_PACKER_H
#include "io/files.h"

struct otfp_packer;

/** @param pool  NULL = the caller's thread alone. In memory are a block, what becomes of it and a deflate state
 * of 256 KiB, twice for each thread of the pool (of one alone: once). @return 0 or <0 */
int otfp_packer_new(struct otfp_packer **p, struct otfp_pool *pool, struct otfp_error *err);
/** n bytes as one block of zlib level 1 to 9 that ends in a full flush; copied, so they are the caller's again.
 * @return 0 or <0; a block that comes earlier may be the one that failed: err names its file */
int otfp_packer_put(struct otfp_packer *p, struct otfp_file_h *to, int level, const void *data, size_t n);
/** Append all blocks that are still on their way. @return 0 or <0 */
int otfp_packer_drain(struct otfp_packer *p);
/** Drops blocks that are on their way. p may be NULL. */
void otfp_packer_free(struct otfp_packer *p);
#endif
