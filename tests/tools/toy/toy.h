/* toy.h - a format for tests/bats/tree-format.bats: files that begin with "TOY"; each further line is the time of a call of
 * one tick. */
#ifndef OTFP_TOY_TOY_H
#define OTFP_TOY_TOY_H
#include "io/inputs.h"
#include "record/ops.h"

extern const struct otfp_source_ops otfp_toy_ops;
int otfp_toy_look(struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o, struct otfp_error *err);
int otfp_toy_open(void **handle, struct otfp_inputs *in, unsigned at, unsigned n, const struct otfp_read_options *o,
                  struct otfp_error *err);
#endif
