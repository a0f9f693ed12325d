/*
 * profile.h - what was done how often, for how long and with how many bytes, out of the records of a stream.
 *
 * Every record is shown to otfp_profile_see in its order; the result is the rows. Of an interval, and of each
 * window where it is cut into windows, a row tells what fell into it: calls by their Enter; exclusive, inclusive
 * time and `sum` cut at its ends; least, largest, mean and quantiles by the calls that ended in it, with all
 * their time. So what the windows say adds up to what the whole says.
 * Profiles of the shares of a trace (of its streams) are joined by otfp_profile_join: the same comes out as of
 * the whole.
 *
 * Memory: some 400 bytes a row, and one for each bucket from its shortest to its longest time (9 where one has
 * 256 values); 256 bytes for each function (with paths: path), 128 for each counter and 64 for each peer of each
 * process; open calls; messages of which one half was seen.
 */
#ifndef OTFP_PROFILE_PROFILE_H
#define OTFP_PROFILE_PROFILE_H
#include "state/state.h"
#include "state/halves.h"
#include "profile/pairs.h"
#include "profile/paths.h"
#include "profile/rows.h"

struct otfp_profile_options {
	unsigned by;     /* bits of enum otfp_stat_key, 0 = each table its own */
	unsigned tables; /* bits of enum otfp_stat_table */
	int has_from, has_to;
	uint64_t from, to; /* ticks: of [from, to) only */
	uint64_t every;    /* ticks of a window, 0 = one for all */
};

/* What cannot be true, or was not ended. */
enum otfp_profile_oddity {
	OTFP_PODD_SEND = OTFP_NODDITIES, /* those before are of enum otfp_oddity */
	OTFP_PODD_RECEIVE,
	OTFP_PODD_CALL,
	OTFP_PODD_COLLECTIVE,
	OTFP_PODD_FILEOP,
	OTFP_NPODDITIES
};

/* What is done with a record that is plain. */
enum { OTFP_PLAIN_NOT, OTFP_PLAIN_CALL, OTFP_PLAIN_ROW, OTFP_PLAIN_NOTHING };

struct otfp_cell;         /* a function (or group, path ...) as called by one process */
struct otfp_counter_cell; /* a counter of one process */
struct otfp_stat_process;

/* The calls of one table row for a process; found by otfp_callee.user, or otfp_call.place. */
struct otfp_profile {
	struct otfp_profile_options o;
	uint64_t resolution, first, last; /* ticks; first and last of the trace, else of what was seen */
	int has_span;
	int from_summaries; /* the rows hold what summary records tell, no more */
	struct otfp_names names;
	struct otfp_paths paths;
	struct otfp_rows rows;
	struct otfp_halves halves;
	struct otfp_pairs pairs;                    /* of which the halves of records wait until the end */
	struct otfp_map processes;                  /* that were seen, to anything */
	uint64_t odd[OTFP_NPODDITIES];              /* set by otfp_profile_end, but for halves */
	uint8_t kinds[OTFP_NSTATS][OTFP_MAX_PARTS]; /* enum otfp_stat_key of the parts of keys */
	unsigned nkinds[OTFP_NSTATS];

	/* while records are seen */
	struct otfp_state state;
	struct otfp_stat_process *by_process; /* by index of otfp_process */
	size_t nby_process, by_process_cap;
	struct otfp_arena arena; /* of cells */
	struct otfp_map cells;   /* those that are not found by otfp_callee */
	struct otfp_cell *last_cell;
	uint32_t ncells;
	struct otfp_map counters;
	struct otfp_counter_cell *counter_cells;
	size_t ncounters, counters_cap;
	struct otfp_row nowhere; /* takes what is outside of the interval */
	struct otfp_counted nowhere_counted;
	int started, inside;
	unsigned derived; /* bits of tables whose rows are made at the end, from those of others */
	uint64_t edge;    /* the time at which window or interval begins or ends next */
	int has_edge;
	uint64_t plain_until;       /* events before are of this window; 0 = nothing is */
	uint8_t plain[OTFP_NTYPES]; /* types that change nothing of the state, or its calls alone: OTFP_PLAIN_... */
	uint64_t base, window, window_start;
	uint64_t epoch; /* counts the windows: rows that cells know are of one of them */
	uint64_t seen_last;
};

/** Zero-filled, then this. @param h  of the stream */
void otfp_profile_begin(struct otfp_profile *p, const struct otfp_profile_options *o, const struct otfp_header *h);
void otfp_profile_release(struct otfp_profile *p);
/** Learn names from a record, or control line, that does not count. @return 0, or -1 when memory is out */
int otfp_profile_learn(struct otfp_profile *p, const struct otfp_record *rec);
/** Account a record; other than timed ones are learned from. @return 0, or -1 when memory is out */
int otfp_profile_see(struct otfp_profile *p, const struct otfp_record *rec);
/** n records in their order, no control line among them. @return 0, or -1 when memory is out */
int otfp_profile_see_all(struct otfp_profile *p, const struct otfp_record *const *recs, size_t n);
/** The end of the stream: what is open is counted up to the last time. @return 0, or -1 when memory is out */
int otfp_profile_end(struct otfp_profile *p);
/** The number of the window that a time is in. @return 0 if it is in none */
int otfp_profile_window(const struct otfp_profile *p, uint64_t time, uint64_t *window);
/** When a window begins. */
uint64_t otfp_profile_window_start(const struct otfp_profile *p, uint64_t window);
/** What was odd, for a message. */
const char *otfp_profile_oddity_name(unsigned odd);
/** How often. */
uint64_t otfp_profile_odd(const struct otfp_profile *p, unsigned odd);
/** The half of a message in `key` (sender, receiver, communicator, tag) comes; where both are there, the time
 * between is counted. For the joining of profiles, and for records. @return 0, or -1 when memory is out */
int otfp_profile_half(struct otfp_profile *p, int kind, const uint32_t key[4], struct otfp_half half);
#endif
