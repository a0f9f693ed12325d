/*
 * cache.h - what the first pass of a trace made, as a file that a later run reads instead (--cache).
 *
 *     line of text     what the file is, and the version of its form
 *     text             the key: options, and the files of the trace as they were: path, size, times, inode
 *     the index        span, levels, states, and what was selected: numbers of base/coder.h
 *     4 bytes          CRC-32 of all before
 *
 * The name of the file is a hash of the part of the key that does not change with the files of the trace, so that the
 * index of a trace that has changed takes the place of the old one. The whole key is compared. What is damaged, cut, of
 * another version or of another trace is no index: the first pass makes a new one.
 *
 * Memory: to read, the file; to write, a part of it.
 */
#ifndef CMD_VIEW_CACHE_H
#define CMD_VIEW_CACHE_H
#include "base/coder.h"
#include "cmd/view/view.h"

/** Before the start: list the files of the trace, and take its index if there is one. What fails is a warning, and
 * there is no index. */
void cache_find(struct view *v);
/** After the start: whether the index is there, and of what is selected; else it is dropped. @return 1 or 0 */
int cache_has(struct view *v);
/** @return whether the index gave the span of the trace */
int cache_knows_span(const struct view *v);
/** After the first pass: keep the index. What fails is a warning. */
void cache_keep(struct view *v);
/** Free what is needed for that. */
void cache_release(struct view *v);

/* ---- key.c ---- */

#define KEY_TEXT "index of otf-view, form 6, otfpipe " OTFP_VERSION "\n"
enum { KEY_MAGIC = sizeof KEY_TEXT - 1 };

/** What the file of an index begins with, the key; the files of the trace are listed. *path, malloc'd, is its name.
 * @return 0, or -1 with errno */
int key_make(const struct view *v, struct otfp_buf *key, char **path);

/* ---- index.c ---- */

/** The index, which is part of *v, to read, it is empty. The outcome is c->code.
 */
void index_code(struct otfp_coder *c, struct view *v);
/** What the options selected; to read, it must be the same. The outcome is c->code. */
void index_code_selected(struct otfp_coder *c, const struct view *v);
/** Drop the index. */
void index_release(struct view *v);

/* ---- files.c ---- */

#define CACHE_SUFFIX ".otf-view" /* of the name of an index */

/** List the files of the trace that a source is of, instead of those that were listed. @return 0, or <0 with err filled
 */
int files_list(struct view *v, struct otfp_source *src, struct otfp_error *err);
/** Forget them. */
void files_release(struct view *v);
/** @return whether any change of them from now on changes their times: they are older than a tick of the clock */
int files_are_settled(const struct view *v);
/** @return 0 if they are as they were, or <0 with err filled */
int files_check(const struct view *v, struct otfp_error *err);
#endif
