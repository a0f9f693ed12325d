#include "cmd/report/found.h"
#include <string.h>

void found_release(struct findings *f)
{
	otfp_arena_release(&f->arena);
	memset(f, 0, sizeof *f);
}

/* Copy a text, or NULL. @return 0, or -1 when memory is out */
static int keep(struct findings *f, const char *text, const char **copy)
{
	*copy = text ? otfp_arena_copy(&f->arena, text, strlen(text) + 1) : NULL;
	return text && !*copy ? -1 : 0;
}

static int add_example(struct findings *f, struct found_rule *r, const struct otfp_finding *finding,
                       const struct otfp_source *src, const char *name)
{
	struct found_example *e = &r->examples[r->nexamples];
	struct otfp_finding_at at;

	otfp_finding_place(finding, src, name, &at);
	*e = (struct found_example){.line = at.line, .time = finding->time, .has_time = finding->is_in_time};
	if (keep(f, at.path, &e->path) < 0 || keep(f, finding->text, &e->text) < 0 ||
	    keep(f, finding->whose, &e->whose) < 0)
		return -1;
	r->nexamples++;
	return 0;
}

int found_add(struct findings *f, const struct otfp_finding *finding, const struct otfp_source *src, const char *name)
{
	struct found_rule *r = &f->rules[finding->rule];

	r->severity = finding->severity;
	r->n += finding->more ? finding->more : 1;
	if (finding->more || r->nexamples == FOUND_EXAMPLES)
		return 0;
	return add_example(f, r, finding, src, name);
}

uint64_t found_count(const struct findings *f, unsigned severity, unsigned *rules)
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
