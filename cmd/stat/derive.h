/* derive.h - what otf-stat derives from a profile for other commands: clusters, filter rules, markers. */
#ifndef OTFP_CMD_STAT_DERIVE_H
#define OTFP_CMD_STAT_DERIVE_H
#include "cmd/stat/run.h"
#include "cmd/stat/rulesout.h"

/* Zero-filled is valid: none of it is asked for. */
struct otfp_derive {
	int clusters, rules;
	uint64_t share; /* of exclusive time, or of calls */
	const struct otfp_rules_form *form;
	struct otfp_rules_out out;
};

/** What the options ask for; with the keys and tables that it takes in o. Markers are for otfp_stat_markers_run.
 * @return 0, or 2 after telling the usage error */
int otfp_derive_parse(struct otfp_derive *d, const struct otfp_statistics *s, struct otfp_profile_options *o);
/** Forget what was learned from records; what is asked for stays. */
void otfp_derive_release(struct otfp_derive *d);
/** Whether it takes the place of the report. */
static inline int otfp_derive_given(const struct otfp_derive *d)
{
	return d->clusters || d->rules;
}
/** Write it on standard output, which the caller checks. @return 0 or <0 */
int otfp_derive_write(struct otfp_derive *d, const struct otfp_profile *p, struct otfp_error *err);

/** Warn of what is odd in the profile. @return whether anything is */
int otfp_derive_tell_odd(const struct otfp_profile *p);

/** --markers: the trace read twice. @return the exit status */
int otfp_stat_markers_run(struct otfp_job *job, struct otfp_statistics *s);
#endif
