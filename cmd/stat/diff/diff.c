/* diff.c - otf-stat --diff: count two traces, compare their profiles, and check what --fail-above asks for. */
#include "cmd/stat/diff/diff.h"
#include "cmd/run/sides.h"
#include "base/error.h"
#include "base/fd.h"
#include "cmd/text/message.h"
#include "cmd/text/signals.h"
#include "cmd/text/terminal.h"
#include "cmd/stat/count.h"
#include "cmd/stat/diff/gate.h"
#include "cmd/stat/options.h"
#include "cmd/stat/output.h"
#include "cmd/stat/partial/partial.h"
#include "io/input.h"
#include "profile/fold.h"
#include "cmd/text/stdout.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	SLOWER_SHOWN = 20, /* rows that --fail-above prints */
	LOOK = 4096        /* bytes of a file to see what it is */
};

struct diff_run {
	struct stat_options *s;
	struct gate gate;
	struct stat_report report; /* the choice of columns and rows */
	struct sides sides;        /* is_own: a file that --partial wrote */
	struct otfp_profile_options o;
	struct stat_count side[PAIR_SIDES];
	struct compare diff;
	struct junit junit;
	int is_odd;
};

/* ---- what to read ---- */

/* Whether the first line is that of --partial. */
static int has_magic(int fd, const char *name)
{
	static const char magic[] = "@OTFSTAT\t";
	struct otfp_input *in;
	struct otfp_error ignored;
	int has = 0;

	if (otfp_input_open_fd(&in, fd, name, OTFP_DETECT, LOOK, &ignored) < 0)
		return 0;
	otfp_input_stop(in, signal_came);
	(void)otfp_input_lines(in); /* of a file that is cut, what comes before the damage is enough */
	if (in->p && (size_t)(in->end - in->p) >= sizeof magic - 1)
		has = memcmp(in->p, magic, sizeof magic - 1) == 0;
	otfp_input_close(in);
	return has;
}

/* Whether a file is one that --partial wrote, plain or with zstd. The other formats report what is wrong with any other
 * file. */
static int is_partial(const char *name)
{
	static const char plain[4] = "@OTF", packed[4] = "\x28\xb5\x2f\xfd";
	char start[sizeof plain];
	struct stat st;
	int fd, is = 0;

	if (stat(name, &st) < 0 || !S_ISREG(st.st_mode))
		return 0;
	fd = otfp_fd_open(name, O_RDONLY, signal_came);
	if (fd < 0)
		return 0;
	if (otfp_fd_read_at(fd, start, sizeof start, 0) == (ssize_t)sizeof start &&
	    (memcmp(start, plain, sizeof start) == 0 || memcmp(start, packed, sizeof start) == 0))
		is = has_magic(fd, name);
	return otfp_fd_close(fd) == 0 && is;
}

/* Whether a table that is printed has a time to check. */
static int has_gate(const struct diff_run *r)
{
	const struct otfp_profile none = {.from_summaries = r->s->from_summaries};
	struct listing report = {.p = &none};
	struct column column;
	int has = 0;

	for (unsigned t = 0; t < OTFP_NSTATS; t++) {
		if (!(r->o.tables >> t & 1) || !otfp_stat_applies(t, r->o.by))
			continue;
		report.nkinds[t] = otfp_stat_keys(t, r->o.by, report.kinds[t]);
		has |= compare_compared(&report, t, &r->report.choice, &column) && gate_checks(t, &column);
	}
	return has;
}

/* @return 0, or the exit status after it printed the usage error */
static int check(struct diff_run *r, const struct job *job)
{
	const struct stat_options *s = r->s;
	int status;

	status = stat_options_check(&r->o, s);
	if (status == 0)
		status = stat_report_begin(&r->report, s);
	if (status == 0)
		status = sides_find(&r->sides, job, is_partial);
	if (status == 0 && s->fail_above)
		status = gate_parse(&r->gate, s->fail_above);
	if (status)
		return status;
	if (s->fail_above && !has_gate(r))
		return message_usage("--fail-above: no table is compared by a time; --table and --sort select");
	if (s->from_summaries && (r->sides.is_own[PAIR_A] || r->sides.is_own[PAIR_B]))
		return message_usage("--from-summaries needs two traces, not what --partial wrote");
	return junit_begin(&r->junit, s->junit, s->force);
}

/* ---- reading ---- */

/* Rows can be compared if they have the same keys. Without --by and --table a trace is counted as the file is. */
static int take_options(struct diff_run *r, const struct otfp_profile *p, const char *name, struct otfp_error *err)
{
	const int is_given = r->s->by || r->s->form == STAT_FOLDED;

	if (p->o.every)
		return otfp_fail(err, OTFP_EFAIL, "%s: is counted by --every; --diff compares no windows", name);
	if ((is_given || r->sides.is_own[PAIR_A] + r->sides.is_own[PAIR_B] == PAIR_SIDES) && r->o.by != p->o.by)
		return otfp_fail(err, OTFP_EFAIL, "%s: is counted with another --by", name);
	r->o.by = p->o.by;
	r->o.tables &= p->o.tables;
	if (p->o.by >> OTFP_KEY_PATH & 1)
		r->o.depth = p->o.depth;
	return 0;
}

