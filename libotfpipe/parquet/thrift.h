/*
 * thrift.h - writes structs in Thrift's compact protocol, in which the headers and the footer of a Parquet file are.
 *
 * Fields are written in the order of their ids. Memory that is out is kept in `failed`; what is written then is of no
 * use.
 */
#ifndef OTFP_PARQUET_THRIFT_H
#define OTFP_PARQUET_THRIFT_H
#include "base/buf.h"
#include <stdint.h>

enum otfp_thrift_type {
	OTFP_THRIFT_TRUE = 1,
	OTFP_THRIFT_FALSE = 2,
	OTFP_THRIFT_BYTE = 3,
	OTFP_THRIFT_I16 = 4,
	OTFP_THRIFT_I32 = 5,
	OTFP_THRIFT_I64 = 6,
	OTFP_THRIFT_BINARY = 8,
	OTFP_THRIFT_LIST = 9,
	OTFP_THRIFT_STRUCT = 12
};

enum { OTFP_THRIFT_DEPTH = 8 }; /* of structs in structs, at most */

/* Zero-filled with `b` is in the outermost struct. */
struct otfp_thrift {
	struct otfp_buf *b;
	int failed;
	unsigned depth;
	int last[OTFP_THRIFT_DEPTH]; /* id of the field before, of each open struct */
};

/** A number of type BYTE, I16, I32 or I64. */
void otfp_thrift_number(struct otfp_thrift *t, int id, enum otfp_thrift_type type, int64_t v);
void otfp_thrift_yes(struct otfp_thrift *t, int id, int yes);
void otfp_thrift_binary(struct otfp_thrift *t, int id, const void *p, size_t n);
/** Begin a list; its n elements follow. */
void otfp_thrift_list(struct otfp_thrift *t, int id, enum otfp_thrift_type type, size_t n);
/** An element of a list of numbers, of TRUE, of BINARY. */
void otfp_thrift_number_in(struct otfp_thrift *t, int64_t v);
void otfp_thrift_yes_in(struct otfp_thrift *t, int yes);
void otfp_thrift_binary_in(struct otfp_thrift *t, const void *p, size_t n);
/** Begin a struct that is a field; or, with id 0, an element of a list. */
void otfp_thrift_begin(struct otfp_thrift *t, int id);
/** End a struct; the outermost one, too. */
void otfp_thrift_end(struct otfp_thrift *t);
#endif
