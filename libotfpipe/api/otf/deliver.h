/* deliver.h - records of a buffer to handlers: private to otf.h. */
#ifndef OTFP_API_OTF_DELIVER_H
#define OTFP_API_OTF_DELIVER_H
#include "api/otf/handlers.h"
#include "api/otf/rbuffer.h"
#include "otf/read/usual.h"

enum otf_delivered {
	OTF_NONE,      /* there was no record: the file has ended */
	OTF_COUNTED,   /* the record was delivered, or has no handler */
	OTF_UNCOUNTED, /* the rest of a last line that is cut was delivered as an unknown record */
	OTF_STOPPED    /* the handler stopped the reading */
};

/** otf_deliver for any record, in any spelling. */
int otf_deliver_any(OTF_RBuffer *b, const OTF_HandlerArray *handlers, OTF_KeyValueList *list);
/** Make the list that of the record at the position. @return 0 or <0 with otf_errno set */
int otf_fill_list(OTF_RBuffer *b, OTF_KeyValueList *list);
/** Pass the record at the position without a look at it. */
void otf_pass(OTF_RBuffer *b);

/* ---- the most frequent records, as all known writers spell them: each decodes and calls, or returns OTF_NONE ---- */

/* Before the call: make the list that of the record, and pass it. @return 0 or <0 */
OTFP_INLINE int prepare(OTF_RBuffer *b, const char *end, OTF_KeyValueList *list)
{
	if (OTFP_UNLIKELY(b->scratch.ntags | list->count)) {
		if (otf_fill_list(b, list) < 0)
			return OTFP_EFAIL;
		otfp_pairs_clear(&b->pairs);
	}
	b->in->p = end;
	b->after = 0;
	return 0;
}

OTFP_INLINE int after_call(int code)
{
	return OTFP_LIKELY(code == OTF_RETURN_OK) ? OTF_COUNTED : OTF_STOPPED;
}

/* Enter and Leave: their handlers have the same type. */
OTFP_INLINE int deliver_call(OTF_RBuffer *b, const char *p, OTF_FunctionPointer *pointer, void *first,
                             OTF_KeyValueList *list)
{
	OTF_Handler_Enter *f = (OTF_Handler_Enter *)(void (*)(void))pointer;
	struct otfp_record rec;

	p = otfp_usual_call(p, &rec);
	if (OTFP_UNLIKELY(!p || prepare(b, p, list) < 0))
		return p ? OTFP_EFAIL : OTF_NONE;
	return after_call(f(first, b->time, (uint32_t)rec.f[0].u, b->process, (uint32_t)rec.f[1].u, list));
}

OTFP_INLINE int deliver_counter(OTF_RBuffer *b, const char *p, OTF_FunctionPointer *pointer, void *first,
                                OTF_KeyValueList *list)
{
	OTF_Handler_Counter *f = (OTF_Handler_Counter *)(void (*)(void))pointer;
	struct otfp_record rec;

	p = otfp_usual_counter(p, &rec);
	if (OTFP_UNLIKELY(!p || prepare(b, p, list) < 0))
		return p ? OTFP_EFAIL : OTF_NONE;
	return after_call(f(first, b->time, b->process, (uint32_t)rec.f[0].u, rec.f[1].u, list));
}

/* SendMsg and RecvMsg. */
OTFP_INLINE int deliver_message(OTF_RBuffer *b, const char *p, OTF_FunctionPointer *pointer, void *first,
                                OTF_KeyValueList *list)
{
	OTF_Handler_SendMsg *f = (OTF_Handler_SendMsg *)(void (*)(void))pointer;
	struct otfp_record rec;

	p = otfp_usual_message(p, &rec);
	if (OTFP_UNLIKELY(!p || prepare(b, p, list) < 0))
		return p ? OTFP_EFAIL : OTF_NONE;
	return after_call(f(first, b->time, b->process, (uint32_t)rec.f[0].u, (uint32_t)rec.f[1].u,
	                    (uint32_t)rec.f[2].u, (uint32_t)rec.f[3].u, (uint32_t)rec.f[4].u, list));
}

/** otf_deliver for an event at the position p as all known writers spell it. @return OTF_NONE if it is none */
OTFP_INLINE int otf_deliver_usual(OTF_RBuffer *b, const char *p, const OTF_HandlerArray *handlers,
                                  OTF_KeyValueList *list)
{
	static const uint8_t numbers[OTFP_NTYPES] = {
		[OTFP_Enter] = OTF_ENTER_RECORD,     [OTFP_Leave] = OTF_LEAVE_RECORD,
		[OTFP_SendMsg] = OTF_SEND_RECORD,    [OTFP_RecvMsg] = OTF_RECEIVE_RECORD,
		[OTFP_Counter] = OTF_COUNTER_RECORD,
	};
	unsigned row = otfp_usual_row(p, &p), number = numbers[row];
	OTF_FunctionPointer *pointer = handlers->pointer[number];
	void *first = handlers->first[number];

	if (OTFP_UNLIKELY(!row || !pointer))
		return OTF_NONE;
	if ((row == OTFP_Enter) | (row == OTFP_Leave))
		return deliver_call(b, p, pointer, first, list);
	if (row == OTFP_Counter)
		return deliver_counter(b, p, pointer, first, list);
	return deliver_message(b, p, pointer, first, list);
}

/**
 * Call the handler for the record at the position, or the next one, and pass it.
 * @param list  for its key-values, which the handler gets
 * @return enum otf_delivered, or <0 with otf_errno set
 */
static inline int otf_deliver(OTF_RBuffer *b, const OTF_HandlerArray *handlers, OTF_KeyValueList *list)
{
	const char *p = b->in->p;
	int code = OTF_NONE;

	if (OTFP_LIKELY(p < b->in->lines && b->file == OTFP_FILE_EVENT))
		code = otf_deliver_usual(b, p, handlers, list);
	return OTFP_LIKELY(code != OTF_NONE) ? code : otf_deliver_any(b, handlers, list);
}
#endif
