#include "cmd/report/found.h"
#include <string.h>

void otfp_found_release(struct otfp_findings *f)
{
	otfp_arena_release(&f->arena);
	memset(f, 0, sizeof *f);
}

/* Copy a text, or NULL. @return 0, or -1 when memory is out */
static int keep(struct otfp_findings *f, const char *text, const char **copy)
{
	*copy = text ? otfp_arena_copy(&f->arena, text, strlen(text) + 1) : NULL;
	return text && !*copy ? -1 : 0;
}

static int add_example(struct otfp_findings *f, struct otfp_found_rule *r, const struct otfp_finding *finding,
                       const struct otfp_source *src, const char *name)
{
	struct otfp_found_example *e = &r->examples[r->nexamples];
	struct otfp_finding_at at;

	otfp_finding_place(finding, src, name, &at);
	*e = (struct otfp_found_example){.line = at.line, .time = finding->time, .has_time = finding->is_in_time};
	if (keep(f, at.path, &e->path) < 0 || keep(f, finding->text, &e->text) < 0 ||
	    keep(f, finding->whose, &e->whose) < 0)
		return -1;
	r->nexamples++;
	return 0;
}

int otfp_found_add(struct otfp_findings *f, const struct otfp_finding *finding, const struct otfp_source *src,
                   const char *name)
{
	struct otfp_found_rule *r = &f->rules[finding->rule];

	r->severity = finding->severity;
	r->n += finding->more ? finding->more : 1;
	if (finding->more || r->nexamples == OTFP_FOUND_EXAMPLES)
		return 0;
	return add_example(f, r, finding, src, name);
}

uint64_t otfp_found_count(const struct otfp_findings *f, unsigned severity, unsigned *rules)
{
	uint64_t n = 0;

	*rules = 0;
	for (unsigned i = 0; i < OTFP_NRULES; i++)
		if (f->rules[i].n && f->rules[i].severity == severity) {
			n += f->rules[i].n;
			++*rules;
		}
	return n;
}
