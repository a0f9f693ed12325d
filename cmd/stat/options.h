/* options.h - from the options of otf-stat to those of a profile. */
#ifndef CMD_STAT_OPTIONS_H
#define CMD_STAT_OPTIONS_H
#include "cmd/stat/run.h"
#include "profile/profile.h"

/** Set what does not depend on the trace: `by` and `tables`. */
void stat_options_copy(struct otfp_profile_options *o, const struct stat_options *s);
/** Check what stat_options_copy set; --from-summaries leaves out tables. @return 0, or 2 after it printed the
 * usage error */
int stat_options_check(struct otfp_profile_options *o, const struct stat_options *s);
/** Set the interval and the length of windows, in ticks. @param h  of the trace @return 0, or OTFP_EUSAGE */
int stat_options_bind(struct otfp_profile_options *o, const struct stat_options *s, const struct otfp_header *h,
                      struct otfp_error *err);
/** Fill err: there are more windows than --max-points allows. @return OTFP_EUSAGE */
int stat_too_many(const struct otfp_profile_options *o, struct otfp_error *err);
#endif
