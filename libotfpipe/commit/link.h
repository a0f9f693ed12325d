/* link.h - a second name for a file, or a copy where there can be none. */
#ifndef OTFP_COMMIT_LINK_H
#define OTFP_COMMIT_LINK_H

/** Make `to`, which must not exist, the same as the file `from`: a hard link, or on another file system, or one
 * without links, a copy that was forced to the disk. @return 0, or -1 with errno; then there may be a part of it */
int otfp_link_or_copy(const char *from, const char *to);
#endif
