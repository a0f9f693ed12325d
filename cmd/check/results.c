#include "cmd/check/results.h"
#include "cmd/check/print.h"
#include <inttypes.h>
#include <string.h>

int check_results_begin(struct check_results *r, const struct check_options *o, const uint8_t *severity)
{
	const int status = junit_begin(&r->junit, o->junit, o->force);

	r->severity = severity;
	r->fails = o->strict ? OTFP_SEVERITY_WARNING : OTFP_SEVERITY_ERROR;
	return status == 1 ? CHECK_FAILED : status;
}

/* Names may have any byte but NUL; a line end in one must not end the line. */
static int put_flat(struct otfp_buf *b, const char *s)
{
	const size_t from = b->n;

	if (otfp_buf_puts(b, s) < 0)
		return -1;
	for (size_t i = from; i < b->n; i++)
		if (b->p[i] == '\n')
			b->p[i] = ' ';
	return 0;
}

static int put_finding(struct otfp_buf *b, const struct otfp_finding *f, const struct otfp_source *src,
                       const char *name)
{
	struct otfp_finding_at at;

	if (b->n && otfp_buf_puts(b, "\n") < 0)
		return -1;
	if (f->more)
		return otfp_buf_printf(b, "%" PRIu64 " more like these", f->more);
	otfp_finding_place(f, src, name, &at);
	if (put_flat(b, at.path) < 0 || (at.line && otfp_buf_printf(b, ":%" PRIu64, at.line) < 0) ||
	    otfp_buf_printf(b, ": %s: ", severity_name(f->severity)) < 0)
		return -1;
	if (f->whose && (put_flat(b, f->whose) < 0 || otfp_buf_puts(b, ": ") < 0))
		return -1;
	return put_flat(b, f->text);
}

void check_results_add(struct check_results *r, const struct otfp_finding *f, const struct otfp_source *src,
                       const char *name)
{
	if (r->junit.name && put_finding(&r->text[f->rule], f, src, name) < 0)
		r->junit.is_out_of_memory = 1;
}

static struct otfp_str whole(const char *s)
{
	return (struct otfp_str){s, strlen(s)};
}

static void add_rule(struct check_results *r, unsigned rule, const char *name)
{
	struct otfp_buf *b = &r->text[rule];
	const char *end = b->n ? memchr(b->p, '\n', b->n) : NULL;
	struct junit_case c = {.of = whole(name), .name = whole(otfp_rules[rule].name)};

	if (r->severity[rule] == OTFP_SEVERITY_OFF)
		c.is = JUNIT_SKIPPED;
	else if (b->n && r->severity[rule] >= r->fails)
		c.is = JUNIT_FAILURE;
	if (b->n)
		c.text = (struct otfp_str){b->p, b->n};
	if (b->n && c.is == JUNIT_FAILURE)
		c.message = (struct otfp_str){b->p, end ? (size_t)(end - b->p) : b->n};
	junit_add(&r->junit, &c);
	b->n = 0;
}

void check_results_trace(struct check_results *r, const char *name)
{
	for (unsigned rule = 0; rule < OTFP_NRULES; rule++)
		add_rule(r, rule, name);
}

int check_results_end(struct check_results *r)
{
	return junit_end(&r->junit, "otf-check") ? CHECK_FAILED : 0;
}

void check_results_release(struct check_results *r)
{
	for (unsigned rule = 0; rule < OTFP_NRULES; rule++)
		otfp_buf_release(&r->text[rule]);
	junit_release(&r->junit);
}
