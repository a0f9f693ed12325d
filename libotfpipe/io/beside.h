/*
 * beside.h - what stands beside NAME.otf: the other files of the trace, and what
 * commands that write it need (NAME.otfpipe-*).
 */
#ifndef OTFP_BESIDE_H
#define OTFP_BESIDE_H

#define OTFP_BESIDE ".otfpipe-" /* and six letters: a directory of files that are not in place yet */

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
/** Remove a directory of files that are not in place, with what commands put there; other files stay, and it with
 * them. @return 0, or -1 with errno (ENOTEMPTY) */
int otfp_fresh_dir_remove(const char *path);
#endif
