/* remap-run.c - a run that gives other tokens, names and streams: otf-remap. */
#include "base/set.h"
#include "otfpipe-cmd.h"
#include <stdlib.h>

#define AT(member) offsetof(struct otfp_remapping, member)
const struct otfp_option otfp_remapping_options[] = {
	{0, "map", "FILE", "other tokens, by lines SPACE OLD NEW [STREAM]", OTFP_OPT_STRINGS, 0, AT(map)},
	{0, "unify", NULL, "one token space for all streams of all traces: tokens by what they mean", OTFP_OPT_FLAG, 1,
         AT(unify)},
	{0, NULL, NULL, NULL, OTFP_OPT_FLAG, 0, 0},
};
#undef AT

void otfp_remapping_release(struct otfp_remapping *o)
{
	free(o->map);
	otfp_set_free(o->keep_names);
}

int otfp_remapping_run(struct otfp_job *job, const struct otfp_remapping *o)
{
	job->unify = o->unify;
	return otfp_run(job);
}
