/* copy.h - copy what a record points to into one block of memory. */
#ifndef OTFP_RECORD_COPY_H
#define OTFP_RECORD_COPY_H
#include "otfpipe.h"

/** The number of bytes that a record points to: tags, lists, strings, its line. */
size_t otfp_size_behind(const struct otfp_record *rec);
/** Copy them to `to`, which has that room and the alignment of a pointer, and point rec there. */
void otfp_copy_behind(struct otfp_record *rec, char *to);
#endif
