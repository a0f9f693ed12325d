/*
 * added.h - the records of --add: the lines of its files in memory, and for each line what decides on its place in the
 * stream. Only trace/add.c uses it.
 */
#ifndef OTFP_TRACE_ADDED_H
#define OTFP_TRACE_ADDED_H
#include "base/error.h"
#include "base/fd.h"
#include "line/names.h"
#include "record/scratch.h"

struct otfp_added_record {
	size_t at; /* offset of its line in the text */
	uint64_t time;
	uint32_t loc, token; /* token: the one it defines */
	uint16_t type;
	uint8_t file;      /* enum otfp_file */
	uint8_t defines;   /* it defines a token, or something that a trace has only once */
	uint8_t duplicate; /* skip it: the trace, or an earlier line, has the same definition */
};

struct otfp_added_file {
	const char *name;
	size_t from; /* offset of its first line in the text */
};

/* Zero-filled is empty. */
struct otfp_added {
	struct otfp_error *err;
	struct otfp_added_file *files;
	size_t nfiles;
	struct otfp_buf text; /* of all files */
	struct otfp_added_record *records;
	size_t n, cap;                      /* records: in the order of the lines */
	struct otfp_added_record **defined; /* those that define something, by type, token, loc */
	size_t ndefined;
	struct otfp_name_index names;
	struct otfp_scratch scratch;
	struct otfp_record rec; /* the line parsed last */
};

/**
 * Read all files and parse all lines; "-" is standard input.
 * @param names  NULL after the last; they belong to the caller and must stay while a is in use
 * @param stop  asked after a signal while a file is read (base/fd.h)
 * @return 0, or <0 with err filled: a file cannot be read, a line is not a record, or two definitions of the same thing
 * differ
 */
int otfp_added_load(struct otfp_added *a, const char *const *names, otfp_stop_fn *stop, struct otfp_error *err);
/** Free all. */
void otfp_added_release(struct otfp_added *a);
/** @return the record of r, valid until the next call */
const struct otfp_record *otfp_added_get(struct otfp_added *a, const struct otfp_added_record *r);
/** Compare a definition of the trace with those in a, and mark equal ones as duplicates.
 * @return 0; <0 if one differs, or when memory is out */
int otfp_added_compare(struct otfp_added *a, const struct otfp_record *rec);
/** Fill the error with "FILE:LINE: message", where FILE:LINE is the place of r. @return OTFP_EFAIL */
int otfp_added_fail(struct otfp_added *a, const struct otfp_added_record *r, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
#endif
