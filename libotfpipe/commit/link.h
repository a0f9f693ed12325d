/* link.h - a second name for a file, or a copy where links are impossible; a move that replaces nothing. */
#ifndef OTFP_COMMIT_LINK_H
#define OTFP_COMMIT_LINK_H

/**
 * Make `to`, which must not exist, the same file as `from`: a hard link; or, on another file system or one without
 * links, a copy, which is synced. @return 0; -1 with errno, then a part of the copy may exist
 */
int otfp_link_or_copy(const char *from, const char *to);
/**
 * Rename `from`, a file or directory, to `to`, unless another file has that name. If both are the same file already,
 * `from` is removed.
 * @param dir  descriptor of the directory of relative names, or AT_FDCWD. @return 0; -1 with errno, EEXIST: it is taken
 */
int otfp_move_new(int dir, const char *from, const char *to);
#endif
