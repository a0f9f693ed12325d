/*
 * beside.h - what stands beside NAME.otf: the other files of the trace, and what
 * commands that write it need (NAME.otfpipe-*).
 */
#ifndef OTFP_COMMIT_BESIDE_H
#define OTFP_COMMIT_BESIDE_H

#define OTFP_BESIDE ".otfpipe-" /* and six letters: a directory of files that are not in place yet */

struct otfp_beside;

/** Whether a suffix of the name makes a file of a trace: .otf, .thumb, or
 * .<hex id>.{def,defs,events,snaps,stats,marker}[.z] */
int otfp_is_part(const char *suffix);
/** Whether a suffix of the name makes a directory of files that are not in place yet. */
int otfp_is_fresh_dir(const char *suffix);
/** The last component of a path. */
const char *otfp_base(const char *path);
/** The directory that a path is in, to be opened or searched. @return malloc'd, or NULL when memory is out */
char *otfp_parent(const char *path);
/**
 * Call fn with the suffix of each directory entry whose name begins with that of stub (a path without
 * ".otf"), until it returns other than 0; that is returned then. In no order.
 * @return 0 also when there is no such directory; -1 if it cannot be read (errno)
 */
int otfp_beside_each(const char *stub, int (*fn)(void *ctx, const char *suffix), void *ctx);
/**
 * What stands beside all names that begin with that of stub, read once: for who writes many traces NAME.1, NAME.2 ...,
 * since a directory grows with each. What others put there later is not in it.
 * @return 0, also when there is no such directory; -1 with errno
 */
int otfp_beside_list(struct otfp_beside **b, const char *stub);
/** As otfp_beside_each, out of b, in the order of bytes; stub is of the same directory. b NULL: read the directory. */
int otfp_beside_each_of(const struct otfp_beside *b, const char *stub, int (*fn)(void *ctx, const char *suffix),
                        void *ctx);
/** b may be NULL. */
void otfp_beside_free(struct otfp_beside *b);
/** Remove a directory of files that are not in place, with what commands put there; other files stay, and it with
 * them. @return 0, or -1 with errno (ENOTEMPTY) */
int otfp_fresh_dir_remove(const char *path);
#endif
