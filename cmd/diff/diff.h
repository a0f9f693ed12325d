/*
 * diff.h - the differences between two traces; see otf-diff(1).
 *
 * Timed records are compared process by process, in their order; events, snapshots and statistics separately, since a
 * snapshot may be stored in either of two files. Definitions, markers and control lines are compared at the end, each
 * with that of the same token, except the first ones that are the same on both sides. When two records differ, the next
 * DIFF_WINDOW records of the process in both traces are aligned with the fewest changes, so that a record that is
 * missing in one trace is a single difference.
 *
 * Memory: the definitions and markers of both traces, packed, from the first that differs on (with by_name: all); for
 * each process that differs, up to a window of records; else the records that one trace has before the other at the
 * same time.
 */
#ifndef CMD_DIFF_DIFF_H
#define CMD_DIFF_DIFF_H
#include "base/error.h"
#include "base/map.h"
#include "record/packed.h"
#include "record/table.h"
#include "record/tokens.h"

enum { DIFF_WINDOW = 64 };     /* records */
enum { DIFF_FAR = 64 * 1024 }; /* records that one trace may be ahead in a process, if times do not count */
enum { DIFF_A, DIFF_B };       /* the sides */

/* The parts in which two records differ; the bits below are the fields by slot. */
enum { DIFF_TIME = 1 << 8, DIFF_TAGS = 1 << 9, DIFF_LOC = 1 << 10, DIFF_TEXT = 1 << 11 };

/* ---- what does not count ---- */

/* Zero-filled: everything counts. */
struct diff_ignore {
	uint8_t records[OTFP_NTYPES]; /* 1 = such records do not count */
	uint16_t parts[OTFP_NTYPES];  /* bits as above */
	int time; /* the times of some timed records do not count, so times cannot show how far a side has been read */
};

/** Parse a comma-separated list of RECORD, FIELD and RECORD.FIELD, and add it to *ignore. RECORD may be a class: def,
 * marker, event, snap or stat. time, tags and stream are fields too. @return 0 or OTFP_EUSAGE */
int diff_ignore_parse(struct diff_ignore *ignore, const char *text, struct otfp_error *err);

/* ---- names in place of numbers ---- */

/* The meaning of the tokens of one trace: a hash of space and name, the same in both traces. A hash collision is
 * accepted. Zero-filled is empty. */
struct diff_names {
	struct otfp_tokens index[OTFP_NWHATS]; /* by space */
	struct otfp_map seen;                  /* hash of a name -> number of its definitions so far */
	struct otfp_map streams;               /* process -> stream */
};

/** Free what n owns. */
void diff_names_release(struct diff_names *n);
/** Take a definition or an @SM line; other records have no effect. @return 0, or -1 when memory is out */
int diff_names_add(struct diff_names *n, const struct otfp_record *rec);
/** The meaning of a token of space `what` in a record of `stream`; the number itself if it has no definition or is not
 * a token. */
uint64_t diff_meaning(const struct diff_names *n, unsigned what, uint32_t stream, uint64_t token);

/* ---- two records ---- */

struct diff_compare {
	struct diff_ignore ignore;
	int by_name;
	struct diff_names names[2];
};

/** The parts in which a record of side A and one of side B differ, as bits (DIFF_... and slots). @return 0 if they
 * are the same */
unsigned diff_records(const struct diff_compare *c, const struct otfp_record *a, const struct otfp_record *b);
/** A quick test on the bits of common record types. @return 1 = the same; 0 = unknown, ask diff_records */
static inline int diff_is_same(const struct otfp_record *a, const struct otfp_record *b)
{
	if (a->type != b->type || a->loc != b->loc || a->time != b->time || a->type >= OTFP_NTYPES ||
	    !otfp_numbers[a->type] || a->ntags || b->ntags)
		return 0;
	for (unsigned i = 0; i < otfp_table[a->type].nfields; i++)
		if (a->f[i].u != b->f[i].u)
			return 0;
	return 1;
}
/** A hash of the parts that count of a record of that side. Records that are the same have the same hash. */
uint32_t diff_hash(const struct diff_compare *c, unsigned side, const struct otfp_record *rec);
/** The process of a timed record of that side: its number, or with by_name its meaning. */
uint64_t diff_process(const struct diff_compare *c, unsigned side, const struct otfp_record *rec);

