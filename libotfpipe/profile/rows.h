/*
 * rows.h - the tables of a profile and their rows.
 *
 * A row has a key - what --by said, of what applies to its table - and sums, and a distribution of times. All
 * of it adds up: the row of a whole is the sum of the rows of its shares.
 */
#ifndef OTFP_PROFILE_ROWS_H
#define OTFP_PROFILE_ROWS_H
#include "base/arena.h"
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

/* What rows are kept apart by. */
enum otfp_stat_key {
	OTFP_KEY_PROCESS,
	OTFP_KEY_GROUP,
	OTFP_KEY_FUNCTION,
	OTFP_KEY_PATH,
	OTFP_KEY_COMMUNICATOR,
	OTFP_KEY_TAG,
	OTFP_KEY_FILE,
	OTFP_NBYS, /* those before can be asked for by --by */
	OTFP_KEY_SENDER = OTFP_NBYS,
	OTFP_KEY_RECEIVER,
	OTFP_KEY_LENGTH, /* number of binary digits of the length */
	OTFP_KEY_COLLECTIVE,
	OTFP_KEY_COUNTER,
	OTFP_NKEYS
};

enum { OTFP_MAX_PARTS = 4, OTFP_MAX_SUMS = 8 };

/* Sums by table. */
enum { OTFP_CALLS, OTFP_EXCLUSIVE, OTFP_INCLUSIVE, OTFP_SUM, OTFP_CALL_SUMS };
enum { OTFP_SENT, OTFP_RECEIVED, OTFP_BYTES_SENT, OTFP_BYTES_RECEIVED, OTFP_REVERSED };
enum { OTFP_COUNT, OTFP_COLL_SENT, OTFP_COLL_RECEIVED };
enum { OTFP_OPENS, OTFP_CLOSES, OTFP_READS, OTFP_WRITES, OTFP_SEEKS, OTFP_OTHERS, OTFP_BYTES_READ, OTFP_BYTES_WRITTEN };
enum { OTFP_PUTS, OTFP_GETS, OTFP_BYTES_PUT, OTFP_BYTES_GOT };

/* What a number is, for its text. */
enum otfp_unit { OTFP_UNIT_NUMBER, OTFP_UNIT_TICKS, OTFP_UNIT_BYTES };

struct otfp_sum {
	const char *name; /* NULL ends */
	enum otfp_unit unit;
};

struct otfp_stat_kind {
	const char *name;
	unsigned keys;       /* bits of enum otfp_stat_key that may be in its key */
	unsigned always;     /* those that are */
	unsigned by_default; /* those that are where --by is not given */
	unsigned applies;    /* those of --by that apply to it */
	int rank;            /* the sum by which people want it sorted, largest first; -1 = by key */
	const char *times;   /* prefix of the columns of its distribution: "" or "latency_"; NULL = it has none */
	int quantiles;       /* its quantiles are known; else number, sum, least and largest alone */
	int has_total;       /* the sum of the distribution is a column, too */
	struct otfp_sum sums[OTFP_MAX_SUMS + 1];
};
extern const struct otfp_stat_kind otfp_stat_kinds[OTFP_NSTATS];

struct otfp_key_kind {
	const char *name;
	int space; /* enum otfp_named, or -1: a plain number */
};
extern const struct otfp_key_kind otfp_key_kinds[OTFP_NKEYS];

struct otfp_row_key {
	uint64_t window; /* number of it */
	uint32_t table, pad;
	uint64_t part[OTFP_MAX_PARTS]; /* in the order of enum otfp_stat_key; those not used are 0 */
};

/* In lines of the cache: what a time is added to, who it is, its sums. */
struct otfp_row {
	struct otfp_dist dist;
	struct otfp_row_key key;
	struct otfp_counted *counted; /* of a counter, else NULL */
	uint64_t hash;                /* of key */
	otfp_wide sum[OTFP_MAX_SUMS];
};

/* Zero-filled is empty. */
struct otfp_rows {
	struct otfp_row_slot {
		uint64_t hash;
		struct otfp_row *row; /* NULL = free */
	} * slots;                    /* open addressing */
	size_t cap;
	struct otfp_row **rows; /* as they were made */
	size_t n, rows_cap;
	struct otfp_arena arena;
};

void otfp_rows_release(struct otfp_rows *r);
/** The row of that key, made if it is new; it does not move. @return NULL when memory is out */
struct otfp_row *otfp_rows_get(struct otfp_rows *r, const struct otfp_row_key *key);
/** Add sums and distribution of a row of such a table. @return 0, or -1 when memory is out */
int otfp_row_merge(struct otfp_row *to, const struct otfp_row *more);

/** The kinds of key in the rows of a table, in the order of their parts. @param by  bits of enum otfp_stat_key,
 * 0 = --by was not given @return how many */
unsigned otfp_stat_keys(unsigned table, unsigned by, uint8_t kinds[OTFP_MAX_PARTS]);
/** Whether a table has anything to say. */
int otfp_stat_applies(unsigned table, unsigned by);
#endif
