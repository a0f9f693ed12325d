/*
 * edf.h - reads the event definitions of a TAU trace (.edf).
 *
 *     COUNT dynamic_trace_events
 *     # comments and blank lines anywhere
 *     ID GROUP TAG "NAME" PARAM
 *
 * In real files, NAME is raw and may contain quotes, so it ends at the last quote of its line. The runtime writes a
 * COUNT that is one too large, so the end of the file counts. Lines may end in CR LF, the last line without any. If an
 * id is defined twice, the first definition is used, as in TAU's own reader.
 */
#ifndef OTFP_TAU_READ_EDF_H
#define OTFP_TAU_READ_EDF_H
#include "base/arena.h"
#include "base/map.h"
#include "io/files.h"

/* The last word of a definition: the meaning of the parameter of a record. */
enum otfp_edf_param { OTFP_EDF_NONE, OTFP_EDF_ENTRY_EXIT, OTFP_EDF_TRIGGER, OTFP_EDF_PAR, OTFP_EDF_ODD };

/* The meaning of the records of an event. Special events are identified by name and tag, since a merge changes
 * their ids. */
enum otfp_edf_kind {
	OTFP_EDF_UNKNOWN,  /* no known meaning */
	OTFP_EDF_FUNCTION, /* 1: enter, -1: leave */
	OTFP_EDF_COUNTER,  /* a value; tag not 0: it only grows */
	OTFP_EDF_SEND,
	OTFP_EDF_RECV,
	OTFP_EDF_INIT,        /* first record of a thread */
	OTFP_EDF_CLOSE,       /* last record of a thread */
	OTFP_EDF_CLOCK,       /* seconds since 1970 */
	OTFP_EDF_CONTINUED,   /* continuation of the event before; today no program writes it */
	OTFP_EDF_PEER_THREAD, /* thread of the peer of the next message */
	OTFP_EDF_RMA_SEND,    /* bytes; then the two halves of the key, which both ends have */
	OTFP_EDF_RMA_RECV,
	OTFP_EDF_RMA_EITHER, /* unknown direction */
	OTFP_EDF_RMA_RECIPROCAL_SEND,
	OTFP_EDF_RMA_RECIPROCAL_RECV,
	OTFP_EDF_RMA_KEY1,
	OTFP_EDF_RMA_KEY2,
	OTFP_EDF_NKINDS
};

struct otfp_edf_event {
	int64_t id, tag;
	const char *group, *name; /* NUL-terminated; the name without its quotes, with blanks at its end */
	size_t group_len, name_len;
	uint8_t param; /* enum otfp_edf_param */
	uint8_t kind;  /* enum otfp_edf_kind */
};

/* An empty one is zero-filled. */
struct otfp_edf {
	struct otfp_edf_event *events; /* in the order of the lines */
	size_t n, cap;
	struct otfp_map by_id; /* -> index of the event */
	struct otfp_arena text;
	uint64_t count; /* COUNT */
	uint64_t twice; /* lines with an id that is already defined */
	uint64_t bad;   /* invalid lines */
};

#define OTFP_EDF_HEAD_MAX 64 /* bytes needed to recognise an EDF */

/** Whether a file that starts with p[0..n) is an EDF. */
int otfp_edf_is(const char *p, size_t n);
/**
 * Parse one line, without its LF. The first line of a file is the header.
 * @return 0, OTFP_EDAMAGE if the line is invalid (counted in bad), OTFP_EFAIL when memory is out
 */
int otfp_edf_parse(struct otfp_edf *edf, const char *p, size_t n, int is_first);
/** Read a whole file. Invalid lines are passed to report (may be NULL) as OTFP_EDAMAGE, and skipped. @return 0 or <0 */
int otfp_edf_read(struct otfp_edf *edf, struct otfp_files *files, const char *path,
                  void (*report)(void *ctx, const struct otfp_error *e), void *ctx, struct otfp_error *err);
/** Free the definitions and make edf empty. */
void otfp_edf_release(struct otfp_edf *edf);

/** The index of the event with this id; SIZE_MAX: not defined. */
static inline size_t otfp_edf_index(const struct otfp_edf *edf, int64_t id)
{
	const uint64_t *at = otfp_map_get(&edf->by_id, (uint64_t)id);

	return at ? (size_t)*at : SIZE_MAX;
}
#endif
