/* rulesform.h - the names of functions in filter rules. */
#ifndef OTFP_CMD_STAT_RULESFORM_H
#define OTFP_CMD_STAT_RULESFORM_H
#include "base/buf.h"
#include "cmd/stat/byname.h"

struct otfp_rules_form {
	const char *name;
	const char *head, *before, *behind, *tail; /* head and tail around all, the others around a name */
	/** Append the name so that it means that function alone.
	 * @return 1; 0 if there is no way to; -1 when memory is out */
	int (*put)(struct otfp_buf *b, const struct otfp_functions *f, struct otfp_str name);
};
#endif
