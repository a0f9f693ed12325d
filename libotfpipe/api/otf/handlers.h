/* handlers.h - the handlers of a program, by OTF_..._RECORD, and their calls: private to otf.h. */
#ifndef OTFP_API_OTF_HANDLERS_H
#define OTFP_API_OTF_HANDLERS_H
#include "open-trace-format/OTF_HandlerArray.h"
#include "otfpipe.h"

struct struct_OTF_HandlerArray {
	OTF_FunctionPointer *pointer[OTF_NRECORDS]; /* NULL: records of that type are skipped */
	void *first[OTF_NRECORDS];                  /* the first argument of each */
};

/** Call a handler for a record, whose texts end with NUL. @return what it returns */
int otf_call(OTF_FunctionPointer *pointer, void *first, const struct otfp_record *rec, OTF_KeyValueList *list);
#endif
