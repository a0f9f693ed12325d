/*
 * totals.h - sums per process since the start of the stream: the contents of OTF summary records.
 *
 * Pass every record to otfp_totals_add after otfp_state_add; otfp_totals_emit generates the summary records of a
 * process at an instant. They are p(t) of the OTF specification, section 2.9: the difference between two instants is
 * the sum over the interval; a call that runs at an end of the interval counts for its part inside.
 *
 * A call is counted at its Enter. Inclusive time of a function is the time of its outermost open call, so it never
 * exceeds the elapsed time; the same holds for a group. A call that a snapshot opened counts time from the snapshot on,
 * and is not counted as a call. Counts and sums of bytes saturate at 2^64-1, so that they never decrease.
 *
 * Memory: 64 to 96 bytes per pair of a process and a function, collective, file or group that it used, and 80 bytes per
 * process.
 */
#ifndef OTFP_STATE_TOTALS_H
#define OTFP_STATE_TOTALS_H
#include "base/arena.h"
#include "base/error.h"
#include "record/streams.h"
#include "record/tokens.h"
#include "state/state.h"

/* Kinds of summary records, in the order of otfp_totals_emit. */
enum otfp_total_kind {
	OTFP_TOTAL_FUNCTION,
	OTFP_TOTAL_GROUP,
	OTFP_TOTAL_MESSAGE,
	OTFP_TOTAL_COLLECTIVE,
	OTFP_TOTAL_FILE,
	OTFP_TOTAL_FILEGROUP,
	OTFP_NTOTALS
};

/* The default set of kinds (bit 1 << kind): all but the groups. */
#define OTFP_TOTALS_USUAL \
	(1u << OTFP_TOTAL_FUNCTION | 1u << OTFP_TOTAL_MESSAGE | 1u << OTFP_TOTAL_COLLECTIVE | 1u << OTFP_TOTAL_FILE)

/* The sums of one record. */
struct otfp_total {
	uint32_t token; /* of function, group, collective, file; messages 0 */
	uint32_t kind;
	uint32_t open;            /* open calls of the function or group */
	struct otfp_total *group; /* of a function: total of its group; NULL = not asked for */
	uint64_t subcalls;        /* of a function: calls that it made */
	uint64_t sums[];          /* as in the record; times in ticks */
};

/* The totals of one process. */
struct otfp_process_totals {
	int unsorted;             /* list is not yet sorted by kind and token */
	struct otfp_total **list; /* elements are in the arena */
	size_t n, cap;
	struct otfp_map index; /* kind << 32 | token -> total. Not for functions: `user` of their callee points to it */
};

/* Valid at the start: zero-filled except `kinds` and `master`, which the caller sets. */
struct otfp_totals {
	unsigned kinds;
	const struct otfp_master
		*master; /* streams of the processes, for local definitions; owned by the caller, may be NULL */
	struct otfp_process_totals *processes; /* by index of struct otfp_process */
	size_t n, cap;
	struct otfp_carriers carriers;
	struct otfp_arena arena;
	struct otfp_tokens groups;     /* function -> group */
	struct otfp_tokens types;      /* collective -> OTF_COLLECTIVE_TYPE_* */
	struct otfp_tokens filegroups; /* file -> file group */
};

/** The name of a kind in a list of kinds; NULL past the last. */
const char *otfp_total_name(unsigned kind);
/** Parse a comma-separated list of kinds: function, group, message, collective, file, filegroup; "" =
 * OTFP_TOTALS_USUAL.
 * @param what  names the option in messages, e.g. "--summaries"
 * @return 0, or OTFP_EUSAGE with err filled */
int otfp_totals_parse(unsigned *kinds, const char *text, const char *what, struct otfp_error *err);
/** The parts (OTFP_STATE_...) that the state must keep for these kinds. */
unsigned otfp_totals_keeps(unsigned kinds);
/** Free all; *t is zero-filled then. */
void otfp_totals_release(struct otfp_totals *t);
/**
 * Take a record of the stream; ignores all but timed records and definitions.
 * @param did  result of otfp_state_add for it; no other user of that state may set `user` of struct otfp_callee
 * @return 0, or -1 when memory is out
 */
int otfp_totals_add(struct otfp_totals *t, const struct otfp_record *rec, const struct otfp_change *did);
/**
 * Generate the summary records of a process at `time`, which must not precede the records seen: sorted by token, in the
 * order
 * FunctionSummary, FunctionGroupSummary, MessageSummary, CollopSummary, FileOperationSummary,
 * FileGroupOperationSummary; only tokens that the process used.
 * @return 0, or what put returned
 */
int otfp_totals_emit(struct otfp_totals *t, const struct otfp_process *p, uint64_t time, otfp_put_fn *put, void *ctx);
#endif
