/*
 * match.h - --match: an expression over the fields of a record.
 *
 *     or      = and *( "||" and )
 *     and     = not *( "&&" not )
 *     not     = "!" not / "(" or ")" / operand op operand
 *     op      = "==" "!=" "<" "<=" ">" ">=" "=~"
 *     operand = a field, a decimal, a time (1.5s, 25%), or "text"; one of the two is a field
 *
 * Fields go by the names of the schema, and `time`, `process` and `name`; see otf-filter(1) for what
 * they mean. A comparison with a field that a record lacks is neither true nor false, and so is
 * what depends on it: unknown || true is true, unknown && false is false.
 *
 * Which slot of which record type a comparison is about is settled when the text is parsed, and
 * names are judged when their definition passes, so that a record costs a few table lookups.
 */
#ifndef OTFP_CMD_FILTER_MATCH_H
#define OTFP_CMD_FILTER_MATCH_H
#include "record/tokens.h"

struct otfp_match;

/** Parse text. @return 0; OTFP_EUSAGE with the column of the error in the message, OTFP_EFAIL when
 * memory is out; then *m is NULL. Free with otfp_match_free. */
int otfp_match_parse(struct otfp_match **m, const char *text, struct otfp_error *err);
void otfp_match_free(struct otfp_match *m); /* m may be NULL */
/** Bind its times to a stream. @return 0, or OTFP_EUSAGE if the header lacks what they need */
int otfp_match_bind(struct otfp_match *m, const struct otfp_header *h, struct otfp_error *err);
/** Whether a record of that type has a field that is compared. */
int otfp_match_asks(const struct otfp_match *m, unsigned type);
/** A definition passes. @return 1 if its name matters, 0 if not, -1 when memory is out */
int otfp_match_learn(struct otfp_match *m, const struct otfp_record *rec);
/** What the expression says of rec, whose tokens are those of `stream`.
 * @return 1 true, 0 false, 2 neither */
int otfp_match_verdict(struct otfp_match *m, const struct otfp_record *rec, uint32_t stream);
#endif
