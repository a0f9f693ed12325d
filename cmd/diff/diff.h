/*
 * diff.h - how two traces differ.
 *
 * Timed records are compared process by process, in their order; snapshots, statistics and events apart from one
 * another, since a snapshot may stand in either of two files; definitions, markers, and what is neither, as wholes,
 * each with that of its token. Where two records differ, the next OTFP_DIFF_WINDOW of that process in both traces are
 * aligned with the fewest changes, so that a record that one of them lacks is one difference.
 *
 * Memory: the definitions and markers of both; of a process that differs up to the window, and otherwise what one
 * trace has before the other at the same time; the first difference of each process.
 */
#ifndef OTFP_CMD_DIFF_DIFF_H
#define OTFP_CMD_DIFF_DIFF_H
#include "base/error.h"
#include "base/map.h"
#include "record/queue.h"
#include "record/table.h"
#include "record/tokens.h"

enum { OTFP_DIFF_WINDOW = 64 };     /* records */
enum { OTFP_DIFF_FAR = 64 * 1024 }; /* records one trace may be ahead in a process, where times do not count */
enum { OTFP_DIFF_A, OTFP_DIFF_B };  /* the sides */

/* What of two records differs; the bits below are the fields by slot. */
enum { OTFP_DIFF_TIME = 1 << 8, OTFP_DIFF_TAGS = 1 << 9, OTFP_DIFF_LOC = 1 << 10, OTFP_DIFF_TEXT = 1 << 11 };

/* ---- what does not count ---- */

/* Zero-filled: everything counts. */
struct otfp_diff_ignore {
	uint8_t records[OTFP_NTYPES]; /* 1 = such records do not count */
	uint16_t parts[OTFP_NTYPES];  /* bits as above */
	int time;                     /* the times of some records, so that none tells how far a trace was read */
};

/** Parse a list by commas of RECORD, FIELD and RECORD.FIELD, a class (def marker event snap stat) for RECORD;
 * time, tags and stream are fields, too. @return 0 or OTFP_EUSAGE */
int otfp_diff_ignore_parse(struct otfp_diff_ignore *ignore, const char *text, struct otfp_error *err);

/* ---- names in place of numbers ---- */

/* What the tokens of one trace mean: a hash of space and name, the same in both. Zero-filled is empty. */
struct otfp_diff_names {
	struct otfp_tokens index[OTFP_NWHATS]; /* by space */
	struct otfp_map seen;                  /* how many definitions of one name there were */
	struct otfp_map streams;               /* by process */
};

void otfp_diff_names_release(struct otfp_diff_names *n);
/** A definition or @SM line. @return 0, or -1 when memory is out */
int otfp_diff_names_see(struct otfp_diff_names *n, const struct otfp_record *rec);
/** What a token of space `what` means in a record of stream; itself if it has no definition, or is none. */
uint64_t otfp_diff_meaning(const struct otfp_diff_names *n, unsigned what, uint32_t stream, uint64_t token);

/* ---- two records ---- */

struct otfp_diff_compare {
	struct otfp_diff_ignore ignore;
	int by_name;
	struct otfp_diff_names names[2];
};

/** What differs between a record of A and one of B that are compared at all. @return 0 = nothing, else bits */
unsigned otfp_diff_records(const struct otfp_diff_compare *c, const struct otfp_record *a, const struct otfp_record *b);
/** The same of records of usual types by their bits alone: 1 = the same, 0 = otfp_diff_records knows. */
static inline int otfp_diff_is_same(const struct otfp_record *a, const struct otfp_record *b)
{
	if (a->type != b->type || a->loc != b->loc || a->time != b->time || a->type >= OTFP_NTYPES ||
	    !otfp_numbers[a->type] || a->ntags || b->ntags)
		return 0;
	for (unsigned i = 0; i < otfp_table[a->type].nfields; i++)
		if (a->f[i].u != b->f[i].u)
			return 0;
	return 1;
}
/** A hash of what counts of a record of that side: equal records have the same. */
uint32_t otfp_diff_hash(const struct otfp_diff_compare *c, unsigned side, const struct otfp_record *rec);
/** What a record of that side is compared under: its process, as both sides know it. */
uint64_t otfp_diff_process(const struct otfp_diff_compare *c, unsigned side, const struct otfp_record *rec);

