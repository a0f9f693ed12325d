#include "check/check.h"
#include <stdio.h>

void otfp_finding_place(const struct otfp_finding *f, const struct otfp_source *src, const char *name,
                        struct otfp_finding_at *at)
{
	const struct otfp_error *e = f->error;

	at->line = f->origin.lineno == UINT32_MAX ? 0 : f->origin.lineno;
	if (e)
		at->line = e->line;
	at->path[0] = '\0';
	if (e && e->where)
		snprintf(at->path, sizeof at->path, "%.*s", (int)e->path, e->text);
	else if (f->has_origin && src)
		otfp_source_path(src, &f->origin, at->path, sizeof at->path);
	if (!at->path[0])
		snprintf(at->path, sizeof at->path, "%s", name);
}
