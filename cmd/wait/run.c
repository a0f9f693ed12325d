/* run.c - otf-wait: what options go together, and the run. */
#include "cmd/wait/diff/diff.h"
#include "cmd/option/share.h"
#include <stdio.h>
#include <stdlib.h>

/* @return 0, or 2 after reporting the usage error */
static int check_partial(const struct wait_options *s)
{
	if (s->combine)
		return message_usage("--partial and --combine exclude each other");
	if (s->table || s->by || s->every || s->max_given || s->top_given || s->form || s->buffer || s->time ||
	    selection_given(&s->select))
		return message_usage("--partial takes --comm, --inside and --part; give the others to --combine");
	return partial_usage();
}

static int check_combine(const struct job *job, const struct wait_options *s)
{
	static const char *const names[] = {[WAIT_TABLE_CAUSE] = "cause",
	                                    [WAIT_TABLE_BLAME] = "blame",
	                                    [WAIT_TABLE_PATH] = "path",
	                                    [WAIT_TABLE_GAIN] = "gain"};

	if (job->read.nsources == 0)
		return message_usage("--combine needs the files that --partial wrote");
	if (s->comm || s->inside)
		return message_usage("--combine takes %s from the shares: give it to --partial",
		                     s->comm ? "--comm" : "--inside");
	for (unsigned table = WAIT_TABLE_CAUSE; table <= WAIT_TABLE_GAIN; table++)
		if (s->table >> table & 1)
			return message_usage(
				"--table %s needs every call, which shares do not have: use the whole trace",
				names[table]);
	if (s->by >> OTFP_WAIT_FUNCTION & 1 && (!s->table || s->table >> WAIT_TABLE_EFFICIENCY & 1) &&
	    s->form <= WAIT_FORM_JSON)
		return message_usage("the load by function needs every call, which shares do not have: use the whole "
		                     "trace, or --table wait");
	return 0;
}

/* @return 0, or 2 after reporting the usage error */
static int check(const struct wait_options *s)
{
	static const char *const whole_names[WAIT_NTABLES] = {
		[WAIT_TABLE_GAIN] = "gain", [WAIT_TABLE_TRANSFER] = "transfer", [WAIT_TABLE_IDLE] = "idle"};

	if (s->inside && s->every)
		return message_usage("--inside and --every exclude each other");
	if (s->inside && s->time)
		return message_usage(
			"--inside and --time exclude each other: calls are counted from the start of the trace");
	if (s->inside && s->table & (1u << WAIT_TABLE_BLAME | 1u << WAIT_TABLE_PATH))
		return message_usage(
			"--inside is for the tables efficiency, wait and cause; blame and path take --every");
	for (unsigned table = 0; table < WAIT_NTABLES; table++)
		if (whole_names[table] && s->table >> table & 1 && (s->inside || s->every))
			return message_usage("--table %s is of the whole run: leave out %s", whole_names[table],
			                     s->inside ? "--inside" : "--every");
	if (s->table && (s->form == WAIT_FORM_FOLDED || s->form == WAIT_FORM_MARKERS))
		return message_usage("--folded and --markers replace the tables: leave out --table");
	if (s->by && s->form == WAIT_FORM_MARKERS)
		return message_usage("--by is for tables: leave out --markers");
	if (s->by & ~(1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_PATH) && s->form == WAIT_FORM_FOLDED)
		return message_usage("--folded takes --by process and --by path only");
	if ((s->inside || s->every) && s->form == WAIT_FORM_MARKERS)
		return message_usage("--markers are of the whole run: leave out %s",
		                     s->inside ? "--inside" : "--every");
	return 0;
}

#define KEY(name) (1u << OTFP_WAIT_##name)
/* The bits of --by that each table has rows for. */
static const unsigned table_keys[WAIT_NTABLES] = {
	[WAIT_TABLE_EFFICIENCY] = KEY(PROCESS) | KEY(FUNCTION),
	[WAIT_TABLE_WAIT] =
		KEY(PROCESS) | KEY(FUNCTION) | KEY(PATH) | KEY(PEER) | KEY(COMMUNICATOR) | 1u << WAIT_BY_KIND,
	[WAIT_TABLE_CAUSE] = KEY(PROCESS) | KEY(FUNCTION) | KEY(PATH) | 1u << WAIT_BY_KIND,
	[WAIT_TABLE_BLAME] = KEY(PROCESS) | KEY(FUNCTION) | KEY(PATH),
	[WAIT_TABLE_PATH] = KEY(PROCESS) | KEY(FUNCTION) | KEY(PATH),
	[WAIT_TABLE_TRANSFER] = 1u << WAIT_BY_NODE,
	[WAIT_TABLE_IDLE] = KEY(PROCESS) | KEY(FUNCTION),
};
#undef KEY

