/*
 * profile.h - a profile of a stream: counts, times and bytes of calls, messages, operations and counters.
 *
 * Pass every record in order to otfp_profile_add; the result is in the rows. A row of an interval, or of a window of
 * it, counts what falls into it: calls by their Enter; exclusive time, inclusive time and `sum` clipped at its ends;
 * minimum, maximum, mean and quantiles over the calls that end in it, with their full time. So the windows add up to
 * the whole. The rows of the shares of a trace (of disjoint processes) add up to those of the whole, if the latencies
 * of messages between shares are added: otfp_profile_latency.
 *
 * If only some processes count, the halves of messages that others have with them go to otfp_profile_partner.
 *
 * Memory: about 350 bytes per row, plus a byte per bucket between its shortest and longest time (9 if any bucket has
 * 256 values), and 100 per function (with paths: per path; times the processes if rows are by process); per process 200
 * bytes for its state and 32 per open call, 250 per counter and 140 per peer. With o.memory rows of call paths and
 * pairs have a bound: fold.h.
 */
#ifndef OTFP_PROFILE_PROFILE_H
#define OTFP_PROFILE_PROFILE_H
#include "state/state.h"
#include "state/halves.h"
#include "profile/load.h"
#include "profile/pairs.h"
#include "profile/paths.h"
#include "profile/rows.h"

struct otfp_profile_options {
	unsigned by;     /* bits of enum otfp_stat_key; 0 = the default of each table */
	unsigned tables; /* bits of enum otfp_stat_table */
	int has_from, has_to;
	uint64_t from, to; /* ticks: only [from, to) counts */
	uint64_t every;    /* length of a window in ticks; 0 = a single window */
	uint32_t depth;    /* call paths have at most so many functions: deeper calls count in the one there; 0 = any */
	uint64_t most;     /* windows at most; 0 = any number */
	uint64_t memory;   /* bytes for the rows of call paths and pairs: see fold.h; 0 = any number */
	/* NULL, or takes a row of pairs that is about to be folded. @return whether it has the row, so that it is not
	 * counted in other_pairs */
	int (*take_pair)(void *ctx, const struct otfp_row *row);
	void *take_pair_ctx;
	int sums_only;      /* rows of calls have no distribution */
	int merge_counters; /* the rows of counters are not needed by process, unless `by` or `every` asks for it */
};

/* Contradictions, and what has no end. */
enum otfp_profile_oddity {
	OTFP_PODD_SEND = OTFP_NODDITIES, /* lower values are of enum otfp_oddity */
	OTFP_PODD_RECEIVE,
	OTFP_PODD_CALL,
	OTFP_PODD_COLLECTIVE,
	OTFP_PODD_FILEOP,
	OTFP_NPODDITIES
};

/* How a plain record is accounted; most records are plain: events in the current window, of a process that was seen
 * before. See account-batch.c. */
enum {
	OTFP_PLAIN_NOT,
	OTFP_PLAIN_CALL,
	OTFP_PLAIN_COUNTER,
	OTFP_PLAIN_MESSAGE,
	OTFP_PLAIN_OTHER,
	OTFP_PLAIN_NOTHING,
	OTFP_NPLAIN
};

/* Cache: a value of cell_of. With few processes at a time it has all of their functions. */
enum { OTFP_CELL_MARKS = 512 };
struct otfp_cell_mark {
	uint64_t key;
	uint32_t mark;
	uint32_t used;
};

struct otfp_cell;         /* the calls of one row of a process */
struct otfp_counter_cell; /* a counter of a process */
struct otfp_stat_process;

struct otfp_profile {
	struct otfp_profile_options o;
	uint64_t resolution, first,
		last; /* ticks per second; ticks: first and last time of the trace if known, else of the records seen */
	int has_span; /* the header gave first and last */
	int from_summaries; /* the rows contain only what summary records contain */
	struct otfp_names names;
	struct otfp_paths paths;
	struct otfp_rows rows;
	struct otfp_halves halves;
	struct otfp_pairs pairs;       /* halves wait in them until otfp_profile_end */
	struct otfp_map processes;     /* the set of processes seen */
	struct otfp_map threads;       /* process that sent or received for another one -> that one */
	struct otfp_loads loads;       /* of these processes, if calls are counted; set by otfp_profile_end */
	uint64_t events;               /* that count; 0 also if only summaries were read */
	uint64_t folded;               /* calls deeper than o.depth, if there are paths */
	uint64_t other_paths;          /* that were folded into "(other)": see fold.h */
	uint64_t other_pairs;          /* rows of the matrix, likewise */
	int has_partners;              /* some halves are of processes that do not count */
	uint64_t odd[OTFP_NPODDITIES]; /* set by otfp_profile_end, except those of messages: see otfp_profile_odd */
	uint8_t kinds[OTFP_NSTATS][OTFP_MAX_PARTS]; /* enum otfp_stat_key of each part of a row key */
	unsigned nkinds[OTFP_NSTATS];

