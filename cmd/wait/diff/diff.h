/*
 * diff.h - otf-wait --diff: efficiencies, waits and causes of two runs, their rows joined by names.
 *
 * Processes are joined by their rank (ranks.h). Rows of one run whose names are the same are added up.
 */
#ifndef CMD_WAIT_DIFF_DIFF_H
#define CMD_WAIT_DIFF_DIFF_H
#include "base/arena.h"
#include "cmd/run/sides.h"
#include "cmd/table/ranks.h"
#include "cmd/text/junit.h"
#include "cmd/wait/passes.h"

/* What rows are joined by. */
enum diff_key {
	DIFF_METRIC,
	DIFF_WAIT,
	DIFF_PROCESS,
	DIFF_FUNCTION,
	DIFF_PATH,
	DIFF_PEER,
	DIFF_COMMUNICATOR,
	DIFF_NKEYS
};

enum { DIFF_VALUES = 3 };

/* A table and its values; the first one is compared. */
struct diff_kind {
	const char *name;
	unsigned table; /* enum wait_table */
	struct diff_value {
		const char *name; /* NULL: there are no more */
		int is_max;       /* of several rows the largest one counts, not the sum */
	} values[DIFF_VALUES];
};
enum { DIFF_EFFICIENCY, DIFF_WAITS, DIFF_CAUSE, DIFF_BLAME, DIFF_PATHS, DIFF_NKINDS };
extern const struct diff_kind diff_kinds[DIFF_NKINDS];

/* A row of both runs. */
struct diff_row {
	unsigned kind, order; /* index in diff_kinds; place in the table before all else */
	struct diff_text {
		struct otfp_str id, text, rank; /* what it is joined by; for people; of a process */
	} key[DIFF_NKEYS];                      /* those of the block */
	int has[PAIR_SIDES];
	int counts; /* its time is in the total */
	struct pair_number value[DIFF_VALUES][PAIR_SIDES];
	struct pair_number difference; /* of the first value */
};

/* The rows of a table. */
struct diff_block {
	unsigned kind;
	unsigned keys[DIFF_NKEYS], nkeys; /* enum diff_key */
	size_t from, n;
	struct diff_row total; /* of the rows that count */
};

/* Zero-filled; then the first members. */
struct wait_diff {
	const struct wait_output *of[PAIR_SIDES]; /* what the passes found */
	unsigned tables, by;                      /* bits of enum wait_table, and of --by */

	struct pair_clock clock;
	struct ranks ranks[PAIR_SIDES];
	struct diff_row *rows;
	size_t n, cap;
	struct diff_block blocks[DIFF_NKINDS];
	size_t nblocks;
	struct otfp_arena arena; /* owns the texts of the rows */
	struct otfp_buf text;
};

/** Join two runs. @return 0, OTFP_EFAIL if only one of them has a clock, or memory is out; release d in all cases */
int diff_make(struct wait_diff *d, struct otfp_error *err);
/** Free what d owns. */
void diff_release(struct wait_diff *d);

/* ---- what rows have: fill.c ---- */

/** Set the keys of a block. @param by  bits of --by */
void diff_set_keys(struct diff_block *b, unsigned by);
/** Append the rows of a side. @return 0, or -1 when memory is out */
int diff_fill(struct wait_diff *d, const struct diff_block *b, unsigned side);

/* ---- output: print.c ---- */

/* How to print. */
struct diff_output {
	const char *const *names; /* of the traces */
	int form;                 /* enum wait_form */
	int with_names;           /* print them for people, too */
	size_t top;               /* rows of a table; 0 = all */
	size_t width;
};

/** Print on standard output. @return 0, or -1 when memory is out */
int diff_print(const struct wait_diff *d, const struct diff_output *o);

/* ---- the gate: gate.c ---- */

/* --fail-above: how much worse B may be. */
struct diff_gate {
	const char *text; /* as given */
	int has_points, has_time;
	uint64_t ppb;          /* of parallel efficiency, in 1e-9 */
	struct otfp_time time; /* of each wait, and of all */
};

/** Parse P%, TIME, or both with a comma. @param tables  that are compared @return 0, or 2 after it printed the usage
 * error */
int diff_gate_parse(struct diff_gate *g, const char *text, unsigned tables);
/** Check what g asks for and print what got worse.
 * @param name  of B @param junit  gets a case for each check
 * @return 1 if something got worse or there is nothing to check, else 0; OTFP_EUSAGE, or memory is out */
int diff_gate_check(const struct diff_gate *g, struct wait_diff *d, const char *name, struct junit *junit,
                    struct otfp_error *err);

/* ---- the command: diff.c ---- */

/** Run --diff. @return the exit status */
int wait_diff_run(struct job *job, struct wait_options *s);
#endif