/* Whether the table has rows for this key of --by; that of efficiency has none with --diff. */
static int takes_key(const struct wait_options *s, unsigned table, unsigned key)
{
	return table_keys[table] >> key & 1 && !(s->diff && table == WAIT_TABLE_EFFICIENCY);
}

/* The key of --by is in no table that is printed. @return 2, after reporting which tables have it */
static int refuse_key(const struct wait_options *s, unsigned key)
{
	char tables[200] = "";
	size_t n = 0;

	for (unsigned table = 0; table < WAIT_NTABLES; table++)
		if (takes_key(s, table, key))
			n += (size_t)snprintf(tables + n, sizeof tables - n, "%s%s", n ? ", " : "",
			                      wait_table_name(table));
	return message_usage("--by %s is for --table %s", wait_key_name(key), tables);
}

/* @return 0, or 2 after reporting a key of --by that no table has */
static int check_keys(const struct wait_options *s)
{
	const unsigned usual = 1u << WAIT_TABLE_EFFICIENCY | 1u << WAIT_TABLE_WAIT |
	                       (s->diff ? 1u << WAIT_TABLE_CAUSE : 0),
		       tables = s->table ? s->table : usual;

	for (unsigned key = 0; key < WAIT_NBYS; key++) {
		int is_taken = !(s->by >> key & 1);
		for (unsigned table = 0; table < WAIT_NTABLES; table++)
			is_taken |= tables >> table & 1 && takes_key(s, table, key);
		if (!is_taken)
			return refuse_key(s, key);
	}
	return 0;
}

/* Whether --top means something: the one screen and the other tables have no worst waits. */
static int prints_worst(const struct wait_options *s)
{
	const int is_usual = !s->table && (s->form != WAIT_FORM_TABLE || s->by || s->every || s->inside || s->combine);

	return s->diff || s->table >> WAIT_TABLE_WAIT & 1 || (is_usual && s->form != WAIT_FORM_FOLDED);
}

/* Options that mean something only with another one. @return 0, or 2 after reporting the usage error */
static int check_companions(const struct wait_options *s)
{
	if (s->state &&
	    (!s->time || s->form != WAIT_FORM_JSON || s->table || s->by || s->inside || s->combine || s->diff))
		return message_usage("--state is for --json -t A:B, without --table, --by and --inside");
	if (s->max_given && !s->every && !s->inside && !s->combine)
		return message_usage("--max-points is the number of windows: give --every or --inside");
	if (s->top_given && !s->partial && !prints_worst(s))
		return message_usage(
			"--top is the number of worst waits, of --table wait and --markers, or of rows with "
			"--diff");
	return check_keys(s);
}

static int run(struct job *job, struct wait_options *s, struct pull *shares)
{
	struct wait_run *r = calloc(1, sizeof *r);
	int status;

	if (!r)
		return message_memory();
	wait_run_begin(r, s);
	status = wait_run_passes(r, job, shares);
	wait_run_release(r);
	free(r);
	return status;
}

int wait_run(struct job *job, void *own)
{
	struct wait_options *s = own;
	struct pull shares = {0};
	int status = check_companions(s);

	if (status || s->diff)
		return status ? status : wait_diff_run(job, s);
	if (s->partial)
		status = check_partial(s);
	else if (s->combine)
		status = check_combine(job, s);
	if (status == 0 && s->combine)
		wait_combine_open(&shares, job, s);
	if (status == 0 && shares.code == 0)
		status = check(s);
	if (status || s->partial) {
		pull_close(&shares);
		return status ? status : wait_partial_run(job, s);
	}
	return run(job, s, s->combine ? &shares : NULL);
}
