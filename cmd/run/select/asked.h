/* asked.h - what the options ask for and the input does not have: a mistake must not look like success. */
#ifndef OTFP_CMD_RUN_SELECT_ASKED_H
#define OTFP_CMD_RUN_SELECT_ASKED_H
#include "cmd/run/option.h"

/** After the whole input was read: warn of each term of a set that matched nothing, and of an interval without records.
 * @return 0; with --strict OTFP_EFAIL after such a warning, which then is in err */
int otfp_asked_report(const struct otfp_common *c, struct otfp_error *err);
#endif
