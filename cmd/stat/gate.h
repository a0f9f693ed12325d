/* gate.h - --fail-above: whether a row of compared profiles got slower than allowed. */
#ifndef CMD_STAT_GATE_H
#define CMD_STAT_GATE_H
#include "base/ticks.h"
#include "cmd/text/junit.h"
#include "cmd/stat/diff.h"

struct gate {
	const char *text; /* as given */
	uint64_t ppb;     /* a row may be slower by this share of its time in A, in 1e-9 */
	int has_least;
	struct otfp_time least; /* rows that take less in B do not count; percent: of the time of all rows in B */
};

/** Parse P% or P%,MIN. @return 0, or 2 after it printed the usage error */
int gate_parse(struct gate *g, const char *text);
/** @return whether the gate can check a column of a table: it is a time */
int gate_checks(unsigned table, const struct column *column);
/**
 * Check the rows of d, and the total of each table, and print those that got slower, with the largest difference first.
 * @param name  of B
 * @param most  print so many rows at most; 0 = all
 * @param junit  gets a case for each row and total that is checked
 * @return 1 if a row got slower or there is nothing to check, else 0; OTFP_EUSAGE, or memory is out
 */
int gate_check(const struct gate *g, struct compare *d, const char *name, size_t most, struct junit *junit,
               struct otfp_error *err);
#endif
