/* account.h - private to the files that fill a profile (profile.c, windows.c, account-*.c, fromsummaries-rows.c); see
 * profile.h.
 */
#ifndef OTFP_PROFILE_ACCOUNT_H
#define OTFP_PROFILE_ACCOUNT_H
#include "base/span.h"
#include "record/table.h"
#include "profile/pairs.h"
#include "profile/profile.h"
#include "state/callstate.h"

/* The calls that count into one row: of a function, a group, a path, or all calls; of one process if rows are by
 * process. */
struct otfp_cell {
	struct otfp_row *row; /* in the window `epoch`; in a tree, NULL if it is not made yet: account-tree.c */
	uint64_t epoch;
	uint64_t sum[OTFP_CALL_SUMS]; /* not yet added to the row, modulo 2^64; carries went to the row */
	otfp_ref group, function;
	uint32_t process, path;
	uint32_t open;      /* open calls, if rows are by process */
	uint8_t is_deepest; /* the path has o.depth functions: calls that it makes count here, too */
	uint8_t has_ended;  /* without a row: a call has ended, and sum[OTFP_SUM] is its time */
};

/* `mark` of an open call, and a value of otfp_profile.cell_of: the index of the cell, and flags. */
enum {
	OTFP_CELL = (1 << 30) - 1,
	OTFP_CELL_INNER = 1 << 30, /* an outer call of the process counts into the same cell */
};
#define OTFP_CELL_COMM (1u << 31) /* the function communicates */

/* Cache: the row of a collective operation in a communicator. */
enum { OTFP_RECENT = 4 };
struct otfp_recents {
	struct otfp_recent {
		struct otfp_row *row; /* in the window `epoch` */
		uint64_t epoch;
		uint32_t collective, group;
	} of[OTFP_RECENT];
};

/* Cache: the rows by number of binary digits of the length of a message. */
struct otfp_length_rows {
	uint64_t epoch[65];
	struct otfp_row *row[65]; /* in the window `epoch` */
};

enum { OTFP_NEAR_COUNTERS = 8 };

/* What a profile keeps of a process. Zero-filled is valid. */
struct otfp_stat_process {
	uint64_t since;     /* time up to which open calls are accounted */
	uint64_t last;      /* time of the last event that opened no call */
	uint64_t comm;      /* ticks in outermost calls that communicate */
	uint32_t open_comm; /* open calls that communicate */
	uint64_t first;     /* time of the first record */
	/* with rows by process, or local definitions; else those of struct otfp_profile are used */
	struct otfp_length_rows *lengths;
	struct otfp_recents *recents;
	uint32_t counters[OTFP_NEAR_COUNTERS]; /* by the low bits of the token: 1 + index of a counter cell, 0 = none;
	                                          the cells of further ones with these bits are in p->counters */
};

/* A counter of a process. */
struct otfp_counter_cell {
	struct otfp_counted *counted; /* of the row in the window `epoch`; with o.merge_counters its own */
	uint64_t epoch;
	uint64_t bits, time; /* of the last value, if has_value */
	uint64_t since;      /* time up to which the value is accounted */
	uint32_t process, token, properties;
	uint32_t has_value;
};

/* Values for row keys, by enum otfp_stat_key. */
struct otfp_key_values {
	uint64_t v[OTFP_NKEYS];
};

/** Whether the table is asked for. */
static inline int otfp_wants(const struct otfp_profile *p, unsigned table)
{
	return p->o.tables >> table & 1;
}

/* A plain record and its process, which was seen before. */
struct otfp_plain {
	const struct otfp_record *rec;
	struct otfp_process *process;
};

/* ---- profile.c ---- */

/** Before the first record: begin at `time`. */
void otfp_account_start(struct otfp_profile *p, uint64_t time);
/** Add the entry of a process that is new at `time`. @return 0, or -1 when memory is out */
int otfp_account_process(struct otfp_profile *p, const struct otfp_process *process, uint64_t time);

/* ---- windows.c ---- */

/** Find or add the row of a table in a window. @return NULL when memory is out */
struct otfp_row *otfp_profile_row(struct otfp_profile *p, unsigned table, uint64_t window,
                                  const struct otfp_key_values *v);
/** The same in the current window; outside of the interval p->nowhere. */
struct otfp_row *otfp_profile_row_now(struct otfp_profile *p, unsigned table, const struct otfp_key_values *v);
/** The key of a row. */
struct otfp_row_key otfp_profile_row_key(const struct otfp_profile *p, unsigned table, uint64_t window,
                                         const struct otfp_key_values *v);

/* ---- account-*.c ---- */

/** Free what *own points to. */
void otfp_stat_process_release(struct otfp_stat_process *own);

