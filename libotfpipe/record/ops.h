/*
 * ops.h - what a source and a sink are made of: a format has one of each, as far as it can be read and written
 * (trace/format.h), and so has whatever stands around a source.
 */
#ifndef OTFP_RECORD_OPS_H
#define OTFP_RECORD_OPS_H
#include "otfpipe.h"

struct otfp_source_ops {
	int is_on_disk; /* of otfp_source_is_on_disk; a share of it can be read, too */
	const struct otfp_header *(*header)(const void *handle);
	/* Whether records may come in any order; the caller sorts them, then. NULL: they come in that of the contract
	 */
	int (*is_unsorted)(const void *handle);
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
	uint64_t (*troubles)(const void *handle); /* NULL: there never are any */
	void (*close)(void *handle);
};

/* Each as otfp_sink_...; what is NULL does nothing and is 0. */
struct otfp_sink_ops {
	int (*begin)(void *handle, const struct otfp_header *h);
	int (*put)(void *handle, const struct otfp_record *rec);
	int (*put_all)(void *handle, const struct otfp_record *const *recs, size_t n);
	int (*thumbnail)(void *handle, const char *text, size_t n); /* NULL: it has none, which is an error */
	int (*end)(void *handle);
	int (*abort)(void *handle, const char *program, const char *reason); /* of one that has begun */
	uint64_t (*lost)(const void *handle);
	void (*close)(void *handle);
};
#endif
