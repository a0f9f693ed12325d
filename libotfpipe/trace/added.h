/*
 * added.h - the records that --add puts in: the lines of its files, held in memory, and of each
 * line what tells its place. Only trace/add.c uses it.
 */
#ifndef OTFP_TRACE_ADDED_H
#define OTFP_TRACE_ADDED_H
#include "base/error.h"
#include "line/names.h"
#include "record/scratch.h"

struct otfp_added_record {
	size_t at; /* its line in the text */
	uint64_t time;
	uint32_t loc, token; /* token: of what it defines */
	uint16_t type;
	uint8_t file;      /* enum otfp_file */
	uint8_t defines;   /* something that has a token, or is said once in a trace */
	uint8_t duplicate; /* the same stands elsewhere already */
};

struct otfp_added_file {
	const char *name;
	size_t from; /* its first line in the text */
};

/* Zero-filled is empty. */
struct otfp_added {
	struct otfp_error *err;
	struct otfp_added_file *files;
	size_t nfiles;
	struct otfp_buf text; /* of all files */
	struct otfp_added_record *records;
	size_t n, cap;                      /* in the order of the lines */
	struct otfp_added_record **defined; /* those that define something, by type, token, loc */
	size_t ndefined;
	struct otfp_name_index names;
	struct otfp_scratch scratch;
	struct otfp_record rec; /* the line that was parsed last */
};

/**
 * Read all files, "-" being standard input, and parse all lines.
 * @param names  NULL behind the last; they stay the caller's, as long as a is in use
 * @return 0, or <0 with err filled: a file that cannot be read, a line that is no record, two
 * definitions that differ
 */
int otfp_added_load(struct otfp_added *a, const char *const *names, struct otfp_error *err);
void otfp_added_release(struct otfp_added *a);
/** The record of r, valid until the next call. */
const struct otfp_record *otfp_added_get(struct otfp_added *a, const struct otfp_added_record *r);
/** A definition of the trace: its equals in a are gone from now on.
 * @return 0, or <0 for one that differs, or for memory */
int otfp_added_compare(struct otfp_added *a, const struct otfp_record *rec);
/** Fill the error with the place of r: "FILE:LINE: what". @return OTFP_EFAIL */
int otfp_added_fail(struct otfp_added *a, const struct otfp_added_record *r, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
#endif
