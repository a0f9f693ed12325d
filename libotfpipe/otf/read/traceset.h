/*
 * traceset.h - a stream set being read, as trace.c and timed.c share it.
 */
#ifndef OTFP_OTF_READ_TRACESET_H
#define OTFP_OTF_READ_TRACESET_H
#include "merge/timetree.h"
#include "otf/read/cursor.h"
#include "otf/read/fileset.h"
#include "otf/read/probe.h"
#include "otf/scan.h"
#include "otf/read/trace.h"

/* Records decoded at a time: few, so that they stay in the first cache until they are used up,
 * but enough to be worth the way to another thread and back. */
enum { OTFP_RECORD_BUDGET = 4 << 20, OTFP_ROOM_MIN = 16, OTFP_ROOM_MAX = 64, OTFP_TASK_ROOM_MAX = 2048 };
enum { OTFP_OUT_MAX = 256 };           /* records delivered at a time */
enum { OTFP_LOOSE_RECORDS = 1 << 20 }; /* in loose order, that all files together are ahead of the earliest */

/* What is being delivered; the order is that of the contract. */
enum otfp_phase { OTFP_STORED_LINES, OTFP_MAPPING, OTFP_DEFINITIONS, OTFP_MARKERS, OTFP_TIMED, OTFP_DONE };

struct otfp_run {
	const struct otfp_record *at, *end;
	uint64_t limit; /* nothing behind it is wanted */
};

/* What the first look at a timed file showed. */
struct otfp_seen {
	struct otfp_probe ends;
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
	struct otfp_record control; /* a control line, its text in `text` */
	struct otfp_buf text;
	enum otfp_phase phase;
	size_t at; /* of stored lines: byte in scan.controls; mapping: stream index; else index + 1, 0 = global */
	struct otfp_cursor one; /* the definition or marker file being read */
	int one_open;
	struct otfp_cursor *files; /* the timed ones */
	unsigned nfiles;
	struct otfp_seen *seen; /* all of them that there are, read or not */
	unsigned nseen;
	struct otfp_cursor **live; /* those that are read, by rank */
	uint32_t *others;          /* streams of other shares */
	size_t nothers;
	struct otfp_run *runs; /* of each of them, what was read and not delivered */
	unsigned nlive;
	struct otfp_timetree merge;
	int merging;                                 /* the merge is set up */
	int used_up;                                 /* the winner has no record left of those that were read */
	int inline_seen;                             /* a snapshot in an event file comes next, or came */
	const struct otfp_record *out[OTFP_OUT_MAX]; /* the batch that is with the caller */
	/* which processes and times the caller wants, NULL = all; asked before the first timed record */
	int (*wanted)(void *ctx, uint32_t process);
	void *wanted_ctx;
	unsigned kinds;          /* of files that the caller wants */
	size_t turn, loose_turn; /* in loose order: records until another file has its turn; of a whole turn */
	int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to);
	void *window_ctx;
};

/** Records a batch, when so many files share the memory. */
static inline unsigned otfp_batch_room(size_t files, unsigned most)
{
	size_t n = OTFP_RECORD_BUDGET / sizeof(struct otfp_record) / (files + 1);

	return n < OTFP_ROOM_MIN ? OTFP_ROOM_MIN : n > most ? most : (unsigned)n;
}

/** Tell the files beside it that nobody reads, if that was asked for. @return 0 or <0 */
int otfp_trace_strays(struct otfp_trace *t);
/** A control line makes the batch. @return 0 */
int otfp_trace_deliver_control(struct otfp_trace *t, const char *p, size_t len, size_t *n);
/** Timed records: timed.c. @return 0 with out[0..*n) set, 1 when there are no more, <0 */
int otfp_trace_next_timed(struct otfp_trace *t, size_t *n);
#endif
