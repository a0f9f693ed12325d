/*
 * match.h - --match: an expression over the fields of a record.
 *
 *     or      = and *( "||" and )
 *     and     = not *( "&&" not )
 *     not     = "!" not / "(" or ")" / operand op operand
 *     op      = "==" "!=" "<" "<=" ">" ">=" "=~"
 *     operand = a field, a decimal, a time (1.5s, 25%), or "text"; one of the two is a field
 *
 * Fields have the names of the schema; `time`, `process` and `name` are fields, too, see otf-filter(1). A comparison
 * with a field that a record does not have is unknown, neither true nor false, and the expression is unknown if it
 * depends on that: unknown || true is true, unknown && false is false.
 *
 * The parser finds the slot of each field in each record type, and names are compared when they are defined, so a
 * record costs a few table lookups.
 */
#ifndef CMD_FILTER_MATCH_H
#define CMD_FILTER_MATCH_H
#include "record/tokens.h"

struct match;

/** Parse text, which is kept as a pointer. @return 0; OTFP_EUSAGE with the column of the error in the message,
 * OTFP_EFAIL when memory is out; then *m is NULL. Free with match_free. */
int match_parse(struct match **m, const char *text, struct otfp_error *err);
/** m may be NULL. */
void match_free(struct match *m);
/** Convert its times to ticks of a stream. @return 0, or OTFP_EUSAGE if they need a missing field of the header */
int match_bind(struct match *m, const struct otfp_header *h, struct otfp_error *err);
/** @return whether the expression compares a field that records of that type have */
int match_asks(const struct match *m, unsigned type);
/** Learn the name of a definition. @return 1 if it matters, 0 if not, -1 when memory is out */
int match_learn(struct match *m, const struct otfp_record *rec);
/** Evaluate the expression for rec, whose tokens belong to `stream`.
 * @return 1 true, 0 false, 2 unknown: enum verdict of filter.h; -1 when memory is out */
int match_verdict(struct match *m, const struct otfp_record *rec, uint32_t stream);
#endif