/* All functions below that return int: @return 0, or -1 when memory is out. */

/** Account a half of a message from a process that does not count; see otfp_profile_partner. */
int otfp_account_partner(struct otfp_profile *p, const struct otfp_record *rec);
/** Count the time of a call in a row. */
static inline int otfp_account_time(struct otfp_profile *p, struct otfp_row *row, uint64_t time)
{
	const unsigned bucket = otfp_dist_note(&row->dist, time);

	return otfp_dist_wait(&row->dist, bucket) ? 0 : otfp_rows_count(&p->rows, row, bucket);
}

/** Account Enter, Leave or EnterSnapshot; change is the result of otfp_state_add. */
int otfp_account_call(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_change *change);
/** Update the state, and account an event of the current window. */
int otfp_account_event(struct otfp_profile *p, const struct otfp_record *rec);
/* The same for n plain records of one kind. */
int otfp_account_calls(struct otfp_profile *p, const struct otfp_plain *recs, size_t n);
int otfp_account_counters(struct otfp_profile *p, const struct otfp_plain *recs, size_t n);
int otfp_account_messages(struct otfp_profile *p, const struct otfp_plain *recs, size_t n);
/** Add to a sum of a cell that has a row, or where the sum is 0. */
static inline void otfp_cell_add(struct otfp_cell *cell, unsigned sum, uint64_t n)
{
	if (OTFP_UNLIKELY(__builtin_add_overflow(cell->sum[sum], n, &cell->sum[sum])))
		cell->row->sum[sum] += (otfp_wide)1 << 64;
}

/** For loops over the first n cells: fetch the row of one that comes soon after cell i. */
OTFP_FETCH void otfp_cells_fetch(const struct otfp_cell *cells, size_t i, size_t n)
{
	enum { AHEAD = 12 };

	if (i + AHEAD < n && cells[i + AHEAD].row) {
		__builtin_prefetch(&cells[i + AHEAD].row->dist);
		__builtin_prefetch(&cells[i + AHEAD].row->key);
		__builtin_prefetch(&cells[i + AHEAD].row->sum);
	}
}

/** Add the sums of a cell to its row. */
static inline void otfp_account_cell(struct otfp_cell *cell)
{
	for (unsigned i = 0; i < OTFP_CALL_SUMS && cell->row; i++) {
		cell->row->sum[i] += cell->sum[i];
		cell->sum[i] = 0;
	}
}

/** The same for all cells. */
void otfp_account_cells(struct otfp_profile *p);
/** Make the row of a cell in a tree that has none. */
int otfp_tree_make_row(struct otfp_profile *p, struct otfp_cell *cell);
/** Add what a cell of a tree has counted to another one. */
int otfp_tree_give(struct otfp_profile *p, struct otfp_cell *to, const struct otfp_cell *from);
/** At the end: put the rows of a tree among the others. */
int otfp_tree_end(struct otfp_profile *p);
/** Free what the rows of a tree refer to. */
void otfp_tree_release(struct otfp_profile *p);
/** Let later calls of a function by a caller count in a cell. @param parent  index of the cell of the caller, or
 * OTFP_CELL. @param mark  the cell, and OTFP_CELL_COMM */
int otfp_account_keep_cell(struct otfp_profile *p, const struct otfp_process *process, uint32_t parent,
                           uint32_t function, uint32_t mark);
/** Do not count the time of open calls before `time`. */
void otfp_account_calls_from(struct otfp_profile *p, uint64_t time);
/** Add the load of each process, up to the time where the profile ends. */
int otfp_account_loads(struct otfp_profile *p, uint64_t end);
/** Account open calls up to `time`. */
int otfp_account_open_calls(struct otfp_profile *p, uint64_t time);
/** Account SendMsg, RecvMsg or SendSnapshot. */
int otfp_account_message(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_change *change);
/** Add the sums of pairs to their rows, move all unmatched halves to p->halves, and have no pair. */
int otfp_account_forget_pairs(struct otfp_profile *p);
/** At the end: add the sums of pairs to their rows, move all unmatched halves to p->halves, make the derived rows. */
int otfp_account_messages_end(struct otfp_profile *p);
/** Account a collective operation, a file operation or RMA. */
int otfp_account_operation(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_change *change);
/** Account Counter or CounterSnapshot. */
int otfp_account_counter(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_change *change);
/** At the end: make the rows of counters that o.merge_counters left out. */
int otfp_account_counters_end(struct otfp_profile *p);
/** Account counter values that hold up to the next value (scope NEXT) up to `time`. */
int otfp_account_held(struct otfp_profile *p, uint64_t time);
#endif
