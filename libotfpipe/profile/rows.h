/*
 * rows.h - the tables of a profile and their rows.
 *
 * A row has a key (the parts of --by that apply to its table), sums, and a distribution of times. All of it is
 * additive: the row of a trace is the sum of the rows of its shares.
 */
#ifndef OTFP_PROFILE_ROWS_H
#define OTFP_PROFILE_ROWS_H
#include "base/arena.h"
#include "base/fetch.h"
#include "base/index.h"
#include "profile/counted.h"
#include "profile/dist.h"
#include "record/names.h"

enum otfp_stat_table {
	OTFP_STAT_FUNCTION,
	OTFP_STAT_MESSAGE,
	OTFP_STAT_MATRIX,
	OTFP_STAT_LENGTH,
	OTFP_STAT_COLLECTIVE,
	OTFP_STAT_COUNTER,
	OTFP_STAT_FILE,
	OTFP_STAT_RMA,
	OTFP_NSTATS
};

/* What row keys consist of. */
enum otfp_stat_key {
	OTFP_KEY_PROCESS,
	OTFP_KEY_GROUP,
	OTFP_KEY_FUNCTION,
	OTFP_KEY_PATH,
	OTFP_KEY_COMMUNICATOR,
	OTFP_KEY_TAG,
	OTFP_KEY_FILE,
	OTFP_NBYS, /* values below can be used with --by */
	OTFP_KEY_SENDER = OTFP_NBYS,
	OTFP_KEY_RECEIVER,
	OTFP_KEY_LENGTH, /* number of binary digits of the length */
	OTFP_KEY_COLLECTIVE,
	OTFP_KEY_COUNTER,
	OTFP_NKEYS
};

/* The sender and receiver of a row that pairs were folded into: no process has this number. */
#define OTFP_OTHER_PROCESS (UINT64_MAX - 1)

enum { OTFP_MAX_PARTS = 4, OTFP_MAX_SUMS = 8 };

/* Indexes into the sums of a row, by table; rows.c has their names. */
enum { OTFP_CALLS, OTFP_EXCLUSIVE, OTFP_INCLUSIVE, OTFP_SUM, OTFP_CALL_SUMS };
enum { OTFP_SENT, OTFP_RECEIVED, OTFP_BYTES_SENT, OTFP_BYTES_RECEIVED, OTFP_REVERSED };
enum { OTFP_COUNT, OTFP_COLL_SENT, OTFP_COLL_RECEIVED };
enum { OTFP_OPENS, OTFP_CLOSES, OTFP_READS, OTFP_WRITES, OTFP_SEEKS, OTFP_OTHERS, OTFP_BYTES_READ, OTFP_BYTES_WRITTEN };
enum { OTFP_PUTS, OTFP_GETS, OTFP_BYTES_PUT, OTFP_BYTES_GOT };

/* The unit of a number, for its output. */
enum otfp_unit {
	OTFP_UNIT_NUMBER,
	OTFP_UNIT_TICKS,   /* how long */
	OTFP_UNIT_INSTANT, /* when: ticks of the clock of the trace */
	OTFP_UNIT_BYTES,
	OTFP_UNIT_PERCENT,
	OTFP_UNIT_SHARE /* of 1 */
};

struct otfp_sum {
	const char *name; /* NULL ends the list */
	enum otfp_unit unit;
};

/* The description of a table. */
struct otfp_stat_kind {
	const char *name;
	unsigned keys;       /* bits of enum otfp_stat_key that its row keys can contain */
	unsigned always;     /* those that row keys always contain */
	unsigned by_default; /* those that row keys contain without --by */
	unsigned applies;    /* those of --by that apply to the table */
	int rank;            /* the sum to sort rows by, largest first; -1 = by key */
	const char *times;   /* prefix of the columns of its distribution: "" or "latency_"; NULL = no distribution */
	int quantiles;       /* the distribution has quantiles; else only number, sum, minimum and maximum */
	int has_total;       /* the sum of the distribution is a column */
	struct otfp_sum sums[OTFP_MAX_SUMS + 1];
};
extern const struct otfp_stat_kind otfp_stat_kinds[OTFP_NSTATS];