	/* only until otfp_profile_end */
	struct otfp_state state;
	struct otfp_stat_process *by_process; /* by index of otfp_process */
	size_t nby_process, by_process_cap;
	struct otfp_arena arena; /* owns the cells */
	struct otfp_cell *cells;
	size_t ncells, cells_cap;
	struct otfp_map cell_of; /* by call_key: index of the cell, and OTFP_CELL_COMM; if is_tree, by function:
	                            OTFP_CELL_COMM or 0 */
	struct otfp_cell_mark cell_marks[OTFP_CELL_MARKS];
	struct otfp_map shared_cells; /* by shared_key: index of a cell of several functions */
	uint64_t names_changes;       /* of the names that cell_of is based on */
	struct otfp_map counters;
	struct otfp_counter_cell *counter_cells;
	size_t ncounters, counters_cap;
	struct otfp_length_rows *lengths; /* caches, if rows are not by process */
	struct otfp_recents *recents;
	struct otfp_row nowhere; /* row for what is outside the interval */
	struct otfp_counted nowhere_counted;
	int started, inside;
	int by_processes, by_paths; /* rows of calls are by process; by path */
	int is_tree;      /* the cell of path i is cells[i - 1]: rows are by path, not by process, group or window */
	int too_many;     /* a record needs more than o.most windows */
	unsigned derived; /* bits of tables whose rows are computed at the end from those of another table */
	uint64_t edge;    /* the next start or end of a window or of the interval */
	int has_edge;
	size_t most_cells;          /* of a tree: so many were in use; the memory of those that are not is kept */
	size_t fold_rows;           /* rows and cells, ... */
	uint64_t fold_events;       /* ... or events, at which the memory of paths is looked at next */
	size_t fold_pairs;          /* rows and pairs, at which that of pairs is looked at next */
	uint64_t plain_until;       /* events before this time are in the current window; 0 = no window */
	uint8_t plain[OTFP_NTYPES]; /* OTFP_PLAIN_... of each record type */
	uint64_t base, window, window_start; /* start of window 0; number and start of the current window */
	uint64_t epoch;                      /* counts windows: a row pointer kept with another epoch is stale */
	uint64_t seen_last;                  /* last time of an event */
	int goes_on;                         /* a call or the level of a counter, to the end */
};

/** Start a profile; *p must be zero-filled. @param h  header of the stream */
void otfp_profile_begin(struct otfp_profile *p, const struct otfp_profile_options *o, const struct otfp_header *h);
/** Free all; *p is zero-filled then. */
void otfp_profile_release(struct otfp_profile *p);
/** Learn names from a definition or control line. @return 0, or -1 when memory is out */
int otfp_profile_learn(struct otfp_profile *p, const struct otfp_record *rec);
/** Account a timed record; learn names from any other. @return 0, or -1 when memory is out, or with p->too_many set */
int otfp_profile_add(struct otfp_profile *p, const struct otfp_record *rec);
/** otfp_profile_add for n records in order. @return as otfp_profile_add */
int otfp_profile_add_all(struct otfp_profile *p, const struct otfp_record *const *recs, size_t n);
/**
 * Take a half of a message from a process that does not count, while its partner does: a SendMsg or RecvMsg, or a
 * SendSnapshot where the stream starts. It completes the message, so that its latency is known, and counts in the
 * matrix, whose rows belong to both processes. @return as otfp_profile_add
 */
int otfp_profile_partner(struct otfp_profile *p, const struct otfp_record *rec);
/**
 * Before the first record: begin at a state of the run, so that what came before it need not be read. Windows begin
 * after it.
 * @param words  n of them: see state/words.h
 * @param before  set to the time that the profile needs an earlier state from, else to UINT64_MAX: it is not known who
 * lived, or which of two messages of the same time was sent first
 * @return 0; 1 if they are no state from before the interval; -1 when memory is out
 */
int otfp_profile_resume(struct otfp_profile *p, uint64_t time, const uint64_t *words, size_t n, uint64_t *before);
/** End the profile: count what is open up to the last time. @return 0, or -1 when memory is out */
int otfp_profile_end(struct otfp_profile *p);
/** Set *window to the number of the window that contains a time. @return 1; 0 if the time is outside the interval */
int otfp_profile_window(const struct otfp_profile *p, uint64_t time, uint64_t *window);
/** The start of a window, in ticks. */
uint64_t otfp_profile_window_start(const struct otfp_profile *p, uint64_t window);
/** Text of an oddity for messages. */
const char *otfp_profile_oddity_name(unsigned odd);
/** How often the oddity was seen; call after otfp_profile_end. */
uint64_t otfp_profile_odd(const struct otfp_profile *p, unsigned odd);
/** Count the latency of a message whose halves two other profiles counted (to join them).
 * @param key  sender, receiver, communicator, tag
 * @param communicator  its definition for the receiver
 * @return 0, or -1 when memory is out */
int otfp_profile_latency(struct otfp_profile *p, const uint32_t key[4], otfp_ref communicator, uint64_t sent,
                         const struct otfp_half *received);
#endif
