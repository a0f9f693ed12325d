/*
 * report.h - what became of the records of a conversion from or to OTF2, kind by kind: read = native + carried +
 * dropped.
 *
 * Native: what a record says stands in fields of the other format, or the reader has applied it. Carried: a part of it
 * stands in key-values or comments. Dropped: a part of it is lost.
 */
#ifndef OTFP_OTF2_REPORT_H
#define OTFP_OTF2_REPORT_H
#include "base/must.h"
#include "base/error.h"
#include "otf2/frame.h"

/* Kinds: the rows of records.def, and after them thumbnails; or the types of OTF records. */
enum { OTFP_OTF2_THUMBNAILS = OTFP_OTF2_NROWS, OTFP_OTF2_MAX_KINDS };
_Static_assert((int)OTFP_NTYPES <= (int)OTFP_OTF2_MAX_KINDS, "a kind for each type of OTF record");

struct otfp_otf2_report {
	int of_otf; /* kinds are enum otfp_type; 0: rows of records.def */
	struct otfp_otf2_counts {
		uint64_t native, carried, dropped;
		const char *why; /* why some were carried or dropped; static text, NULL = the usual text */
	} kinds[OTFP_OTF2_MAX_KINDS];
};

/** How many records were dropped. */
uint64_t otfp_otf2_report_dropped(const struct otfp_otf2_report *r);
/** The count of a kind, with its name and reason; valid until the next call with the same `name`, which has
 * OTFP_OTF2_KIND_ROOM bytes. */
#define OTFP_OTF2_KIND_ROOM 64
/** Report each kind that was read: a warning if some were dropped, otherwise a note. Then call count(ctx, ...) for each
 * of them. @param where  the archive, for messages; err is used for them. report and count may be NULL */
void otfp_otf2_report_all(const struct otfp_otf2_report *r, const char *where, struct otfp_error *err,
                          void (*report)(void *ctx, const struct otfp_error *e), void *report_ctx,
                          void (*count)(void *ctx, const struct otfp_otf2_count *c), void *count_ctx);
#endif