/* ---- the steps from one sequence to another ---- */

enum otfp_diff_step { OTFP_STEP_SAME, OTFP_STEP_CHANGED, OTFP_STEP_MISSING, OTFP_STEP_ADDED };

/**
 * The cheapest way from a[0..na) to b[0..nb), both at most OTFP_DIFF_WINDOW; `mark` of each is its hash.
 * @param steps  room for na + nb; MISSING is in A alone, ADDED in B alone
 * @return how many steps
 */
size_t otfp_diff_align(const struct otfp_diff_compare *c, struct otfp_queued *const *a, size_t na,
                       struct otfp_queued *const *b, size_t nb, uint8_t *steps);

/* ---- the differences ---- */

/* Where a difference is. */
enum otfp_diff_where {
	OTFP_DIFF_CONTROL,
	OTFP_DIFF_DEFINITIONS,
	OTFP_DIFF_MARKERS,
	OTFP_DIFF_PROCESS,
	OTFP_DIFF_NWHERES
};

struct otfp_difference {
	uint8_t where;    /* enum otfp_diff_where */
	uint8_t step;     /* enum otfp_diff_step, not SAME */
	uint16_t parts;   /* what differs, of CHANGED */
	uint32_t process; /* of OTFP_DIFF_PROCESS */
	uint64_t nth;     /* of those there, from 1 */
	/* NULL for the side that has none; since = the number of the record in its stream, from 1 */
	const struct otfp_queued *rec[2];
};

/* Records of one sequence of one side that have no match yet. */
struct otfp_diff_side {
	struct otfp_queued **p;
	size_t head, end, cap;
};

/* A sequence: the records of a process and kind of file, or those of one token. */
struct otfp_diff_lane {
	uint64_t key, process_key; /* the latter of otfp_diff_process */
	uint8_t where;
	uint32_t process;
	struct otfp_diff_side sides[2];
};

/* Zero-filled, then compare.ignore, compare.by_name, all, tell and ctx. */
struct otfp_diff {
	struct otfp_diff_compare compare;
	int all; /* control lines count */
	/* Each difference, when it is known; valid during the call. @return 0, or <0 to stop */
	int (*tell)(void *ctx, const struct otfp_difference *d);
	void *ctx;
	uint64_t count;                     /* differences so far */
	uint64_t places[OTFP_DIFF_NWHERES]; /* places with differences; of processes how many */
	uint64_t found[OTFP_DIFF_NWHERES];
	struct otfp_map of_process; /* differences by process key */
	uint64_t numbers[2];        /* records so far */
	uint64_t now[2];            /* time of the last one */
	int ended[2];
	size_t pending; /* records in lanes */
	struct otfp_diff_lane *lanes;
	size_t nlanes, lanes_cap;
	struct otfp_map lane_of; /* by key */
	size_t lately;
	struct otfp_queued **untimed[2]; /* definitions, markers and control lines */
	size_t nuntimed[2], untimed_cap[2];
};

void otfp_diff_release(struct otfp_diff *d);
/** Whether a record that is the same on both sides by otfp_diff_is_same need not be given, since nothing of its
 * sequence waits for a match. Who skips it counts it in `numbers` and sets `now`. */
int otfp_diff_is_settled(struct otfp_diff *d, const struct otfp_record *rec);
/** The next record or control line of a side. @return 0; -1 when memory is out; <-1 what tell returned */
int otfp_diff_take(struct otfp_diff *d, unsigned side, const struct otfp_record *rec);
/** A side has no more records. */
void otfp_diff_end_side(struct otfp_diff *d, unsigned side);
/** Both have ended. @param whole  0 = one was cut: only what differs for sure counts. @return as otfp_diff_take */
int otfp_diff_end(struct otfp_diff *d, int whole);
#endif
