/* options.h - the options of a profile as numbers. */
#ifndef OTFP_CMD_STAT_OPTIONS_H
#define OTFP_CMD_STAT_OPTIONS_H
#include "cmd/stat/run.h"
#include "profile/profile.h"

/** What does not depend on the trace: by and tables. */
void otfp_stat_options_take(struct otfp_profile_options *o, const struct otfp_statistics *s);
/** Interval and windows. @return 0 or <0 */
int otfp_stat_options_bind(struct otfp_profile_options *o, const struct otfp_statistics *s, const struct otfp_header *h,
                           struct otfp_error *err);
#endif
