/* account.h - what the files that fill a profile share; see profile.h. */
#ifndef OTFP_PROFILE_ACCOUNT_H
#define OTFP_PROFILE_ACCOUNT_H
#include "record/table.h"
#include "profile/pairs.h"
#include "profile/profile.h"
#include "state/callstate.h"
#include <sys/types.h>

/* A function of a process, or what its calls are counted together with: its group, all functions, its path. */
struct otfp_cell {
	/* one line of the cache, which each Enter and Leave touches */
	struct otfp_row *row; /* of that epoch */
	uint64_t epoch;
	uint64_t sum[OTFP_CALL_SUMS]; /* for that row, not yet in it, modulo 2^64: what is above is */
	uint32_t open;                /* its calls that are open */
	uint32_t id;

	uint64_t cut;
	uint32_t process, path;
	otfp_ref group, function;
	struct otfp_cell *next; /* made before it */
};

/* The row of a collective operation in a communicator. */
enum { OTFP_RECENT = 4 };
struct otfp_recent {
	struct otfp_row *row; /* of that epoch */
	uint64_t epoch;
	uint32_t collective, group;
};

enum { OTFP_NEAR_COUNTERS = 8 };

struct otfp_stat_process {
	uint64_t since; /* open calls are accounted up to this time */
	struct otfp_peers peers;
	struct otfp_length_rows {
		uint64_t epoch[33];
		struct otfp_row *row[33]; /* by binary digits of the length */
	} * lengths;
	struct otfp_recent collectives[OTFP_RECENT];
	uint32_t counters[OTFP_NEAR_COUNTERS]; /* by the low bits of the token: 1 + index of a cell, 0 = none */
};

struct otfp_counter_cell {
	struct otfp_row *row; /* of that epoch */
	uint64_t epoch;
	otfp_ref counter;
	uint64_t bits, time; /* of the last value, if there was one */
	uint64_t since;      /* its time is accounted up to here */
	uint32_t process, token, properties;
	int has_value;
};

/* What a key is made of: by enum otfp_stat_key. */
struct otfp_key_values {
	uint64_t v[OTFP_NKEYS];
};

static inline uint64_t otfp_ticks_between(uint64_t from, uint64_t to)
{
	return to > from ? to - from : 0;
}

static inline int otfp_wants(const struct otfp_profile *p, unsigned table)
{
	return p->o.tables >> table & 1;
}

/* Most of what there is: an event in the current window, of a process that was seen, that does not change more than
 * the calls of the state. What is done with it, if also its process is one that was seen. */
static inline unsigned otfp_plain(const struct otfp_profile *p, const struct otfp_record *rec)
{
	return rec->type < OTFP_NTYPES && rec->time < p->plain_until ? p->plain[rec->type] : OTFP_PLAIN_NOT;
}

static inline struct otfp_process *otfp_plain_process(const struct otfp_profile *p, const struct otfp_record *rec)
{
	struct otfp_process *process = otfp_state_near(&p->state, rec->loc);

	return process && process->index < p->nby_process ? process : NULL;
}

/** The row of a table in a window. @return NULL when memory is out */
struct otfp_row *otfp_profile_row(struct otfp_profile *p, unsigned table, uint64_t window,
                                  const struct otfp_key_values *v);
/** The same in the current window, or where things outside of the interval go. */
struct otfp_row *otfp_profile_row_now(struct otfp_profile *p, unsigned table, const struct otfp_key_values *v);

void otfp_stat_process_release(struct otfp_stat_process *own);

/* Each: @return 0, or -1 when memory is out. */

/** Calls: what otfp_state_see made of a record. */
int otfp_account_call(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_change *change);
/** Enter and Leave that are plain, as far as they come first; they go to the state, too. @return how many, or -1 */
ssize_t otfp_account_plain_calls(struct otfp_profile *p, const struct otfp_record *const *recs, size_t n);
/** What cells have for their rows goes there. */
void otfp_account_cells(struct otfp_profile *p);
/** Of open calls what is before `time` does not count. */
void otfp_account_calls_from(struct otfp_profile *p, uint64_t time);
/** Open calls are accounted up to `time`. */
int otfp_account_open_calls(struct otfp_profile *p, uint64_t time);
/** SendMsg, RecvMsg, SendSnapshot. */
int otfp_account_message(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_change *change);
/** At the end: no pair has anything for its row, halves wait in p->halves alone, derived rows are there. */
int otfp_account_messages_end(struct otfp_profile *p);
/** Collective operations, file operations, RMA. */
int otfp_account_operation(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_change *change);
/** Counter, CounterSnapshot. */
int otfp_account_counter(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_change *change);
/** Values that hold up to the next one are accounted up to `time`. */
int otfp_account_held(struct otfp_profile *p, uint64_t time);
#endif