struct otfp_key_kind {
	const char *name;
	int space; /* enum otfp_named, or -1: a plain number */
};
extern const struct otfp_key_kind otfp_key_kinds[OTFP_NKEYS];

struct otfp_row_key {
	uint64_t window; /* number of the window */
	uint32_t table, pad;
	uint64_t part[OTFP_MAX_PARTS]; /* in the order of enum otfp_stat_key; unused ones are 0 */
};

/* Starts a cache line: distribution, key and sums are in separate lines. Of the sums, a row of otfp_rows_get has only
 * those of its table, so it cannot be copied. */
struct otfp_row {
	struct otfp_dist dist;
	struct otfp_row_key key;
	struct otfp_counted *counted; /* of the counter table, else NULL */
	otfp_wide sum[OTFP_MAX_SUMS];
};

/* Zero-filled is empty. */
struct otfp_rows {
	struct otfp_index index; /* of rows, by key */
	struct otfp_row **rows;  /* in the order of creation */
	size_t n, cap;
	size_t of_table[OTFP_NSTATS]; /* how many of each */
	uint64_t dists;               /* bytes that the distributions of calls refer to, while calls are accounted */
	struct otfp_arena arena;
	struct otfp_spare_row *spare[OTFP_NSTATS]; /* by table: memory of merged rows for new ones */
};

/** Free all rows; *r is empty then. */
void otfp_rows_release(struct otfp_rows *r);
/** Find or add the row of a key; rows do not move. @return NULL when memory is out */
struct otfp_row *otfp_rows_get(struct otfp_rows *r, const struct otfp_row_key *key);
/** Make a row that is not among the others, and has no key yet. @return as otfp_rows_get */
struct otfp_row *otfp_rows_make(struct otfp_rows *r, unsigned table);
/** Put such a row, with a key that no row has, among the others; otfp_rows_get does not find it. @return 0, or -1 when
 * memory is out */
OTFP_MUST_CHECK int otfp_rows_put(struct otfp_rows *r, struct otfp_row *row);
/** Add all of a row to another one of its table; it is invalid then. Neither is in the index. @return 0, or -1 when
 * memory is out */
OTFP_MUST_CHECK int otfp_rows_merge(struct otfp_rows *r, struct otfp_row *to, struct otfp_row *row);
/**
 * Change rows and their keys: `change` does it for each, and returns whether another row may have the same key now.
 * Rows of equal keys are merged into the first of them; the others stay where they are.
 * @return 0, or -1 when memory is out
 */
OTFP_MUST_CHECK int otfp_rows_change(struct otfp_rows *r, int (*change)(void *ctx, struct otfp_row *row), void *ctx);
/** For loops over n rows, which are anywhere in memory: fetch one that comes soon after row i. */
OTFP_FETCH void otfp_rows_fetch(struct otfp_row *const *rows, size_t i, size_t n)
{
	enum { AHEAD = 12 };

	if (i + AHEAD < n) {
		__builtin_prefetch(&rows[i + AHEAD]->dist);
		__builtin_prefetch(&rows[i + AHEAD]->key);
		__builtin_prefetch(&rows[i + AHEAD]->sum);
	}
}

/** The bytes that a row of a table takes, with its place in the index, if it is there, and without its distribution. */
size_t otfp_row_bytes(unsigned table);
/** Count a value in a bucket of the distribution of a call. @return as otfp_dist_count */
int otfp_rows_count(struct otfp_rows *r, struct otfp_row *row, unsigned bucket);
/** Add the sums of a row, of this table or one with the same sums. */
void otfp_row_add_sums(struct otfp_row *to, const struct otfp_row *more);
/** The same with its distribution. @return 0, or -1 when memory is out */
int otfp_row_merge(struct otfp_row *to, const struct otfp_row *more);

/** Set kinds to the enum otfp_stat_key of each part of the row keys of a table.
 * @param by  bits of enum otfp_stat_key, 0 = --by was not given
 * @return the number of parts */
unsigned otfp_stat_keys(unsigned table, unsigned by, uint8_t kinds[OTFP_MAX_PARTS]);
/** Whether any key of `by` applies to the table; true if by is 0. */
int otfp_stat_applies(unsigned table, unsigned by);
#endif
