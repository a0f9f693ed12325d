/* keyvalue.h - lists of key-values and the key-values of records, each made of the other: private to otf.h. */
#ifndef OTFP_API_OTF_KEYVALUE_H
#define OTFP_API_OTF_KEYVALUE_H
#include "open-trace-format/OTF_KeyValue.h"
#include "record/scratch.h"

/** The 64 bits of a value that is no byte array. */
uint64_t otf_pair_bits(const OTF_KeyValuePair *pair);
/** Point rec at the pairs of a list, which may be NULL. The scratch owns them until it is cleared. @return 0, or -1
 * when memory is out */
OTFP_MUST_CHECK int otf_tags_of(struct otfp_record *rec, const OTF_KeyValueList *list, struct otfp_scratch *scratch);
/** Replace the pairs of a list by those of a record; of a key that comes twice the first is kept. @return 0, or -1 when
 * memory is out */
OTFP_MUST_CHECK int otf_list_fill(OTF_KeyValueList *list, const struct otfp_record *rec);
#endif
