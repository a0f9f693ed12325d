/* rulesform.h - how a form of filter rules excludes a function; see --format in otf-stat(1). */
#ifndef CMD_STAT_RULESFORM_H
#define CMD_STAT_RULESFORM_H
#include "base/buf.h"
#include "cmd/stat/byname.h"

struct rules_form {
	const char *name;
	int keeps_paths; /* no rule for main, for functions of MPI, and for callers of functions that stay */
	const char *head, *before, *after, *tail; /* texts around all rules, and around each name */
	/** Append a name, escaped so that the rule matches this function alone.
	 * @param f  all functions of the profile @return 1; 0 if no rule can do that; -1 when memory is out */
	int (*put)(struct otfp_buf *b, const struct functions *f, struct otfp_str name);
};
#endif
