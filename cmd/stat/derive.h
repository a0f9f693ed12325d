/* derive.h - what otf-stat derives from a profile for other commands: clusters, filter rules and markers. */
#ifndef CMD_STAT_DERIVE_H
#define CMD_STAT_DERIVE_H
#include "cmd/stat/run.h"
#include "cmd/stat/rulesout.h"

/* Zero-filled is valid: neither clusters nor rules. */
struct derive {
	int clusters, rules;
	uint64_t share; /* of exclusive time, in 1/WHOLE_SHARE; or of calls, in 1/WHOLE_CALLS */
	const struct rules_form *form;
	struct rules_out out;
};

/**
 * Parse --cluster, --filter-rules and --format, and check them and --markers against the other options.
 * @param o  its keys and tables are set to those that are needed
 * @return 0, or 2 after reporting the usage error
 */
int derive_parse(struct derive *d, const struct stat_options *s, struct otfp_profile_options *o);
/** Forget what was learned from records, and keep the options. */
void derive_release(struct derive *d);
/** Whether clusters or rules replace the report. */
static inline int derive_given(const struct derive *d)
{
	return d->clusters || d->rules;
}
/** Write clusters or rules to standard output; the caller checks it for write errors. @return 0 or <0 */
int derive_write(struct derive *d, const struct otfp_profile *p, struct otfp_error *err);

/** Warn about the oddities of the profile. @return whether there are any */
int derive_warn_odd(const struct otfp_profile *p);

/** Run --markers, which reads the input twice; see markers.c. @return the exit status */
int stat_markers_run(struct job *job, struct stat_options *s);
#endif
