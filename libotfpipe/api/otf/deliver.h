/* deliver.h - records of a buffer to handlers: private to otf.h. */
#ifndef OTFP_API_OTF_DELIVER_H
#define OTFP_API_OTF_DELIVER_H
#include "api/otf/handlers.h"
#include "api/otf/rbuffer.h"

enum otf_delivered {
	OTF_NONE,      /* there was no record: the file has ended */
	OTF_COUNTED,   /* the record was delivered, or has no handler */
	OTF_UNCOUNTED, /* the rest of a last line that is cut was delivered as an unknown record */
	OTF_STOPPED    /* the handler stopped the reading */
};

/**
 * Call the handler for the record at the position, or the next one, and pass it.
 * @param list  for its key-values, which the handler gets
 * @return enum otf_delivered, or <0 with otf_errno set
 */
int otf_deliver(OTF_RBuffer *b, const OTF_HandlerArray *handlers, OTF_KeyValueList *list);
/** Pass the record at the position without a look at it. */
void otf_pass(OTF_RBuffer *b);
#endif
