/*
 * gain.h - what repairs would gain: the runtime on an ideal network if a process took for a function what the others
 * take on average. Needs one more pass over the records, in the same order as that of an engine with `load`.
 *
 *     otfp_gain_new -> otfp_gain_add for each repair, otfp_gain_even -> otfp_gain_begin -> otfp_gain_record for each
 * record
 *     -> otfp_gain_end -> the repairs -> otfp_gain_free
 *
 * Each repair has a second clock of its own on each process: it advances as that of otf-wait(1), but for the useful
 * time of the function on the process, which it scales. Fractions of a tick are kept: 32 bits of them.
 *
 * Memory: 16 bytes for each repair and process, message and collective operation under way.
 */
#ifndef OTFP_WAIT_GAIN_H
#define OTFP_WAIT_GAIN_H
#include "base/error.h"
#include "wait/even.h"

enum { OTFP_REPAIRS_MAX = 32 };

/* A function on a process takes as long as on the mean of the others of its kind, without a parent or with one. Or each
 * call of it takes on all processes without a parent what it takes on their mean: see even.h. */
struct otfp_repair {
	int is_even;        /* it is on all processes; own is that of none */
	uint32_t process;   /* token */
	otfp_ref function;  /* OTFP_NO_REF: outside of every call */
	uint64_t own, mean; /* ticks: its exclusive time, and the mean of the others, or of all, rounded */
	uint64_t ideal;     /* after the end: the runtime on an ideal network then, rounded */
};

struct otfp_gain;

/** @param first  the engine of the first pass, with o.load, after its end @param o  its options, which are copied
 * @return NULL when memory is out; free with otfp_gain_free */
struct otfp_gain *otfp_gain_new(const struct otfp_wait_engine *first, const struct otfp_wait_options *o);
/** g may be NULL. */
void otfp_gain_free(struct otfp_gain *g);
/** Add a repair; one that is there, of a process that has no others, or above OTFP_REPAIRS_MAX is left out. */
void otfp_gain_add(struct otfp_gain *g, uint32_t process, otfp_ref function);
/** Add the functions that were made even, after the end of its pass. e must live as long as g, and may be NULL. */
void otfp_gain_even(struct otfp_gain *g, const struct otfp_even *e);
/** Begin the pass, with the header of the stream. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_gain_begin(struct otfp_gain *g, const struct otfp_header *h);
/** Take a record. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_gain_record(struct otfp_gain *g, const struct otfp_record *rec);
/** End of the pass. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_gain_end(struct otfp_gain *g);
/** The repairs, in the order in which they were added. */
const struct otfp_repair *otfp_gain_repairs(const struct otfp_gain *g, size_t *n);
/** The runtime on an ideal network without a repair, over all processes. */
uint64_t otfp_gain_ideal(const struct otfp_gain *g);
#endif
