/*
 * packer.h - compresses blocks in several threads, each block on its own, and appends them to their files in order.
 * The output does not depend on the number of threads.
 *
 * The packer and its files belong to one thread; other threads only run deflate.
 */
#ifndef OTFP_IO_PACKER_H
#define OTFP_IO_PACKER_H
#include "io/files.h"

struct otfp_packer;

/**
 * Make a packer. @param pool  NULL: only the caller's thread. Memory: a block, its output and a deflate state of 256
 * KiB, twice for each thread of the pool (once with one thread). @return 0 or <0
 */
int otfp_packer_new(struct otfp_packer **p, struct otfp_pool *pool, struct otfp_error *err);
/** Append the two bytes with which a zlib stream of that level starts. @return 0 or <0 */
int otfp_packer_start(struct otfp_file_h *to, int level);
/**
 * Add n bytes as one zlib block of level 1 to 9 that ends in a full flush; the bytes are copied. @return 0 or <0; the
 * error may be that of an earlier block: err names its file
 */
int otfp_packer_put(struct otfp_packer *p, struct otfp_file_h *to, int level, const void *data, size_t n);
/** Append all blocks that are still in work. @return 0 or <0 */
int otfp_packer_drain(struct otfp_packer *p);
/** Free a packer, which may be NULL, and drop blocks in work. */
void otfp_packer_free(struct otfp_packer *p);
#endif
