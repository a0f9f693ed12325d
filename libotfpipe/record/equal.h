/* equal.h - compare and hash records. */
#ifndef OTFP_RECORD_EQUAL_H
#define OTFP_RECORD_EQUAL_H
#include "otfpipe.h"

/** Whether two records of known types are equal in type, fields and key-values; time and loc are not compared. */
int otfp_record_equal(const struct otfp_record *a, const struct otfp_record *b);
/** A 64-bit hash of what otfp_record_equal compares. */
uint64_t otfp_record_hash(const struct otfp_record *rec);
#endif
