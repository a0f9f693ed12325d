#include "pipe/source.h"

int otfp_join_open(struct otfp_source **src, const char *const *names, unsigned n,
                   const struct otfp_read_options *o, struct otfp_error *err)
{
	(void)src, (void)o, (void)n;
	return otfp_fail(err, OTFP_EUSAGE, "%s: more than one trace", names[1]);
}
