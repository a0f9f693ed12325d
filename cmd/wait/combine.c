/* combine.c - otf-wait --combine: opens the shares that --partial wrote. See partial.h. */
#include "base/error.h"
#include "base/set.h"
#include "cmd/wait/partial.h"
#include "record/control.h"
#include "trace/open.h"
#include "cmd/wait/shares.h"
#include <stdlib.h>
#include <string.h>

struct combine {
	struct otfp_error *err;
	char **names;
	struct otfp_shares shares;
	struct otfp_buf line; /* @WAIT of the first one */
	uint8_t *has;         /* bits, by source */
};

enum { HAS_LINE = 1, HAS_PART = 2 };

static int not_partial(const struct combine *c, unsigned part)
{
	return otfp_fail(c->err, OTFP_EFAIL, "%s: is not what otf-wait --partial of this version writes",
	                 c->names[part]);
}

static int take_share(struct combine *c, unsigned part, const struct otfp_record *rec)
{
	struct otfp_share s;

	if (otfp_share_get(&s, &rec->line) < 0)
		return not_partial(c, part);
	c->has[part] |= HAS_PART;
	return otfp_shares_add(&c->shares, &s, c->names[part], c->err) < 0 ? c->err->code : 1;
}

static int take_line(struct combine *c, unsigned part, const struct otfp_record *rec)
{
	c->has[part] |= HAS_LINE;
	if (!c->line.n && otfp_buf_add(&c->line, rec->line.p, rec->line.n) < 0)
		return otfp_fail_memory(c->err);
	if (c->line.n == rec->line.n && memcmp(c->line.p, rec->line.p, rec->line.n) == 0)
		return 1;
	return otfp_fail(c->err, OTFP_EFAIL, "%s: was made with another --comm or --inside than %s", c->names[part],
	                 c->names[0]);
}

static int take(void *ctx, unsigned part, const struct otfp_record *rec)
{
	struct combine *c = ctx;

	if (otfp_control_kind(rec) == OTFP_C_PART)
		return take_share(c, part, rec);
	return wait_is_line(rec) ? take_line(c, part, rec) : 0;
}

/* Check that all are there, and are what --partial wrote. */
static int check(struct combine *c, unsigned n)
{
	const struct otfp_share none = {0};

	for (unsigned i = 0; i < n; i++) {
		if (!(c->has[i] & HAS_LINE))
			return not_partial(c, i);
		if (!(c->has[i] & HAS_PART) && otfp_shares_add(&c->shares, &none, c->names[i], c->err) < 0)
			return c->err->code;
	}
	return otfp_shares_check(&c->shares, c->err);
}

static int set_sets(const struct combine *c, struct wait_options *s)
{
	const struct otfp_record rec = otfp_control_record(c->line.p, c->line.n);
	struct wait_line l = {0};
	int rc = wait_line_get(&l, &rec), code = 0;

	if (rc)
		code = rc < 0 ? otfp_fail_memory(c->err) : not_partial(c, 0);
	if (code == 0 && l.comm.p)
		code = otfp_set_parse(&s->comm, l.comm.p, "--comm", c->err);
	if (code == 0 && l.inside.p)
		code = otfp_set_parse(&s->inside, l.inside.p, "--inside", c->err);
	wait_line_release(&l);
	return code;
}

static int open_each(struct otfp_joined *parts, const struct job *job, unsigned n, struct otfp_error *err)
{
	const struct otfp_read_options o = job_read_options(job);
	unsigned i = 0;
	int code = 0;

	for (; i < n && code == 0; i++) {
		parts[i].name = job->read.sources[i];
		code = otfp_source_open_shared(&parts[i].src, &parts[i].name, 1, &o, err);
	}
	for (i = 0; i < n && code < 0; i++)
		otfp_source_close(parts[i].src);
	return code;
}

int wait_combine_open(struct pull *p, const struct job *job, struct wait_options *s)
{
	const unsigned n = (unsigned)job->read.nsources;
	struct otfp_joined *parts = calloc(n, sizeof *parts);
	struct combine c = {.err = &p->err, .names = job->read.sources, .has = calloc(n, 1)};
	int code = parts && c.has ? open_each(parts, job, n, c.err) : otfp_fail_memory(c.err);

	p->name = "input";
	p->what = &job->read;
	if (code == 0)
		code = shares_open(&p->src, parts, n, take, &c, c.err);
	if (code == 0)
		code = check(&c, n);
	if (code == 0)
		code = set_sets(&c, s);
	otfp_shares_release(&c.shares);
	otfp_buf_release(&c.line);
	free(c.has);
	free(parts);
	return p->code = code;
}
