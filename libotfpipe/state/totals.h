/*
 * totals.h - sums by process since the beginning of the stream: what OTF's summary records hold.
 *
 * Every record is shown to otfp_totals_see after otfp_state_see took it; otfp_totals_emit puts the
 * summary records of a process at an instant. They are p(t) of section 2.9 of the OTF specification: the
 * difference of two instants is the sum of the interval, calls that run at its ends included up to there.
 *
 * A call counts at its Enter. Inclusive time of a function counts where its outermost open call runs, so it
 * never exceeds the time that passed; so does that of a group. Calls that are open since a snapshot count
 * from the snapshot on. Sums of bytes and counts end at 2^64-1, so that they never fall.
 *
 * Memory: 64 to 96 bytes for each pair of a process and a function, collective, file or group that it used,
 * and 80 bytes a process.
 */
#ifndef OTFP_STATE_TOTALS_H
#define OTFP_STATE_TOTALS_H
#include "base/arena.h"
#include "base/error.h"
#include "record/streams.h"
#include "record/tokens.h"
#include "state/state.h"

/* Kinds of sums, in the order of their records. */
enum otfp_total_kind {
	OTFP_TOTAL_FUNCTION,
	OTFP_TOTAL_GROUP,
	OTFP_TOTAL_MESSAGE,
	OTFP_TOTAL_COLLECTIVE,
	OTFP_TOTAL_FILE,
	OTFP_TOTAL_FILEGROUP,
	OTFP_NTOTALS
};

/* A set of kinds: bit 1 << kind. All but the groups. */
#define OTFP_TOTALS_USUAL \
	(1u << OTFP_TOTAL_FUNCTION | 1u << OTFP_TOTAL_MESSAGE | 1u << OTFP_TOTAL_COLLECTIVE | 1u << OTFP_TOTAL_FILE)

/* The sums of one record. */
struct otfp_total {
	uint32_t token; /* of function, group, collective, file; messages 0 */
	uint32_t kind;
	uint32_t open;            /* calls that are open, of a function or group */
	struct otfp_total *group; /* of a function, NULL = not asked for */
	uint64_t subcalls;        /* calls made by it, of a function */
	uint64_t sums[];          /* as in the record */
};

/* Those of one process. */
struct otfp_process_totals {
	int unsorted;             /* not ascending by kind and token yet */
	struct otfp_total **list; /* in the arena */
	size_t n, cap;
	struct otfp_map index; /* kind << 32 | token to the total; of functions not, whose callee knows it */
};

/* Zero-filled, then `kinds` and `master`, is valid: nothing was seen. */
struct otfp_totals {
	unsigned kinds;
	const struct otfp_master *master;      /* where processes live, for local definitions; the user's, or NULL */
	struct otfp_process_totals *processes; /* by index of struct otfp_process */
	size_t n, cap;
	struct otfp_arena arena;
	struct otfp_tokens groups;     /* function to group */
	struct otfp_tokens types;      /* collective to OTF_COLLECTIVE_TYPE_* */
	struct otfp_tokens filegroups; /* file to file group */
};

/** Its name in a list of kinds; NULL past the last. */
const char *otfp_total_name(unsigned kind);
/** The kinds in text: function, group, message, collective, file, filegroup by commas; "" = the usual.
 * @param what  for messages, e.g. "--summaries". @return 0, or OTFP_EUSAGE with err filled */
int otfp_totals_parse(unsigned *kinds, const char *text, const char *what, struct otfp_error *err);
/** What the state must keep for these kinds: OTFP_STATE_... */
unsigned otfp_totals_keeps(unsigned kinds);
void otfp_totals_release(struct otfp_totals *t);
/**
 * Take a record of the stream: a timed one or a definition; others are passed over.
 * @param did  what otfp_state_see said of it. The state must be of no other user of struct otfp_callee.
 * @return 0, or -1 when memory is out
 */
int otfp_totals_see(struct otfp_totals *t, const struct otfp_record *rec, const struct otfp_change *did);
/**
 * The summary records of a process at `time`, not before what was seen, ascending by token, in the order
 * FunctionSummary, FunctionGroupSummary, MessageSummary, CollopSummary, FileOperationSummary,
 * FileGroupOperationSummary; those in which something counted.
 * @return 0, what put returned
 */
int otfp_totals_emit(struct otfp_totals *t, const struct otfp_process *p, uint64_t time, otfp_put_fn *put, void *ctx);
#endif
