/* equal.h - whether two records say the same. */
#ifndef OTFP_RECORD_EQUAL_H
#define OTFP_RECORD_EQUAL_H
#include "otfpipe.h"

/** Whether two records of types in the schema have the same type, fields and key-values; time and
 * loc do not count. */
int otfp_record_equal(const struct otfp_record *a, const struct otfp_record *b);
/** A number that is the same for records that are equal, and hardly ever for others. */
uint64_t otfp_record_hash(const struct otfp_record *rec);
#endif