static int read_partial(struct diff_run *r, unsigned side)
{
	struct stat_count *c = &r->side[side];
	struct otfp_error err;
	int is_short;
	int code = partial_load(&c->profile, &c->shares, &r->sides.sources[side].sources[0], 1, &is_short, &err);

	if (code == 0)
		code = otfp_shares_check(&c->shares, &err) < 0 ? OTFP_EFAIL : 0;
	if (code == 0)
		code = take_options(r, &c->profile, r->sides.names[side], &err);
	if (code < 0)
		message_print("%s", err.text);
	return code < 0 ? exit_status(code) : is_short;
}

static int read_trace(struct diff_run *r, unsigned side, struct job *job)
{
	job->read = r->sides.sources[side];
	r->side[side].s = r->s;
	r->side[side].o = r->o;
	if (r->s->time)
		r->s->time->met = 0;
	return stat_count_run(&r->side[side], job);
}

/* The files first: they say how to count a trace. @return the exit status */
static int read_sides(struct diff_run *r, struct job *job)
{
	int status = 0;

	for (unsigned side = 0; side < PAIR_SIDES && status == 0; side++)
		if (r->sides.is_own[side])
			status = read_partial(r, side);
	for (unsigned side = 0; side < PAIR_SIDES && status == 0; side++)
		if (!r->sides.is_own[side])
			status = read_trace(r, side, job);
	return status;
}

/* ---- output ---- */

static int print(struct diff_run *r)
{
	if (r->s->form == STAT_FOLDED)
		return compare_print_folded(&r->diff, stdout);
	return compare_print(&r->diff, r->sides.names, r->s->form, !r->s->table, terminal_width(STDOUT_FILENO), stdout);
}

static void warn(struct diff_run *r)
{
	const struct listing *reports = r->diff.report;

	for (unsigned side = 0; side < PAIR_SIDES; side++) {
		r->is_odd |= stat_report_odd(&reports[side], r->sides.names[side]);
		stat_report_folded(reports[side].p, r->sides.names[side]);
	}
	/* the one with more rows has more keys and columns */
	stat_report_missing(&r->report, &reports[reports[PAIR_B].n > reports[PAIR_A].n]);
	r->is_odd |= r->report.is_odd;
}

/* A path or pair that was folded in one trace alone would look slower, or faster, than it is. */
static int check_paths(const struct diff_run *r, struct otfp_error *err)
{
	for (unsigned side = 0; side < PAIR_SIDES; side++)
		if (otfp_profile_is_folded(&r->side[side].profile))
			return otfp_fail(err, OTFP_EFAIL,
			                 "--fail-above: %s: call paths or pairs were counted as (other); a larger "
			                 "--buffer keeps all of them",
			                 r->sides.names[side]);
	return 0;
}

/* @return 0; 1 if the gate fails; <0 */
static int output(struct diff_run *r, struct otfp_error *err)
{
	const struct otfp_profile *a = &r->side[PAIR_A].profile, *b = &r->side[PAIR_B].profile;
	int code = compare_make(&r->diff, a, b, r->o.tables, &r->report.choice, err);

	if (code == 0 && print(r) < 0)
		code = otfp_fail_memory(err);
	if (code < 0)
		return code;
	if (stdout_flush(err) < 0)
		return OTFP_EFAIL;
	warn(r);
	if (!r->s->fail_above)
		return 0;
	if (check_paths(r, err) < 0)
		return OTFP_EFAIL;
	return gate_check(&r->gate, &r->diff, r->sides.names[PAIR_B],
	                  r->s->top_given ? (size_t)r->s->top : SLOWER_SHOWN, &r->junit, err);
}

/* ---- all ---- */

static int run(struct diff_run *r, struct job *job)
{
	struct otfp_error err;
	int status = check(r, job), code;

	if (status == 0)
		status = read_sides(r, job);
	if (status)
		return status;
	code = output(r, &err);
	if (code < 0)
		message_print("%s", err.text);
	if (code >= 0 && junit_end(&r->junit, "otf-stat --diff --fail-above"))
		return 1;
	if (code)
		return code < 0 ? exit_status(code) : 1;
	return r->is_odd && job->common->strict ? 1 : 0;
}

int stat_compare_run(struct job *job, struct stat_options *s)
{
	struct diff_run *r = calloc(1, sizeof *r);
	int status;

	if (!r)
		return message_memory();
	r->s = s;
	stat_options_copy(&r->o, s);
	status = run(r, job);
	compare_release(&r->diff);
	junit_release(&r->junit);
	for (unsigned side = 0; side < PAIR_SIDES; side++)
		stat_count_release(&r->side[side]);
	stat_report_release(&r->report);
	free(r);
	return status;
}
