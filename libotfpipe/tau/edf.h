/*
 * edf.h - the event definitions of a TAU trace (.edf).
 *
 *     COUNT dynamic_trace_events
 *     # comments and blank lines anywhere
 *     ID GROUP TAG "NAME" PARAM
 *
 * As found in the wild: NAME is raw and may hold quotes, so it ends at the last one of its line; COUNT is
 * one too many as the runtime writes it, so the end of the file counts; lines may end in CR LF, the last in
 * nothing. Of an id given twice the first holds, as for TAU's own reader.
 */
#ifndef OTFP_TAU_EDF_H
#define OTFP_TAU_EDF_H
#include "base/arena.h"
#include "io/files.h"

/* The last word of a definition: what the parameter of a record is. */
enum otfp_edf_param { OTFP_EDF_NONE, OTFP_EDF_ENTRY_EXIT, OTFP_EDF_TRIGGER, OTFP_EDF_PAR, OTFP_EDF_ODD };

/* What records of an event tell. Special ones go by name and tag: a merge gives them other ids. */
enum otfp_edf_kind {
	OTFP_EDF_UNKNOWN,  /* nothing that is known */
	OTFP_EDF_FUNCTION, /* 1 enter, -1 leave */
	OTFP_EDF_COUNTER,  /* a value; tag not 0: one that only grows */
	OTFP_EDF_SEND,
	OTFP_EDF_RECV,
	OTFP_EDF_INIT,        /* first record of a thread */
	OTFP_EDF_CLOSE,       /* its end */
	OTFP_EDF_CLOCK,       /* seconds since 1970 */
	OTFP_EDF_CONTINUED,   /* more of the event before; nothing writes it any more */
	OTFP_EDF_PEER_THREAD, /* the thread at the other end of the next message */
	OTFP_EDF_RMA_SEND,    /* bytes; then the two halves of the key that both ends have */
	OTFP_EDF_RMA_RECV,
	OTFP_EDF_RMA_EITHER, /* direction not known */
	OTFP_EDF_RMA_RECIPROCAL_SEND,
	OTFP_EDF_RMA_RECIPROCAL_RECV,
	OTFP_EDF_RMA_KEY1,
	OTFP_EDF_RMA_KEY2,
	OTFP_EDF_NKINDS
};

struct otfp_edf_event {
	int64_t id, tag;
	const char *group, *name; /* NUL-terminated; the name without its quotes, blanks at its end kept */
	size_t group_len, name_len;
	uint8_t param; /* enum otfp_edf_param */
	uint8_t kind;  /* enum otfp_edf_kind */
};

/* Zero-filled is empty. */
struct otfp_edf {
	struct otfp_edf_event *events; /* in the order of their lines */
	size_t n, cap;
	struct otfp_edf_slot {
		int64_t id;
		uint32_t event; /* index + 1; 0 = free */
	} * slots;              /* by id, open addressing */
	size_t nslots;          /* 0, or a power of two at least twice n */
	struct otfp_arena text;
	uint64_t count; /* COUNT */
	uint64_t twice; /* lines of an id that was defined before */
	uint64_t bad;   /* lines that are none of the above */
};

#define OTFP_EDF_HEAD_MAX 64 /* bytes that tell an EDF */

/** Whether a file that begins with p[0..n) is an EDF. */
int otfp_edf_is(const char *p, size_t n);
/** One line without its LF. The first line of a file is the header.
 * @return 0, OTFP_EDAMAGE if it is no line of an EDF (counted in bad), OTFP_EFAIL when memory is out */
int otfp_edf_take(struct otfp_edf *edf, const char *p, size_t n, int is_first);
/** Read a whole file. Each bad line is told through report (may be NULL) as OTFP_EDAMAGE, and passed over.
 * @return 0 or <0 */
int otfp_edf_read(struct otfp_edf *edf, struct otfp_files *files, const char *path,
                  void (*report)(void *ctx, const struct otfp_error *e), void *ctx, struct otfp_error *err);
void otfp_edf_release(struct otfp_edf *edf);

/** The index of the event with this id; SIZE_MAX = it is not defined. */
static inline size_t otfp_edf_index(const struct otfp_edf *edf, int64_t id)
{
	if (edf->nslots)
		for (size_t i = (size_t)id;; i++) {
			const struct otfp_edf_slot *s = &edf->slots[i & (edf->nslots - 1)];
			if (!s->event)
				break;
			if (s->id == id)
				return s->event - 1;
		}
	return SIZE_MAX;
}
#endif
