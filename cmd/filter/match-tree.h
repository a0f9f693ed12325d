/* match-tree.h - a parsed expression. Only the files cmd/filter/match*.c use it. */
#ifndef CMD_FILTER_MATCH_TREE_H
#define CMD_FILTER_MATCH_TREE_H
#include "base/regex.h"
#include "base/ticks.h"
#include "cmd/filter/match.h"
#include "record/carriers.h"

enum op { OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE, OP_LIKE };

/* The value of a field or a constant. `real` is for values that uint64_t cannot represent. */
struct number {
	int is_real; /* else u */
	uint64_t u;
	long double real;
};

enum operand_kind { IS_FIELD, IS_NUMBER, IS_TIME, IS_TEXT };

/* Where a record type has a field; 0 = it has none. */
enum { AT_SLOT = 1, AT_TIME = AT_SLOT + OTFP_MAX_FIELDS, AT_PROCESS };

struct operand {
	uint8_t kind;
	const char *start; /* in the text of --match, for messages */
	size_t n;
	struct number number; /* IS_NUMBER; IS_TIME after match_bind */
	struct otfp_time time;
	char *text; /* IS_TEXT: unescaped; free(3) */
	size_t text_n;
	uint8_t at[OTFP_NTYPES]; /* IS_FIELD */
};

/* Results of a comparison with the names of one space: 1 or 0 by stream and token. */
struct judged {
	struct otfp_tokens tokens;
	struct otfp_memo memo;
};

/* field op operand */
struct comparison {
	uint8_t op;
	struct operand left, right;
	struct otfp_regex *regex;          /* OP_LIKE */
	struct judged *names[OTFP_NWHATS]; /* for the spaces whose names are compared with a text; else NULL */
};

enum node_kind { NODE_OR, NODE_AND, NODE_NOT, NODE_COMPARE };

struct node {
	uint8_t kind;
	uint32_t a, b; /* indexes of nodes; for NODE_COMPARE a is that of the comparison */
};

struct match {
	const char *text; /* the caller's */
	struct node *nodes;
	struct comparison *comparisons;
	size_t nnodes, nodes_cap, ncomparisons, comparisons_cap;
	uint32_t root;
	struct otfp_carriers carriers;
	int no_memory;             /* set when a comparison failed */
	uint8_t asks[OTFP_NTYPES]; /* whether it compares a field of the record type */
};

/** Find the fields of c in each record type and the names that it needs; sets m->asks.
 * @return 0; OTFP_EUSAGE with the column; OTFP_EFAIL when memory is out */
int match_resolve(struct match *m, struct comparison *c, struct otfp_error *err);
/** @return the space of the names that fields of meaning `what` refer to; OTFP_W_NONE if there is none */
unsigned match_space(unsigned what);
/** Fill err with a usage error and the column of `at` in the text. @return OTFP_EUSAGE */
int match_fail(const struct match *m, const char *at, struct otfp_error *err, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
#endif
