/* asked.h - what the options ask for and the input does not have: a mistake must not look like success. */
#ifndef CMD_RUN_ASKED_H
#define CMD_RUN_ASKED_H
#include "cmd/option/option.h"

/** After the whole input was read: warn of each term of a set that matched nothing, and of an interval without records.
 * @return 0; with --strict OTFP_EFAIL after such a warning, which then is in err */
int asked_report(const struct common *c, struct otfp_error *err);
#endif