/* ---- the steps from one sequence to another ---- */

enum diff_step { STEP_SAME, STEP_CHANGED, STEP_MISSING, STEP_ADDED };

/**
 * Find the cheapest steps from a[0..na) to b[0..nb). na and nb are at most DIFF_WINDOW; `mark` of each record is
 * its hash.
 * @param steps  room for na + nb; MISSING: only A has the record, ADDED: only B has it
 * @return the number of steps
 */
size_t diff_align(const struct diff_compare *c, struct otfp_queued *const *a, size_t na, struct otfp_queued *const *b,
                  size_t nb, uint8_t *steps);

/* ---- the differences ---- */

/* The place of a difference. */
enum diff_where { DIFF_CONTROL, DIFF_DEFINITIONS, DIFF_MARKERS, DIFF_PROCESS, DIFF_NWHERES };

struct difference {
	uint8_t where;    /* enum diff_where */
	uint8_t step;     /* enum diff_step, not SAME */
	uint16_t parts;   /* of CHANGED: the bits of diff_records */
	uint32_t process; /* of DIFF_PROCESS */
	uint64_t nth;     /* its number at this place, from 1 */
	/* NULL for the side that lacks the record; since = the number of the record in its stream, from 1 */
	const struct otfp_queued *rec[2];
};

/* Records of one lane and one side that have no match yet. Owns them. */
struct diff_side {
	struct otfp_queued **p;
	size_t head, end, cap;
};

/* Records that are compared in order: those of a process and a kind of file, or those that define one token. */
struct diff_lane {
	uint64_t key, process_key; /* process_key: from diff_process */
	uint8_t where;
	uint32_t process;
	struct diff_side sides[2];
};

/* Zero-fill it, then set compare.ignore, compare.by_name, all, report and ctx. */
struct diff {
	struct diff_compare compare;
	int all; /* control lines count */
	/* Called for each difference as soon as it is known; d is valid during the call. @return 0, or <0 to stop */
	int (*report)(void *ctx, const struct difference *d);
	void *ctx;
	uint64_t count;                /* differences so far */
	uint64_t places[DIFF_NWHERES]; /* 1 if there are differences; for processes, how many have any */
	uint64_t found[DIFF_NWHERES];  /* differences */
	struct otfp_map of_process;    /* process key -> differences */
	uint64_t numbers[2];           /* records so far */
	uint64_t now[2];               /* time of the last timed record */
	int ended[2];
	size_t pending; /* records in lanes */
	struct diff_lane *lanes;
	size_t nlanes, lanes_cap;
	struct otfp_map lane_of; /* key -> place in lanes */
	size_t lately;           /* the lane used last */
	/* definitions, markers and control lines, from `settled` on: those before it are the same on both sides */
	struct otfp_packed **untimed[2];
	size_t settled[2], nuntimed[2], untimed_cap[2];
	int out_of_step; /* two of them at the same place differ: the rest is compared at the end */
};

/** Free what d owns. */
void diff_close(struct diff *d);
/** Whether the caller may skip a record that diff_is_same finds the same on both sides: nothing in its lane waits
 * for a match. The caller that skips it counts it in `numbers` and sets `now`, for both sides. */
int diff_is_settled(struct diff *d, const struct otfp_record *rec);
/** With by_name: whether the caller may skip two timed records, one of each side: no record waits for a match, and they
 * mean the same. */
int diff_are_settled(const struct diff *d, const struct otfp_record *a, const struct otfp_record *b);
/** Take the next record or control line of a side. @return 0; -1 when memory is out; <-1 what `report` returned */
int diff_add(struct diff *d, unsigned side, const struct otfp_record *rec);
/** A side has no more records. */
void diff_end_side(struct diff *d, unsigned side);
/** After the last record of both sides: report the rest. @param whole  0: a side is incomplete, so report only what
 * certainly differs @return as diff_add */
int diff_end(struct diff *d, int whole);
#endif
