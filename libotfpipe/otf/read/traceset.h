/*
 * traceset.h - a stream set being read: private to trace.c, timed.c, origin.c and listing.c.
 */
#ifndef OTFP_OTF_READ_TRACESET_H
#define OTFP_OTF_READ_TRACESET_H
#include "merge/timetree.h"
#include "base/clamp.h"
#include "otf/read/cursor.h"
#include "otf/read/fileset.h"
#include "otf/read/ends.h"
#include "otf/scan.h"
#include "otf/read/trace.h"
#include "record/control.h"

/* Records in a batch: few enough to stay in the L1 cache until they are consumed; with threads, enough to be worth the
 * handover: with 64 streams and the memory of one thread, two threads are slower than one. The budgets are in bytes. */
enum { OTFP_ROOM_MIN = 16, OTFP_ROOM_MAX = 128, OTFP_RECORD_BUDGET = 4 << 20 };
enum { OTFP_TASK_ROOM_MAX = 2048, OTFP_TASK_BUDGET = 16 << 20 };
enum { OTFP_OUT_MAX = 256 };           /* records delivered at a time */
enum { OTFP_LOOSE_RECORDS = 1 << 20 }; /* in loose order, how far all files together may be ahead of the earliest */

/* What is being delivered, in the order of otfpipe-stream(5). */
enum otfp_phase { OTFP_STORED_LINES, OTFP_MAPPING, OTFP_DEFINITIONS, OTFP_MARKERS, OTFP_TIMED, OTFP_DONE };

struct otfp_delivery {
	const struct otfp_record *at, *end;
	uint64_t limit; /* last time that is wanted */
	uint64_t next;  /* time of at[1]: loaded early, since the merge waits for it. At the last record: any */
};

/* Result of the first look at a timed file. */
struct otfp_seen {
	struct otfp_ends ends;
	uint64_t bytes; /* on disk */
	uint32_t id;
	uint8_t file, packed;
};

struct otfp_trace {
	struct otfp_reading reading;
	struct otfp_fileset set;
	struct otfp_files *budget;
	struct otfp_buf stub;
	struct otfp_header header;
	struct otfp_scan scan;
	struct otfp_share share;    /* --part */
	struct otfp_record control; /* a control line; its text is in `text` or scan.controls */
	struct otfp_buf text;
	enum otfp_phase phase;
	size_t at; /* position in the phase. Stored lines: byte in scan.controls; mapping: stream index; definitions,
	            * markers: stream index + 1, 0 = global */
	struct otfp_cursor one; /* the definition or marker file being read */
	int one_open;
	struct otfp_cursor *files; /* the timed files, by rank: kind, then stream */
	unsigned nfiles;
	struct otfp_seen *seen; /* all timed files of the trace, read or not */
	unsigned nseen;
	struct otfp_cursor **live; /* the timed files that are read, by rank */
	uint32_t *others;          /* streams of the other shares (--part) */
	size_t nothers;
	struct otfp_delivery *runs; /* of each live file: records decoded but not delivered */
	unsigned nlive;
	struct otfp_timetree merge;
	int merging;                                 /* the merge is set up */
	int used_up;                                 /* all decoded records of the merge winner are delivered */
	int inline_seen;                             /* a snapshot in an event file comes next, or has passed */
	const struct otfp_record *out[OTFP_OUT_MAX]; /* the batch that the caller holds */
	/* Which processes and times the caller wants, NULL = all; called before the first timed record. */
	int (*wanted)(void *ctx, uint32_t process);
	void *wanted_ctx;
	unsigned kinds;          /* OTFP_FIELD_KIND bits of the files that the caller wants */
	size_t turn, loose_turn; /* in loose order: records left until the next file's turn; records in a turn */
	int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to);
	void *window_ctx;
	struct otfp_taker *taker; /* see struct otfp_source_ops; or NULL */
};

/** Records in a batch, if `files` files share a budget; at most `most`. */
static inline unsigned otfp_batch_room(size_t budget, size_t files, unsigned most)
{
	const size_t n = budget / sizeof(struct otfp_record) / (files + 1);

	return (unsigned)otfp_clamp(n, OTFP_ROOM_MIN, most);
}

/** Make one record the whole batch. @return 0 */
static inline int otfp_trace_deliver(struct otfp_trace *t, const struct otfp_record *rec, size_t *n)
{
	t->out[0] = rec;
	*n = 1;
	return 0;
}

/** The same with the control line p[0..len), which must stay valid until the next read. @return 0 */
static inline int otfp_trace_deliver_control(struct otfp_trace *t, const char *p, size_t len, size_t *n)
{
	t->control = otfp_control_record(p, len);
	return otfp_trace_deliver(t, &t->control, n);
}

/** Report files named like parts of the trace that no reader opens, if o.strays asks for it. @return 0 or <0 */
int otfp_trace_strays(struct otfp_trace *t);
/** The next timed records, merged by time. @return 0 with out[0..*n) set, 1 when there are no more, <0 */
int otfp_trace_next_timed(struct otfp_trace *t, size_t *n);
#endif
