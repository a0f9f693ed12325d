/*
 * carried.h - the tokens that carriers of OTF2 refer to (carry.h), for commands that drop definitions: without these
 * tokens the carriers could not become records of OTF2 again.
 */
#ifndef OTFP_OTF2_CARRIED_H
#define OTFP_OTF2_CARRIED_H
#include "record/ops.h"

/* For trace/format.c: the state is a struct of its own in this room. */
extern const struct otfp_carried_ops otfp_otf2_carried_ops;
#endif
