/* match-tree.h - an expression, parsed. Only the files cmd/filter/match*.c use it. */
#ifndef OTFP_CMD_FILTER_MATCH_TREE_H
#define OTFP_CMD_FILTER_MATCH_TREE_H
#include "base/regex.h"
#include "base/ticks.h"
#include "cmd/filter/match.h"

enum op { OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE, OP_LIKE };

/* A field value or a constant. A long double holds each of 64 bits, and what a counter may have. */
struct number {
	int is_real; /* else u */
	uint64_t u;
	long double real;
};

enum operand_kind { IS_FIELD, IS_NUMBER, IS_TIME, IS_TEXT };

/* Where a field stands, by record type: 0 = the type lacks it. */
enum { AT_SLOT = 1, AT_TIME = AT_SLOT + OTFP_MAX_FIELDS, AT_PROCESS };

struct operand {
	uint8_t kind;
	const char *start; /* in the text, for messages */
	size_t n;
	struct number number; /* of IS_TIME once it is bound */
	struct otfp_time time;
	char *text; /* IS_TEXT: unescaped; free(3) */
	size_t text_n;
	uint8_t at[OTFP_NTYPES]; /* IS_FIELD */
};

/* Names of one space, judged: 1 or 0 by stream and token. */
struct judged {
	struct otfp_tokens tokens;
	struct otfp_memo memo;
};

/* field op operand */
struct comparison {
	uint8_t op;
	struct operand left, right;
	struct otfp_regex *regex;          /* OP_LIKE */
	struct judged *names[OTFP_NWHATS]; /* of the spaces whose names are compared with a text */
};

enum node_kind { NODE_OR, NODE_AND, NODE_NOT, NODE_COMPARE };

struct node {
	uint8_t kind;
	uint32_t a, b; /* nodes; of NODE_COMPARE a is the comparison */
};

struct otfp_match {
	const char *text; /* the caller's */
	struct node *nodes;
	struct comparison *comparisons;
	size_t nnodes, nodes_cap, ncomparisons, comparisons_cap;
	uint32_t root;
	uint8_t asks[OTFP_NTYPES];
};

/** Find out where the fields of c stand, and which names it needs; mark what it asks in m.
 * @return 0; OTFP_EUSAGE with the column; OTFP_EFAIL when memory is out */
int otfp_match_resolve(struct otfp_match *m, struct comparison *c, struct otfp_error *err);
/** The space in which the names of what `what` refers to are kept; OTFP_W_NONE if it has none. */
unsigned otfp_match_space(unsigned what);
/** A usage error at that place of the text. @return OTFP_EUSAGE */
int otfp_match_fail(const struct otfp_match *m, const char *at, struct otfp_error *err, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
#endif
