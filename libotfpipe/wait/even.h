/*
 * even.h - the exclusive time of each call of some functions on each process without a parent, and the mean of the n-th
 * calls of all of them: what gain.h needs to make a function even.
 *
 *     otfp_even_new -> otfp_even_add for each function -> otfp_even_begin -> otfp_even_record for each record
 *     -> otfp_even_end -> otfp_even_find -> otfp_even_free
 *
 * The time of a call is its useful time in the interval outside of every other call. The mean is over the processes
 * whose n-th call has any, so their sum stays.
 *
 * Memory: 8 bytes for each call and 16 for the mean, up to a bound. Then neighbours of the function with the most
 * become one: two calls, four, ... are made even together. And 24 bytes for each process and function.
 */
#ifndef OTFP_WAIT_EVEN_H
#define OTFP_WAIT_EVEN_H
#include "base/error.h"
#include "wait/wait.h"

enum { OTFP_EVEN_MAX = 8, OTFP_EVEN_FRACTION = 32 };

struct otfp_even;

/* What a call takes, and should take. */
struct otfp_even_part {
	uint64_t own;
	otfp_wide mean; /* with OTFP_EVEN_FRACTION bits of a fraction */
};

/** @param first  the engine of the first pass, with o.load, after its end @param o  its options, which are copied
 * @param memory  bytes for the calls @return NULL when memory is out; free with otfp_even_free */
struct otfp_even *otfp_even_new(const struct otfp_wait_engine *first, const struct otfp_wait_options *o, size_t memory);
/** e may be NULL. */
void otfp_even_free(struct otfp_even *e);
/** Add a function; one that is there, communicates, or is above OTFP_EVEN_MAX is left out. */
void otfp_even_add(struct otfp_even *e, otfp_ref function);
/** Begin the pass, with the header of the stream. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_even_begin(struct otfp_even *e, const struct otfp_header *h);
/** Take a record. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_even_record(struct otfp_even *e, const struct otfp_record *rec);
/** End of the pass. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_even_end(struct otfp_even *e);
/** The functions, by place; OTFP_NO_REF: no n-th call of it is on two processes. @return NULL: no more */
const otfp_ref *otfp_even_function(const struct otfp_even *e, size_t at);
/** @return how many calls of a function at most are made even together */
uint64_t otfp_even_together(const struct otfp_even *e);
/** @param call  of the function on the process, from 1 @return the calls that it is of; own 0: none is known */
struct otfp_even_part otfp_even_find(const struct otfp_even *e, size_t at, uint32_t process, uint32_t call);
#endif
