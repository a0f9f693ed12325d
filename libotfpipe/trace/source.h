/*
 * source.h - what a source is made of. A format adds one struct otfp_source_ops
 * and one line in the table of source.c.
 */
#ifndef OTFP_TRACE_SOURCE_H
#define OTFP_TRACE_SOURCE_H
#include "base/error.h"

struct otfp_source_ops {
	const char *format; /* of what is named: "otf", "lines", "tau", "vtf3"; NULL for a source around others */
	const struct otfp_header *(*header)(const void *handle);
	/* of otfp_source_ask_window, _wanted and _kinds; NULL: reads all */
	void (*window)(void *handle, int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to), void *ctx);
	void (*wanted)(void *handle, int (*wanted)(void *ctx, uint32_t process), void *ctx);
	void (*kinds)(void *handle, unsigned kinds);
	/* one of the two: many records at a time, or one */
	int (*batch)(void *handle, const struct otfp_record *const **recs, size_t *n);
	int (*next)(void *handle, const struct otfp_record **rec);
	/* of otfp_source_origin and otfp_source_path; NULL: what is given stood in no file */
	void (*origin)(const void *handle, const struct otfp_record *rec, struct otfp_origin *o);
	size_t (*path)(const void *handle, const struct otfp_origin *o, char *text, size_t room);
	uint64_t (*troubles)(const void *handle);
	void (*close)(void *handle);
};

struct otfp_source {
	const struct otfp_source_ops *ops;
	void *handle;
	const char *format;                    /* of what is read, also where it is sorted; else as in ops */
	struct otfp_files *files;              /* the budget of a single file, or NULL */
	struct otfp_error *err;                /* filled by whatever fails while the source lives */
	struct otfp_error *own;                /* the same, if the source frees it; or NULL */
	int started;                           /* something was read */
	int over;                              /* the end or error of the last read; it stays */
	const struct otfp_record *const *recs; /* of the last batch, those not given by otfp_source_next */
	size_t n;
	const struct otfp_record *one; /* the batch of a source that has no batches */
	struct {
		uint64_t from, to;
		int has_to;
	} window; /* of otfp_source_window */
};

/** otfp_source_open_all for those who share one error among several handles: err is filled by whatever fails until
 * the source is closed. The options are not NULL, and need no size. */
int otfp_source_open_shared(struct otfp_source **src, const char *const *names, unsigned n,
                            const struct otfp_read_options *o, struct otfp_error *err);
/** A source from its parts; closes handle when memory is out. err is the one that the handle fills. @return 0 or <0 */
int otfp_source_make(struct otfp_source **src, const struct otfp_source_ops *ops, void *handle, struct otfp_error *err);
/** Whether it is a trace on disk, alone and as it is. */
int otfp_source_is_trace(const struct otfp_source *src);
/** The first of n >= 1 names, or as many from it on as are one source; *used is set to how many. @return 0 or <0 */
int otfp_source_open_some(struct otfp_source **src, const char *const *names, unsigned n, unsigned *used,
                          const struct otfp_read_options *o, struct otfp_error *err);
/** How many of the names are the first trace, for otfp_source_open_all: 2 of a TAU trace, else 1; 0 for n 0. */
unsigned otfp_source_takes(const char *const *names, unsigned n);
/** Whether all names are VTF3 files: by their first bytes, or because the options say so. */
int otfp_vtf3_are(const char *const *names, unsigned n, const struct otfp_read_options *o);
/** VTF3 files as one source, in the order of the contract: pipe/vtf3-source.c. @return 0 or <0 */
int otfp_vtf3_source_open(struct otfp_source **src, const char *const *names, unsigned n,
                          const struct otfp_read_options *o, struct otfp_error *err);
/** Several sources as one, merged in the order of the contract: trace/join.c. */
int otfp_join_open(struct otfp_source **src, const char *const *names, unsigned n, const struct otfp_read_options *o,
                   struct otfp_error *err);
/** The source *src with the records of files (NULL behind the last) put in: trace/add.c. *src belongs to
 * the new one; on error it is closed and NULL. @return 0 or <0 */
int otfp_add_open(struct otfp_source **src, const char *const *files, struct otfp_error *err);
/** *src becomes a source whose processes live in the streams that file says: trace/regroup.c. Records keep their
 * order. @return 0; <0, and *src is closed then */
int otfp_regroup_open(struct otfp_source **src, const char *file, struct otfp_error *err);
/** *src becomes a source that gives its records in the order of the contract: trace/sorted.c. For sources
 * that are not in that order. Memory: o->sort_memory; the rest goes to $TMPDIR or /tmp. name is for messages.
 * @return 0; <0, and *src is closed and NULL then */
int otfp_sorted_open(struct otfp_source **src, const char *name, const struct otfp_read_options *o,
                     struct otfp_error *err);
#endif
